//! Messages that people write: reading, ordering, handling, and replying.

pub(crate) mod edits;
pub(crate) mod queue;
pub(crate) mod receive;
pub(crate) mod received_message;
pub(crate) mod reply;
pub(crate) mod respond;
