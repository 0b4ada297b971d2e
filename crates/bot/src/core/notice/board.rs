//! The board notice, the data of a message with a board: the position with everything shown around
//! it (players, clock, offer, last move, ending). It carries the position itself, so that an old
//! board stays as it was after the game has moved on. Not here: picture and text
//! (`features::board`).

use adoube_rules::{Piece, Side, Square, Variant};
use serde::{Deserialize, Serialize};

use super::{AgreedTerms, ClockView};
use crate::{
    PersonId,
    core::{
        game::{
            CapturedPieces, DealCommitment, GameEnding, GameId, GameRecord, HintCounts, LastMove, Offer,
            PendingPromotion, PublicView, Seats, TouchCause, TouchState,
        },
        versioned_form::field,
    },
};

/// A board and the text around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardNotice {
    /// The game.
    pub game: GameId,
    /// The revision of the game shown.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// The rules.
    pub variant: Variant,
    /// The public position text: with all cards only when the game is over.
    pub position: String,
    /// The players.
    pub seats: Seats,
    /// The last move.
    pub last: Option<LastMove>,
    /// Captured pieces.
    pub taken: CapturedPieces,
    /// An open offer.
    pub offer: Option<Offer>,
    /// Touched pieces; `None` in a game without touch-move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touches: Option<TouchState>,
    /// The public commitment to the deal; `None` in a game without cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<DealCommitment>,
    /// Hints taken by each side.
    #[serde(default, skip_serializing_if = "HintCounts::is_none")]
    pub hints: HintCounts,
    /// Spectators who follow the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub followers: Vec<PersonId>,
    /// The clock; `None` in a game without a time control, and on a board that does not show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// How the game ended.
    pub ending: Option<GameEnding>,
    /// Whether the game is over and its array was drawn by lot, so that another one can be drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_lot: bool,
    /// The side from which viewers see the board who have no side of their own.
    #[serde(default, skip_serializing_if = "field::is_default")]
    pub view: PublicView,
    /// The agreed terms, on the first board and in answer to a question about the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<Box<AgreedTerms>>,
    /// The occasion.
    pub event: BoardEvent,
}

/// The occasion on which a board is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BoardEvent {
    /// The game begins.
    Started,
    /// A move was made.
    Moved,
    /// A conditional move of the player was made.
    Replied,
    /// Plies were taken back.
    TakenBack {
        /// How many plies.
        plies: u32,
    },
    /// Pieces were touched.
    Touched {
        /// The pieces and their squares.
        pieces: Vec<(Square, Piece)>,
        /// What counted as a touch.
        how: TouchCause,
    },
    /// The opponent released touched pieces.
    Released {
        /// The pieces and their squares.
        pieces: Vec<(Square, Piece)>,
    },
    /// A Pawn reached its promotion square, and the piece it becomes is still to be chosen.
    Promoting(PendingPromotion),
    /// The game ended otherwise than by a move.
    Ended {
        /// The side that ended it; `None` for a moderator or both players.
        by: Option<Side>,
    },
    /// A person asked to see the board.
    Shown,
}

impl BoardNotice {
    /// The board of a game at its present revision.
    pub fn of(record: &GameRecord, event: BoardEvent) -> Self {
        Self {
            game: record.id.clone(),
            revision: record.revision,
            variant: record.variant,
            position: record.open_text(),
            seats: record.seats.clone(),
            last: record.last.clone(),
            taken: record.taken.clone(),
            offer: record.offer,
            touches: record.touches().cloned(),
            commitment: record.commitment(),
            hints: record.hints.taken,
            followers: record.followers.clone(),
            clock: None,
            ending: record.ending.clone(),
            view: record.view,
            by_lot: !record.is_running() && record.has_array_by_lot(),
            agreed: (event == BoardEvent::Started).then(|| Box::new(AgreedTerms::of(record))),
            event,
        }
    }
}
