//! Error type of an invalid description of a position: the list of all its faults, each with its
//! place and reason.

use std::fmt;

use crate::{PieceType, Side, Square};

/// One fault of a position. Quoted texts are cut to a readable length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PositionFault {
    #[error("the text is longer than {0} bytes")]
    TooLong(usize),
    #[error("there are {found} fields, at least {wanted} are needed")]
    Fields { found: usize, wanted: usize },
    #[error("there are {found} ranks, not {wanted}")]
    Ranks { found: usize, wanted: usize },
    #[error("rank {rank} has {found} squares, not {wanted}")]
    Squares { rank: usize, found: usize, wanted: usize },
    #[error("{0:?} is no piece of this game")]
    UnknownPiece(String),
    #[error("{side} has {found} Kings, not one")]
    Kings { side: Side, found: usize },
    #[error("a Pawn stands on {0}, on the first or last rank")]
    PawnOnEdge(Square),
    #[error("the side to move is {0:?}, neither w nor b")]
    Side(String),
    #[error("castling {0:?}: there is no King and Rook in place for it")]
    Castling(String),
    #[error("en passant {0:?}: no Pawn has just passed there")]
    EnPassant(String),
    #[error("{field} {value:?} is not a number from {least} to {most}")]
    Number { field: &'static str, value: String, least: u16, most: u16 },
    #[error("there is no key {0:?}")]
    UnknownKey(String),
    #[error("the key {0:?} stands twice")]
    RepeatedKey(String),
    #[error("the key {key:?} cannot be {value:?}")]
    KeyValue { key: String, value: String },
    #[error("joker: no Joker on {0} has just copied that")]
    Joker(Square),
    #[error("{0} is in check, but it is not its turn")]
    OpponentInCheck(Side),
    #[error("{0:?} is no list of White's and Black's pieces")]
    Sides(String),
    #[error("{0:?} is not the name of a square")]
    NotASquare(String),
    #[error("two pieces stand on {0}")]
    SharedSquare(Square),
    #[error("{side} has more than {most} cards in hand")]
    LargeHand { side: Side, most: usize },
    #[error("{side} has {found} cards of the kind {kind}, a set has {most}")]
    TooManyCards { side: Side, kind: PieceType, found: usize, most: usize },
    #[error("{side} has {found} cards, a set has {most}")]
    LargeSet { side: Side, found: usize, most: usize },
    #[error("the key {0:?} is missing")]
    MissingKey(&'static str),
}

/// All faults of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PositionError {
    /// The faults, at least one.
    pub faults: Vec<PositionFault>,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.faults.iter().enumerate() {
            if number > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl PositionError {
    /// Whether the only fault is that the side not to move is in check.
    pub(crate) fn is_only_check(&self) -> bool {
        self.faults.iter().all(|fault| matches!(fault, PositionFault::OpponentInCheck(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::PositionError;
    use crate::{Position, Variant};

    fn error(text: &str) -> PositionError {
        Position::parse(Variant::Chess, text).expect_err(text)
    }

    #[test]
    fn everything_that_is_wrong_is_told_in_a_row() {
        let error = error("8/8/8/8/8/8/8/8 w - - 0 1");
        assert!(error.faults.len() > 1, "{error}");
        let each: Vec<String> = error.faults.iter().map(ToString::to_string).collect();
        assert_eq!(error.to_string(), each.join("; "));
    }

    #[test]
    fn a_check_alone_is_told_from_everything_else() {
        assert!(error("k6R/8/8/8/8/8/8/K7 w - - 0 1").is_only_check());
        assert!(!error("k6R/8/8/8/8/8/8/8 w - - 0 1").is_only_check());
    }
}
