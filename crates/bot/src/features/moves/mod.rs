//! Feature of moves: making one (`/move`, plain text, menus, live board), and listing the legal
//! ones (`/moves`); commands, handlers and text.

pub(crate) mod board_input;
pub(crate) mod command;
pub(crate) mod handler;
pub(crate) mod move_doubt;
pub(crate) mod move_list;
pub(crate) mod text;
pub(crate) mod typing_slips;

use crate::gameplay::feature::Feature;

/// The feature.
pub(super) static FEATURE: Feature = Feature { name: "moves", commands: command::COMMANDS };
