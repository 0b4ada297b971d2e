//! The event log of a game: the kinds of events (move, offer, touch, clock stop, end and others)
//! that are stored in order. The game record (`record`) holds the present state as well, so events
//! are replayed only for a takeback, for an abort after one, and for an export.

use adoube_rules::{Piece, PieceType, Side, Square};

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// An extra piece was chosen, before the first move.
    PieceChosen {
        /// The side that chose.
        by: Side,
        /// The piece type.
        kind: PieceType,
    },
    /// The start array was drawn with the chosen pieces.
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
        /// Clock times of the mover, in a game with a clock.
        time: Option<MoveTime>,
    },
    /// A draw was offered.
    DrawOffered {
        /// The side that offered.
        by: Side,
    },
    /// A draw was declined.
    DrawDeclined {
        /// The side that declined.
        by: Side,
    },
    /// A takeback was asked for.
    TakebackAsked {
        /// The side that asked.
        by: Side,
    },
    /// A takeback was declined.
    TakebackDeclined {
        /// The side that declined.
        by: Side,
    },
    /// A pause was offered.
    PauseOffered {
        /// The side that offered.
        by: Side,
        /// How long, in milliseconds.
        millis: u64,
    },
    /// A pause was declined.
    PauseDeclined {
        /// The side that declined.
        by: Side,
    },
    /// A player goes on with an idle game.
    PlayedOn {
        /// The side that goes on.
        by: Side,
    },
    /// Plies were taken back.
    TakenBack {
        /// Number of plies: one or two.
        plies: u32,
    },
    /// Pieces were touched in a touch-move game.
    Touched {
        /// The side that touched.
        by: Side,
        /// Pieces with their squares, in the order of the touches.
        pieces: Vec<(Square, Piece)>,
        /// The cause of the touch.
        how: TouchCause,
    },
    /// Touches were released as an obvious accident.
    Released {
        /// The side that released.
        by: Side,
        /// Pieces with their squares.
        pieces: Vec<(Square, Piece)>,
    },
    /// A Pawn reached its promotion square in a touch-move game; the next move says what it
    /// becomes.
    Promoting {
        /// The Pawn's side.
        by: Side,
        /// The square it leaves.
        from: Square,
        /// The promotion square.
        to: Square,
    },
    /// A player took a hint.
    HintTaken {
        /// The player's side.
        by: Side,
        /// Plies on the board.
        ply: u32,
    },
    /// A player was given more time.
    MoreTime {
        /// The side of the opponent who gave it.
        by: Side,
        /// How much, in milliseconds.
        millis: u64,
    },
    /// The clocks stop.
    Stopped {
        /// The cause.
        why: ClockStopCause,
    },
    /// The clocks run again.
    Resumed {
        /// The cause of the stop.
        why: ClockStopCause,
    },
    /// A player's flag fell, and the game goes on.
    TimedOut {
        /// The player's side.
        side: Side,
        /// The consequence.
        then: FlagDecision,
    },
    /// The game ended.
    Ended {
        /// The reason.
        reason: EndReason,
        /// "1-0", "0-1", "1/2-1/2", or "*" for an aborted game.
        result: String,
        /// The move with which a draw was claimed, if it was not made.
        intended: Option<IntendedMove>,
    },
}

/// The clock of the player who moved, at the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// Time used for the move, in milliseconds.
    pub used: u64,
    /// Time left in the turn, including the reserve, in milliseconds.
    pub left: u64,
}

/// Causes of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchCause {
    /// The player named the squares.
    Name,
    /// The player picked the piece for a move in steps, or named it without a certain target
    /// square.
    Pick,
    /// The player tried an impossible move.
    Try,
}

/// Causes for which the clocks of a game stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockStopCause {
    /// The players agreed to a pause.
    Pause,
    /// The channel cannot show the board.
    NoPlace,
}

/// What happens when a flag falls and the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagDecision {
    /// The opponent is asked.
    Asked,
    /// The player is protected for a day.
    Protected,
    /// The piece that the player should have chosen is drawn by lot.
    PickedByLot,
}

/// A move with which a player claimed a draw, and which was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntendedMove {
    /// The move in coordinates.
    pub lan: String,
    /// The move in standard notation.
    pub san: String,
}

/// The reason why a game ended.
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
    /// The same position for the third time, automatically.
    ThreefoldRepetition,
    /// 50 moves by each side without progress, automatically.
    FiftyMoves,
    /// Claimed: the same position for the third time.
    ThreefoldClaimed,
    /// Claimed: 50 moves by each side without progress.
    FiftyMovesClaimed,
    /// One side resigned.
    Resigned,
    /// The players agreed.
    DrawAgreed,
    /// Ended without a result.
    Aborted,
    /// One side's flag fell.
    Time,
    /// One side's flag fell, and the other one could not have mated.
    TimeDraw,
    /// One side's flag fell before its first move.
    NotStarted,
    /// A game without a clock was idle for too long.
    Abandoned,
}

impl EndReason {
    /// The reason in exported records, the same in every language.
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

/// An event in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLogEntry {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The event.
    pub event: GameEvent,
}
