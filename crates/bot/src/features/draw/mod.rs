//! Feature of draw offers (`/draw`): command and handler. Not here: claims of a draw by the rules
//! (`features::end_game`).

pub(crate) mod command;
pub(crate) mod handler;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "draw", commands: command::COMMANDS };
