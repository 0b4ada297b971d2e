//! Feature of explanations of pieces (`/piece`, `/pieces`): commands, handler and texts. Not here:
//! how one piece is explained (`text::board::piece_help`).

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod legend;
pub(crate) mod piece_at;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "pieces", commands: command::COMMANDS };
