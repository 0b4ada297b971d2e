//! Channels and rooms of the web chat: the list, access, quotas, removal, and invite links.

pub(crate) mod access;
pub(crate) mod channel;
pub(crate) mod directory;
pub(crate) mod invite;
pub(crate) mod invite_links;
pub(crate) mod list_sync;
pub(crate) mod listing;
pub(crate) mod quota;
pub(crate) mod removal;
pub(crate) mod stored;
