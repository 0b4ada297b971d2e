//! The bot: what connects the rules, the pictures, the games and the store to people and programs.

// These macros panic where nobody can be told, as on a full disk; `print_status!`, `print_line` and the log do not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

pub mod cli;
pub mod config;
pub mod directory;
pub mod inspection;
mod live_export;
mod logging;
pub mod panics;
mod start;
pub mod storage;
