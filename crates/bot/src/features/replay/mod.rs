//! Feature of replays: the moves of a game as a list (`/replay`), and in steps on one board
//! (`/step`); commands, handlers and texts.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod step_text;
pub(crate) mod steps;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "replay", commands: command::COMMANDS };
