//! Set-ups of Grand Chess: the panel with the terms of a game, and the choice of extra pieces.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "setup", commands: command::COMMANDS };
