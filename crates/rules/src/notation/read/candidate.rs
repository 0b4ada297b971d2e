//! Candidates: data types of what a typed text may mean as a move, before any board is consulted.

use crate::{CastlingSide, PieceType, Square};

/// One reading of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReadingCandidate {
    pub(super) meaning: CandidateMeaning,
    pub(super) confidence: ReadingConfidence,
}

/// The meaning of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CandidateMeaning {
    /// Castling, to a side if one is named.
    Castling(Option<CastlingSide>),
    Move(CandidateMove),
}

/// A move of a piece to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CandidateMove {
    /// The type; none if the text has two squares and no type.
    pub(super) kind: Option<PieceType>,
    pub(super) origin: CandidateOrigin,
    pub(super) to: Square,
    pub(super) separator: CandidateSeparator,
    /// The promotion. A Pawn that is promoted to a Pawn stays one.
    pub(super) becomes: Option<PieceType>,
    /// Whether the text says "en passant".
    pub(super) en_passant: bool,
    /// What the text says about a card drop.
    pub(super) card: CandidateCard,
    /// The number of letters of the type, if they are not all capitals and so may be no piece
    /// letters at all.
    pub(super) small_letters: usize,
}

impl CandidateMove {
    /// Whether it is a quiet Pawn move as notation writes it: a target alone.
    pub(super) fn is_quiet_pawn_move(&self) -> bool {
        self.kind == Some(PieceType::PAWN)
            && self.origin.file.is_none()
            && self.separator == CandidateSeparator::To
            && !self.en_passant
    }

    /// The same move by a piece on the file of the target.
    pub(super) fn on_target_file(self) -> Self {
        Self { origin: CandidateOrigin { file: Some(self.to.file), ..self.origin }, ..self }
    }
}

/// What a text says about a card drop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CandidateCard {
    /// No suffix.
    #[default]
    Unstated,
    /// That no card is dropped.
    Pass,
    /// A card, a square, or both.
    Drop { card: Option<PieceType>, square: Option<Square> },
}

/// What a text says about the start square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CandidateOrigin {
    pub(super) file: Option<i32>,
    pub(super) rank: Option<i32>,
}

impl CandidateOrigin {
    pub(super) const fn square(self) -> Option<Square> {
        match (self.file, self.rank) {
            (Some(file), Some(rank)) => Some(Square::new(file, rank)),
            _ => None,
        }
    }

    /// Whether a square agrees with the origin.
    pub(super) fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file) && self.rank.is_none_or(|rank| rank == square.rank)
    }
}

/// The separator between a piece and its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CandidateSeparator {
    /// None, a dash, or a word such as "to".
    #[default]
    To,
    Takes,
    Converts,
}

/// The confidence in a candidate. Less certain candidates count only if no more certain one is
/// legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ReadingConfidence {
    /// Two squares alone: coordinate notation, even if letters might also stand for pieces.
    Coordinates,
    /// Pieces in upper case and squares in lower case, as notation writes them; or a text all in
    /// lower case, which leaves open which letters are pieces.
    AsWritten,
    /// Case is ignored.
    CaseIgnored,
}

/// Whether any candidate is written as notation writes it.
pub(super) fn has_standard_spelling(candidates: &[ReadingCandidate]) -> bool {
    candidates.iter().any(|candidate| candidate.confidence <= ReadingConfidence::AsWritten)
}
