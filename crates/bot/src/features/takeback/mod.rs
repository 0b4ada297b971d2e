//! Takebacks: a player asks for the last move back.

pub(crate) mod command;
pub(crate) mod handler;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "takeback", commands: command::COMMANDS };
