//! From what somebody typed to a [`Command`](crate::command::Command), and what they may type next: reading lines, and
//! completions. Pure: it knows words and what a channel's game looks like, not who may do what (`flow`). Not here: which
//! commands there are (`command`).

mod command_line;
mod completion;
mod option_matcher;
mod piece_completion;
mod settings;
#[cfg(test)]
mod tests;

pub(crate) use command_line::{first_word, parse};
pub(crate) use completion::{CompletionContext, suggest, suggest_for};
