//! Moves: making one, and listing those that are legal.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "moves", commands: command::COMMANDS };
