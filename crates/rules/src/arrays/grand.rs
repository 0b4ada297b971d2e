//! Options of a Grand Chess start (`GrandSetup`): the classic or a free array, random or chosen extra pieces, symmetry,
//! duplicates. Checks them, lists the types that may still be chosen, and builds the position that a seed determines.

use serde::{Deserialize, Serialize};

use super::seeded_random::SeededRandom;
use crate::board_position::BoardSetup;
use crate::{Piece, PieceType, Position, PositionError, PromotionMode, Side, Square, TypeSet, Variant};

/// How a start array is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArrayKind {
    /// The classic array alone.
    Classic,
    /// The classic array and random pieces.
    ClassicRandom,
    /// The classic array and chosen pieces.
    ClassicChosen,
    /// King and Pawns, and random pieces.
    FreeRandom,
    /// King and Pawns, and chosen pieces.
    FreeChosen,
}

impl ArrayKind {
    /// Extra pieces at most.
    pub const fn most_extra(self) -> usize {
        match self {
            Self::Classic => 0,
            Self::ClassicRandom | Self::ClassicChosen => 10,
            Self::FreeRandom | Self::FreeChosen => 19,
        }
    }

    const fn has_classic_pieces(self) -> bool {
        matches!(self, Self::Classic | Self::ClassicRandom | Self::ClassicChosen)
    }
}

/// How Black's array follows from White's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArraySymmetry {
    /// Mirrored on the middle line: a1 and a10.
    #[default]
    Mirrored,
    /// Rotated by half a turn: a1 and j10.
    Rotated,
}

/// The extra pieces of an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExtraPieces {
    /// A number of random pieces.
    Random(usize),
    /// Chosen pieces.
    Chosen(Vec<PieceType>),
}

/// Whether a type may stand in the array more than once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DuplicateRule {
    /// Every type at most once.
    #[default]
    Forbidden,
    /// Every type any number of times.
    Allowed,
}

/// Options of a Grand Chess start position with extra pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrandSetup {
    /// How the array comes about.
    pub array: ArrayKind,
    /// Its extra pieces.
    pub extra: ExtraPieces,
    /// Whether types may repeat.
    pub duplicates: DuplicateRule,
    /// How Black's array follows from White's.
    pub symmetry: ArraySymmetry,
    /// What Pawns may become.
    pub promotion: PromotionMode,
    /// Moves during which locked types may not move, 0 to 9999.
    pub lock: u16,
}

/// A start position that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArrayError {
    /// Too few or too many extra pieces for the array.
    #[error("{found} extra pieces, {least} to {most} are possible")]
    Count {
        /// The number asked for.
        found: usize,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// A King or a Pawn cannot be an extra piece.
    #[error("{0} cannot be an extra piece")]
    NoExtra(PieceType),
    /// A type is already in the array and duplicates are forbidden.
    #[error("{0} is in the array already")]
    Duplicate(PieceType),
    /// Chosen pieces for a random array, or random pieces for a chosen one.
    #[error("this array is not set up that way")]
    WrongExtra,
    /// The position is invalid for another reason.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// In every drawn array a King was attacked or White could not move.
    #[error("no array was found in which no King is attacked")]
    NoArray,
}

/// Arrays drawn at most.
const MAX_DRAWS: usize = 1_000;
/// Files and the two home ranks of a side, from White's view.
const FILES: i32 = 10;
const HOME_RANKS: [i32; 2] = [1, 2];
/// White's rank of pawns.
const PAWN_RANK: i32 = 3;

/// The pieces of the classic array on the home ranks.
const CLASSIC: [(Square, PieceType); 10] = [
    (Square::new(0, 1), PieceType::ROOK),
    (Square::new(9, 1), PieceType::ROOK),
    (Square::new(1, 2), PieceType::KNIGHT),
    (Square::new(2, 2), PieceType::BISHOP),
    (Square::new(3, 2), PieceType::QUEEN),
    (Square::new(4, 2), PieceType::KING),
    (Square::new(5, 2), PieceType::MARSHAL),
    (Square::new(6, 2), PieceType::CARDINAL),
    (Square::new(7, 2), PieceType::BISHOP),
    (Square::new(8, 2), PieceType::KNIGHT),
];

