//! Exports of a game's record.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "export", commands: command::COMMANDS };
