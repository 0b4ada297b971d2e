//! Lists of games, and the view of one game.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "games", commands: command::COMMANDS };
