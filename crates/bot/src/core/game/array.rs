//! Terms of the start array of a Grand Chess game: its kind, its extra pieces, which pieces are
//! random, and whose turn it is to select one. Not here: the position that is drawn by lot from the
//! terms (`adoube-rules`).

use adoube_rules::{
    ArrayKind, ArraySymmetry, DuplicateRule, ExtraPieces, GrandSetup, PieceType, Position, PromotionMode,
    Side, Variant,
};

/// Default number of moves during which locked types stay.
const USUAL_LOCK: u16 = 5;

/// Upper limit of moves during which types are locked.
pub const MOST_LOCK: u16 = 9999;

/// Recommended upper limit of piece types that are new to the players.
pub const RECOMMENDED_NEW: usize = 3;

/// Terms of the start array of Grand Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayTerms {
    /// How the array is made.
    pub array: ArrayKind,
    /// Number of extra pieces.
    pub extra: usize,
    /// Whether piece types may repeat.
    pub duplicates: DuplicateRule,
    /// Where Black's pieces stand.
    pub symmetry: ArraySymmetry,
    /// Moves during which locked types stay.
    pub lock: u16,
}

impl Default for ArrayTerms {
    fn default() -> Self {
        Self {
            array: ArrayKind::Classic,
            extra: 0,
            duplicates: DuplicateRule::default(),
            symmetry: ArraySymmetry::default(),
            lock: USUAL_LOCK,
        }
    }
}

impl ArrayTerms {
    /// Whether the players choose the extra pieces.
    pub fn is_chosen(&self) -> bool {
        matches!(self.array, ArrayKind::ClassicChosen | ArrayKind::FreeChosen)
    }

    /// Whether the extra pieces are drawn at random.
    pub fn is_random(&self) -> bool {
        matches!(self.array, ArrayKind::ClassicRandom | ArrayKind::FreeRandom)
    }

    /// Whether the array contains the pieces of the classic array.
    pub fn has_classic_pieces(&self) -> bool {
        !matches!(self.array, ArrayKind::FreeRandom | ArrayKind::FreeChosen)
    }

    /// The set-up to draw from: with the chosen pieces if players choose them, with random ones
    /// otherwise.
    pub fn setup(&self, promotion: PromotionMode, chosen: &[PieceType]) -> GrandSetup {
        let extra = if self.is_chosen() {
            ExtraPieces::Chosen(chosen.to_vec())
        } else {
            ExtraPieces::Random(self.extra)
        };
        let Self { array, duplicates, symmetry, lock, .. } = *self;
        GrandSetup { array, extra, duplicates, symmetry, promotion, lock }
    }

    /// The extra pieces of a side in a start position with this array, in table order.
    pub fn extra_pieces(&self, start: &Position) -> Vec<PieceType> {
        let mut kinds = officers(start);
        if self.has_classic_pieces() {
            for kind in officers(&Position::start(Variant::Grand)) {
                if let Some(place) = kinds.iter().position(|other| *other == kind) {
                    kinds.remove(place);
                }
            }
        }
        kinds
    }

    /// The side that chooses next. The sides take turns; Black begins if the number is odd, and so
    /// chooses one more.
    pub fn chooser(&self, chosen: usize) -> Side {
        if (self.extra + chosen).is_multiple_of(2) { Side::White } else { Side::Black }
    }
}

/// White's pieces except King and Pawns, in table order.
fn officers(position: &Position) -> Vec<PieceType> {
    let white = position.pieces().filter(|(_, piece)| piece.side == Side::White);
    let mut kinds: Vec<_> =
        white.map(|(_, piece)| piece.kind).filter(|kind| !kind.is_king_or_pawn()).collect();
    kinds.sort_unstable();
    kinds
}

/// Number of these types that are not in the classic array, so that a player may not know them.
pub fn new_types(kinds: &[PieceType]) -> usize {
    let known = officers(&Position::start(Variant::Grand));
    let mut new: Vec<PieceType> = kinds.iter().copied().filter(|kind| !known.contains(kind)).collect();
    new.sort_unstable();
    new.dedup();
    new.len()
}

/// State of the piece selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceSelection {
    /// Chosen types, in order.
    pub chosen: Vec<PieceType>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(array: ArrayKind, extra: usize) -> ArrayTerms {
        ArrayTerms { array, extra, ..ArrayTerms::default() }
    }

    #[test]
    fn players_choose_by_turns_and_black_one_more() {
        for extra in 1..=19 {
            let terms = terms(ArrayKind::FreeChosen, extra);
            let shares = |side| (0..extra).filter(|pick| terms.chooser(*pick) == side).count();
            assert_eq!((shares(Side::White), shares(Side::Black)), (extra / 2, extra.div_ceil(2)), "{extra}");
            assert!((1..extra).all(|pick| terms.chooser(pick) != terms.chooser(pick - 1)), "{extra}");
        }
        assert_eq!(terms(ArrayKind::FreeChosen, 3).chooser(0), Side::Black);
        assert_eq!(terms(ArrayKind::FreeChosen, 4).chooser(0), Side::White);
    }

    #[test]
    fn extra_pieces_are_those_that_were_asked_for() {
        let table = [
            (ArrayKind::ClassicChosen, vec![PieceType::ARCHER, PieceType::JOKER]),
            (ArrayKind::FreeChosen, vec![PieceType::QUEEN, PieceType::ARCHER]),
        ];
        for (array, chosen) in table {
            let terms = terms(array, chosen.len());
            let start = terms.setup(PromotionMode::All, &chosen).draw(5).expect("an array");
            assert_eq!(terms.extra_pieces(&start), chosen, "{array:?}");
        }
        let twice = ArrayTerms { duplicates: DuplicateRule::Allowed, ..terms(ArrayKind::ClassicChosen, 1) };
        let start = twice.setup(PromotionMode::All, &[PieceType::QUEEN]).draw(5).expect("an array");
        assert_eq!(twice.extra_pieces(&start), [PieceType::QUEEN], "a second Queen");
    }

    #[test]
    fn types_of_the_classic_array_are_not_new() {
        let kinds = [PieceType::QUEEN, PieceType::ARCHER, PieceType::ARCHER, PieceType::JOKER];
        assert_eq!(new_types(&kinds), 2);
    }
}
