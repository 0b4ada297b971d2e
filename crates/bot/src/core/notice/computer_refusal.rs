//! Reasons why a game against the computer, a hint or an analysis is refused, as data for a
//! sentence. Not here: the sentences (`features::computer`, `assets/locales`).

use adoube_rules::Variant;
use serde::{Deserialize, Serialize};

/// Refusals about the computer opponent, hints and analyses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "computer", deny_unknown_fields)]
pub enum ComputerRefusal {
    /// The computer does not play here.
    Off,
    /// A person was to be challenged in a channel where the challenger is alone.
    NobodyElse {
        /// The requested game, if any.
        variant: Option<Variant>,
        /// Whether the computer can be played instead.
        has_computer: bool,
    },
    /// A level was given together with a person.
    LevelOfPerson,
    /// Both the computer and a person were named as opponent.
    NotBoth,
    /// The computer has no such level.
    NoSuchLevel {
        /// The word typed.
        word: String,
    },
    /// Hints are switched off here.
    NoHints,
    /// A hint was asked for where others would read it.
    HintOverheard,
    /// The same, in channels where everybody reads commands as well.
    HintCommandOverheard,
    /// Analyses are switched off here.
    NoAnalyses,
    /// The game to be analysed is still running.
    StillRunning,
    /// The game to be analysed has no moves.
    Unplayed,
    /// The game is too long for an analysis.
    LongGame {
        /// The maximum of plies.
        most: usize,
    },
    /// Another analysis for this person is running.
    Analysing,
    /// The engine's queue is full.
    Busy,
    /// The player has the maximal number of games against the computer.
    ManyGames,
}
