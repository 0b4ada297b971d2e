//! Boards, as notices keep them.

use adoube_rules::{Piece, Side, Square, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    PersonId,
    game::{
        Commitment, Ending, GameId, HintsTaken, LastMove, Offer, Promoting, PublicView, Seats, Taken,
        TouchedBy, Touches,
    },
    notice::{Agreed, BoardEvent, BoardNotice, ClockView},
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
    taken: Taken,
    offer: Option<Offer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    touches: Option<Touches>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commitment: Option<Commitment>,
    #[serde(default, skip_serializing_if = "HintsTaken::is_none")]
    hints: HintsTaken,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    followers: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockView>,
    ending: Option<Ending>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_lot: bool,
    #[serde(default, skip_serializing_if = "PublicView::is_usual")]
    view: PublicView,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agreed: Option<Box<Agreed>>,
    event: BoardEvent,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BoardEvent", rename_all = "snake_case", deny_unknown_fields)]
enum BoardEventForm {
    Started,
    Moved,
    Replied,
    TakenBack { plies: u32 },
    Touched { pieces: Vec<(Square, Piece)>, how: TouchedBy },
    Released { pieces: Vec<(Square, Piece)> },
    Promoting(Promoting),
    Ended { by: Option<Side> },
    Shown,
}
