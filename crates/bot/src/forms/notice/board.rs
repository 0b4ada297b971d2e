//! Stored forms of board notices.

use adoube_rules::{Piece, Side, Square, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    PersonId,
    game::{
        CapturedPieces, DealCommitment, GameEnding, GameId, HintCounts, LastMove, Offer, PendingPromotion,
        PublicView, Seats, TouchCause, TouchState,
    },
    notice::{AgreedTerms, BoardEvent, BoardNotice, ClockView},
};

kept! {
    BoardNotice as BoardNoticeForm,
    BoardEvent as BoardEventForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BoardNotice", deny_unknown_fields)]
struct BoardNoticeForm {
    game: GameId,
    #[serde(rename = "turn")]
    revision: u64,
    variant: Variant,
    position: String,
    seats: Seats,
    last: Option<LastMove>,
    taken: CapturedPieces,
    offer: Option<Offer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    touches: Option<TouchState>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commitment: Option<DealCommitment>,
    #[serde(default, skip_serializing_if = "HintCounts::is_none")]
    hints: HintCounts,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    followers: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockView>,
    ending: Option<GameEnding>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_lot: bool,
    #[serde(default, skip_serializing_if = "PublicView::is_usual")]
    view: PublicView,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agreed: Option<Box<AgreedTerms>>,
    event: BoardEvent,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BoardEvent", rename_all = "snake_case", deny_unknown_fields)]
enum BoardEventForm {
    Started,
    Moved,
    Replied,
    TakenBack { plies: u32 },
    Touched { pieces: Vec<(Square, Piece)>, how: TouchCause },
    Released { pieces: Vec<(Square, Piece)> },
    Promoting(PendingPromotion),
    Ended { by: Option<Side> },
    Shown,
}