impl GrandSetup {
    /// The start position that a seed determines.
    ///
    /// # Errors
    /// The options contradict each other, or no drawn array leaves both Kings unattacked and White
    /// a move.
    pub fn draw(&self, seed: u64) -> Result<Position, ArrayError> {
        self.check()?;
        let mut draw = SeededRandom::new(seed);
        for _ in 0..MAX_DRAWS {
            let white = self.white_pieces(&mut draw);
            let position = match self.position(&white) {
                Ok(position) => position,
                // White attacks the black King: draw again.
                Err(error) if error.is_only_check() => continue,
                Err(error) => return Err(error.into()),
            };
            if !position.in_check() && position.has_legal_move() {
                return Ok(position);
            }
        }
        Err(ArrayError::NoArray)
    }

    fn check(&self) -> Result<(), ArrayError> {
        let is_chosen = matches!(self.array, ArrayKind::ClassicChosen | ArrayKind::FreeChosen);
        let found = match &self.extra {
            ExtraPieces::Random(count) if !is_chosen => *count,
            ExtraPieces::Chosen(kinds) if is_chosen => kinds.len(),
            _ => return Err(ArrayError::WrongExtra),
        };
        let most = self.array.most_extra();
        let least = most.min(1);
        if !(least..=most).contains(&found) {
            return Err(ArrayError::Count { found, least, most });
        }
        let mut free = self.free_types();
        for &kind in self.chosen() {
            if kind.is_king_or_pawn() {
                return Err(ArrayError::NoExtra(kind));
            }
            let place = free.iter().position(|other| *other == kind).ok_or(ArrayError::Duplicate(kind))?;
            if self.duplicates == DuplicateRule::Forbidden {
                free.remove(place);
            }
        }
        Ok(())
    }

    /// The types that may be chosen next, in table order.
    pub fn open_types(&self) -> Vec<PieceType> {
        let mut open = self.free_types();
        if self.duplicates == DuplicateRule::Forbidden {
            open.retain(|kind| !self.chosen().contains(kind));
        }
        open
    }

    fn chosen(&self) -> &[PieceType] {
        match &self.extra {
            ExtraPieces::Random(_) => &[],
            ExtraPieces::Chosen(kinds) => kinds,
        }
    }

    /// The types an extra piece may have before any is drawn.
    fn free_types(&self) -> Vec<PieceType> {
        let classic: TypeSet = CLASSIC.iter().map(|(_, kind)| *kind).collect();
        let keeps_out = self.duplicates == DuplicateRule::Forbidden && self.array.has_classic_pieces();
        TypeSet::promotable().iter().filter(|kind| !(keeps_out && classic.contains(*kind))).collect()
    }

    fn extra_types(&self, draw: &mut SeededRandom) -> Vec<PieceType> {
        match &self.extra {
            ExtraPieces::Chosen(kinds) => kinds.clone(),
            ExtraPieces::Random(count) => {
                let mut free = self.free_types();
                let next = |_| match self.duplicates {
                    DuplicateRule::Forbidden => draw.take(&mut free),
                    DuplicateRule::Allowed => Some(free[draw.below(free.len())]),
                };
                (0..*count).filter_map(next).collect()
            }
        }
    }

