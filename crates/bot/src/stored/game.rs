//! A game as it is kept: `{"format":3,"id":"k7f2mq",…}`. Squares, pieces, positions and the snapshot of one are kept in the
//! rules' own texts.
//!
//! Version 3 is the oldest that is read.

use adoube_rules::{
    CardDrop, GameSnapshot, KingPlacement, Piece, PieceDialect, PieceType, PromotionMode, Side, Square,
    Variant,
};
use serde::{Deserialize, Serialize};

use super::{Form, terms::is_claimed};
use crate::{
    ChannelId, PersonId,
    game::{
        ArrayTerms, BegunTurn, Both, Choosing, ClaimMode, Commitment, DeclinedOffer, EndReason, Ending,
        GameClock, GameId, GameRecord, Hints, HintsTaken, Idle, IntendedMove, LastMove, Missed, Offer,
        OfferKind, OfferTopic, Plans, Promoting, PublicView, SealedDeal, Seats, ShownLetters, Taken, Touches,
    },
};

impl Form for GameRecord {
    const KIND: &'static str = "a game";
    const VERSION: u64 = 3;
}

fields! { GameRecord as GameForm }
kept! {
    BegunTurn as BegunForm,
    Choosing as ChoosingForm,
    Commitment as CommitmentForm,
    DeclinedOffer as DeclinedForm,
    Ending as EndingForm,
    Hints as HintsForm,
    HintsTaken as HintsTakenForm,
    IntendedMove as IntendedForm,
    LastMove as LastMoveForm,
    Missed as MissedForm,
    Offer as OfferForm,
    OfferKind as OfferKindForm,
    OfferTopic as OfferTopicForm,
    Promoting as PromotingForm,
    SealedDeal as DealForm,
    ShownLetters as ShownLettersForm,
    Taken as TakenForm,
    Touches as TouchesForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameRecord", deny_unknown_fields)]
struct GameForm {
    id: GameId,
    channel: ChannelId,
    variant: Variant,
    promotion: Option<PromotionMode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    array: Option<ArrayTerms>,
    #[serde(default)]
    touch_move: bool,
    #[serde(default, skip_serializing_if = "is_claimed")]
    claims: ClaimMode,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choosing: Option<Choosing>,
    #[serde(default)]
    touches: Touches,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deal: Option<SealedDeal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begun: Option<BegunTurn>,
    seats: Seats,
    start: String,
    state: GameSnapshot,
    #[serde(rename = "turn")]
    revision: u64,
    #[serde(rename = "board_turn")]
    board_revision: u64,
    plies: u32,
    last: Option<LastMove>,
    taken: Taken,
    offer: Option<Offer>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    declined: Vec<DeclinedOffer>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    followers: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<GameClock>,
    idle: Option<Idle>,
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    reminds: bool,
    #[serde(default, skip_serializing_if = "PublicView::is_usual")]
    view: PublicView,
    #[serde(default, skip_serializing_if = "Plans::is_empty")]
    plans: Plans,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    missed: Option<Missed>,
    #[serde(default, skip_serializing_if = "Hints::is_none")]
    hints: Hints,
    #[serde(default, skip_serializing_if = "ShownLetters::is_empty")]
    letters: ShownLetters,
    ending: Option<Ending>,
    started_at: u64,
    changed_at: u64,
}

/// Where nothing is chosen, channels are reminded.
const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over so")]
const fn is_true(value: &bool) -> bool {
    *value
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Hints", deny_unknown_fields)]
struct HintsForm {
    taken: HintsTaken,
    white_at: Option<u64>,
    black_at: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ShownLetters")]
struct ShownLettersForm(Both<Option<PieceDialect>>);

#[derive(Serialize, Deserialize)]
#[serde(remote = "HintsTaken", deny_unknown_fields)]
struct HintsTakenForm {
    white: u32,
    black: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Choosing", deny_unknown_fields)]
struct ChoosingForm {
    chosen: Vec<PieceType>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Touches", deny_unknown_fields)]
struct TouchesForm {
    squares: Vec<Square>,
    promoting: Option<Promoting>,
    since: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Promoting", deny_unknown_fields)]
struct PromotingForm {
    from: Square,
    to: Square,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SealedDeal", deny_unknown_fields)]
struct DealForm {
    cards: String,
    kings: KingPlacement,
    nonce: String,
    commitment: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Commitment", deny_unknown_fields)]
struct CommitmentForm {
    sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BegunTurn", deny_unknown_fields)]
struct BegunForm {
    from: Square,
    to: Square,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choice: Option<PieceType>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "LastMove", deny_unknown_fields)]
struct LastMoveForm {
    number: u32,
    piece: Piece,
    from: Square,
    to: Square,
    stands_on: Square,
    #[serde(default)]
    arrived: Vec<Square>,
    san: String,
    captured: Vec<(Square, Piece)>,
    converted: Vec<(Square, Piece)>,
    promoted: Option<PieceType>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drop: Option<CardDrop>,
    castling: bool,
    check: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Missed", deny_unknown_fields)]
struct MissedForm {
    times: u8,
    last: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Taken", deny_unknown_fields)]
struct TakenForm {
    white: Vec<PieceType>,
    black: Vec<PieceType>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Offer", deny_unknown_fields)]
struct OfferForm {
    kind: OfferKind,
    by: Side,
    #[serde(rename = "turn")]
    revision: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "OfferKind", rename_all = "snake_case", deny_unknown_fields)]
enum OfferKindForm {
    Draw,
    Takeback { plies: u32 },
    Pause { millis: u64 },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "OfferTopic", rename_all = "snake_case")]
enum OfferTopicForm {
    Draw,
    Takeback,
    Pause,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "DeclinedOffer", deny_unknown_fields)]
struct DeclinedForm {
    topic: OfferTopic,
    by: Side,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Ending", deny_unknown_fields)]
struct EndingForm {
    reason: EndReason,
    winner: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    intended: Option<IntendedMove>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "IntendedMove", deny_unknown_fields)]
struct IntendedForm {
    lan: String,
    san: String,
}
