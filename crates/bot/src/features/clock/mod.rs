//! Feature of the clocks of a game: `/clock` shows them, `/moretime` gives the opponent more time;
//! with the scheduled jobs of clocks and the texts about both.

pub(crate) mod command;
pub(crate) mod event_text;
pub(crate) mod handler;
pub(crate) mod jobs;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "clock", commands: command::COMMANDS };
