//! Settings of a person, and of a server or room. Not here: their names and words (`command`).

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod reading;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "settings", commands: command::COMMANDS };
