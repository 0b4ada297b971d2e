//! Feature of challenges (`/play`, `/accept`, `/decline`, `/withdraw`) to a person, to anybody, or
//! to the computer: commands, handler, texts, and the form by which a page starts a game.

pub(crate) mod command;
pub(crate) mod computer_opponent;
pub(crate) mod first_board;
pub(crate) mod handler;
pub(crate) mod start_form;
pub(crate) mod text;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "challenge", commands: command::COMMANDS };
