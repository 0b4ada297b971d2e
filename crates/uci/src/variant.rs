//! Values of the option `UCI_Variant` (chess, Chess960, Grand Chess in two dialects of piece
//! letters), and the rules and letters each stands for.

use adoube_rules::{PieceDialect, Variant};

/// A variant with a board, and the dialect of its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UciVariant {
    /// Chess, or Chess960 with `UCI_Chess960`.
    Chess,
    /// Chess960 by name.
    Chess960,
    /// Grand Chess in this project's dialect, with extra pieces and every field of its positions.
    GrandExtra,
    /// Grand Chess in the dialect of other programs.
    Grand,
}

impl UciVariant {
    pub(crate) const ALL: [Self; 4] = [Self::Chess, Self::Chess960, Self::GrandExtra, Self::Grand];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Chess960 => "chess960",
            Self::GrandExtra => "grand-extra",
            Self::Grand => "grand",
        }
    }

    /// The variant of that name, in upper or lower case.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.name().eq_ignore_ascii_case(name))
    }

    /// The variant of the rules.
    pub(crate) const fn rules(self, chess960: bool) -> Variant {
        match self {
            Self::Chess if !chess960 => Variant::Chess,
            Self::Chess | Self::Chess960 => Variant::Chess960,
            Self::GrandExtra | Self::Grand => Variant::Grand,
        }
    }

    /// Dialect of pieces in FENs and promotions.
    pub(crate) const fn letters(self) -> PieceDialect {
        match self {
            Self::Grand => PieceDialect::FairyStockfish,
            Self::Chess | Self::Chess960 | Self::GrandExtra => PieceDialect::Own,
        }
    }
}
