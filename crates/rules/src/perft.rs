//! Counting the leaves of the tree of legal moves, the standard check of a move generator.

use crate::Position;
use crate::position::Intent;

/// The number of sequences of `depth` legal moves. Draws end nothing here: only mate and stalemate leave no moves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    let mut position = position.clone();
    let mut buffers = vec![Vec::new(); depth as usize];
    count(&mut position, &mut buffers)
}

/// Counts with one buffer of moves for every level that is left.
fn count(position: &mut Position, buffers: &mut [Vec<Intent>]) -> u64 {
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
