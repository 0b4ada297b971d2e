//! Feature of touch-move (`/touch`, `/release`): touched pieces bind a player, unless the opponent
//! releases them; commands, handler and text.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "touch_move", commands: command::COMMANDS };
