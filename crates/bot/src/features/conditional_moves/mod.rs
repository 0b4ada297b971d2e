//! Feature of conditional moves (`/if`), the replies that a player plans for moves of the opponent:
//! command, handler and text.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "conditional_moves", commands: command::COMMANDS };
