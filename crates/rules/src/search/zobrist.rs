//! Zobrist hashing: computes hash keys of positions and updates them from move to move.
//!
//! Not here: the keys by which records detect repetition (`game::repetition`), which must never change.

use crate::board_position::{BoardPosition, UndoState};
use crate::padded_board::{PaddedSquare, PieceCode};
use crate::{CastlingSide, PieceType, Side};

/// The parts of a key that are updated incrementally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ZobristKeys {
    pieces: u64,
    pools: u64,
}

/// Salt of a hash, so that equal numbers of different meaning differ.
#[derive(Clone, Copy)]
enum ZobristSalt {
    Piece = 1,
    Pool = 2,
    State = 3,
    Memory = 4,
}

/// The finaliser of `SplitMix64`: every bit of the result depends on all bits of the input.
#[inline]
const fn mix(salt: ZobristSalt, number: u64) -> u64 {
    let mut mixed = number.wrapping_add((salt as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[inline]
const fn piece(cell: PaddedSquare, code: PieceCode) -> u64 {
    mix(ZobristSalt::Piece, (cell.index() as u64) << 32 | (code.index() as u64) << 16)
}

impl ZobristKeys {
    /// Computes the keys of a position from scratch.
    pub(super) fn of(position: &BoardPosition) -> Self {
        let board = position.board();
        let cells = Side::BOTH.into_iter().flat_map(|side| board.pieces(side));
        let pieces = cells.fold(0, |key, &cell| key ^ piece(cell, board.at(cell)));
        Self { pieces, pools: pools(position) }
    }

    /// Updates the keys after a move that led to `position`.
    #[inline]
    pub(super) fn follow(&mut self, position: &BoardPosition, undo: &UndoState) {
        let effects = undo.effects();
        for &(cell, code) in effects.vanished.iter().chain(&effects.appeared) {
            self.pieces ^= piece(cell, code);
        }
        if effects.vanished.len() > 1 || undo.choice().is_some() {
            self.pools = pools(position);
        }
    }

    /// The key of the whole position.
    #[inline]
    pub(super) fn with_state(self, position: &BoardPosition) -> u64 {
        let state = position.state();
        let castling = Side::BOTH.into_iter().flat_map(|side| {
            CastlingSide::BOTH.into_iter().map(move |castling| state.rook(side, castling).index() as u64)
        });
        let cells = castling.fold(state.en_passant.index() as u64, |cells, cell| cells << 8 | cell);
        // Once no piece is locked any more, move numbers make no difference.
        let number = if state.number <= position.lock_moves() { u64::from(state.number) } else { 0 };
        let numbers = cells << 1 | state.side.index() as u64;
        self.pieces ^ self.pools ^ mix(ZobristSalt::State, numbers) ^ memory(position, number)
    }
}

/// The key of what Jokers copy and of the move number while pieces are locked.
#[inline]
fn memory(position: &BoardPosition, number: u64) -> u64 {
    if !position.has_joker() {
        return if number == 0 { 0 } else { mix(ZobristSalt::Memory, number) };
    }
    let state = position.state();
    let row = |kind: Option<PieceType>| kind.map_or(0, |kind| kind.index() as u64 + 1);
    let guise = state.joker.map_or(0, |(cell, guise)| (cell.index() as u64) << 8 | row(Some(guise.kind())));
    let last = state.last.into_iter().fold(guise, |last, kind| last << 8 | row(kind));
    mix(ZobristSalt::Memory, last << 16 | number)
}

/// The key of the pools. They are sorted lists in which a type may occur several times.
fn pools(position: &BoardPosition) -> u64 {
    let mut key = 0;
    for side in Side::BOTH {
        let mut before = None;
        let mut times = 0;
        for &kind in position.pool(side) {
            times = if before == Some(kind) { times + 1 } else { 0 };
            before = Some(kind);
            let number = (kind.index() as u64) << 16 | times << 1 | side.index() as u64;
            key ^= mix(ZobristSalt::Pool, number);
        }
    }
    key
}
