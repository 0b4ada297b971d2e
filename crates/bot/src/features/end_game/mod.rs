//! Feature of the end of a game by a player: resigning (`/resign`), claiming a draw by the rules
//! (`/claim`), aborting (`/abort`); commands, handlers and text.

pub(crate) mod claim_text;
pub(crate) mod command;
pub(crate) mod draw_claim;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "end_game", commands: command::COMMANDS };
