//! The program `adoube` as a library: command line, configuration, log, and the start of bot and platforms.

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
