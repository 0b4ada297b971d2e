//! Rematches: the same game again with colours exchanged.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "rematch", commands: command::COMMANDS };
