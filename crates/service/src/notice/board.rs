//! The board notice: a position with everything that is shown around it. It carries the position itself, so that an old
//! board stays what it was when the game has moved on.

use adoube_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

use crate::game::{Ending, GameId, GameRecord, LastMove, Offer, Seats, Taken};

/// A board and what is to be said with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardNotice {
    /// Which game.
    pub game: GameId,
    /// At which turn.
    pub turn: u64,
    /// Which rules.
    pub variant: Variant,
    /// The position text.
    pub position: String,
    /// Who plays.
    pub seats: Seats,
    /// The last move.
    pub last: Option<LastMove>,
    /// Pieces taken so far.
    pub taken: Taken,
    /// An open offer.
    pub offer: Option<Offer>,
    /// How the game ended.
    pub ending: Option<Ending>,
    /// What just happened.
    pub event: BoardEvent,
}

/// What a board is shown for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardEvent {
    /// The game begins.
    Started,
    /// A move was made.
    Moved,
    /// Plies were taken back.
    TakenBack {
        /// How many.
        plies: u32,
    },
    /// The game ended otherwise than by a move.
    Ended {
        /// Who did it; `None` for a moderator or both.
        by: Option<Side>,
    },
    /// Somebody asked to see it.
    Shown,
}

impl BoardNotice {
    /// The board of a game as it stands.
    pub fn of(record: &GameRecord, event: BoardEvent) -> Self {
        Self {
            game: record.id.clone(),
            turn: record.turn,
            variant: record.variant,
            position: record.state.position().to_owned(),
            seats: record.seats.clone(),
            last: record.last.clone(),
            taken: record.taken.clone(),
            offer: record.offer,
            ending: record.ending.clone(),
            event,
        }
    }
}
