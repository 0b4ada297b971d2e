//! The clocks of a game: showing them, and giving the opponent more time.

pub(crate) mod command;
pub(crate) mod event_text;
pub(crate) mod handler;
pub(crate) mod jobs;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "clock", commands: command::COMMANDS };
