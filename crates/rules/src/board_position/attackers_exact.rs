//! Whether and with what the side to move could take the enemy King: the slow truth.
//!
//! A King is attacked when the effects of some pseudo-legal move take it. That is the definition; it serves where the
//! attackers must be named, and the fast answer in `army` is held against it by tests.

use super::side_to_move::SideToMove;
use crate::padded_board::PaddedSquare;
use crate::piece::TypeSet;

impl SideToMove<'_> {
    /// The cells of the pieces that could take the enemy King now, sorted.
    pub(crate) fn attackers_of_king(&self) -> Vec<PaddedSquare> {
        let mut moves = Vec::new();
        // A pawn that could only go to its last rank gives check there even when it can become nothing.
        self.push_moves(TypeSet::promotable(), &mut moves);
        let king = self.enemy_king();
        let hits_king = |cells: &[(PaddedSquare, _)]| cells.iter().any(|&(cell, _)| cell == king);
        let mut takers: Vec<PaddedSquare> = moves
            .into_iter()
            .filter(|&intent| hits_king(&self.padded_effects(intent).vanished))
            .map(|intent| intent.from)
            .collect();
        takers.sort_unstable();
        takers.dedup();
        takers
    }
}
