//! Handling of the messages that people write: reading them, in order for each channel, edits, and
//! replies.

pub(crate) mod edits;
pub(crate) mod queue;
pub(crate) mod receive;
pub(crate) mod received_message;
pub(crate) mod reply;
pub(crate) mod respond;
