//! Stored forms of notices, in the outbox and in the logs of platforms:
//! `{"format":4,"notice":"board",…}`; a file for each file of `notice`.
//!
//! Version 4 is the oldest that is read.

mod absence_notice;
mod agreed_terms;
mod analysis;
mod bar;
mod board;
mod card_refusal;
mod claim_refusal;
mod clock_event;
mod clock_refusal;
mod clock_view;
mod computer_refusal;
mod conditional_moves;
mod contact;
mod hand;
mod hint;
mod long_text;
mod refusal;
mod rematch_refusal;
mod replay;
mod replay_step;
mod self_test;
mod settings;
mod setup;
mod setup_refusal;
mod unknown_term_refusal;

use adoube_rules::{Piece, PieceDialect, PieceType, Side, Square, Variant, notation};
use serde::{Deserialize, Serialize};

use super::{FormPart, StoredForm, part};
use crate::{
    ChannelId, Person,
    command::{BoardView, ConfirmableEnd, PieceGroup},
    game::{Challenge, DealCommitment, GameAnalysis, GameEnding, GameId, GameRecord, OfferKind, Seats},
    notice::{
        AbsenceNotice, AgreedTerms, AnalysisNotice, AnalysisProgressNotice, BarNotice, BlockNotice,
        BoardNotice, ClaimCount, ClockEventNotice, ClockNotice, ConditionalMovesNotice, DueGamesNotice,
        GameListEntry, GameRefusal, HandNotice, HintNotice, MovePickerStep, Notice, RejectedMove,
        ReminderNotice, ReplayNotice, ReplayStepNotice, SelectionNotice, SelectionStepNotice, SelfTestNotice,
        SettingsNotice, SetupPanelNotice,
    },
};

impl StoredForm for Notice {
    const KIND: &'static str = "a notice";
    const VERSION: u64 = 4;
    const PARTS: &'static [FormPart] =
        &[FormPart::of::<GameRecord>("/game"), FormPart::of::<GameAnalysis>("/analysis")];
}

