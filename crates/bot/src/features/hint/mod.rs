//! Feature of hints (`/hint`), a good move that the engine finds for a player: command, handler,
//! the job of the search, and text.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod job;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "hint", commands: command::COMMANDS };
