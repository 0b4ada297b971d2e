//! Perft: counts the leaves of the tree of legal moves to a depth, the standard test of a move
//! generator.
//!
//! Not here: a time limit, which the caller decides.

use crate::Position;
use crate::board_position::{BoardPosition, PaddedMove};
use crate::position::PositionKind;
use crate::schachen::SchachenPosition;

/// The number of sequences of `depth` legal moves. Draws do not end a sequence, only checkmate and
/// stalemate do.
pub fn perft(position: &Position, depth: u32) -> u64 {
    // The count is never stopped.
    perft_while(position, depth, || true).unwrap_or_default()
}

/// The same while `go_on` returns true. It is called often; once it returns false the result is
/// `None`.
pub fn perft_while(position: &Position, depth: u32, mut go_on: impl FnMut() -> bool) -> Option<u64> {
    match position.kind() {
        PositionKind::Board(board) => {
            count(&mut BoardPosition::clone(board), &mut vec![Vec::new(); depth as usize], &mut go_on)
        }
        PositionKind::Schachen(schachen) => count_schachen(schachen, depth, &mut go_on),
    }
}

/// Calls `go_on` at every position, as each may have hundreds of drops.
fn count_schachen(position: &SchachenPosition, depth: u32, go_on: &mut impl FnMut() -> bool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if !go_on() {
        return None;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    moves.iter().map(|made| count_schachen(&position.apply(made), depth - 1, go_on)).sum()
}

/// Counts with one buffer of moves for every level that is left. Calls `go_on` where moves are
/// made, as counting leaves is fast.
fn count(
    position: &mut BoardPosition,
    buffers: &mut [Vec<PaddedMove>],
    go_on: &mut impl FnMut() -> bool,
) -> Option<u64> {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return Some(1);
    };
    position.generate_legal(moves);
    if deeper.is_empty() {
        return Some(moves.len() as u64);
    }
    if !go_on() {
        return None;
    }
    let mut leaves = 0;
    for &intent in moves.iter() {
        let undo = position.make_move(intent);
        leaves += count(position, deeper, go_on)?;
        position.unmake_move(undo);
    }
    Some(leaves)
}
