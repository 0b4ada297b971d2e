//! Feature of rematches (`/rematch`), the same game again with colours exchanged: command, handler
//! and text.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "rematch", commands: command::COMMANDS };
