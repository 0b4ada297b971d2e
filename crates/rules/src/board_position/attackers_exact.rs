//! Attack detection by definition: the pieces of the side to move that could capture the enemy King.
//!
//! A King is attacked when the effects of some pseudo-legal move remove it. Generating all moves is slow, so this serves
//! where attackers must be named, and as the reference for `attackers_fast` in tests.

use super::side_to_move::SideToMove;
use crate::padded_board::PaddedSquare;
use crate::piece::TypeSet;

impl SideToMove<'_> {
    /// The cells of the pieces that could capture the enemy King now, sorted.
    pub(crate) fn attackers_of_king(&self) -> Vec<PaddedSquare> {
        let mut moves = Vec::new();
        // A Pawn gives check on its last rank even when there is no type it could become.
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
