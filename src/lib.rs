//! The bot: what connects the rules, the pictures, the games and the store to people and programs.

// These macros panic where nobody can be told, as on a full disk; `tell!`, `say` and the log do not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

pub mod adapter;
pub mod answers;
pub mod book;
mod buckets;
mod choice;
pub mod config;
pub mod directory;
mod drawing;
#[cfg(test)]
mod form_tests;
pub mod inspection;
mod json_lines;
mod live_export;
mod logging;
mod numbered;
pub mod panics;
pub mod secret;
mod sentences;
pub mod socket_file;
mod start;
#[cfg(any(feature = "discord", feature = "matrix"))]
mod steady;
pub mod storage;
mod typed;
mod under_way;
