//! Feature of lists of games (`/games`), and the view of one game (`/game`): commands, handlers and
//! text.

pub(crate) mod command;
pub(crate) mod due;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "games", commands: command::COMMANDS };
