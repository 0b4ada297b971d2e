//! Refusals about games against the computer, hints and analyses. Not here: the sentences
//! (`present`, `assets/locales`).

use adoube_rules::Variant;
use serde::{Deserialize, Serialize};

use super::GameRefusal;

/// A no about playing the computer, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "computer", deny_unknown_fields)]
pub enum ComputerRefusal {
    /// It does not play here.
    Off,
    /// A person was to be challenged where the challenger alone could answer.
    NobodyElse {
        /// The game, if one was meant.
        variant: Option<Variant>,
        /// Whether the computer can be played instead.
        has_computer: bool,
    },
    /// A level was said, and a person to play.
    LevelOfPerson,
    /// The computer was named, and a person.
    NotBoth,
    /// It has no such level.
    NoSuchLevel {
        /// What was typed.
        word: String,
    },
    /// It gives no hints here.
    NoHints,
    /// A hint was asked for where others would read it.
    HintOverheard,
    /// The same where everybody reads commands as well.
    HintCommandOverheard,
    /// It looks at no games here.
    NoAnalyses,
    /// A game was to be looked at that goes on.
    StillRunning,
    /// Nobody has moved in it.
    Unplayed,
    /// It was too long.
    LongGame {
        /// The most plies that are looked at.
        most: usize,
    },
    /// Another game is looked at for this person.
    Analysing,
    /// Too much waits to be thought about.
    Busy,
    /// The player has as many games against it as one person may have.
    ManyGames,
}

impl From<ComputerRefusal> for GameRefusal {
    fn from(refusal: ComputerRefusal) -> Self {
        GameRefusal::Computer(refusal)
    }
}
