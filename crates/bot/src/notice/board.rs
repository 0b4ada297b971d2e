//! The board notice: a position with everything that is shown around it. It carries the position itself, so that an old
//! board stays what it was when the game has moved on.

use adoube_rules::{Piece, Side, Square, Variant};
use serde::{Deserialize, Serialize};

use super::{AgreedTerms, ClockView};
use crate::{
    PersonId,
    game::{
        CapturedPieces, DealCommitment, GameEnding, GameId, GameRecord, HintCounts, LastMove, Offer,
        PendingPromotion, PublicView, Seats, TouchCause, TouchState,
    },
};

/// A board and what is to be said with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardNotice {
    /// Which game.
    pub game: GameId,
    /// At which of its revisions.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// Which rules.
    pub variant: Variant,
    /// The position text as everybody may know it: with all cards only when the game is over.
    pub position: String,
    /// Who plays.
    pub seats: Seats,
    /// The last move.
    pub last: Option<LastMove>,
    /// Pieces taken so far.
    pub taken: CapturedPieces,
    /// An open offer.
    pub offer: Option<Offer>,
    /// What was touched; `None` in a game without touch-move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touches: Option<TouchState>,
    /// What everybody may know about the cards; `None` in a game without cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<DealCommitment>,
    /// How many hints were taken.
    #[serde(default, skip_serializing_if = "HintCounts::is_none")]
    pub hints: HintCounts,
    /// Who follows the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub followers: Vec<PersonId>,
    /// How the clock stands; none in a game without a pace, and on a board that tells nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// How the game ended.
    pub ending: Option<GameEnding>,
    /// Whether the array of a game that is over was drawn by lot, so that another one can be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_lot: bool,
    /// From which side everybody sees it who does not see it from their own.
    #[serde(default, skip_serializing_if = "PublicView::is_usual")]
    pub view: PublicView,
    /// What was agreed, on boards that tell it: the first one, and that of somebody who asks about the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<Box<AgreedTerms>>,
    /// What just happened.
    pub event: BoardEvent,
}

/// What a board is shown for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BoardEvent {
    /// The game begins.
    Started,
    /// A move was made.
    Moved,
    /// A move was made that its player had planned.
    Replied,
    /// Plies were taken back.
    TakenBack {
        /// How many.
        plies: u32,
    },
    /// Pieces were touched.
    Touched {
        /// Which, and where they stand.
        pieces: Vec<(Square, Piece)>,
        /// What counted as a touch.
        how: TouchCause,
    },
    /// The opponent released touched pieces.
    Released {
        /// Which, and where they stand.
        pieces: Vec<(Square, Piece)>,
    },
    /// A Pawn went where it is promoted, and what it becomes is still open.
    Promoting(PendingPromotion),
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
