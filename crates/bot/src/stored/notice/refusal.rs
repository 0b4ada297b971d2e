//! Noes, as answers keep them. What is wrong with a move is kept in the rules' own words.

use adoube_rules::{CardDrop, Piece, PieceType, Square, Variant, notation};
use serde::{Deserialize, Serialize};

use crate::{
    Person,
    game::{GameId, OfferKind, OfferTopic, Seat, Seats},
    notice::{
        AfterRefusal, BarRefusal, Candidate, CardRefusal, ClaimRefusal, ComputerRefusal, ContactRefusal,
        MoveDoubt, PlanRefusal, Refusal, SettingsRefusal, SetupRefusal, StrayRefusal, TimeRefusal,
    },
};

kept! {
    Refusal as RefusalForm,
    Candidate as CandidateForm,
    MoveDoubt as MoveDoubtForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Refusal", rename_all = "snake_case", tag = "why", deny_unknown_fields)]
enum RefusalForm {
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
    Stray(StrayRefusal),
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
    Plan(PlanRefusal),
    Claim(ClaimRefusal),
    Computer(ComputerRefusal),
    Contact(ContactRefusal),
    Bar(BarRefusal),
    After(AfterRefusal),
    Setup(SetupRefusal),
    Time(TimeRefusal),
    Stale,
    OfferGone,
    Elsewhere,
    UnknownComponent,
    NotAMove {
        text: String,
    },
    SeveralMoves {
        text: String,
        game: GameId,
        #[serde(rename = "turn")]
        revision: u64,
        moves: Vec<Candidate>,
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
    Crowded,
    Damaged,
    NewerProgram,
    NothingSaved,
    Trouble,
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
#[serde(remote = "Candidate", deny_unknown_fields)]
struct CandidateForm {
    san: String,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drop: Option<CardDrop>,
}
