//! History heuristic: how good quiet moves were elsewhere in the search, by piece and target square (butterfly), and after the
//! moves before them (continuation history).

use adoube_rules::{BoardSearch, PieceType, Place, SearchMove, Side};

/// The most a quiet move can gain or lose by what has been seen of it.
const HISTORY_MAX: i32 = 1 << 14;

/// Numbers that keep what followed on what; several share one. What followed on the same lies together, in as many places as
/// fit near the processor.
pub(super) const CONTINUATION_SIZE: usize = 1 << (CONTINUATION_BLOCK_BITS + CONTINUATION_ENTRY_BITS);
const CONTINUATION_BLOCK_BITS: u32 = 9;
const CONTINUATION_ENTRY_BITS: u32 = 9;

/// A piece that goes somewhere, as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceToSquare(u32);

impl PieceToSquare {
    pub(super) fn of(board: &BoardSearch, made: SearchMove) -> Self {
        let piece = board.piece_at(made.from());
        let row = piece.map_or(0, |piece| piece.kind.index() * 2 + usize::from(piece.side == Side::Black));
        Self((row * Place::COUNT + made.to().index()) as u32)
    }

    pub(super) const fn index(self) -> u32 {
        self.0
    }

    /// The place it goes to.
    pub(super) const fn target(self) -> usize {
        self.0 as usize % Place::COUNT
    }

    /// Where what followed on an earlier move is kept.
    pub(super) const fn continuation_slot(self, earlier: Self) -> usize {
        let block = earlier.0.wrapping_mul(0x85eb_ca6b) >> (u32::BITS - CONTINUATION_BLOCK_BITS);
        let place = self.0.wrapping_mul(0x9e37_79b1) >> (u32::BITS - CONTINUATION_ENTRY_BITS);
        (block << CONTINUATION_ENTRY_BITS | place) as usize
    }
}

/// How good quiet moves were elsewhere in the search.
pub(super) struct MoveHistory {
    /// By what goes where.
    butterfly: Vec<i16>,
    /// The same after the opponent's last move, and after the own one before it.
    continuation: Vec<i16>,
}

impl Default for MoveHistory {
    fn default() -> Self {
        Self {
            butterfly: vec![0; 2 * PieceType::COUNT * Place::COUNT],
            continuation: vec![0; CONTINUATION_SIZE],
        }
    }
}

impl MoveHistory {
    /// Another move of the game: what was seen counts less.
    pub(super) fn age(&mut self) {
        self.butterfly.iter_mut().chain(&mut self.continuation).for_each(|seen| *seen /= 4);
    }

    pub(super) fn score(&self, going: PieceToSquare, earlier: [PieceToSquare; 2]) -> i32 {
        let after = |earlier| i32::from(self.continuation[going.continuation_slot(earlier)]);
        i32::from(self.butterfly[going.0 as usize]) + after(earlier[0]) + after(earlier[1])
    }

    /// A quiet move was good or was none, by so much.
    pub(super) fn update(&mut self, going: PieceToSquare, earlier: [PieceToSquare; 2], by: i32) {
        let learn = |seen: &mut i16| {
            let old = i32::from(*seen);
            *seen = (old + by - old * by.abs() / HISTORY_MAX) as i16;
        };
        learn(&mut self.butterfly[going.0 as usize]);
        for earlier in earlier {
            learn(&mut self.continuation[going.continuation_slot(earlier)]);
        }
    }
}
