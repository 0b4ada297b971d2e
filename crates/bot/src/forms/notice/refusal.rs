//! Stored forms of refusals. What is wrong with a move has the form of `adoube-rules`.

use adoube_rules::{CardDrop, Piece, PieceType, Square, Variant, notation};
use serde::{Deserialize, Serialize};

use crate::{
    Person,
    game::{GameId, OfferKind, OfferTopic, Seat, Seats},
    notice::{
        BarRefusal, CardRefusal, ClaimRefusal, ClockRefusal, ComputerRefusal, ConditionalMovesRefusal,
        ContactRefusal, GameRefusal, MoveChoice, MoveDoubt, RematchRefusal, SettingsRefusal, SetupRefusal,
        UnknownTermRefusal,
    },
};

kept! {
    GameRefusal as GameRefusalForm,
    MoveChoice as MoveChoiceForm,
    MoveDoubt as MoveDoubtForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameRefusal", rename_all = "snake_case", tag = "why", deny_unknown_fields)]
enum GameRefusalForm {
    EmptyCommand,
    LongCommand,
    UnknownCommand {
        word: String,
        nearest: Option<String>,
    },
    UnknownWord {
        command: String,
        word: String,
    },
    MissingWord {
        command: String,
        option: String,
    },
    NoGame,
    GameOver,
    NotAPlayer {
        seats: Seats,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    OwnGame,
    ManyFollowers {
        most: usize,
    },
    NotYourTurn {
        of: Seat,
    },
    ChannelBusy {
        seats: Seats,
    },
    UnknownPerson {
        name: String,
    },
    #[serde(rename = "stray")]
    UnknownTerm(UnknownTermRefusal),
    Settings(SettingsRefusal),
    AmbiguousPerson {
        name: String,
        names: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        handles: Vec<String>,
    },
    SelfChallenge,
    ManyChallenges,
    AlreadyChallenging,
    NoChallenge,
    SeveralChallenges,
    ChallengeGone,
    NotChallenged {
        opponent: Option<Person>,
    },
    NotChallenger {
        challenger: Person,
    },
    NoPromotionChoice {
        variant: Variant,
    },
    Cards(CardRefusal),
    Plan(ConditionalMovesRefusal),
    Claim(ClaimRefusal),
    Computer(ComputerRefusal),
    Contact(ContactRefusal),
    Bar(BarRefusal),
    After(RematchRefusal),
    Setup(SetupRefusal),
    Time(ClockRefusal),
    #[serde(rename = "stale")]
    StaleButton,
    OfferGone,
    #[serde(rename = "elsewhere")]
    OtherChannel,
    #[serde(rename = "unknown_component")]
    UnknownButton,
    NotAMove {
        text: String,
    },
    SeveralMoves {
        text: String,
        game: GameId,
        #[serde(rename = "turn")]
        revision: u64,
        moves: Vec<MoveChoice>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        doubt: Option<MoveDoubt>,
    },
    Illegal {
        text: String,
        reason: Box<notation::MoveRefusal>,
    },
    NoMovesThere {
        text: String,
    },
    UnknownFocus {
        text: String,
    },
    EmptySquare {
        square: Square,
    },
    NoBoardHere {
        square: Square,
    },
    NoOffer {
        topic: OfferTopic,
    },
    OfferOpen {
        kind: OfferKind,
    },
    OfferDeclined {
        topic: OfferTopic,
        by: Seat,
    },
    AnswerFirst {
        kind: OfferKind,
    },
    NoTouchMove,
    NothingThere {
        #[serde(default)]
        squares: Vec<Square>,
    },
    TouchedBefore {
        #[serde(default)]
        pieces: Vec<(Square, Piece)>,
    },
    PromotionOpen {
        from: Square,
        to: Square,
    },
    OpponentReleases {
        opponent: Seat,
    },
    NothingTouched {
        #[serde(default)]
        squares: Vec<Square>,
    },
    NoTakebacks,
    NothingToTakeBack,
    NoClaim {
        repetitions: u32,
        plies: u32,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        with_move: bool,
    },
    TooLateToAbort,
    ModeratorPlays,
    ModeratorUnseen,
    NotAsked {
        asked: Seat,
    },
    UnknownGame {
        id: Option<GameId>,
    },
    PlayedElsewhere {
        id: GameId,
    },
    MistypedGame {
        text: String,
    },
    UnknownPiece {
        text: String,
        nearest: Option<PieceType>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<PieceType>,
    },
    LongRecord,
    NothingToReplay,
    CardsStillHidden,
    #[serde(rename = "crowded")]
    TooManyConflicts,
    #[serde(rename = "damaged")]
    RecordDamaged,
    #[serde(rename = "newer_program")]
    NewerRecord,
    #[serde(rename = "nothing_saved")]
    StoreUnavailable,
    #[serde(rename = "trouble")]
    InternalError,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MoveDoubt", rename_all = "snake_case", deny_unknown_fields)]
enum MoveDoubtForm {
    WrongNumber { expected: u16 },
    WrongSide,
    Question,
    Word,
    CastlingByRook,
    Slip,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MoveChoice", deny_unknown_fields)]
struct MoveChoiceForm {
    san: String,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drop: Option<CardDrop>,
}
