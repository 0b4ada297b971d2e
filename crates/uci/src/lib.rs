//! The engine behind the Universal Chess Interface (UCI): lines in, lines out, until `quit` or the
//! end of the input.
//!
//! `session` handles the commands that `command` reads; `options` holds the options,
//! `position_command`, `go_command` and `moves` read positions, limits and moves; `search_task`
//! runs a search on another thread with the engines of `engine_pool`, and `output` writes what it
//! finds. Not here: how moves are found (`adoube-engine`).

mod command;
mod engine_pool;
mod go_command;
mod input;
mod moves;
mod options;
mod output;
mod position_command;
mod search_task;
mod session;
mod strength;
#[cfg(test)]
mod tests;
mod variant;

pub use self::session::serve;
