//! Refusals about clocks, pauses and vacations. Not here: the sentences (`present`,
//! `assets/locales`).

use adoube_rules::PieceType;
use serde::{Deserialize, Serialize};

use super::{GameRefusal, MoveChoice};
use crate::game::{GameId, Seat};

/// A no about time, and why. Instants are in milliseconds since 1970, spans in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "time", deny_unknown_fields)]
pub enum ClockRefusal {
    /// The game has no clock.
    NoClock,
    /// Nobody gives themselves time.
    OwnTurn {
        /// Who can.
        opponent: Seat,
    },
    /// The opponent has been given more time as often as may be.
    MoreTimesUsed {
        /// How often that is.
        most: u8,
        /// Who is to move.
        of: Seat,
    },
    /// A pause may not be as short or as long.
    PauseLength {
        /// The shortest.
        least: u64,
        /// The longest.
        most: u64,
    },
    /// There were as many pauses as may be.
    PausesUsed {
        /// How many that is.
        most: u8,
    },
    /// The game pauses already.
    Pausing {
        /// Until when.
        until: u64,
        /// When that is said.
        said_at: u64,
    },
    /// The game does not pause.
    NotPausing,
    /// A vacation may not be as short.
    ShortVacation,
    /// Not as much of it is left.
    LittleVacation {
        /// What was asked for.
        asked: u64,
        /// What is left.
        left: u64,
        /// When more is there again.
        more_at: Option<u64>,
        /// When that is said.
        said_at: u64,
    },
    /// Nobody goes on vacation here, as whoever runs the bot wants it.
    NoVacation,
    /// They are not on vacation.
    NotAway,
    /// Whoever is on vacation is asked before they move.
    Away {
        /// In which game.
        game: GameId,
        /// At which of its revisions.
        #[serde(rename = "turn")]
        revision: u64,
        /// What they would do.
        deed: VacationBlockedAction,
        /// Until when they are away.
        until: u64,
        /// When that is said.
        said_at: u64,
    },
    /// The opponent has the choice what happens now that time is up.
    ChoiceOf {
        /// Who has it.
        chooser: Seat,
    },
    /// There is nothing to choose any more.
    ChoiceGone,
    /// One more turn was given before.
    TurnGiven {
        /// To whom.
        late: Seat,
    },
    /// It is no question whether the game goes on.
    GoesOn,
}

/// What somebody does who is on vacation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum VacationBlockedAction {
    /// A whole turn.
    Move(MoveChoice),
    /// An extra piece.
    Pick {
        /// Which.
        kind: PieceType,
    },
}

impl From<ClockRefusal> for GameRefusal {
    fn from(refusal: ClockRefusal) -> Self {
        GameRefusal::Time(refusal)
    }
}
