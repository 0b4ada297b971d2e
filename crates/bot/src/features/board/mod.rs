//! Feature of the board of a channel's game: its messages, and `/board`, which shows it on request.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "board", commands: command::COMMANDS };
