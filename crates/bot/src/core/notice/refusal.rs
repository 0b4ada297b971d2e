//! Refusals: the list of every "no" of the bot as data, each with a sentence in every language
//! (`refusals.ftl`) that says what to do instead. Errors inside the program are logged, and people
//! read [`GameRefusal::InternalError`].

use adoube_rules::{CardDrop, Move, Piece, PieceType, Position, Square, Variant, notation};
use serde::{Deserialize, Serialize};

use super::{
    BarRefusal, CardRefusal, ClaimRefusal, ClockRefusal, ComputerRefusal, ConditionalMovesRefusal,
    ContactRefusal, RematchRefusal, SettingsRefusal, SetupRefusal, UnknownTermRefusal,
};
use crate::{
    Person,
    core::{
        command::{CommandError, CommandSpec},
        game::{GameId, OfferKind, OfferTopic, Seat, Seats},
    },
};

/// A refusal: a "no" with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why", deny_unknown_fields)]
pub enum GameRefusal {
    /// The line is empty.
    EmptyCommand,
    /// The line is too long.
    LongCommand,
    /// No command has this name.
    UnknownCommand {
        /// The word typed.
        word: String,
        /// The name of the most similar command.
        nearest: Option<String>,
    },
    /// The command takes no such word.
    UnknownWord {
        /// The command's name.
        command: String,
        /// The word.
        word: String,
    },
    /// A required option of the command is missing.
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
    /// The sender does not play in this game.
    NotAPlayer {
        /// The players.
        seats: Seats,
        /// The game, if the sender does not follow it yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    /// A player cannot follow their own game.
    OwnGame,
    /// The game has the maximal number of followers.
    ManyFollowers {
        /// The maximum.
        most: usize,
    },
    /// The opponent is to move.
    NotYourTurn {
        /// The player to move.
        of: Seat,
    },
    /// A game already runs in this channel.
    ChannelBusy {
        /// Its players.
        seats: Seats,
    },
    /// The name belongs to no person here.
    UnknownPerson {
        /// The name typed.
        name: String,
    },
    /// The name belongs to no person, and was hardly meant as a name.
    #[serde(rename = "stray")]
    UnknownTerm(UnknownTermRefusal),
    /// About settings.
    Settings(SettingsRefusal),
    /// The name belongs to several people.
    AmbiguousPerson {
        /// The name typed.
        name: String,
        /// Their names.
        names: Vec<String>,
        /// Their names on the platform, which tell them apart.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        handles: Vec<String>,
    },
    /// A challenge to oneself.
    SelfChallenge,
    /// The channel has the maximal number of open challenges.
    ManyChallenges,
    /// The sender already has an open challenge here.
    AlreadyChallenging,
    /// No challenge is open for the sender.
    NoChallenge,
    /// Several challenges are open; the buttons tell them apart.
    SeveralChallenges,
    /// The challenge is no longer open.
    ChallengeGone,
    /// The challenge is addressed to another person.
    NotChallenged {
        /// The addressee; `None` for anybody.
        opponent: Option<Person>,
    },
    /// Only the challenger may do this.
    NotChallenger {
        /// The challenger.
        challenger: Person,
    },
    /// Promotion modes exist only in Grand Chess.
    NoPromotionChoice {
        /// The game asked for.
        variant: Variant,
    },
    /// About cards.
    Cards(CardRefusal),
    /// About conditional moves.
    Plan(ConditionalMovesRefusal),
    /// About a draw claim with an intended move.
    Claim(ClaimRefusal),
    /// About the computer opponent, hints and analyses.
    Computer(ComputerRefusal),
    /// About blocks and limits of challenges.
    Contact(ContactRefusal),
    /// About people barred from a community.
    Bar(BarRefusal),
    /// About a game that is over.
    After(RematchRefusal),
    /// About a set-up, or its piece selection.
    Setup(SetupRefusal),
    /// About clocks, pauses or vacation.
    Time(ClockRefusal),
    /// The button belongs to an older board.
    #[serde(rename = "stale")]
    StaleButton,
    /// The button answers an offer that no longer stands.
    OfferGone,
    /// The button belongs to a game that runs in another channel.
    #[serde(rename = "elsewhere")]
    OtherChannel,
    /// The button or menu is not one of the bot's.
    #[serde(rename = "unknown_component")]
    UnknownButton,
    /// The text names no move.
    NotAMove {
        /// The text.
        text: String,
    },
    /// The text fits several moves, or a move that its writer may not mean.
    SeveralMoves {
        /// The text.
        text: String,
        /// The game.
        game: GameId,
        /// The revision of the game.
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
        /// The reason.
        reason: Box<notation::MoveRefusal>,
    },
    /// The square or piece asked about has no legal moves.
    NoMovesThere {
        /// The text.
        text: String,
    },
    /// The text names neither a square nor a piece.
    UnknownFocus {
        /// The text.
        text: String,
    },
    /// The square in question is empty.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// A square was named where no game is played.
    NoBoardHere {
        /// The square.
        square: Square,
    },
    /// There is no offer to accept or decline.
    NoOffer {
        /// The topic of the missing offer.
        topic: OfferTopic,
    },
    /// The sender has already offered this.
    OfferOpen {
        /// The kind of offer.
        kind: OfferKind,
    },
    /// The opponent has declined this, and the sender has not moved since.
    OfferDeclined {
        /// The topic.
        topic: OfferTopic,
        /// The opponent.
        by: Seat,
    },
    /// The opponent's offer must be answered first.
    AnswerFirst {
        /// The kind of offer.
        kind: OfferKind,
    },
    /// The game is played without touch-move.
    NoTouchMove,
    /// No piece that could be touched stands on those squares.
    NothingThere {
        /// The squares.
        #[serde(default)]
        squares: Vec<Square>,
    },
    /// All named pieces were touched before.
    TouchedBefore {
        /// The pieces and their squares.
        #[serde(default)]
        pieces: Vec<(Square, Piece)>,
    },
    /// The Pawn has moved, and only the piece it becomes is open.
    PromotionOpen {
        /// Its from-square.
        from: Square,
        /// Its to-square.
        to: Square,
    },
    /// Only the opponent may release touched pieces.
    OpponentReleases {
        /// The opponent.
        opponent: Seat,
    },
    /// No touched piece can be released.
    NothingTouched {
        /// The squares, if only some were named.
        #[serde(default)]
        squares: Vec<Square>,
    },
    /// A touch-move game has no takebacks.
    NoTakebacks,
    /// The sender has made no move yet that could be taken back.
    NothingToTakeBack,
    /// No draw can be claimed.
    NoClaim {
        /// Occurrences of the position.
        repetitions: u32,
        /// Plies without a Pawn move and without a capture.
        plies: u32,
        /// Whether this game allows a claim with an intended move.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        with_move: bool,
    },
    /// Players may abort only at the very start.
    TooLateToAbort,
    /// A moderator who plays in the game cannot abort it.
    ModeratorPlays,
    /// The sender may be a moderator, but a plain message does not show it.
    ModeratorUnseen,
    /// Another player is asked for confirmation.
    NotAsked {
        /// That player.
        asked: Seat,
    },
    /// No game has this id.
    UnknownGame {
        /// The id; `None` when none was given and no game runs.
        id: Option<GameId>,
    },
    /// The sender plays that game in another channel, and others would read about it here.
    PlayedElsewhere {
        /// Its id.
        id: GameId,
    },
    /// The text cannot be a game id.
    MistypedGame {
        /// The text.
        text: String,
    },
    /// No piece has this name.
    UnknownPiece {
        /// The text.
        text: String,
        /// The most similar piece.
        nearest: Option<PieceType>,
        /// Further candidates, less likely.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<PieceType>,
    },
    /// The record is too long for a chat.
    LongRecord,
    /// A game without moves has no replay.
    NothingToReplay,
    /// A replay from the first position would show hidden cards.
    CardsStillHidden,
    /// Too many version conflicts with other writers.
    #[serde(rename = "crowded")]
    TooManyConflicts,
    /// A stored record is damaged.
    #[serde(rename = "damaged")]
    RecordDamaged,
    /// A newer program wrote the stored record.
    #[serde(rename = "newer_program")]
    NewerRecord,
    /// The store takes no writes or cannot be reached: the disk is full, the database is away.
    #[serde(rename = "nothing_saved")]
    StoreUnavailable,
    /// An internal error; the game is safe.
    #[serde(rename = "trouble")]
    InternalError,
}

/// Why a legal move is confirmed before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MoveDoubt {
    /// The text has another move number: its writer may have another position in mind.
    WrongNumber {
        /// The number of the next move.
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
    /// The text is no move, but close to one by a typing slip.
    Slip,
}

/// A legal move that a text may mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveChoice {
    /// The move, in standard notation.
    pub san: String,
    /// The from-square.
    pub from: Square,
    /// The to-square.
    pub to: Square,
    /// The piece a Pawn becomes.
    pub promotion: Option<PieceType>,
    /// The card dropped after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<CardDrop>,
}

