//! Refusals of a word that means nothing where a person, a term of a game or a help topic was
//! expected (sentences in `refusals.ftl`).

use crate::game::TimeControlError;
use serde::{Deserialize, Serialize};

/// What the word seems to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "stray", deny_unknown_fields)]
pub enum UnknownTermRefusal {
    /// A game that is not played here.
    OtherGame {
        /// Its name.
        game: String,
    },
    /// A time on a clock.
    NoClocks {
        /// The words that say it.
        words: String,
    },
    /// A pace that there is not.
    NoSuchPace {
        /// What was typed.
        word: String,
        /// What is wrong with it, if it says a time.
        #[serde(rename = "reason")]
        why: Option<TimeControlError>,
    },
    /// What happens when time is up, where there is no time that could be.
    TimeOutAlone,
    /// Neither a term nor a person.
    UnknownWord {
        /// The command's name.
        command: String,
        /// What was typed.
        word: String,
        /// The term that may have been meant, as one types it.
        nearest: Option<String>,
    },
    /// A piece of fairy chess that no piece here moves like.
    OtherPiece {
        /// Its name.
        name: String,
    },
    /// A command's name that was said and not typed as a command.
    SaidCommand {
        /// The command's name.
        command: String,
    },
    /// Something that there is not.
    Missing {
        /// What was typed.
        word: String,
        /// What it is.
        feature: MissingFeature,
    },
    /// A second word where one is enough, such as another colour.
    Contradiction {
        /// What was typed.
        word: String,
        /// The option that has a value already.
        option: String,
    },
    /// Nothing that help explains.
    UnknownTopic {
        /// What was typed.
        word: String,
        /// The command or term that may have been meant, as one types it.
        nearest: Option<String>,
    },
}

/// What many servers have and this bot has not.
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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ratings, Self::Puzzles, Self::Tournaments];

    /// The key of the words for it.
    pub(crate) const fn words_key(self) -> &'static str {
        match self {
            Self::Ratings => "words-missing-ratings",
            Self::Puzzles => "words-missing-puzzles",
            Self::Tournaments => "words-missing-tournaments",
        }
    }
}

impl From<UnknownTermRefusal> for super::GameRefusal {
    fn from(refusal: UnknownTermRefusal) -> Self {
        Self::UnknownTerm(refusal)
    }
}
