//! What the bot knows of Discord's channels, people and servers, and of interactions and messages as they arrive.

pub(crate) mod channel_context;
pub(crate) mod duplicate_filter;
pub(crate) mod languages;
pub(crate) mod missing_interactions;
pub(crate) mod people;
pub(crate) mod received_interaction;
pub(crate) mod record_cache;
pub(crate) mod visibility;
