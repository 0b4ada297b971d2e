//! Feature of takebacks (`/takeback`), by which a player asks for the last move back: command and
//! handler.

pub(crate) mod command;
pub(crate) mod handler;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "takeback", commands: command::COMMANDS };
