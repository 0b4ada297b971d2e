//! What positions are judged from, followed from move to move: what the pieces add, and what a network sees where there is one
//! for the game. Not here: how the one and the other are judged ([`Evaluation`], [`Network`]).

use adoube_rules::{BoardSearch, Position};

use super::Evaluation;
use super::tapered_score::TaperedScore;
use crate::nnue::{Accumulator, EvalNetwork};

/// The positions on the way of a search, by half-moves ahead.
pub struct AccumulatorStack<'a> {
    evaluation: &'a Evaluation,
    network: Option<&'a EvalNetwork>,
    piece_scores: Vec<TaperedScore>,
    accumulators: Vec<Accumulator>,
}

impl<'a> AccumulatorStack<'a> {
    /// With room for so many half-moves beyond that position.
    pub fn new(evaluation: &'a Evaluation, position: &Position, board: &BoardSearch, room: usize) -> Self {
        let network = evaluation.network_for(position);
        let sums = vec![evaluation.full_update(board); room + 1];
        let views = network.map_or_else(Vec::new, |network| vec![network.refresh(board); room + 1]);
        Self { evaluation, network, piece_scores: sums, accumulators: views }
    }

    /// A move was made in the position so many half-moves ahead.
    #[inline]
    pub fn push_move(&mut self, ply: usize, board: &BoardSearch) {
        self.piece_scores[ply + 1] = self.evaluation.incremental_update(self.piece_scores[ply], board);
        if let Some(network) = self.network {
            let (before, after) = self.accumulators.split_at_mut(ply + 1);
            network.update(&before[ply], &mut after[0], board);
        }
    }

    /// The turn was passed there.
    pub fn push_null_move(&mut self, ply: usize) {
        self.piece_scores[ply + 1] = self.piece_scores[ply];
        if self.network.is_some() {
            self.accumulators[ply + 1] = self.accumulators[ply].clone();
        }
    }

    /// What the position so many half-moves ahead is worth to the side to move, in hundredths of a pawn.
    #[inline]
    pub fn evaluate(&self, ply: usize, board: &BoardSearch) -> i32 {
        let Some(network) = self.network else {
            return self.evaluation.evaluate(self.piece_scores[ply], board);
        };
        let side = board.side_to_move();
        self.piece_scores[ply].mean_for(side) + network.forward(&self.accumulators[ply], side)
    }
}
