//! State of the platform: channels, people, languages, the application, and received interactions.

pub(crate) mod application;
pub(crate) mod channel_context;
pub(crate) mod channel_repository;
pub(crate) mod duplicate_filter;
pub(crate) mod interaction_request;
pub(crate) mod languages;
pub(crate) mod message_access;
pub(crate) mod missing_interactions;
pub(crate) mod people;
pub(crate) mod person;
pub(crate) mod profile;
pub(crate) mod record_cache;
pub(crate) mod shared;
pub(crate) mod visibility;
