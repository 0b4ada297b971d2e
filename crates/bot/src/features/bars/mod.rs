//! Feature of bars (`/bar`, `/unbar`), by which moderators keep a person from playing in their
//! server or room: commands, handler and text.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "bars", commands: command::COMMANDS };
