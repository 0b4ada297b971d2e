//! Feature of pauses (`/pause`, `/resume`), by which both players agree to stop the clocks for a
//! while: commands and handler.

pub(crate) mod command;
pub(crate) mod handler;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "pause", commands: command::COMMANDS };
