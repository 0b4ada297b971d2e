//! WebSocket sessions: a reading half for a page's messages, and a writing half for the answers.

pub(crate) mod client_messages;
pub(crate) mod command;
pub(crate) mod history;
pub(crate) mod socket;
