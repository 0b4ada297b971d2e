//! Feature of exports of a game's record (`/export`): command, handler, the JSON form, and the
//! text. Not here: PGN (`text::pgn`).

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod json;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "export", commands: command::COMMANDS };
