//! Feature of the cards of Schachen: a player's hand (`/hand`), drops (`/drop`, `/pass`), and the
//! check of the deal (`/verify`), with their texts.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod seal_text;
pub(crate) mod text;
pub(crate) mod verify;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "cards", commands: command::COMMANDS };
