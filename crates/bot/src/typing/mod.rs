//! From what somebody typed to a [`Command`](crate::command::Command), and what they may type next: reading lines, and
//! completions. Pure: it knows words and what a channel's game looks like, not who may do what (`flow`). Not here: which
//! commands there are (`command`).

mod filling;
mod parse;
mod pieces;
mod settings;
mod suggest;
#[cfg(test)]
mod tests;

pub(crate) use parse::{first_word, parse};
pub(crate) use suggest::{Facts, suggest, suggest_for};
