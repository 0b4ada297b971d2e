//! The start array of a Grand Chess game as agreed: its terms, its extra pieces, and whose turn it
//! is to select one. Not here: how it is drawn (`adoube-rules`).

use adoube_rules::{
    ArrayKind, ArraySymmetry, DuplicateRule, ExtraPieces, GrandSetup, PieceType, Position, PromotionMode,
    Side, Variant,
};

/// Moves during which locked types stay, unless the players agree otherwise.
const USUAL_LOCK: u16 = 5;

/// The most moves for which types can be locked.
pub const MOST_LOCK: u16 = 9999;

/// More pieces than these that the players do not know are more than the rules recommend.
pub const RECOMMENDED_NEW: usize = 3;

/// What is agreed about the start array of Grand Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayTerms {
    /// How it comes about.
    pub array: ArrayKind,
    /// How many extra pieces it has.
    pub extra: usize,
    /// Whether types may repeat.
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

    /// Whether its extra pieces are drawn, too.
    pub fn is_random(&self) -> bool {
        matches!(self.array, ArrayKind::ClassicRandom | ArrayKind::FreeRandom)
    }

    /// Whether the pieces of the classic array stand in it.
    pub fn has_classic_pieces(&self) -> bool {
        !matches!(self.array, ArrayKind::FreeRandom | ArrayKind::FreeChosen)
    }

    /// The array to be drawn: with these pieces where the players choose them, with random ones otherwise.
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

    /// Who chooses after so many choices, by turns; Black begins when the number is odd, and so chooses one more.
    pub fn chooser(&self, chosen: usize) -> Side {
        if (self.extra + chosen).is_multiple_of(2) { Side::White } else { Side::Black }
    }
}

/// White's pieces but King and Pawns, in table order.
fn officers(position: &Position) -> Vec<PieceType> {
    let white = position.pieces().filter(|(_, piece)| piece.side == Side::White);
    let mut kinds: Vec<_> =
        white.map(|(_, piece)| piece.kind).filter(|kind| !kind.is_king_or_pawn()).collect();
    kinds.sort_unstable();
    kinds
}

/// How many of these types are not in the classic array, so that a player may not know them.
pub fn new_types(kinds: &[PieceType]) -> usize {
    let known = officers(&Position::start(Variant::Grand));
    let mut new: Vec<PieceType> = kinds.iter().copied().filter(|kind| !known.contains(kind)).collect();
    new.sort_unstable();
    new.dedup();
    new.len()
}

/// The choosing of extra pieces, while it goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceSelection {
    /// What has been chosen, in order.
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
