//! Error type of a typed command line that cannot be read, such as an unknown command or a missing
//! option. Not here: parsing (`text::parser`), and the refusals (`notice`).

use super::{CommandSpec, SettingName};
use crate::core::game::TimeControlError;

/// The longest command line read, in characters.
pub const LINE_LIMIT: usize = 300;

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The line is empty.
    #[error("an empty line")]
    Empty,
    /// The line is longer than the limit.
    #[error("more than {LINE_LIMIT} characters")]
    TooLong,
    /// No command has this name.
    #[error("no command {word:?}")]
    UnknownCommand {
        /// The first word of the line.
        word: String,
        /// The command with the most similar name, if one is similar.
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
    /// The word is no time control, or one out of bounds.
    #[error("no pace {word:?}")]
    NoSuchPace {
        /// The word.
        word: String,
        /// Which bound it breaks, if the word is a time.
        why: Option<TimeControlError>,
    },
    /// The computer has no such level.
    #[error("no level {word:?}")]
    NoSuchLevel {
        /// The typed word.
        word: String,
    },
    /// A setting has no such value.
    #[error("no value {word:?} of {setting:?}")]
    NoSuchValue {
        /// The setting.
        setting: SettingName,
        /// The typed word.
        word: String,
    },
    /// The word is no game id.
    #[error("no game {word:?}")]
    UnknownGame {
        /// The word.
        word: String,
    },
    /// Help knows no such topic.
    #[error("no help about {word:?}")]
    UnknownTopic {
        /// The typed word.
        word: String,
        /// The topic with the most similar name, if one is similar.
        nearest: Option<String>,
    },
    /// A required option is missing.
    #[error("{command:?} needs {option}")]
    Missing {
        /// The command.
        command: &'static CommandSpec,
        /// The option's key.
        option: &'static str,
    },
}
