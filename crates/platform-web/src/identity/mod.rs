//! Identity of people: signed cookies, names, profiles, and configured moderators.

pub(crate) mod cookie;
pub(crate) mod moderators;
pub(crate) mod name;
pub(crate) mod name_registry;
pub(crate) mod people;
pub(crate) mod person_error;
pub(crate) mod profile;
pub(crate) mod profile_store;
pub(crate) mod reserved_names;
pub(crate) mod stored;
