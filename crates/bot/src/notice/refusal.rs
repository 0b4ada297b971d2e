//! Refusals: every "no" of the bot, each with a sentence in every language (`refusals.ftl`) that
//! says what to do instead. Errors inside the program are logged, and people read
//! [`GameRefusal::InternalError`].

use adoube_rules::{CardDrop, Piece, PieceType, Square, Variant, notation};
use serde::{Deserialize, Serialize};

use super::{
    BarRefusal, CardRefusal, ClaimRefusal, ClockRefusal, ComputerRefusal, ConditionalMovesRefusal,
    ContactRefusal, RematchRefusal, SettingsRefusal, SetupRefusal, UnknownTermRefusal,
};
use crate::{
    Person,
    command::{CommandError, CommandSpec},
    game::{GameId, OfferKind, OfferTopic, Seat, Seats},
};

/// A no, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why", deny_unknown_fields)]
pub enum GameRefusal {
    /// The line is empty.
    EmptyCommand,
    /// The line is too long.
    LongCommand,
    /// No command is called so.
    UnknownCommand {
        /// What was typed.
        word: String,
        /// The name of the command that may have been meant.
        nearest: Option<String>,
    },
    /// The command takes no such word.
    UnknownWord {
        /// The command's name.
        command: String,
        /// The word.
        word: String,
    },
    /// The command needs something more.
    MissingWord {
        /// The command's name.
        command: String,
        /// The option's key.
        option: String,
    },
    /// No game runs in this channel.
    NoGame,
    /// The game has ended.
    GameOver,
    /// The speaker does not play in this game.
    NotAPlayer {
        /// Who does.
        seats: Seats,
        /// The game, if they do not follow it yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    /// Whoever plays a game does not follow it.
    OwnGame,
    /// As many people follow the game as may.
    ManyFollowers {
        /// How many that is.
        most: usize,
    },
    /// It is the other one's turn.
    NotYourTurn {
        /// Whose turn it is.
        of: Seat,
    },
    /// A game already runs in this channel.
    ChannelBusy {
        /// Who plays.
        seats: Seats,
    },
    /// Nobody here is called so.
    UnknownPerson {
        /// The name typed.
        name: String,
    },
    /// Nobody is called so, and it was hardly meant as a name.
    #[serde(rename = "stray")]
    UnknownTerm(UnknownTermRefusal),
    /// It is about settings.
    Settings(SettingsRefusal),
    /// Several people are called so.
    AmbiguousPerson {
        /// The name typed.
        name: String,
        /// Who they are.
        names: Vec<String>,
        /// What the platform knows each of them by.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        handles: Vec<String>,
    },
    /// One cannot play oneself.
    SelfChallenge,
    /// The channel has as many open challenges as it may.
    ManyChallenges,
    /// The speaker already has an open challenge here.
    AlreadyChallenging,
    /// No challenge is open for the speaker.
    NoChallenge,
    /// Several are; the buttons tell them apart.
    SeveralChallenges,
    /// The challenge is no longer open.
    ChallengeGone,
    /// The challenge is addressed to somebody else.
    NotChallenged {
        /// To whom.
        opponent: Option<Person>,
    },
    /// Only the challenger may do this.
    NotChallenger {
        /// Who that is.
        challenger: Person,
    },
    /// Promotion modes exist only in Grand Chess.
    NoPromotionChoice {
        /// The game asked for.
        variant: Variant,
    },
    /// Something about cards.
    Cards(CardRefusal),
    /// Something about plans.
    Plan(ConditionalMovesRefusal),
    /// Something about a claim with an intended move.
    Claim(ClaimRefusal),
    /// Something about a game against the computer.
    Computer(ComputerRefusal),
    /// Something about how people approach one another.
    Contact(ContactRefusal),
    /// Something about people who are barred from a server or a room.
    Bar(BarRefusal),
    /// Something about a game that is over.
    After(RematchRefusal),
    /// Something about a set-up, or about choosing pieces for it.
    Setup(SetupRefusal),
    /// Something about clocks, pauses or vacation.
    Time(ClockRefusal),
    /// The button belongs to an older board.
    #[serde(rename = "stale")]
    StaleButton,
    /// The button answers an offer that no longer stands.
    OfferGone,
    /// The button belongs to a game that runs in another channel.
    #[serde(rename = "elsewhere")]
    OtherChannel,
    /// The button or menu is none of ours.
    #[serde(rename = "unknown_component")]
    UnknownButton,
    /// The text names no move.
    NotAMove {
        /// The text.
        text: String,
    },
    /// The text fits several moves, or one that its writer may not mean.
    SeveralMoves {
        /// The text.
        text: String,
        /// In which game.
        game: GameId,
        /// At which of its revisions.
        #[serde(rename = "turn")]
        revision: u64,
        /// The moves, 25 at most.
        moves: Vec<MoveChoice>,
        /// Why the writer may mean none of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        doubt: Option<MoveDoubt>,
    },
    /// The move meant is not legal.
    Illegal {
        /// The text.
        text: String,
        /// Why not.
        reason: Box<notation::MoveRefusal>,
    },
    /// The square or piece asked about has no legal moves.
    NoMovesThere {
        /// What was asked about.
        text: String,
    },
    /// The text names neither a square nor a piece.
    UnknownFocus {
        /// The text.
        text: String,
    },
    /// Nothing stands on the square asked about.
    EmptySquare {
        /// Which.
        square: Square,
    },
    /// A square was asked about where no game is played.
    NoBoardHere {
        /// Which.
        square: Square,
    },
    /// There is nothing to accept or decline.
    NoOffer {
        /// What it would have been.
        topic: OfferTopic,
    },
    /// The speaker has already offered this.
    OfferOpen {
        /// What.
        kind: OfferKind,
    },
    /// The opponent has declined this, and the speaker has not moved since.
    OfferDeclined {
        /// What.
        topic: OfferTopic,
        /// Who has.
        by: Seat,
    },
    /// The opponent's offer waits for an answer and comes first.
    AnswerFirst {
        /// What it is about.
        kind: OfferKind,
    },
    /// The game is played without touch-move.
    NoTouchMove,
    /// Nothing that could be touched stands on those squares.
    NothingThere {
        /// The squares.
        #[serde(default)]
        squares: Vec<Square>,
    },
    /// All of that was touched before.
    TouchedBefore {
        /// Which, and where it stands.
        #[serde(default)]
        pieces: Vec<(Square, Piece)>,
    },
    /// The Pawn has moved, and only what it becomes is open.
    PromotionOpen {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// Only the opponent may release what was touched.
    OpponentReleases {
        /// Who that is.
        opponent: Seat,
    },
    /// Nothing is touched that could be released.
    NothingTouched {
        /// Where, if only some squares were meant.
        #[serde(default)]
        squares: Vec<Square>,
    },
    /// Nothing is taken back in a touch-move game.
    NoTakebacks,
    /// The speaker has made no move yet that could be taken back.
    NothingToTakeBack,
    /// No draw can be claimed.
    NoClaim {
        /// How often the position has occurred.
        repetitions: u32,
        /// Plies without a Pawn move and without a capture.
        plies: u32,
        /// Whether a draw may be claimed with an intended move in this game.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        with_move: bool,
    },
    /// Players may abort only at the very start.
    TooLateToAbort,
    /// Whoever wants to abort moderates, but plays in this very game.
    ModeratorPlays,
    /// Whoever wants to abort may moderate, but words in a message do not tell.
    ModeratorUnseen,
    /// Another player was asked that.
    NotAsked {
        /// Who was.
        asked: Seat,
    },
    /// No game has this id.
    UnknownGame {
        /// The id, or nothing when none was given and none runs.
        id: Option<GameId>,
    },
    /// The speaker plays that game elsewhere, and others would read about it here.
    PlayedElsewhere {
        /// Its id.
        id: GameId,
    },
    /// No game can have this id.
    MistypedGame {
        /// What was typed.
        text: String,
    },
    /// No piece is called so.
    UnknownPiece {
        /// The text.
        text: String,
        /// The piece that may have been meant.
        nearest: Option<PieceType>,
        /// Others that may have been, less likely.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<PieceType>,
    },
    /// The record is too long for a chat.
    LongRecord,
    /// A game without moves has no replay.
    NothingToReplay,
    /// From its first position a game would show the cards that are hidden.
    CardsStillHidden,
    /// Somebody else was faster too often.
    #[serde(rename = "crowded")]
    TooManyConflicts,
    /// What was kept cannot be read.
    #[serde(rename = "damaged")]
    RecordDamaged,
    /// What was kept was written by a newer program than this one.
    #[serde(rename = "newer_program")]
    NewerRecord,
    /// The store takes no writes or cannot be reached: the disk is full, the database is away.
    #[serde(rename = "nothing_saved")]
    StoreUnavailable,
    /// Something failed inside; the game is safe.
    #[serde(rename = "trouble")]
    InternalError,
}

/// Why a legal move is not played as soon as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MoveDoubt {
    /// The text numbers another move: its writer may have another position in mind.
    WrongNumber {
        /// The number of the move to be made.
        expected: u16,
    },
    /// The text is written as a move of the other side.
    WrongSide,
    /// The text ends in a question mark.
    Question,
    /// The text may be an everyday word.
    Word,
    /// The text moves the King to the square of the Rook it could castle with.
    CastlingByRook,
    /// The text is no move, but one typed with a slip.
    Slip,
}

/// A legal move that a text may mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveChoice {
    /// In standard notation.
    pub san: String,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What a Pawn becomes.
    pub promotion: Option<PieceType>,
    /// The card dropped after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<CardDrop>,
}

