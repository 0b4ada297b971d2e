//! Channels and rooms: which there are, whom they let in, and the links that invite into them.

pub(crate) mod directory;
pub(crate) mod invite_links;
pub(crate) mod list_sync;
pub(crate) mod removal;
