//! Stored form (JSON) of a game record, with its last move, open offer, touched pieces, cards,
//! hints and ending: `{"format":3,"id":"k7f2mq",…}`. Squares, pieces and positions are texts of
//! `adoube-rules`.
//!
//! Version 3 is the oldest that is read.

use adoube_rules::{
    CardDrop, GameSnapshot, KingPlacement, Piece, PieceDialect, PieceType, PromotionMode, Side, Square,
    Variant,
};
use serde::{Deserialize, Serialize};

use super::StoredForm;
use crate::{
    ChannelId, PersonId,
    core::{
        game::{
            ArrayTerms, CapturedPieces, ClaimMode, ConditionalMoves, DealCommitment, DeclinedOffer,
            EndReason, GameClock, GameEnding, GameId, GameRecord, HintCounts, HintRecord, IdleTimer,
            IntendedMove, LastMove, MissedTurns, Offer, OfferKind, OfferTopic, PendingPromotion, PendingTurn,
            PerSide, PieceSelection, PublicView, SealedDeal, Seats, ShownLetters, TouchState,
        },
        versioned_form::field,
    },
};

impl StoredForm for GameRecord {
    const KIND: &'static str = "a game";
    const VERSION: u64 = 3;
}

fields! { GameRecord as AuditedGameForm }
kept! {
    PendingTurn as PendingTurnForm,
    PieceSelection as PieceSelectionForm,
    DealCommitment as DealCommitmentForm,
    DeclinedOffer as DeclinedForm,
    GameEnding as GameEndingForm,
    HintRecord as HintRecordForm,
    HintCounts as HintCountsForm,
    IntendedMove as IntendedForm,
    LastMove as LastMoveForm,
    MissedTurns as MissedTurnsForm,
    Offer as OfferForm,
    OfferKind as OfferKindForm,
    OfferTopic as OfferTopicForm,
    PendingPromotion as PendingPromotionForm,
    SealedDeal as DealForm,
    ShownLetters as ShownLettersForm,
    CapturedPieces as TakenForm,
    TouchState as TouchStateForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameRecord", deny_unknown_fields)]
struct AuditedGameForm {
    id: GameId,
    channel: ChannelId,
    variant: Variant,
    promotion: Option<PromotionMode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    array: Option<ArrayTerms>,
    #[serde(default)]
    touch_move: bool,
    #[serde(default, skip_serializing_if = "field::is_default")]
    claims: ClaimMode,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choosing: Option<PieceSelection>,
    #[serde(default)]
    touches: TouchState,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deal: Option<SealedDeal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begun: Option<PendingTurn>,
    seats: Seats,
    start: String,
    state: GameSnapshot,
    #[serde(rename = "turn")]
    revision: u64,
    #[serde(rename = "board_turn")]
    board_revision: u64,
    plies: u32,
    last: Option<LastMove>,
    taken: CapturedPieces,
    offer: Option<Offer>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    declined: Vec<DeclinedOffer>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    followers: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<GameClock>,
    idle: Option<IdleTimer>,
    #[serde(default = "field::yes", skip_serializing_if = "field::is_true")]
    reminds: bool,
    #[serde(default, skip_serializing_if = "field::is_default")]
    view: PublicView,
    #[serde(default, skip_serializing_if = "ConditionalMoves::is_empty")]
    plans: ConditionalMoves,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    missed: Option<MissedTurns>,
    #[serde(default, skip_serializing_if = "HintRecord::is_none")]
    hints: HintRecord,
    #[serde(default, skip_serializing_if = "ShownLetters::is_empty")]
    letters: ShownLetters,
    ending: Option<GameEnding>,
    started_at: u64,
    changed_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "HintRecord", deny_unknown_fields)]
struct HintRecordForm {
    taken: HintCounts,
    white_at: Option<u64>,
    black_at: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ShownLetters")]
struct ShownLettersForm(PerSide<Option<PieceDialect>>);

#[derive(Serialize, Deserialize)]
#[serde(remote = "HintCounts", deny_unknown_fields)]
struct HintCountsForm {
    white: u32,
    black: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PieceSelection", deny_unknown_fields)]
struct PieceSelectionForm {
    chosen: Vec<PieceType>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TouchState", deny_unknown_fields)]
struct TouchStateForm {
    squares: Vec<Square>,
    promoting: Option<PendingPromotion>,
    since: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PendingPromotion", deny_unknown_fields)]
struct PendingPromotionForm {
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
#[serde(remote = "DealCommitment", deny_unknown_fields)]
struct DealCommitmentForm {
    sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PendingTurn", deny_unknown_fields)]
struct PendingTurnForm {
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
#[serde(remote = "MissedTurns", deny_unknown_fields)]
struct MissedTurnsForm {
    times: u8,
    last: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CapturedPieces", deny_unknown_fields)]
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
#[serde(remote = "GameEnding", deny_unknown_fields)]
struct GameEndingForm {
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
