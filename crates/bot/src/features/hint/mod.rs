//! Hints: a good move, found by the computer.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "hint", commands: command::COMMANDS };
