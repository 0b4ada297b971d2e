//! Accumulator stack: piece-square scores and network accumulators of the positions on the way of a
//! search, updated from move to move.
//!
//! Not here: how a position is evaluated from them ([`Evaluation`], [`EvalNetwork`]).

use adoube_rules::{BoardSearch, Position};

use super::Evaluation;
use super::tapered_score::TaperedScore;
use crate::nnue::{Accumulator, EvalNetwork};

/// Incrementally updated parts of the evaluation, by ply.
pub struct AccumulatorStack<'a> {
    evaluation: &'a Evaluation,
    network: Option<&'a EvalNetwork>,
    piece_scores: Vec<TaperedScore>,
    accumulators: Vec<Accumulator>,
}

impl<'a> AccumulatorStack<'a> {
    /// A stack that begins at a position, with room for that many plies.
    pub fn new(evaluation: &'a Evaluation, position: &Position, board: &BoardSearch, plies: usize) -> Self {
        let network = evaluation.network_for(position);
        let piece_scores = vec![evaluation.full_update(board); plies + 1];
        let accumulators = network.map_or_else(Vec::new, |network| vec![network.refresh(board); plies + 1]);
        Self { evaluation, network, piece_scores, accumulators }
    }

    /// Incremental update after a move at that ply.
    #[inline]
    pub fn push_move(&mut self, ply: usize, board: &BoardSearch) {
        self.piece_scores[ply + 1] = self.evaluation.incremental_update(self.piece_scores[ply], board);
        if let Some(network) = self.network {
            let (before, after) = self.accumulators.split_at_mut(ply + 1);
            network.update(&before[ply], &mut after[0], board);
        }
    }

    /// A null move at that ply: nothing has changed.
    pub fn push_null_move(&mut self, ply: usize) {
        self.piece_scores[ply + 1] = self.piece_scores[ply];
        if self.network.is_some() {
            self.accumulators[ply + 1] = self.accumulators[ply].clone();
        }
    }

    /// Static evaluation in centipawns for the side to move of the position at that ply.
    #[inline]
    pub fn evaluate(&self, ply: usize, board: &BoardSearch) -> i32 {
        let Some(network) = self.network else {
            return self.evaluation.evaluate(self.piece_scores[ply], board);
        };
        let side = board.side_to_move();
        self.piece_scores[ply].mean_for(side) + network.forward(&self.accumulators[ply], side)
    }
}