impl MoveChoice {
    /// The choice of a legal move in a position.
    pub(crate) fn of(position: &Position, chosen: &Move) -> Self {
        Self {
            san: notation::san(position, chosen),
            from: chosen.from,
            to: chosen.to,
            promotion: chosen.choice,
            drop: chosen.drop,
        }
    }
}

impl GameRefusal {
    /// The refusal of an unknown piece name, with similar pieces, the nearest first.
    pub(crate) fn unknown_piece(text: &str, near: &[PieceType]) -> Self {
        let (nearest, others) =
            near.split_first().map_or((None, &[][..]), |(first, rest)| (Some(*first), rest));
        GameRefusal::UnknownPiece { text: text.to_owned(), nearest, others: others.to_vec() }
    }
}

impl From<BarRefusal> for GameRefusal {
    fn from(refusal: BarRefusal) -> Self {
        GameRefusal::Bar(refusal)
    }
}

impl From<CardRefusal> for GameRefusal {
    fn from(refusal: CardRefusal) -> Self {
        GameRefusal::Cards(refusal)
    }
}

impl From<ClaimRefusal> for GameRefusal {
    fn from(refusal: ClaimRefusal) -> Self {
        Self::Claim(refusal)
    }
}

impl From<ClockRefusal> for GameRefusal {
    fn from(refusal: ClockRefusal) -> Self {
        GameRefusal::Time(refusal)
    }
}

impl From<ComputerRefusal> for GameRefusal {
    fn from(refusal: ComputerRefusal) -> Self {
        GameRefusal::Computer(refusal)
    }
}

impl From<ConditionalMovesRefusal> for GameRefusal {
    fn from(refusal: ConditionalMovesRefusal) -> Self {
        Self::Plan(refusal)
    }
}

impl From<ContactRefusal> for GameRefusal {
    fn from(refusal: ContactRefusal) -> Self {
        GameRefusal::Contact(refusal)
    }
}

impl From<RematchRefusal> for GameRefusal {
    fn from(refusal: RematchRefusal) -> Self {
        GameRefusal::After(refusal)
    }
}

impl From<SettingsRefusal> for GameRefusal {
    fn from(refusal: SettingsRefusal) -> Self {
        Self::Settings(refusal)
    }
}

impl From<SetupRefusal> for GameRefusal {
    fn from(refusal: SetupRefusal) -> Self {
        GameRefusal::Setup(refusal)
    }
}

impl From<UnknownTermRefusal> for GameRefusal {
    fn from(refusal: UnknownTermRefusal) -> Self {
        Self::UnknownTerm(refusal)
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
