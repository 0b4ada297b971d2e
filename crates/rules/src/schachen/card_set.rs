//! Cards of Schachen in a hand, in a stack and among captured pieces, as far as they are known;
//! unknown ones are counted.
//!
//! Where cards may be dropped is in `drops`.

use std::fmt;

use arrayvec::ArrayVec;

use crate::PieceType;

/// Cards of a set, by kind: King, Queen, two Rooks, two Bishops, two Knights, eight Pawns.
pub(super) const SET: [(PieceType, usize); 6] = [
    (PieceType::KING, 1),
    (PieceType::QUEEN, 1),
    (PieceType::ROOK, 2),
    (PieceType::BISHOP, 2),
    (PieceType::KNIGHT, 2),
    (PieceType::PAWN, 8),
];
/// Cards of a set.
pub(super) const SET_SIZE: usize = 16;

/// Cards in a hand at most.
pub(super) const HAND: usize = 3;

/// Known cards in table order.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct CardPile(ArrayVec<PieceType, SET_SIZE>);

impl CardPile {
    /// Adds a card. There are never more than a set.
    pub(super) fn put(&mut self, kind: PieceType) {
        if !self.0.is_full() {
            let place = self.0.partition_point(|other| *other <= kind);
            self.0.insert(place, kind);
        }
    }

    /// Removes a card. Returns whether it was there.
    pub(super) fn take(&mut self, kind: PieceType) -> bool {
        let place = self.0.iter().position(|other| *other == kind);
        place.map(|place| self.0.remove(place)).is_some()
    }
}

impl std::ops::Deref for CardPile {
    type Target = [PieceType];

    fn deref(&self) -> &[PieceType] {
        &self.0
    }
}

/// The cards of a hand or a stack: some of them known, the others only counted.
///
/// Known cards of a hand are in table order, those of a stack in the order in which they are drawn.
/// `Display` prints what is known: `QNP`, `3`, `QN1`, `-`. `Debug` prints the number of cards only,
/// so that logs reveal none.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct CardSet {
    pub(super) known_cards: ArrayVec<PieceType, SET_SIZE>,
    pub(super) unknown_count: u8,
}

impl CardSet {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.known_cards.len() + self.unknown_count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The known cards.
    pub fn known_cards(&self) -> &[PieceType] {
        &self.known_cards
    }

    /// The number of unknown cards.
    pub fn unknown_count(&self) -> usize {
        self.unknown_count.into()
    }

    /// A set of known cards, at most as many as a set has.
    pub(super) fn of(kinds: impl IntoIterator<Item = PieceType>) -> Self {
        Self { known_cards: kinds.into_iter().take(SET_SIZE).collect(), unknown_count: 0 }
    }

    /// A number of unknown cards.
    pub(super) fn face_down_count(count: usize) -> Self {
        Self { known_cards: ArrayVec::new(), unknown_count: count as u8 }
    }

    /// The same number of cards, all unknown.
    pub(super) fn face_down(&self) -> Self {
        Self::face_down_count(self.len())
    }

    /// The kinds of the known cards, each once. Only for hands, which are in table order.
    pub(super) fn kinds(&self) -> ArrayVec<PieceType, SET_SIZE> {
        let mut kinds = ArrayVec::new();
        for &kind in &self.known_cards {
            if kinds.last() != Some(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }

    /// Plays a card of a hand. Returns whether the hand can have it.
    pub(super) fn play(&mut self, kind: PieceType) -> bool {
        if let Some(place) = self.known_cards.iter().position(|other| *other == kind) {
            self.known_cards.remove(place);
            return true;
        }
        let hidden = self.unknown_count > 0;
        self.unknown_count -= u8::from(hidden);
        hidden
    }

    /// Draws the top card of a stack into the hand, if there is one.
    pub(super) fn draw_from(&mut self, stack: &mut Self) {
        if let Some(kind) = stack.known_cards.pop_at(0) {
            let place = self.known_cards.partition_point(|other| *other <= kind);
            self.known_cards.insert(place, kind);
        } else if stack.unknown_count > 0 {
            stack.unknown_count -= 1;
            self.unknown_count += 1;
        }
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.known_cards.iter().try_for_each(|kind| f.write_str(kind.code()))?;
        if self.unknown_count > 0 { write!(f, "{}", self.unknown_count) } else { Ok(()) }
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards", self.len())
    }
}
