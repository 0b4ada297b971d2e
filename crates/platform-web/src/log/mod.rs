//! The chat log: the ordered entries of each channel, for everybody and for one person.

pub(crate) mod append;
pub(crate) mod cache;
pub(crate) mod chat_log;
pub(crate) mod entry;
pub(crate) mod feed;
pub(crate) mod log_id;
pub(crate) mod retention;
pub(crate) mod stored;
pub(crate) mod tail;
