//! Takebacks: a player asks for the last move back.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "takeback", commands: command::COMMANDS };
