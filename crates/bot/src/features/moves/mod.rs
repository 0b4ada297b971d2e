//! Moves: making one, and listing those that are legal.

pub(crate) mod board_input;
pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod move_doubt;
pub(crate) mod text;
pub(crate) mod typing_slips;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "moves", commands: command::COMMANDS };
