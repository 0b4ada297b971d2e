//! Enum of the two sets of piece letters of Grand Chess, those of this project and those of
//! Fairy-Stockfish and the programs that follow it, with the code of each piece type in both.
//!
//! Both write `C` and mean different pieces. Here C is the Cardinal (Bishop and Knight) and M the Marshal (Rook and
//! Knight). There the Cardinal is the Archbishop, A, and the Marshal the Chancellor, C. All other codes are the same.

use serde::{Deserialize, Serialize};

use crate::PieceType;

/// Which letters stand for the Cardinal and the Marshal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceDialect {
    /// C and M: position texts, records and the rules protocol of this project.
    #[default]
    Own,
    /// A and C: Fairy-Stockfish and the programs that follow it.
    FairyStockfish,
}

impl PieceDialect {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Own, Self::FairyStockfish];

    /// The upper-case code of a type, without braces.
    ///
    /// ```
    /// use adoube_rules::{PieceDialect, PieceType};
    /// assert_eq!(PieceDialect::Own.code(PieceType::CARDINAL), "C");
    /// assert_eq!(PieceDialect::FairyStockfish.code(PieceType::CARDINAL), "A");
    /// assert_eq!(PieceDialect::FairyStockfish.code(PieceType::MARSHAL), "C");
    /// ```
    pub fn code(self, kind: PieceType) -> &'static str {
        match (self, kind) {
            (Self::FairyStockfish, PieceType::CARDINAL) => "A",
            (Self::FairyStockfish, PieceType::MARSHAL) => "C",
            _ => kind.code(),
        }
    }

    /// The type with that upper-case code. Fairy-Stockfish has no M.
    ///
    /// ```
    /// use adoube_rules::{PieceDialect, PieceType};
    /// assert_eq!(PieceDialect::FairyStockfish.kind("C"), Some(PieceType::MARSHAL));
    /// assert_eq!(PieceDialect::FairyStockfish.kind("M"), None);
    /// ```
    pub fn kind(self, code: &str) -> Option<PieceType> {
        match (self, code) {
            (Self::FairyStockfish, "A") => Some(PieceType::CARDINAL),
            (Self::FairyStockfish, "C") => Some(PieceType::MARSHAL),
            (Self::FairyStockfish, "M") => None,
            _ => PieceType::from_code(code),
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Own => Self::FairyStockfish,
            Self::FairyStockfish => Self::Own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_names_its_type_again() {
        for dialect in PieceDialect::ALL {
            for kind in PieceType::all() {
                assert_eq!(dialect.kind(dialect.code(kind)), Some(kind), "{dialect:?} {kind}");
            }
        }
    }
}
