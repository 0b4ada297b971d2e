//! A position of Schachen (the variant on an unbounded grid) for engine search: the two steps of a
//! turn and the drop of a card are made and unmade in place, and every position has a hash key.
//!
//! Not here: what a side may know (`information_set`), and evaluation (`adoube-engine`).

mod moves;
#[cfg(test)]
mod tests;

pub use self::moves::GridMove;

use arrayvec::ArrayVec;

use super::{SET_SIZE, SchachenPosition};
use crate::{CardDrop, Move, Piece, PieceType, Side, Square};

/// Slots for pieces: White's, then Black's, the King of each in the first one.
const SLOTS: usize = 2 * SET_SIZE;
/// Kinds of pieces.
const KINDS: usize = 6;
/// Turns for which the undo stacks have room from the start.
const INITIAL_CAPACITY: usize = 64;

/// A determinized position of Schachen in which a search makes and unmakes moves. It comes from an
/// [`InformationSet`](super::InformationSet), so cards a side cannot see are dealt at random.
#[derive(Clone)]
pub struct GridSearch {
    files: [i32; SLOTS],
    ranks: [i32; SLOTS],
    kinds: [PieceType; SLOTS],
    /// Slots with a piece on the grid, one bit each.
    present: u32,
    side: Side,
    /// The number of cards of each kind.
    hands: [[u8; KINDS]; 2],
    taken: [[u8; KINDS]; 2],
    /// The cards of the stacks; `drawn` counts those that are drawn.
    stacks: [ArrayVec<PieceType, SET_SIZE>; 2],
    drawn: [u8; 2],
    key: u64,
    steps: Vec<StepUndo>,
    ends: Vec<DropUndo>,
}

/// What is needed to unmake the first step of a turn.
#[derive(Clone, Copy)]
struct StepUndo {
    made: GridMove,
    from: Square,
    kind: PieceType,
    /// The captured kind. Its slot may be reused until the step is unmade.
    victim: Option<PieceType>,
    key: u64,
}

/// What is needed to unmake the second step of a turn.
#[derive(Clone, Copy)]
struct DropUndo {
    /// The slot and kind of the dropped card.
    dropped: Option<(usize, PieceType)>,
    /// The card drawn for it.
    drawn: Option<PieceType>,
    key: u64,
}

const fn first_slot(side: Side) -> usize {
    side.index() * SET_SIZE
}

/// The slots of a side, one bit each.
const fn slots_of(side: Side) -> u32 {
    0xffff << first_slot(side)
}

const fn side_of(slot: usize) -> Side {
    if slot < SET_SIZE { Side::White } else { Side::Black }
}

/// The index of a kind among the six.
const fn place(kind: PieceType) -> usize {
    let index = kind.index();
    if index < KINDS { index } else { KINDS - 1 }
}

/// The indices of the bits of a mask.
fn each(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            slot
        })
    })
}

