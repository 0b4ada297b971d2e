//! Feature of vacations (`/vacation`), which stop the clocks of a player's games, and of protection
//! from losing on time (`/protect`): commands, handler and text.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "vacation", commands: command::COMMANDS };
