//! Exports of a game's record.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod json;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "export", commands: command::COMMANDS };
