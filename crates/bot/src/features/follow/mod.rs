//! Feature of following a game (`/follow`, `/unfollow`), by which a person is notified when the
//! channel's game ends: commands, handler and text.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "follow", commands: command::COMMANDS };
