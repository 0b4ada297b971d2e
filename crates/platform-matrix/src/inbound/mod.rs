//! Events of the homeserver: what people write, edit and react with, and what the bot decides about it.

pub(crate) mod answer_threads;
pub(crate) mod edits;
pub(crate) mod engine_answer;
pub(crate) mod handler;
pub(crate) mod join_request;
pub(crate) mod non_text;
pub(crate) mod number_resolver;
pub(crate) mod reactions;
pub(crate) mod room_queues;
pub(crate) mod undecryptable;
pub(crate) mod unsupported_requests;
