//! Hints: a good move, found by the computer.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod job;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "hint", commands: command::COMMANDS };
