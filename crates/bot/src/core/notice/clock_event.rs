//! Notice (a message as data, before it is worded) to a channel about the clock of a game: time
//! added, a pause, a vacation, a fallen flag, a game in which nobody moves. Such messages stand
//! apart from the board. Not here: reminders (`reminder`), and the text (`features::clock`).

use adoube_rules::{PieceType, Side, Variant};
use serde::{Deserialize, Serialize};

use super::ClockView;
use crate::core::game::{GameId, GameRecord, Seats};

/// An event of a running game's clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockEventNotice {
    /// The game.
    pub game: GameId,
    /// The revision of the game.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// The rules.
    pub variant: Variant,
    /// The players.
    pub seats: Seats,
    /// The side to move, or whose flag fell.
    pub side: Side,
    /// What happened.
    pub event: ClockEvent,
    /// The clock after the event; `None` in a game without a time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// When the notice is posted, in milliseconds since 1970.
    pub said_at: u64,
}

/// What happened to the clock. Instants are in milliseconds since 1970, spans in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockEvent {
    /// The flag fell, and the player is protected from losing on time.
    Protected {
        /// The new deadline.
        until: u64,
    },
    /// The flag fell, and the opponent chooses what follows.
    Asked {
        /// The opponent wins at this instant without a choice.
        until: u64,
        /// Whether the opponent may give one more turn.
        one_more: bool,
    },
    /// The flag fell during piece selection, and a piece was drawn by lot.
    PickedByLot {
        /// The piece type.
        kind: PieceType,
    },
    /// The opponent gave more time.
    MoreTime {
        /// The added time.
        millis: u64,
    },
    /// The opponent gave one more turn although the flag fell.
    OneMoreTurn {
        /// The added time.
        millis: u64,
    },
    /// The players agreed to a pause.
    PauseBegan {
        /// The latest end of the pause.
        until: u64,
    },
    /// The pause is over.
    Resumed {
        /// The side that ended it; `None` if it ran out.
        by: Option<Side>,
    },
    /// The player to move is on vacation, and the clock stands still.
    AwayBegan {
        /// The end of the vacation.
        until: u64,
    },
    /// The player to move is back, and the clock runs.
    AwayEnded,
    /// The board can be shown nowhere, and the clock stands still.
    PlaceLost,
    /// The board can be shown again.
    PlaceFound,
    /// No move was made for very long in a game without a time control.
    IdleAsked {
        /// When the game ends if no player goes on.
        ends_at: u64,
    },
    /// A player wants to go on with an idle game.
    PlayedOn {
        /// The player's side.
        by: Side,
    },
}

impl ClockEventNotice {
    /// The notice of an event, with this clock; `None` when no side is to move.
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
