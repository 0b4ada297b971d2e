//! Refusals of a command's word that is unknown, misplaced or contradicts another one, where a
//! person, a term of a game or a help topic was expected: its probable meaning, as data for a
//! sentence of `refusals.ftl`.

use serde::{Deserialize, Serialize};

use crate::core::game::TimeControlError;

/// The probable meaning of an unknown word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "stray", deny_unknown_fields)]
pub enum UnknownTermRefusal {
    /// A chess variant that the bot does not play.
    OtherGame {
        /// Its name.
        game: String,
    },
    /// A time on a clock.
    NoClocks {
        /// The words.
        words: String,
    },
    /// An invalid time control.
    NoSuchPace {
        /// The word typed.
        word: String,
        /// What is wrong with it, if it names a time.
        #[serde(rename = "reason")]
        why: Option<TimeControlError>,
    },
    /// A flag rule without a time control.
    TimeOutAlone,
    /// Neither a term nor a person.
    UnknownWord {
        /// The command's name.
        command: String,
        /// The word typed.
        word: String,
        /// The most similar term, as typed in a command.
        nearest: Option<String>,
    },
    /// A fairy chess piece that the bot does not have.
    OtherPiece {
        /// Its name.
        name: String,
    },
    /// A command's name in a sentence, not typed as a command.
    SaidCommand {
        /// The command's name.
        command: String,
    },
    /// A feature that the bot does not have.
    Missing {
        /// The word typed.
        word: String,
        /// The feature.
        feature: MissingFeature,
    },
    /// A second value for an option, such as another colour.
    Contradiction {
        /// The word typed.
        word: String,
        /// The option that has a value already.
        option: String,
    },
    /// No topic of the help.
    UnknownTopic {
        /// The word typed.
        word: String,
        /// The most similar command or term, as typed in a command.
        nearest: Option<String>,
    },
}

/// Features of many chess servers that the bot does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingFeature {
    /// Rated and casual games, ratings and ranking lists.
    Ratings,
    /// Puzzles and lessons.
    Puzzles,
    /// Tournaments, teams and simuls.
    Tournaments,
}

impl MissingFeature {
    /// All features.
    pub const ALL: [Self; 3] = [Self::Ratings, Self::Puzzles, Self::Tournaments];

    /// The key of the words for the feature.
    pub(crate) const fn words_key(self) -> &'static str {
        match self {
            Self::Ratings => "words-missing-ratings",
            Self::Puzzles => "words-missing-puzzles",
            Self::Tournaments => "words-missing-tournaments",
        }
    }
}
