//! Compares a candidate (one possible meaning of a typed text) with the legal moves: which of them
//! fit it, and how well.

use super::candidate::{
    CandidateCard, CandidateMeaning, CandidateMove, CandidateSeparator, ReadingCandidate,
};
use super::castling_fault::candidate_sides;
use crate::variant::CastlingRule;
use crate::{CastlingSide, Move, MoveEffects, Piece, PieceType, Position, Square};

/// A legal move with its piece and effects.
pub(super) struct IndexedLegalMove {
    pub(super) intended: Move,
    pub(super) piece: Piece,
    effects: MoveEffects,
    /// The target of the King, if the move is castling.
    castling_target: Option<Square>,
}

impl IndexedLegalMove {
    /// A legal move of the position.
    pub(super) fn of(position: &Position, intended: Move) -> Option<Self> {
        let piece = position.piece_at(intended.from)?;
        let effects = position.effects(&intended);
        let castling_target = castled_to(&effects).filter(|_| intended.drop.is_none());
        Some(Self { intended, piece, effects, castling_target })
    }

    fn captures(&self) -> bool {
        self.effects.captured(self.piece.side).next().is_some()
    }

    fn converts(&self) -> bool {
        self.effects.converted(self.piece.side).next().is_some()
    }

    /// Whether the move captures en passant.
    pub(super) fn is_en_passant(&self, position: &Position) -> bool {
        let acts_there = position.en_passant() == Some(self.intended.to);
        let beside = |(square, piece): (Square, Piece)| {
            piece.kind == PieceType::PAWN
                && square != self.intended.to
                && square.file == self.intended.to.file
        };
        acts_there && self.effects.captured(self.piece.side).any(beside)
    }

    /// Whether piece, origin and target agree with the candidate.
    fn goes(&self, position: &Position, candidate_move: &CandidateMove) -> bool {
        candidate_move.kind.is_none_or(|kind| kind == self.piece.kind)
            && candidate_move.origin.fits(self.intended.from)
            && (candidate_move.to == self.intended.to || self.matches_castling(position, candidate_move))
    }

    /// Whether the candidate names castling by a square: by the target of the King, if it goes two
    /// squares or more, or by the square of the Rook, always in Chess960, in chess only in
    /// coordinates, as programs write it.
    fn matches_castling(&self, position: &Position, candidate_move: &CandidateMove) -> bool {
        let (from, to) = (self.intended.from, candidate_move.to);
        let takes_rook =
            candidate_move.kind.is_none() || position.variant().castling() == CastlingRule::TakesRook;
        let rook = || self.effects.vanished.iter().any(|(square, _)| *square == to && *square != from);
        self.castling_target.is_some_and(|target| {
            (takes_rook && rook()) || (to == target && (to.file - from.file).abs() >= 2)
        })
    }

    /// Whether it captures, or converts, if the separator says so.
    pub(super) fn does(&self, separator: CandidateSeparator) -> bool {
        match separator {
            CandidateSeparator::To => true,
            // "King takes Rook" is how castling is written in Chess960.
            CandidateSeparator::Takes => self.captures() || self.converts() || self.castling_target.is_some(),
            CandidateSeparator::Converts => self.converts(),
        }
    }

    fn matches_details(&self, position: &Position, candidate_move: &CandidateMove) -> bool {
        self.does(candidate_move.separator)
            && (!candidate_move.en_passant || self.is_en_passant(position))
            && self.matches_card(candidate_move.card)
    }

    /// Whether its drop agrees with the text. A text without a drop means a move without one.
    fn matches_card(&self, said: CandidateCard) -> bool {
        match self.intended.drop {
            None => matches!(said, CandidateCard::Unstated | CandidateCard::Pass),
            Some(drop) => said.includes(drop),
        }
    }

    fn castles_to_side(&self, named: Option<CastlingSide>) -> bool {
        self.castling_target
            .is_some_and(|target| candidate_sides(named).any(|side| side.king_file() == target.file))
    }
}

/// The target of the King, if two own pieces appear, which is castling.
fn castled_to(effects: &MoveEffects) -> Option<Square> {
    let arrivals = effects.appeared.as_slice();
    let king = arrivals.iter().find(|(_, piece)| piece.kind == PieceType::KING)?;
    (arrivals.len() > 1).then_some(king.0)
}

/// How the legal moves match a candidate.
pub(super) enum CandidateFit<'a> {
    /// Moves that match, at least one.
    Matches(Vec<&'a IndexedLegalMove>),
    /// Moves to the target that differ in another detail, at least one.
    Differs(Vec<&'a IndexedLegalMove>),
    /// No legal move goes to the target.
    Nothing,
}

/// Matches a candidate with the legal moves.
pub(super) fn fit<'a>(
    position: &Position,
    legal: &'a [IndexedLegalMove],
    candidate: &ReadingCandidate,
) -> CandidateFit<'a> {
    let candidate_move = match &candidate.meaning {
        CandidateMeaning::Castling(side) => {
            let meant: Vec<_> = legal.iter().filter(|legal| legal.castles_to_side(*side)).collect();
            return if meant.is_empty() { CandidateFit::Nothing } else { CandidateFit::Matches(meant) };
        }
        CandidateMeaning::Move(candidate_move) => candidate_move,
    };
    let near: Vec<_> = legal.iter().filter(|legal| legal.goes(position, candidate_move)).collect();
    let said = near.iter().copied().filter(|legal| legal.matches_details(position, candidate_move));
    let meant = chosen(&said.collect::<Vec<_>>(), candidate_move.becomes);
    match (near.is_empty(), meant.is_empty()) {
        (true, _) => CandidateFit::Nothing,
        (_, true) => CandidateFit::Differs(near),
        _ => CandidateFit::Matches(meant),
    }
}

/// The moves with a promotion choice. Without one a Pawn that may stay a Pawn does; otherwise all
/// its promotions match.
fn chosen<'a>(moves: &[&'a IndexedLegalMove], becomes: Option<PieceType>) -> Vec<&'a IndexedLegalMove> {
    let can_stay = |legal: &IndexedLegalMove| {
        let stays = Move { choice: None, ..legal.intended };
        moves.iter().any(|other| other.intended == stays)
    };
    let is_chosen = |legal: &&IndexedLegalMove| match (becomes, legal.intended.choice) {
        (None, None) => true,
        (None, Some(_)) => !can_stay(legal),
        (Some(PieceType::PAWN), choice) => choice.is_none() && legal.piece.kind == PieceType::PAWN,
        (becomes, choice) => becomes == choice,
    };
    moves.iter().copied().filter(is_chosen).collect()
}
