//! Feature of set-ups of Grand Chess: the panel with the terms of a game (`/setup`), and the choice
//! of extra pieces (`/pick`); commands, handlers and texts.

pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod piece_selection;
pub(crate) mod refusal_text;
pub(crate) mod selection_text;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "setup", commands: command::COMMANDS };
