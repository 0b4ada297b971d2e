//! Parser: from a line of text to a [`CommandCall`](crate::core::command::CommandCall), and
//! completion of lines; or to a call from values that a platform has in fields. Pure: it knows
//! words and the state of a channel's game, not who may do what (`features`). Not here: the
//! definitions of commands (`features`).

mod command_line;
mod completion;
mod invocation;
mod option_matcher;
mod piece_completion;
mod setting_completion;

pub(crate) use command_line::{first_word, parse};
pub(crate) use completion::{CompletionContext, suggest, suggest_for};
pub(crate) use invocation::read_invocation;
