//! Vacations, which stop the clocks of a player's games.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "vacation", commands: command::COMMANDS };
