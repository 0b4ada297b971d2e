//! Why a line of text is not a command. Not here: parsing (`parser`), and the refusal (`notice`).

use super::{CommandSpec, SettingName};
use crate::game::TimeControlError;

/// The longest command line read, in characters.
pub const LINE_LIMIT: usize = 300;

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// Nothing was said.
    #[error("an empty line")]
    Empty,
    /// More than anybody types.
    #[error("more than {LINE_LIMIT} characters")]
    TooLong,
    /// No command is called so.
    #[error("no command {word:?}")]
    UnknownCommand {
        /// What was typed.
        word: String,
        /// The command that may have been meant.
        nearest: Option<&'static CommandSpec>,
    },
    /// The command takes no such word.
    #[error("{command:?} takes no {word:?}")]
    UnknownWord {
        /// The command.
        command: &'static CommandSpec,
        /// The word.
        word: String,
    },
    /// Nobody can have so much time, or nobody can tell how much that is.
    #[error("no pace {word:?}")]
    NoSuchPace {
        /// The word.
        word: String,
        /// What is wrong with it, if it says a time.
        why: Option<TimeControlError>,
    },
    /// The computer has no such level.
    #[error("no level {word:?}")]
    NoSuchLevel {
        /// What was typed.
        word: String,
    },
    /// A setting has no such value.
    #[error("no value {word:?} of {setting:?}")]
    NoSuchValue {
        /// The setting.
        setting: SettingName,
        /// What was typed.
        word: String,
    },
    /// No game can be called so.
    #[error("no game {word:?}")]
    UnknownGame {
        /// The word.
        word: String,
    },
    /// Nothing is called so that help could explain.
    #[error("no help about {word:?}")]
    UnknownTopic {
        /// What was typed.
        word: String,
        /// What may have been meant.
        nearest: Option<String>,
    },
    /// The command needs a word it did not get.
    #[error("{command:?} needs {option}")]
    Missing {
        /// The command.
        command: &'static CommandSpec,
        /// The option's key.
        option: &'static str,
    },
}