impl GameRefusal {
    /// No piece is called so, but perhaps one of these was meant, the nearest first.
    pub(crate) fn unknown_piece(text: &str, near: &[PieceType]) -> Self {
        let (nearest, others) =
            near.split_first().map_or((None, &[][..]), |(first, rest)| (Some(*first), rest));
        GameRefusal::UnknownPiece { text: text.to_owned(), nearest, others: others.to_vec() }
    }
}

impl From<CommandError> for GameRefusal {
    fn from(error: CommandError) -> Self {
        let name = |command: &CommandSpec| command.name.to_owned();
        match error {
            CommandError::Empty => GameRefusal::EmptyCommand,
            CommandError::TooLong => GameRefusal::LongCommand,
            CommandError::UnknownCommand { word, nearest } => {
                GameRefusal::UnknownCommand { word, nearest: nearest.map(name) }
            }
            CommandError::UnknownWord { command, word } => {
                GameRefusal::UnknownWord { command: name(command), word }
            }
            CommandError::NoSuchPace { word, why } => UnknownTermRefusal::NoSuchPace { word, why }.into(),
            CommandError::NoSuchLevel { word } => ComputerRefusal::NoSuchLevel { word }.into(),
            CommandError::NoSuchValue { setting, word } => {
                SettingsRefusal::NoSuchValue { setting, word }.into()
            }
            CommandError::UnknownGame { word } => GameRefusal::MistypedGame { text: word },
            CommandError::UnknownTopic { word, nearest } => {
                UnknownTermRefusal::UnknownTopic { word, nearest }.into()
            }
            CommandError::Missing { command, option } => {
                GameRefusal::MissingWord { command: name(command), option: option.to_owned() }
            }
        }
    }
}
