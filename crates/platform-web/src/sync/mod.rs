//! Synchronisation with other processes that share the store: polling for their writes, and waking
//! people's pages at other processes.

pub(crate) mod person_wakeup;
pub(crate) mod store_poller;
pub(crate) mod stored;
