//! Types of the chat door's protocol: parsing of requests, their fields and limits, names, and the
//! errors of answers.

pub(crate) mod error;
pub(crate) mod limits;
pub(crate) mod line;
pub(crate) mod message_limit;
mod named_platform;
pub(crate) mod names;
pub(crate) mod request;
mod unique_keys;
