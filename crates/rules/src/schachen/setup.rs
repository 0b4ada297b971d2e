//! Type of a position of Schachen (the variant on an unbounded grid with hidden cards) that was
//! read and not checked, and its validation.

use super::card_set::{CardPile, CardSet, HAND};
use super::grid::UnboundedGrid;
use super::{SET, SET_SIZE, SchachenPosition};
use crate::{Piece, PieceType, PositionError, PositionFault, Side, Square};

/// An unchecked position on a board.
pub(super) struct GridSetup {
    pub(super) pieces: Vec<(Square, Piece)>,
    pub(super) side: Side,
    pub(super) hands: [CardDescription; 2],
    pub(super) stacks: [CardDescription; 2],
    pub(super) taken: [CardDescription; 2],
    pub(super) clock: u16,
    pub(super) number: u16,
}

/// Unchecked cards.
#[derive(Clone, Default)]
pub(super) struct CardDescription {
    pub(super) known_cards: Vec<PieceType>,
    pub(super) unknown_count: usize,
}

impl CardDescription {
    fn len(&self) -> usize {
        self.known_cards.len() + self.unknown_count
    }

    fn cards(&self) -> CardSet {
        CardSet {
            known_cards: self.known_cards.iter().copied().collect(),
            unknown_count: self.unknown_count as u8,
        }
    }
}

impl GridSetup {
    /// An empty grid without cards before the first move of White.
    pub(super) fn empty() -> Self {
        Self {
            pieces: Vec::new(),
            side: Side::White,
            hands: Default::default(),
            stacks: Default::default(),
            taken: Default::default(),
            clock: 0,
            number: 1,
        }
    }

    /// The position, if it is valid.
    pub(super) fn validate(mut self) -> Result<SchachenPosition, PositionError> {
        let mut faults = Vec::new();
        self.check_pieces(&mut faults);
        for side in Side::BOTH {
            self.check_cards(side, &mut faults);
        }
        if !faults.is_empty() {
            return Err(PositionError { faults });
        }
        let mut grid = UnboundedGrid::empty();
        self.pieces.iter().for_each(|&(square, piece)| grid.put(square, piece));
        if grid.is_king_attacked(self.side.other()) {
            return Err(PositionError { faults: vec![PositionFault::OpponentInCheck(self.side.other())] });
        }
        self.hands.iter_mut().for_each(|hand| hand.known_cards.sort_unstable());
        let taken = self.taken.map(|taken| {
            let mut heap = CardPile::default();
            taken.known_cards.into_iter().for_each(|kind| heap.put(kind));
            heap
        });
        Ok(SchachenPosition {
            grid,
            side: self.side,
            hands: self.hands.each_ref().map(CardDescription::cards),
            stacks: self.stacks.each_ref().map(CardDescription::cards),
            taken,
            clock: self.clock,
            number: self.number,
        })
    }

    fn check_pieces(&mut self, faults: &mut Vec<PositionFault>) {
        self.pieces.sort_unstable();
        for pair in self.pieces.windows(2) {
            if let [(square, _), (other, _)] = pair
                && square == other
            {
                faults.push(PositionFault::SharedSquare(*square));
            }
        }
        for side in Side::BOTH {
            let king = Piece::new(side, PieceType::KING);
            let found = self.pieces.iter().filter(|(_, piece)| *piece == king).count();
            if found != 1 {
                faults.push(PositionFault::Kings { side, found });
            }
        }
    }

    /// Checks the cards of a side against its set. A promotion removes a Pawn from the game, so
    /// there may be fewer.
    fn check_cards(&self, side: Side, faults: &mut Vec<PositionFault>) {
        let heaps = [&self.hands, &self.stacks, &self.taken].map(|heaps| &heaps[side.index()]);
        if heaps[0].len() > HAND {
            faults.push(PositionFault::LargeHand { side, most: HAND });
        }
        let pieces = || self.pieces.iter().filter(|(_, piece)| piece.side == side);
        for (kind, most) in SET {
            let known_cards =
                heaps.iter().flat_map(|heap| &heap.known_cards).filter(|card| **card == kind).count();
            let found = known_cards + pieces().filter(|(_, piece)| piece.kind == kind).count();
            // The number of Kings on the grid is checked already.
            if found > most && (kind != PieceType::KING || known_cards > 0) {
                faults.push(PositionFault::TooManyCards { side, kind, found, most });
            }
        }
        let found = pieces().count() + heaps.iter().map(|heap| heap.len()).sum::<usize>();
        if found > SET_SIZE {
            faults.push(PositionFault::LargeSet { side, found, most: SET_SIZE });
        }
    }
}
