//! Feature of `/remind`, which chooses where a player is reminded of their turn, and the text of a
//! reminder. Not here: when reminders are posted (`features::clock`).

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "reminders", commands: command::COMMANDS };
