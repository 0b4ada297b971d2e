//! Finished games move by move: as a list of moves, and in steps on one board.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod step_text;
pub(crate) mod steps;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "replay", commands: command::COMMANDS };
