//! Touch-move: touched pieces bind, unless the opponent releases them.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "touch_move", commands: command::COMMANDS };
