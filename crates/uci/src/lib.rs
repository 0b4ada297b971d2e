//! The engine behind the Universal Chess Interface (UCI): lines in, lines out, until `quit` or the end of the input.
//!
//! `session` obeys the commands that `command` reads; `options` says what a host can set, `position` and `moves` how positions
//! and moves are written, `limits` how long a search may take; `search` runs one beside the conversation, on the engines of
//! `engines`, and `output` writes what it finds. Not here: how moves are found (`adoube-engine`).

mod command;
mod engines;
mod input;
mod limits;
mod moves;
mod options;
mod output;
mod position;
mod search;
mod session;
mod strength;
#[cfg(test)]
mod tests;
mod variant;

pub use self::session::serve;