    /// White's pieces: those of the array, then the extra ones on random empty home squares.
    fn white_pieces(&self, draw: &mut SeededRandom) -> Vec<(Square, PieceType)> {
        let home =
            HOME_RANKS.into_iter().flat_map(|rank| (0..FILES).map(move |file| Square::new(file, rank)));
        let mut empty: Vec<Square> = home.collect();
        let mut pieces = Vec::new();
        if self.array.has_classic_pieces() {
            pieces.extend(CLASSIC);
            empty.retain(|square| CLASSIC.iter().all(|(taken, _)| taken != square));
        } else {
            pieces.extend(draw.take(&mut empty).map(|square| (square, PieceType::KING)));
        }
        for kind in self.extra_types(draw) {
            pieces.extend(draw.take(&mut empty).map(|square| (square, kind)));
        }
        pieces.extend((0..FILES).map(|file| (Square::new(file, PAWN_RANK), PieceType::PAWN)));
        pieces
    }

    fn position(&self, white: &[(Square, PieceType)]) -> Result<Position, PositionError> {
        let mut setup = BoardSetup::empty(Variant::Grand);
        setup.terms.promotion = self.promotion;
        setup.terms.lock = self.lock;
        let types = white.iter().map(|(_, kind)| *kind).filter(|kind| !kind.is_king_or_pawn());
        setup.terms.initial = types.collect();
        for &(square, kind) in white {
            setup.pieces.push((square, Piece::new(Side::White, kind)));
            setup.pieces.push((self.opposite(square), Piece::new(Side::Black, kind)));
        }
        setup.validate().map(Position::from)
    }

