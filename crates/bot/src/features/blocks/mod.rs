//! Feature of blocks (`/block`, `/unblock`), by which a person keeps another one from challenging
//! them: commands, handler and text.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "blocks", commands: command::COMMANDS };
