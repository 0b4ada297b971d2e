//! What happened in a game, in order: its record proper. A snapshot of the state is kept beside it (`record`), so that
//! only what needs the whole game (a takeback, an abort after one, an export) ever replays these.

use adoube_rules::{Piece, PieceType, Side, Square};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// An extra piece was chosen, before the first move.
    PieceChosen {
        /// By whom.
        by: Side,
        /// Which.
        kind: PieceType,
    },
    /// The start array was drawn with the pieces that were chosen.
    ArrayDrawn {
        /// The start position, as position text.
        start: String,
    },
    /// A move, in coordinates and in standard notation.
    Move {
        /// Coordinate form: what a program replays.
        lan: String,
        /// Standard notation: what a person reads.
        san: String,
        /// A remark for the record, such as captures away from the target square.
        remark: Option<String>,
        /// What the mover's clock said, in a game with a clock.
        time: Option<MoveTime>,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        by: Side,
    },
    /// A draw was declined.
    DrawDeclined {
        /// By whom.
        by: Side,
    },
    /// A takeback was asked for.
    TakebackAsked {
        /// By whom.
        by: Side,
    },
    /// It was refused.
    TakebackDeclined {
        /// By whom.
        by: Side,
    },
    /// A pause was offered.
    PauseOffered {
        /// By whom.
        by: Side,
        /// How long, in milliseconds.
        millis: u64,
    },
    /// It was declined.
    PauseDeclined {
        /// By whom.
        by: Side,
    },
    /// Somebody goes on with a game in which nothing had happened for long.
    PlayedOn {
        /// Who.
        by: Side,
    },
    /// The last plies were taken back.
    TakenBack {
        /// How many: one or two.
        plies: u32,
    },
    /// Pieces were touched in a touch-move game.
    Touched {
        /// By whom.
        by: Side,
        /// Which, in this order, and where they stand.
        pieces: Vec<(Square, Piece)>,
        /// What counted as a touch.
        how: TouchCause,
    },
    /// Touches were released as an obvious accident.
    Released {
        /// By whom.
        by: Side,
        /// Which, and where they stand.
        pieces: Vec<(Square, Piece)>,
    },
    /// A Pawn went where it is promoted, in a touch-move game; the move is the next one, which says what it becomes.
    Promoting {
        /// Whose.
        by: Side,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// A player took a hint of the computer.
    HintTaken {
        /// Who.
        by: Side,
        /// How many plies were on the board.
        ply: u32,
    },
    /// A player was given more time.
    MoreTime {
        /// By whom: the opponent.
        by: Side,
        /// How much, in milliseconds.
        millis: u64,
    },
    /// The clocks stand still from now on.
    Stopped {
        /// Why.
        why: ClockStopCause,
    },
    /// They run again.
    Resumed {
        /// Why they stood still.
        why: ClockStopCause,
    },
    /// A player's time was up, and the game goes on.
    TimedOut {
        /// Whose.
        side: Side,
        /// What came of it.
        then: FlagDecision,
    },
    /// The game ended.
    Ended {
        /// How.
        reason: EndReason,
        /// "1-0", "0-1", "1/2-1/2", or "*" for an aborted game.
        result: String,
        /// The move with which a draw was claimed, if it was not made.
        intended: Option<IntendedMove>,
    },
}

/// The clock of the player who made a move, when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// How long the clock ran for the move, in milliseconds.
    pub used: u64,
    /// What was left of the turn's time, the reserve included, in milliseconds.
    pub left: u64,
}

/// What counts as a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchCause {
    /// Naming the squares.
    Name,
    /// Picking the piece in a move made in steps, or naming it without saying certainly where it goes.
    Pick,
    /// Trying a move that is not possible.
    Try,
}

/// Why the clocks of a game stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockStopCause {
    /// The players agreed to a pause.
    Pause,
    /// There is no place to show the board.
    NoPlace,
}

/// What comes of it when time is up and the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagDecision {
    /// The opponent is asked.
    Asked,
    /// The player is protected, for a day.
    Protected,
    /// The piece they would have picked is drawn by lot.
    PickedByLot,
}

/// A move that a player wrote down to claim a draw, and did not make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntendedMove {
    /// In coordinates.
    pub lan: String,
    /// In standard notation.
    pub san: String,
}

/// How a game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// No checkmate is possible.
    DeadPosition,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// 75 moves by each side without progress.
    SeventyFiveMoves,
    /// The same position for the third time, where no claim was needed.
    ThreefoldRepetition,
    /// 50 moves by each side without progress, where no claim was needed.
    FiftyMoves,
    /// Claimed: the same position for the third time.
    ThreefoldClaimed,
    /// Claimed: 50 moves by each side without progress.
    FiftyMovesClaimed,
    /// One side gave up.
    Resigned,
    /// The players agreed.
    DrawAgreed,
    /// Ended without a result.
    Aborted,
    /// One side's time was up.
    Time,
    /// One side's time was up, and the other one could not have mated.
    TimeDraw,
    /// One side's time was up before it had moved.
    NotStarted,
    /// Nobody moved for very long in a game without a pace.
    Abandoned,
}

impl EndReason {
    /// The reason in the words of a record, which are the same in every language.
    pub fn in_records(&self) -> &'static str {
        match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::DeadPosition => "dead position",
            EndReason::FivefoldRepetition => "fivefold repetition",
            EndReason::SeventyFiveMoves => "75 moves without progress",
            EndReason::ThreefoldRepetition => "threefold repetition",
            EndReason::FiftyMoves => "50 moves without progress",
            EndReason::ThreefoldClaimed => "threefold repetition claimed",
            EndReason::FiftyMovesClaimed => "50 moves without progress claimed",
            EndReason::Resigned => "resigned",
            EndReason::DrawAgreed => "draw agreed",
            EndReason::Aborted => "aborted",
            EndReason::Time => "time is up",
            EndReason::TimeDraw => "time is up, the opponent cannot mate",
            EndReason::NotStarted => "not started in time",
            EndReason::Abandoned => "abandoned",
        }
    }
}

/// An event as the log keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLogEntry {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    pub event: GameEvent,
}
