//! What a typed text may say, before anybody has looked at a board.

use crate::{CastlingSide, PieceType, Square};

/// One way to understand a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReadingCandidate {
    pub(super) meaning: CandidateMeaning,
    pub(super) confidence: ReadingConfidence,
}

/// What it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CandidateMeaning {
    /// The King castles, to this side if one is named.
    Castling(Option<CastlingSide>),
    Move(CandidateMove),
}

/// A piece goes somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CandidateMove {
    /// Its type; none when two squares say enough.
    pub(super) kind: Option<PieceType>,
    pub(super) origin: CandidateOrigin,
    pub(super) to: Square,
    pub(super) separator: CandidateSeparator,
    /// What it becomes; a Pawn that becomes a Pawn stays one.
    pub(super) becomes: Option<PieceType>,
    /// Whether it says "en passant".
    pub(super) en_passant: bool,
    /// What it says about a card.
    pub(super) card: CandidateCard,
    /// How many letters stand for the type, if they are not all capitals and so may be no piece's letters at all.
    pub(super) small_letters: usize,
}

impl CandidateMove {
    /// Whether it is a Pawn's move as one writes it when nothing is captured: its target and no more.
    pub(super) fn is_quiet_pawn_move(&self) -> bool {
        self.kind == Some(PieceType::PAWN)
            && self.origin.file.is_none()
            && self.separator == CandidateSeparator::To
            && !self.en_passant
    }

    /// The same move by a piece on the target's file.
    pub(super) fn on_target_file(self) -> Self {
        Self { origin: CandidateOrigin { file: Some(self.to.file), ..self.origin }, ..self }
    }
}

/// What is said about putting a card into play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CandidateCard {
    /// Nothing.
    #[default]
    Unstated,
    /// That there is none.
    Pass,
    /// This card, on that square; at least one of them is said.
    Drop { card: Option<PieceType>, square: Option<Square> },
}

/// What is said about where the piece comes from.
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

    /// Whether a piece on that square comes from there.
    pub(super) fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file) && self.rank.is_none_or(|rank| rank == square.rank)
    }
}

/// What stands between the piece and its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CandidateSeparator {
    /// Nothing that says more than "to".
    #[default]
    To,
    Takes,
    Converts,
}

/// How sure a text means this: readings less sure count only when no surer one is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ReadingConfidence {
    /// Two squares and nothing else: a move in coordinates, whatever letters might also stand for pieces.
    Coordinates,
    /// Pieces in capitals, squares in small letters, as notation writes them; or a text all in small letters, which
    /// does not say which of them are pieces.
    AsWritten,
    /// With the capitals disregarded.
    CaseIgnored,
}

/// Whether any reading is written as notation writes it.
pub(super) fn has_standard_spelling(candidates: &[ReadingCandidate]) -> bool {
    candidates.iter().any(|candidate| candidate.confidence <= ReadingConfidence::AsWritten)
}
