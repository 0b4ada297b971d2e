//! Enum of the variants (chess, Chess960, Grand Chess, Schachen), and the properties that set them
//! apart: board, castling, promotion, cards, piece types.

use serde::{Deserialize, Serialize};

use crate::piece::TypeSet;
use crate::{PieceType, Region, Side};

/// A variant of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Chess by the FIDE laws.
    Chess,
    /// Chess from one of 960 arrays.
    Chess960,
    /// Grand Chess on 10×10, with or without extra pieces.
    Grand,
    /// Chess without a board, with hidden cards.
    Schachen,
}

/// The rank, counted from its owner, from which a Pawn may be promoted: the last of chess, the last
/// three of Grand Chess.
const PROMOTION_RANK: i32 = 8;

/// How the King castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastlingRule {
    /// Not at all.
    None,
    /// From the e-file; the move is written as the King's two-square move.
    TwoSquares,
    /// From any square; the move is written as King takes own Rook.
    TakesRook,
}

impl Variant {
    /// All variants.
    pub const ALL: [Self; 4] = [Self::Chess, Self::Chess960, Self::Grand, Self::Schachen];

    /// The stable key of records and the rules protocol.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Chess960 => "chess960",
            Self::Grand => "grand",
            Self::Schachen => "schachen",
        }
    }

    /// The variant with a key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.key() == key)
    }

    /// The region of the board.
    pub const fn region(self) -> Region {
        match self.board_side() {
            0 => Region::Unbounded,
            side => Region::Board { files: side, ranks: side },
        }
    }

    /// Files and ranks of its square board; 0 without one.
    pub(crate) const fn board_side(self) -> u8 {
        match self {
            Self::Chess | Self::Chess960 => 8,
            Self::Grand => 10,
            Self::Schachen => 0,
        }
    }

    /// Whether players hold hidden cards, so that a turn may have a second step (Schachen, "A
    /// turn").
    pub const fn has_cards(self) -> bool {
        match self {
            Self::Schachen => true,
            Self::Chess | Self::Chess960 | Self::Grand => false,
        }
    }

    /// Whether players may agree on a takeback. Not where it would reveal a card (Schachen, "Cards
    /// and start": hands and stacks are hidden).
    pub const fn has_takebacks(self) -> bool {
        !self.has_cards()
    }

    /// Whether a promotion takes its piece out of the captured ones, as it is the same card
    /// (Schachen, "Promotion"). In other variants captured pieces stay captured.
    pub const fn brings_captured_back(self) -> bool {
        match self {
            Self::Schachen => true,
            Self::Chess | Self::Chess960 | Self::Grand => false,
        }
    }

    /// Whether the King may castle (FIDE 3.8.2; "No castling" in Grand Chess and Schachen).
    pub const fn has_castling(self) -> bool {
        match self.castling() {
            CastlingRule::None => false,
            CastlingRule::TwoSquares | CastlingRule::TakesRook => true,
        }
    }

    /// Whether the players agree on a promotion mode (Grand Chess, "Pawns").
    pub const fn has_promotion_choice(self) -> bool {
        match self {
            Self::Grand => true,
            Self::Chess | Self::Chess960 | Self::Schachen => false,
        }
    }

    /// Whether Pawns may be promoted before their last rank (Grand Chess, "Pawns": the promotion zone).
    pub const fn has_promotion_zone(self) -> bool {
        match self.region() {
            Region::Board { ranks, .. } => PROMOTION_RANK < ranks as i32,
            Region::Unbounded => false,
        }
    }

    /// Whether the players agree on an array (Grand Chess, "Start arrays with extra pieces").
    /// Chess960 draws one of its own arrays instead.
    pub const fn has_array_choice(self) -> bool {
        match self {
            Self::Grand => true,
            Self::Chess | Self::Chess960 | Self::Schachen => false,
        }
    }

    /// Whether the players agree on the squares of the Kings (Schachen, "Cards and start":
    /// `kings`).
    pub const fn has_kings_choice(self) -> bool {
        match self {
            Self::Schachen => true,
            Self::Chess | Self::Chess960 | Self::Grand => false,
        }
    }

    pub(crate) const fn castling(self) -> CastlingRule {
        match self {
            Self::Chess => CastlingRule::TwoSquares,
            Self::Chess960 => CastlingRule::TakesRook,
            Self::Grand | Self::Schachen => CastlingRule::None,
        }
    }

    /// The rank from which a side's Pawns may step twice.
    pub(crate) const fn pawn_rank(self, side: Side) -> i32 {
        let from_home = match self {
            Self::Chess | Self::Chess960 | Self::Schachen => 2,
            Self::Grand => 3,
        };
        self.rank_for(side, from_home)
    }

    /// Whether a side's Pawn that ends its move on a rank may be promoted.
    pub(crate) const fn in_promotion_zone(self, side: Side, rank: i32) -> bool {
        match side {
            Side::White => rank >= self.rank_for(side, PROMOTION_RANK),
            Side::Black => rank <= self.rank_for(side, PROMOTION_RANK),
        }
    }

    /// The rank on which a side's Pawns must be promoted.
    pub(crate) const fn last_rank(self, side: Side) -> i32 {
        self.rank_for(side, self.board_side() as i32)
    }

    /// The `number`th rank, counted from a side.
    pub(crate) const fn rank_for(self, side: Side, number: i32) -> i32 {
        match side {
            Side::White => number,
            Side::Black => self.board_side() as i32 + 1 - number,
        }
    }

    /// The types of the variant.
    pub(crate) fn types(self) -> TypeSet {
        match self {
            Self::Chess | Self::Chess960 | Self::Schachen => Self::chess_types(),
            Self::Grand => PieceType::all().collect(),
        }
    }

    fn chess_types() -> TypeSet {
        use PieceType as T;
        [T::KING, T::QUEEN, T::ROOK, T::BISHOP, T::KNIGHT, T::PAWN].into_iter().collect()
    }

    /// The types a Pawn may become in promotion mode `initial` if the position text names none.
    pub(crate) fn initial_types(self) -> TypeSet {
        use PieceType as T;
        let officers = [T::QUEEN, T::ROOK, T::BISHOP, T::KNIGHT];
        let grand = [T::CARDINAL, T::MARSHAL];
        match self {
            Self::Chess | Self::Chess960 | Self::Schachen => officers.into_iter().collect(),
            Self::Grand => officers.into_iter().chain(grand).collect(),
        }
    }

    /// Whether its position text has the keys of Grand Chess.
    pub(crate) const fn has_keys(self) -> bool {
        match self {
            Self::Grand => true,
            Self::Chess | Self::Chess960 | Self::Schachen => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, PositionViewer};

    #[test]
    fn each_variant_has_what_its_rules_say() {
        let those = |has: fn(Variant) -> bool| {
            Variant::ALL.into_iter().filter(move |variant| has(*variant)).collect()
        };
        let found: [Vec<Variant>; 5] = [
            those(Variant::has_takebacks),
            those(Variant::brings_captured_back),
            those(Variant::has_promotion_choice),
            those(Variant::has_array_choice),
            those(Variant::has_kings_choice),
        ];
        let wanted = [
            vec![Variant::Chess, Variant::Chess960, Variant::Grand],
            vec![Variant::Schachen],
            vec![Variant::Grand],
            vec![Variant::Grand],
            vec![Variant::Schachen],
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn positions_have_what_their_game_says_it_has() {
        for variant in Variant::ALL {
            let start = Position::start(variant);
            let view = start.view(PositionViewer::Spectator);
            assert_eq!(view.variant(), variant);
            assert_eq!(view.stack_size(Side::White) > 0, variant.has_cards(), "{variant:?}");
            let may_castle = start.to_string().split(' ').any(|field| field == "KQkq");
            assert_eq!(may_castle, variant.has_castling(), "{variant:?}");
            let zone = (1..8).any(|rank| variant.in_promotion_zone(Side::Black, rank + 1));
            assert_eq!(
                zone && variant.region() != Region::Unbounded,
                variant.has_promotion_zone(),
                "{variant:?}"
            );
        }
    }
}
