//! Feature of settings (`/settings`) of a person, and of a server or room: command, its words read,
//! handler and text. Not here: names and words of settings (`core::command::setting_words`).

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod reading;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "settings", commands: command::COMMANDS };
