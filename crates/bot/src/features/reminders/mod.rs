//! Reminders of a turn: where a player gets them.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "reminders", commands: command::COMMANDS };
