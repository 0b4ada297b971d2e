//! Messages that people write: reading them, keeping them in order, and replying to them.

pub(crate) mod edits;
pub(crate) mod queue;
pub(crate) mod receive;
pub(crate) mod received_message;
pub(crate) mod reply;
pub(crate) mod respond;
