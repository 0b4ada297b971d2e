//! Challenges: one person challenges another one, anybody, or the computer.

pub(crate) mod command;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "challenge", commands: command::COMMANDS };
