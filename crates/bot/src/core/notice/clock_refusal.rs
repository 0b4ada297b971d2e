//! Reasons why an action with clocks, pauses or vacations is refused, as data for a sentence. Not
//! here: the sentences (`features::vacation`, `assets/locales`).

use adoube_rules::PieceType;
use serde::{Deserialize, Serialize};

use super::MoveChoice;
use crate::core::game::{GameId, Seat};

/// Refusals about time. Instants are in milliseconds since 1970, spans in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "time", deny_unknown_fields)]
pub enum ClockRefusal {
    /// The game has no clock.
    NoClock,
    /// More time is for the opponent, not for oneself.
    OwnTurn {
        /// The opponent, who can give more time.
        opponent: Seat,
    },
    /// The opponent has got more time the maximal number of times.
    MoreTimesUsed {
        /// The maximum.
        most: u8,
        /// The side to move.
        of: Seat,
    },
    /// The length of the pause is out of bounds.
    PauseLength {
        /// The shortest pause.
        least: u64,
        /// The longest pause.
        most: u64,
    },
    /// The game has had its maximal number of pauses.
    PausesUsed {
        /// The maximum.
        most: u8,
    },
    /// The game pauses already.
    Pausing {
        /// The end of the pause.
        until: u64,
        /// When the refusal is given.
        said_at: u64,
    },
    /// The game does not pause.
    NotPausing,
    /// The vacation is shorter than the minimum.
    ShortVacation,
    /// The budget does not suffice for the vacation.
    LittleVacation {
        /// The requested length.
        asked: u64,
        /// What is left of the budget.
        left: u64,
        /// When part of the used budget becomes available again.
        more_at: Option<u64>,
        /// When the refusal is given.
        said_at: u64,
    },
    /// The operator has switched vacations off.
    NoVacation,
    /// The sender is not on vacation.
    NotAway,
    /// A player on vacation is asked before they move.
    Away {
        /// The game.
        game: GameId,
        /// The revision of the game.
        #[serde(rename = "turn")]
        revision: u64,
        /// The blocked action.
        deed: VacationBlockedAction,
        /// The end of the vacation.
        until: u64,
        /// When the refusal is given.
        said_at: u64,
    },
    /// The flag fell, and the choice is the opponent's.
    ChoiceOf {
        /// The opponent.
        chooser: Seat,
    },
    /// There is nothing to choose any more.
    ChoiceGone,
    /// One more turn was given before.
    TurnGiven {
        /// The player who got it.
        late: Seat,
    },
    /// The game is not idle: no answer is needed for it to go on.
    GoesOn,
}

/// An action that a vacation blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum VacationBlockedAction {
    /// A whole turn.
    Move(MoveChoice),
    /// The choice of an extra piece.
    Pick {
        /// The piece type.
        kind: PieceType,
    },
}
