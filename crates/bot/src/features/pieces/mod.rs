//! Explanations of pieces.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod legend;
pub(crate) mod piece_at;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "pieces", commands: command::COMMANDS };
