//! Explanations of pieces.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "pieces", commands: command::COMMANDS };
