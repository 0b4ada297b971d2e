//! What is said, as the outbox and the logs of adapters keep it: `{"format":4,"notice":"board",…}`, one file for each of
//! `notice`.
//!
//! Version 4 is the oldest that is read.

mod after_refusal;
mod agreed;
mod analysis;
mod bar;
mod board;
mod card_refusal;
mod check;
mod claim_refusal;
mod clock;
mod computer_refusal;
mod contact;
mod hand;
mod hint;
mod long_text;
mod personal;
mod plans;
mod refusal;
mod replay;
mod settings;
mod setup;
mod setup_refusal;
mod step;
mod stray_refusal;
mod time;
mod time_refusal;

use adoube_rules::{Piece, PieceDialect, PieceType, Side, Square, Variant, notation};
use serde::{Deserialize, Serialize};

use super::{Form, Part, part};
use crate::{
    ChannelId, Person,
    command::{BoardView, ConfirmedEnd, PieceGroup},
    game::{Analysis, Challenge, Commitment, Ending, GameId, GameRecord, OfferKind, Seats},
    notice::{
        Agreed, AnalysingNotice, AnalysisNotice, BarNotice, BlockNotice, BoardNotice, CheckNotice,
        ChooseNotice, ChoosingNotice, ClaimCount, ClockNotice, DueNotice, GameLine, HandNotice, HintNotice,
        Notice, PanelNotice, PersonalNotice, PickStep, PlansNotice, Refusal, ReminderNotice, ReplayNotice,
        SettingsNotice, StepNotice, TimeNotice, TriedMove,
    },
};

impl Form for Notice {
    const KIND: &'static str = "a notice";
    const VERSION: u64 = 4;
    const PARTS: &'static [Part] = &[Part::of::<GameRecord>("/game"), Part::of::<Analysis>("/analysis")];
}

kept! {
    Notice as NoticeForm,
    TriedMove as TriedMoveForm,
    PickStep as PickStepForm,
    ClaimCount as ClaimCountForm,
    GameLine as GameLineForm,
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
    ChallengeLeftBehind {
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
    Panel(Box<PanelNotice>),
    PanelClosed {
        sent: bool,
    },
    SoloBegun,
    Choosing(Box<ChoosingNotice>),
    Choose(Box<ChooseNotice>),
    Chosen {
        kind: PieceType,
    },
    Board(Box<BoardNotice>),
    Time(Box<TimeNotice>),
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
    ComputerWaits {
        game: GameId,
    },
    ComputerGuessed {
        game: GameId,
    },
    Clock(Box<ClockNotice>),
    Look {
        board: Box<BoardNotice>,
        view: BoardView,
    },
    Hand(Box<HandNotice>),
    Hint(Box<HintNotice>),
    Plans(Box<PlansNotice>),
    Verified {
        game: GameId,
        commitment: Commitment,
        fits: bool,
    },
    Moves {
        board: Box<BoardNotice>,
        from: Vec<Square>,
        #[serde(default)]
        as_if: bool,
    },
    Idle {
        board: Box<BoardNotice>,
        square: Square,
    },
    Pick {
        board: Box<BoardNotice>,
        step: PickStep,
    },
    Bound {
        board: Box<BoardNotice>,
        tried: Option<TriedMove>,
    },
    Picked {
        san: String,
    },
    Confirm {
        game: GameId,
        #[serde(rename = "turn")]
        revision: u64,
        end: ConfirmedEnd,
        claim: Option<ClaimCount>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked: Option<Side>,
    },
    Settled {
        end: Option<ConfirmedEnd>,
    },
    Help {
        command: Option<String>,
    },
    Glossary {
        term: Option<String>,
    },
    Check(Box<CheckNotice>),
    Rules {
        variant: Variant,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreed: Option<Box<Agreed>>,
    },
    Watching {
        variant: Variant,
        seats: Seats,
        #[serde(default)]
        kinds: Vec<PieceType>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    Following {
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
        games: Vec<GameLine>,
        more: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        partial: bool,
    },
    Due(Box<DueNotice>),
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
    Step(Box<StepNotice>),
    Analysing(AnalysingNotice),
    Analysis(Box<AnalysisNotice>),
    Personal(PersonalNotice),
    Blocked(Box<BlockNotice>),
    Barred(Box<BarNotice>),
    Refused(Refusal),
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
#[serde(remote = "TriedMove", deny_unknown_fields)]
struct TriedMoveForm {
    text: String,
    reason: Option<Box<notation::MoveRefusal>>,
    touched: Vec<(Square, Piece)>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PickStep", rename_all = "snake_case", deny_unknown_fields)]
enum PickStepForm {
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
#[serde(remote = "GameLine", deny_unknown_fields)]
struct GameLineForm {
    id: GameId,
    variant: Variant,
    seats: Seats,
    plies: u32,
    ending: Option<Ending>,
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
