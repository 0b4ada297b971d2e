//! Payload of a server's role, as far as it tells whether the role is the bot's own.

use serde::Deserialize;

use crate::{RoleId, UserId, lenient::lenient};

/// A role object.
#[derive(Deserialize)]
pub(crate) struct GuildRole {
    pub(crate) id: RoleId,
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) tags: RoleTags,
}

#[derive(Default, Deserialize)]
pub(crate) struct RoleTags {
    #[serde(default, deserialize_with = "lenient")]
    pub(crate) bot_id: Option<UserId>,
}
