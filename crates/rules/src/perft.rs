//! Counting the leaves of the tree of legal moves, the standard check of a move generator.

use crate::Position;
use crate::bounded::{BoardPosition, Intent};
use crate::position::Kind;
use crate::schachen::SchachenPosition;

/// The number of sequences of `depth` legal moves. Draws end nothing here: only mate and stalemate leave no moves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match position.kind() {
        Kind::Board(board) => count(&mut BoardPosition::clone(board), &mut vec![Vec::new(); depth as usize]),
        Kind::Schachen(schachen) => count_schachen(schachen, depth),
    }
}

fn count_schachen(position: &SchachenPosition, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position.legal_moves().iter().map(|made| count_schachen(&position.apply(made), depth - 1)).sum(),
    }
}

/// Counts with one buffer of moves for every level that is left.
fn count(position: &mut BoardPosition, buffers: &mut [Vec<Intent>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    position.fill_legal(moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for &intent in moves.iter() {
        let undo = position.play(intent);
        leaves += count(position, deeper);
        position.undo(undo);
    }
    leaves
}
