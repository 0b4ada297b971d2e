//! WebSocket sessions: what a page asks, and what it is sent.

pub(crate) mod client_messages;
pub(crate) mod command;
pub(crate) mod history;
pub(crate) mod socket;
