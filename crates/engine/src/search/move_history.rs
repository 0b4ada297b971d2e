//! History heuristic: remembers how often quiet moves were good elsewhere in the search, by piece
//! and target square (butterfly table) and after the moves before them (continuation history).

use adoube_rules::{BoardSearch, PieceType, SearchMove, Side, SquareIndex};

/// History gravity: limit that scores approach.
const HISTORY_MAX: i32 = 1 << 14;

/// Entries of the continuation history, by a hash of the moves. Entries after the same move lie
/// together, so that they share cache lines.
pub(super) const CONTINUATION_SIZE: usize = 1 << (CONTINUATION_BLOCK_BITS + CONTINUATION_ENTRY_BITS);
const CONTINUATION_BLOCK_BITS: u32 = 9;
const CONTINUATION_ENTRY_BITS: u32 = 9;

/// Piece and target square of a move, as an index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceToSquare(u32);

impl PieceToSquare {
    pub(super) fn of(board: &BoardSearch, made: SearchMove) -> Self {
        let piece = board.piece_at(made.from());
        let row = piece.map_or(0, |piece| piece.kind.index() * 2 + usize::from(piece.side == Side::Black));
        Self((row * SquareIndex::COUNT + made.to().index()) as u32)
    }

    pub(super) const fn index(self) -> u32 {
        self.0
    }

    /// Index of the target square.
    pub(super) const fn target(self) -> usize {
        self.0 as usize % SquareIndex::COUNT
    }

    /// Entry of this move after an earlier one in the continuation history.
    pub(super) const fn continuation_slot(self, previous: Self) -> usize {
        let block = previous.0.wrapping_mul(0x85eb_ca6b) >> (u32::BITS - CONTINUATION_BLOCK_BITS);
        let place = self.0.wrapping_mul(0x9e37_79b1) >> (u32::BITS - CONTINUATION_ENTRY_BITS);
        (block << CONTINUATION_ENTRY_BITS | place) as usize
    }
}

/// Scores of quiet moves by how good they were elsewhere in the search.
pub(super) struct MoveHistory {
    /// Butterfly table: by piece and target square.
    butterfly: Vec<i16>,
    /// Continuation history: after the opponent's last move, and after the own one before it.
    continuation: Vec<i16>,
}

impl Default for MoveHistory {
    fn default() -> Self {
        Self {
            butterfly: vec![0; 2 * PieceType::COUNT * SquareIndex::COUNT],
            continuation: vec![0; CONTINUATION_SIZE],
        }
    }
}

impl MoveHistory {
    /// History aging: old scores count a quarter at the next move of the game.
    pub(super) fn age(&mut self) {
        self.butterfly.iter_mut().chain(&mut self.continuation).for_each(|entry| *entry /= 4);
    }

    /// Score of a quiet move after the last two moves.
    pub(super) fn score(&self, move_made: PieceToSquare, previous: [PieceToSquare; 2]) -> i32 {
        let after = |previous| i32::from(self.continuation[move_made.continuation_slot(previous)]);
        i32::from(self.butterfly[move_made.0 as usize]) + after(previous[0]) + after(previous[1])
    }

    /// Bonus or malus of a quiet move, with history gravity.
    pub(super) fn update(&mut self, move_made: PieceToSquare, previous: [PieceToSquare; 2], by: i32) {
        let update = |entry: &mut i16| {
            let old = i32::from(*entry);
            *entry = (old + by - old * by.abs() / HISTORY_MAX) as i16;
        };
        update(&mut self.butterfly[move_made.0 as usize]);
        for previous in previous {
            update(&mut self.continuation[move_made.continuation_slot(previous)]);
        }
    }
}