kept! {
    Notice as NoticeForm,
    RejectedMove as RejectedMoveForm,
    MovePickerStep as MovePickerStepForm,
    ClaimCount as ClaimCountForm,
    GameListEntry as GameListEntryForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Notice", rename_all = "snake_case", tag = "notice", deny_unknown_fields)]
enum NoticeForm {
    WhichGame,
    Greeting,
    Challenge(Challenge),
    ChallengeClosed {
        challenge: Challenge,
        by: Person,
    },
    ChallengeExpired {
        challenge: Challenge,
    },
    #[serde(rename = "challenge_left_behind")]
    ChallengeWithoutRoom {
        challenge: Challenge,
    },
    OpenThread {
        #[serde(with = "part::boxed")]
        game: Box<GameRecord>,
    },
    NoThread {
        game: GameId,
        seats: Seats,
    },
    CloseThread {
        game: GameId,
    },
    Settings(Box<SettingsNotice>),
    Panel(Box<SetupPanelNotice>),
    PanelClosed {
        sent: bool,
    },
    SoloBegun,
    #[serde(rename = "choosing")]
    Selection(Box<SelectionNotice>),
    #[serde(rename = "choose")]
    SelectionStep(Box<SelectionStepNotice>),
    #[serde(rename = "chosen")]
    PieceSelected {
        kind: PieceType,
    },
    Board(Box<BoardNotice>),
    Time(Box<ClockEventNotice>),
    Reminder(Box<ReminderNotice>),
    Offered {
        game: GameId,
        #[serde(rename = "turn")]
        revision: u64,
        seats: Seats,
        by: Side,
        kind: OfferKind,
    },
    OfferDeclined {
        game: GameId,
        seats: Seats,
        by: Side,
        kind: OfferKind,
    },
    #[serde(rename = "computer_waits")]
    ComputerUnavailable {
        game: GameId,
    },
    #[serde(rename = "computer_guessed")]
    ComputerFallback {
        game: GameId,
    },
    Clock(Box<ClockNotice>),
    #[serde(rename = "look")]
    RequestedBoard {
        board: Box<BoardNotice>,
        view: BoardView,
    },
    Hand(Box<HandNotice>),
    Hint(Box<HintNotice>),
    Plans(Box<ConditionalMovesNotice>),
    #[serde(rename = "verified")]
    DealVerified {
        game: GameId,
        commitment: DealCommitment,
        fits: bool,
    },
    Moves {
        board: Box<BoardNotice>,
        from: Vec<Square>,
        #[serde(default)]
        as_if: bool,
    },
    #[serde(rename = "idle")]
    ImmobilePiece {
        board: Box<BoardNotice>,
        square: Square,
    },
    #[serde(rename = "pick")]
    MovePicker {
        board: Box<BoardNotice>,
        step: MovePickerStep,
    },
    #[serde(rename = "bound")]
    TouchDemand {
        board: Box<BoardNotice>,
        tried: Option<RejectedMove>,
    },
    #[serde(rename = "picked")]
    MovePlayed {
        san: String,
    },
    Confirm {
        game: GameId,
        #[serde(rename = "turn")]
        revision: u64,
        end: ConfirmableEnd,
        claim: Option<ClaimCount>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked: Option<Side>,
    },
    #[serde(rename = "settled")]
    EndAnswered {
        end: Option<ConfirmableEnd>,
    },
    Help {
        command: Option<String>,
    },
    Glossary {
        term: Option<String>,
    },
    Check(Box<SelfTestNotice>),
    Rules {
        variant: Variant,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreed: Option<Box<AgreedTerms>>,
    },
    #[serde(rename = "watching")]
    SpectatorWelcome {
        variant: Variant,
        seats: Seats,
        #[serde(default)]
        kinds: Vec<PieceType>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    #[serde(rename = "following")]
    FollowChanged {
        game: GameId,
        seats: Seats,
        follows: bool,
    },
    TouchRules,
    Piece {
        kind: PieceType,
    },
    PieceAt {
        board: Box<BoardNotice>,
        square: Square,
    },
    Legend {
        kinds: Vec<PieceType>,
        is_setup: bool,
    },
    PieceGroups {
        group: Option<PieceGroup>,
    },
    Games {
        of: Option<Person>,
        games: Vec<GameListEntry>,
        more: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        partial: bool,
    },
    Due(Box<DueGamesNotice>),
    Export {
        game: GameId,
        ending: String,
        #[serde(default, skip_serializing_if = "is_own_dialect", with = "PieceDialectForm")]
        letters: PieceDialect,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_here: bool,
        #[serde(with = "long_text")]
        text: String,
    },
    Replay(Box<ReplayNotice>),
    Step(Box<ReplayStepNotice>),
    Analysing(AnalysisProgressNotice),
    Analysis(Box<AnalysisNotice>),
    Personal(AbsenceNotice),
    Blocked(Box<BlockNotice>),
    Barred(Box<BarNotice>),
    Refused(GameRefusal),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PieceDialect", rename_all = "kebab-case")]
enum PieceDialectForm {
    Own,
    FairyStockfish,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_own_dialect(letters: &PieceDialect) -> bool {
    *letters == PieceDialect::Own
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RejectedMove", deny_unknown_fields)]
struct RejectedMoveForm {
    text: String,
    reason: Option<Box<notation::MoveRefusal>>,
    touched: Vec<(Square, Piece)>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MovePickerStep", rename_all = "snake_case", deny_unknown_fields)]
enum MovePickerStepForm {
    Piece { page: usize },
    Square { from: Square, page: usize },
    Promotion { from: Square, to: Square, page: usize },
    Claim { from: Square, to: Square, promotion: Option<PieceType>, count: ClaimCount },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClaimCount", rename_all = "snake_case")]
enum ClaimCountForm {
    Repetition(u32),
    Plies(u32),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameListEntry", deny_unknown_fields)]
struct GameListEntryForm {
    id: GameId,
    variant: Variant,
    seats: Seats,
    plies: u32,
    ending: Option<GameEnding>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elsewhere: Option<ChannelId>,
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    has_place: bool,
}

/// What older records mean that do not say it.
const fn yes() -> bool {
    true
}
