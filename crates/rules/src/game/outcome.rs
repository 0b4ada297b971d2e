//! Detects how a game ends: mate, stalemate, dead positions, repetitions and move limits, and which
//! draws can be claimed.

use std::fmt;

use super::{Game, RepetitionKey};
use crate::{Move, PieceType, Position, Side, Variant};

/// Half-moves without progress after which a draw can be claimed.
const FIFTY_MOVES: u16 = 100;
/// Half-moves without progress after which the game is drawn.
const SEVENTY_FIVE_MOVES: u16 = 150;
/// Occurrences of a position after which a draw can be claimed.
const THREEFOLD: usize = 3;
/// Occurrences of a position after which the game is drawn.
const FIVEFOLD: usize = 5;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
}

impl GameResult {
    /// The result if a side has won.
    pub const fn win(side: Side) -> Self {
        match side {
            Side::White => Self::WhiteWins,
            Side::Black => Self::BlackWins,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeReason {
    /// In check without a legal move.
    Checkmate,
    /// Not in check, without a legal move.
    Stalemate,
    /// Neither side can checkmate any more.
    DeadPosition,
    /// The position has occurred five times.
    FivefoldRepetition,
    /// 75 moves by each side without a pawn move, a capture or a drop.
    SeventyFiveMoves,
}

impl fmt::Display for OutcomeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead position",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::SeventyFiveMoves => "75 moves",
        })
    }
}

/// The end of a game: result and reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameOutcome {
    /// Who won.
    pub result: GameResult,
    /// The reason.
    pub reason: OutcomeReason,
}

impl fmt::Display for GameOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.result, self.reason)
    }
}

/// A draw a player may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawClaim {
    /// The position has occurred three times.
    Threefold,
    /// 50 moves by each side without a pawn move, a capture or a drop.
    FiftyMove,
}

impl fmt::Display for DrawClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Threefold => "threefold",
            Self::FiftyMove => "fifty-move",
        })
    }
}

/// The first outcome that applies. Checkmate and stalemate precede the draws.
pub(super) fn outcome(game: &Game) -> Option<GameOutcome> {
    let position = &game.position;
    let draw = |reason| Some(GameOutcome { result: GameResult::Draw, reason });
    if game.legal.is_empty() {
        if position.in_check() {
            let result = GameResult::win(position.side_to_move().other());
            return Some(GameOutcome { result, reason: OutcomeReason::Checkmate });
        }
        return draw(OutcomeReason::Stalemate);
    }
    if is_dead(position) {
        draw(OutcomeReason::DeadPosition)
    } else if game.repetitions() >= FIVEFOLD {
        draw(OutcomeReason::FivefoldRepetition)
    } else if position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
        draw(OutcomeReason::SeventyFiveMoves)
    } else {
        None
    }
}

pub(super) fn draw_claims(game: &Game) -> Vec<DrawClaim> {
    if game.outcome.is_some() {
        return Vec::new();
    }
    claims_by_counts(game.repetitions(), &game.position)
}

/// The claims that a legal move justifies. The cheap counts are compared first, as they decide
/// almost every case.
pub(super) fn draw_claims_with(game: &Game, intended: &Move) -> Vec<DrawClaim> {
    if game.legal_moves().binary_search(intended).is_err() {
        return Vec::new();
    }
    let position = game.position.apply(intended);
    // An irreversible move repeats no position.
    let earlier = if position.halfmove_clock() == 0 { &[][..] } else { &game.keys };
    let key = RepetitionKey::of(&position);
    let occurrences = 1 + earlier.iter().filter(|earlier| **earlier == key).count();
    let claims = claims_by_counts(occurrences, &position);
    if claims.is_empty() {
        return claims;
    }
    match game.after(intended).and_then(|after| after.outcome()).map(|outcome| outcome.reason) {
        None | Some(OutcomeReason::FivefoldRepetition | OutcomeReason::SeventyFiveMoves) => claims,
        Some(OutcomeReason::Checkmate | OutcomeReason::Stalemate | OutcomeReason::DeadPosition) => Vec::new(),
    }
}

fn claims_by_counts(occurrences: usize, position: &Position) -> Vec<DrawClaim> {
    let threefold = occurrences >= THREEFOLD;
    let fifty = position.halfmove_clock() >= FIFTY_MOVES;
    let claims = [(threefold, DrawClaim::Threefold), (fifty, DrawClaim::FiftyMove)];
    claims.into_iter().filter(|(holds, _)| *holds).map(|(_, claim)| claim).collect()
}

/// Insufficient material: whether the position is dead by the material on the board.
fn is_dead(position: &Position) -> bool {
    let mut rest = position.pieces().filter(|(_, piece)| piece.kind != PieceType::KING);
    match position.variant() {
        // The rules have no dead position, as cards may still come.
        Variant::Schachen => false,
        Variant::Grand => {
            rest.all(|(_, piece)| matches!(piece.kind, PieceType::BLOCK | PieceType::IMMOBILIZER))
        }
        Variant::Chess | Variant::Chess960 => {
            let rest: Vec<_> = rest.collect();
            let bishops_of = |colour| {
                rest.iter().all(|(square, piece)| {
                    piece.kind == PieceType::BISHOP && (square.file + square.rank).rem_euclid(2) == colour
                })
            };
            let lone_knight = matches!(rest.as_slice(), [(_, piece)] if piece.kind == PieceType::KNIGHT);
            lone_knight || bishops_of(0) || bishops_of(1)
        }
    }
}
