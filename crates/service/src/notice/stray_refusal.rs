//! What the bot says about a word that means nothing where it stands: where it expected a person or a term of a game,
//! or something that help explains (sentences in `refusals.ftl`).

use crate::game::PaceError;

/// What the word seems to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrayRefusal {
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
        why: Option<PaceError>,
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
    /// Nothing that help explains.
    UnknownTopic {
        /// What was typed.
        word: String,
        /// The command or term that may have been meant, as one types it.
        nearest: Option<String>,
    },
}

impl From<StrayRefusal> for super::Refusal {
    fn from(refusal: StrayRefusal) -> Self {
        Self::Stray(refusal)
    }
}
