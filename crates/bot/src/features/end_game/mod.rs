//! The end of a game by a player: resigning, claiming a draw by the rules, aborting.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "end_game", commands: command::COMMANDS };
