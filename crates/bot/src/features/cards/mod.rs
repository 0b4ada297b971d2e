//! The cards of Schachen: a player's hand, drops, and the check of the deal.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod seal_text;
pub(crate) mod text;
pub(crate) mod verify;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "cards", commands: command::COMMANDS };