    /// Black's square for a square of White. The classic array alone is never rotated.
    fn opposite(&self, square: Square) -> Square {
        let rank = FILES + 1 - square.rank;
        match self.symmetry {
            ArraySymmetry::Rotated if self.array != ArrayKind::Classic => {
                Square::new(FILES - 1 - square.file, rank)
            }
            _ => Square::new(square.file, rank),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(array: ArrayKind, extra: usize) -> GrandSetup {
        GrandSetup {
            array,
            extra: ExtraPieces::Random(extra),
            duplicates: DuplicateRule::Forbidden,
            symmetry: ArraySymmetry::Mirrored,
            promotion: PromotionMode::Captured,
            lock: 5,
        }
    }

    fn count(position: &Position) -> usize {
        position.pieces().count()
    }

    #[test]
    fn the_classic_array_is_the_start() {
        let position = setup(ArrayKind::Classic, 0).draw(1).expect("an array");
        assert_eq!(position, Position::start(Variant::Grand));
    }

    #[test]
    fn a_seed_always_gives_the_same_array() {
        // Kept in records of games: a program that draws another array here would change them.
        let position = setup(ArrayKind::FreeRandom, 5).draw(7).expect("an array");
        let text = "2{cn}3{bf}1k1/2{ph}3{zg}2{bu}/pppppppppp/10/10/10/10/PPPPPPPPPP/2{PH}3{ZG}2{BU}/2{CN}3{BF}1K1 \
                    w - - 0 1 promo:captured pool:- last:-/-";
        assert_eq!(position.to_string(), text);
    }

    #[test]
    fn every_array_has_its_pieces_and_no_king_is_attacked() {
        for seed in 0..60 {
            for (array, extra) in
                [(ArrayKind::ClassicRandom, 1), (ArrayKind::ClassicRandom, 10), (ArrayKind::FreeRandom, 19)]
            {
                let mut setup = setup(array, extra);
                setup.symmetry = if seed % 2 == 0 { ArraySymmetry::Mirrored } else { ArraySymmetry::Rotated };
                setup.lock = (seed % 3) as u16;
                let position = setup.draw(seed).expect("an array");
                let own = if array == ArrayKind::FreeRandom { 11 } else { 20 };
                assert_eq!(count(&position), 2 * (own + extra), "seed {seed}");
                assert!(!position.in_check(), "seed {seed}");
            }
        }
    }

    #[test]
    fn black_stands_across_or_half_a_turn_away() {
        for (symmetry, turned) in [(ArraySymmetry::Mirrored, false), (ArraySymmetry::Rotated, true)] {
            let setup = GrandSetup { symmetry, ..setup(ArrayKind::ClassicRandom, 7) };
            let position = setup.draw(3).expect("an array");
            for (square, piece) in position.pieces().filter(|(_, piece)| piece.side == Side::White) {
                let file = if turned { 9 - square.file } else { square.file };
                let across = position.piece_at(Square::new(file, 11 - square.rank));
                assert_eq!(across, Some(Piece::new(Side::Black, piece.kind)));
            }
        }
    }

    #[test]
    fn without_duplicates_no_type_comes_twice() {
        for seed in 0..20 {
            let position = setup(ArrayKind::FreeRandom, 19).draw(seed).expect("an array");
            let white = position.pieces().filter(|(_, piece)| piece.side == Side::White);
            let kinds: Vec<_> =
                white.map(|(_, piece)| piece.kind).filter(|kind| !kind.is_king_or_pawn()).collect();
            assert_eq!(kinds.iter().copied().collect::<TypeSet>().iter().count(), kinds.len(), "seed {seed}");
        }
    }

    #[test]
    fn what_is_open_can_be_chosen_and_nothing_else() {
        let twice = [PieceType::QUEEN, PieceType::ARCHER, PieceType::ARCHER];
        for (array, duplicates, chosen, count) in [
            (ArrayKind::ClassicChosen, DuplicateRule::Forbidden, &twice[1..2], 72),
            (ArrayKind::ClassicChosen, DuplicateRule::Allowed, &twice[..], 79),
            (ArrayKind::FreeChosen, DuplicateRule::Forbidden, &twice[..2], 77),
        ] {
            let extra = |kinds: Vec<PieceType>| GrandSetup {
                extra: ExtraPieces::Chosen(kinds),
                duplicates,
                ..setup(array, 0)
            };
            let open = extra(chosen.to_vec()).open_types();
            assert_eq!(open.len(), count, "{array:?} {duplicates:?}");
            for kind in PieceType::all() {
                let more = extra([chosen, &[kind]].concat());
                assert_eq!(more.check().is_ok(), open.contains(&kind), "{array:?} {duplicates:?} {kind}");
            }
        }
    }

    #[test]
    fn contradicting_options_are_refused() {
        let chosen = |array, kinds: &[PieceType]| {
            GrandSetup { extra: ExtraPieces::Chosen(kinds.to_vec()), ..setup(array, 0) }.draw(1)
        };
        let count = |found, least, most| Err(ArrayError::Count { found, least, most });
        assert_eq!(setup(ArrayKind::ClassicRandom, 0).draw(1), count(0, 1, 10));
        assert_eq!(setup(ArrayKind::ClassicRandom, 11).draw(1), count(11, 1, 10));
        assert_eq!(setup(ArrayKind::FreeRandom, 20).draw(1), count(20, 1, 19));
        assert_eq!(setup(ArrayKind::Classic, 1).draw(1), count(1, 0, 0));
        assert_eq!(setup(ArrayKind::FreeChosen, 1).draw(1), Err(ArrayError::WrongExtra));
        assert_eq!(chosen(ArrayKind::FreeRandom, &[PieceType::ARCHER]), Err(ArrayError::WrongExtra));
        assert_eq!(
            chosen(ArrayKind::FreeChosen, &[PieceType::PAWN]),
            Err(ArrayError::NoExtra(PieceType::PAWN))
        );
        let twice = [PieceType::ARCHER; 2];
        assert_eq!(chosen(ArrayKind::FreeChosen, &twice), Err(ArrayError::Duplicate(PieceType::ARCHER)));
        assert_eq!(
            chosen(ArrayKind::ClassicChosen, &[PieceType::QUEEN]),
            Err(ArrayError::Duplicate(PieceType::QUEEN))
        );
        assert!(chosen(ArrayKind::ClassicChosen, &[PieceType::ARCHER]).is_ok());
    }
}
