//! What is stored or cached about people, rooms, channels and numbered lists.

pub(crate) mod forwarding;
pub(crate) mod languages;
pub(crate) mod numbered_lists;
pub(crate) mod people;
pub(crate) mod player_cache;
pub(crate) mod room_cache;
pub(crate) mod unsaved_lists;
