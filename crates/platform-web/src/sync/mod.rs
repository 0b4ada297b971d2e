//! What other processes that share the store have written, and how a process tells them of its own writes.

pub(crate) mod person_wakeup;
pub(crate) mod store_poller;
pub(crate) mod stored;