/// The finaliser of `MurmurHash3`.
const fn mixed(mut number: u64) -> u64 {
    number = (number ^ number >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    number = (number ^ number >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}

const fn piece_key(side: Side, kind: PieceType, at: Square) -> u64 {
    let what = (place(kind) * 2 + side.index()) as u64;
    let at = (at.file as u32 as u64) << 32 | at.rank as u32 as u64;
    // Plus one, so that the key of the first kind on the first square is not 0.
    mixed(mixed(at) ^ (what + 1))
}

const fn hand_key(side: Side, kind: PieceType, count: u8) -> u64 {
    mixed(0x5eed << 48 | (side.index() as u64) << 16 | (place(kind) as u64) << 8 | count as u64)
}

const SIDE_KEY: u64 = mixed(0xb1ac_4000_0000_0001);

impl GridSearch {
    /// A search grid with a position in which all cards are known.
    pub(super) fn of(position: &SchachenPosition) -> Self {
        let mut search = Self {
            files: [0; SLOTS],
            ranks: [0; SLOTS],
            kinds: [PieceType::KING; SLOTS],
            present: 0,
            side: position.side,
            hands: [[0; KINDS]; 2],
            taken: [[0; KINDS]; 2],
            stacks: position.stacks.each_ref().map(|stack| stack.known_cards.clone()),
            drawn: [0; 2],
            key: if position.side == Side::Black { SIDE_KEY } else { 0 },
            steps: Vec::with_capacity(INITIAL_CAPACITY),
            ends: Vec::with_capacity(INITIAL_CAPACITY),
        };
        for side in Side::BOTH {
            // The King goes to the first slot.
            search.put(first_slot(side), PieceType::KING, position.grid.king(side));
            for (square, piece) in position.grid.pieces_of(side) {
                if piece.kind != PieceType::KING {
                    search.put_anywhere(side, piece.kind, square);
                }
            }
            position.hand(side).known_cards().iter().for_each(|kind| search.count_card(side, *kind, 1));
            for kind in position.taken(side) {
                search.taken[side.index()][place(*kind)] += 1;
            }
        }
        search
    }

    /// The Zobrist key of the pieces, both hands and the side to move. Collisions are possible but
    /// improbable. Keys differ between versions of the program: never store one.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The side to move.
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// The square of a side's King.
    pub const fn king(&self, side: Side) -> Square {
        self.square(first_slot(side))
    }

    /// The pieces of a side, in no order.
    pub fn pieces_of(&self, side: Side) -> impl Iterator<Item = (Square, PieceType)> {
        each(self.present & slots_of(side)).map(|slot| (self.square(slot), self.kinds[slot]))
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.slot_at(square).map(|slot| Piece::new(side_of(slot), self.kinds[slot]))
    }

    /// The number of cards of a kind that a side has in hand.
    pub const fn in_hand(&self, side: Side, kind: PieceType) -> u8 {
        self.hands[side.index()][place(kind)]
    }

    /// The number of captured pieces of a kind of a side.
    pub const fn taken(&self, side: Side, kind: PieceType) -> u8 {
        self.taken[side.index()][place(kind)]
    }

    /// The cards of a side's stack, the next one first.
    pub fn stack(&self, side: Side) -> &[PieceType] {
        &self.stacks[side.index()][self.drawn[side.index()] as usize..]
    }

    /// The move of the rules.
    pub const fn to_move(&self, made: GridMove, drop: Option<CardDrop>) -> Move {
        Move { from: self.square(made.slot()), to: made.to(), choice: made.choice(), drop }
    }

    /// The kind of piece that makes a move.
    pub const fn mover(&self, made: GridMove) -> PieceType {
        self.kinds[made.slot()]
    }

    /// The kind of piece that a move captures.
    pub fn victim(&self, made: GridMove) -> Option<PieceType> {
        made.victim().map(|slot| self.kinds[slot])
    }

    /// Makes the first step of a turn: one of the moves of this position.
    /// [`make_drop`](Self::make_drop) must follow.
    pub fn make_step(&mut self, made: GridMove) {
        let slot = made.slot();
        let (from, kind, victim) = (self.square(slot), self.kinds[slot], self.victim(made));
        self.steps.push(StepUndo { made, from, kind, victim, key: self.key });
        if let Some(victim) = made.victim() {
            self.remove(victim);
            self.taken[side_of(victim).index()][place(self.kinds[victim])] += 1;
        }
        let kind = made.choice().unwrap_or(self.kinds[slot]);
        if made.choice().is_some() {
            self.taken[self.side.index()][place(kind)] -= 1;
        }
        self.remove(slot);
        self.put(slot, kind, made.to());
    }

    /// Unmakes the first step, after the second one.
    pub fn unmake_step(&mut self) {
        let Some(StepUndo { made, from, kind, victim, key }) = self.steps.pop() else { return };
        let slot = made.slot();
        if let Some(choice) = made.choice() {
            self.taken[self.side.index()][place(choice)] += 1;
        }
        self.put(slot, kind, from);
        if let Some((slot, kind)) = made.victim().zip(victim) {
            self.put(slot, kind, made.to());
            self.taken[side_of(slot).index()][place(kind)] -= 1;
        }
        self.key = key;
    }

    /// Makes the second step of a turn: a legal drop, for which a card is drawn, or none.
    pub fn make_drop(&mut self, drop: Option<CardDrop>) {
        let mut end = DropUndo { dropped: None, drawn: None, key: self.key };
        let side = self.side;
        if let Some(CardDrop { card, square }) = drop {
            end.dropped = self.put_anywhere(side, card, square).map(|slot| (slot, card));
            self.count_card(side, card, -1);
            end.drawn = self.stack(side).first().copied();
            if let Some(kind) = end.drawn {
                self.drawn[side.index()] += 1;
                self.count_card(side, kind, 1);
            }
        }
        self.ends.push(end);
        self.side = side.other();
        self.key ^= SIDE_KEY;
    }

    /// Unmakes the second step of a turn.
    pub fn unmake_drop(&mut self) {
        let Some(DropUndo { dropped, drawn, key }) = self.ends.pop() else { return };
        self.side = self.side.other();
        let hand = &mut self.hands[self.side.index()];
        if let Some(kind) = drawn {
            self.drawn[self.side.index()] -= 1;
            hand[place(kind)] -= 1;
        }
        if let Some((slot, card)) = dropped {
            hand[place(card)] += 1;
            self.present &= !(1 << slot);
        }
        self.key = key;
    }

    const fn square(&self, slot: usize) -> Square {
        Square::new(self.files[slot], self.ranks[slot])
    }

    fn slot_at(&self, at: Square) -> Option<usize> {
        each(self.present).find(|slot| self.files[*slot] == at.file && self.ranks[*slot] == at.rank)
    }

    fn put(&mut self, slot: usize, kind: PieceType, at: Square) {
        (self.files[slot], self.ranks[slot], self.kinds[slot]) = (at.file, at.rank, kind);
        self.present |= 1 << slot;
        self.key ^= piece_key(side_of(slot), kind, at);
    }

    /// Places a piece in a free slot. No side ever has more pieces than slots.
    fn put_anywhere(&mut self, side: Side, kind: PieceType, at: Square) -> Option<usize> {
        let slot = each(!self.present & slots_of(side)).next()?;
        self.put(slot, kind, at);
        Some(slot)
    }

    fn remove(&mut self, slot: usize) {
        self.present &= !(1 << slot);
        self.key ^= piece_key(side_of(slot), self.kinds[slot], self.square(slot));
    }

    fn count_card(&mut self, side: Side, kind: PieceType, by: i8) {
        let count = &mut self.hands[side.index()][place(kind)];
        self.key ^= hand_key(side, kind, *count);
        *count = count.saturating_add_signed(by);
        self.key ^= hand_key(side, kind, *count);
    }
}
