//! Following a game: notifying a person when the channel's game ends.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "follow", commands: command::COMMANDS };
