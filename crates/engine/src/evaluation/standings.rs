//! What positions are judged from, followed from move to move: what the pieces add, and what a network sees where there is one
//! for the game. Not here: how the one and the other are judged ([`Evaluation`], [`Network`]).

use adoube_rules::{BoardSearch, Position};

use super::{Amount, Evaluation};
use crate::network::{Network, View};

/// The positions on the way of a search, by half-moves ahead.
pub(crate) struct Standings<'a> {
    evaluation: &'a Evaluation,
    network: Option<&'a Network>,
    sums: Vec<Amount>,
    views: Vec<View>,
}

impl<'a> Standings<'a> {
    /// With room for so many half-moves beyond that position.
    pub(crate) fn of(
        evaluation: &'a Evaluation,
        position: &Position,
        board: &BoardSearch,
        room: usize,
    ) -> Self {
        let network = evaluation.network_for(position);
        let sums = vec![evaluation.sum(board); room + 1];
        let views = network.map_or_else(Vec::new, |network| vec![network.view(board); room + 1]);
        Self { evaluation, network, sums, views }
    }

    /// A move was made in the position so many half-moves ahead.
    #[inline]
    pub(crate) fn follow(&mut self, ply: usize, board: &BoardSearch) {
        self.sums[ply + 1] = self.evaluation.follow(self.sums[ply], board);
        if let Some(network) = self.network {
            let (before, after) = self.views.split_at_mut(ply + 1);
            network.follow(&before[ply], &mut after[0], board);
        }
    }

    /// The turn was passed there.
    pub(crate) fn pass(&mut self, ply: usize) {
        self.sums[ply + 1] = self.sums[ply];
        if self.network.is_some() {
            self.views[ply + 1] = self.views[ply].clone();
        }
    }

    /// What the position so many half-moves ahead is worth to the side to move, in hundredths of a pawn.
    #[inline]
    pub(crate) fn judge(&self, ply: usize, board: &BoardSearch) -> i32 {
        let Some(network) = self.network else { return self.evaluation.judge(self.sums[ply], board) };
        let side = board.side_to_move();
        self.sums[ply].mean_for(side) + network.judge(&self.views[ply], side)
    }
}
