//! Notices to a channel about clocks, beside the boards. Not here: reminders (`reminder`), and the
//! text (`present`).

use adoube_rules::{PieceType, Side, Variant};
use serde::{Deserialize, Serialize};

use super::ClockView;
use crate::game::{GameId, GameRecord, Seats};

/// Something about the time of a running game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockEventNotice {
    /// Which game.
    pub game: GameId,
    /// At which of its revisions.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// Which rules.
    pub variant: Variant,
    /// Who plays.
    pub seats: Seats,
    /// Whose turn it is, or was when their time was up.
    pub side: Side,
    /// What happened.
    pub event: ClockEvent,
    /// The clock then; none in a game without a pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// When it is said, in milliseconds since 1970.
    pub said_at: u64,
}

/// What happened to the time of a game. Instants are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockEvent {
    /// Time was up, and the player is protected.
    Protected {
        /// Until when now.
        until: u64,
    },
    /// Time is up, and the opponent is asked what happens.
    Asked {
        /// Who is silent until then wins.
        until: u64,
        /// Whether one more turn may be given.
        one_more: bool,
    },
    /// Time was up, and a piece was drawn by lot.
    PickedByLot {
        /// Which.
        kind: PieceType,
    },
    /// The opponent gave more time.
    MoreTime {
        /// How much, in milliseconds.
        millis: u64,
    },
    /// The opponent gave one more turn although time was up.
    OneMoreTurn {
        /// How much, in milliseconds.
        millis: u64,
    },
    /// The players agreed to a pause.
    PauseBegan {
        /// Until when at the latest.
        until: u64,
    },
    /// The pause is over.
    Resumed {
        /// Who ended it, if it was not over by itself.
        by: Option<Side>,
    },
    /// The player to move is on vacation, and the clock stands still.
    AwayBegan {
        /// Until when.
        until: u64,
    },
    /// The player to move is back, and the clock runs.
    AwayEnded,
    /// There is no place to show the board, and the clock stands still.
    PlaceLost,
    /// There is one again.
    PlaceFound,
    /// Nobody has moved for very long in a game without a pace.
    IdleAsked {
        /// When it ends if nobody does.
        ends_at: u64,
    },
    /// Somebody goes on with it.
    PlayedOn {
        /// Who.
        by: Side,
    },
}

impl ClockEventNotice {
    /// What happened in a game whose clock is that; `None` when it is nobody's turn.
    pub fn of(record: &GameRecord, event: ClockEvent, clock: Option<ClockView>, now: u64) -> Option<Self> {
        let side = clock.as_ref().and_then(|clock| clock.side).or_else(|| record.to_move())?;
        Some(Self {
            game: record.id.clone(),
            revision: record.revision,
            variant: record.variant,
            seats: record.seats.clone(),
            side,
            event,
            clock,
            said_at: now,
        })
    }
}
