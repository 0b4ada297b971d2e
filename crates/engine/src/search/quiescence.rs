//! Quiescence search: captures, conversions and promotions until the position is quiet, with stand
//! pat and delta pruning. In check the first plies search all evasions.

use super::limits::MAX_PLY;
use super::move_ordering::material_gain;
use super::score::{from_tt, mated_in, to_tt};
use super::scored_move::BAD_CAPTURE_SCORE;
use super::state::SearchState;
use crate::transposition_table::ScoreBound;

/// Delta pruning: centipawns that a capture may gain beside the piece.
const DELTA_MARGIN: i32 = 180;
/// Greatest length in plies: pieces that convert one another to and fro never run out.
const MAX_QUIESCENCE_PLIES: usize = 8;
/// Plies in which a side in check searches all evasions.
const EVASION_PLIES: usize = 3;
/// Plies in which all captures are searched. After them a crowded position, with more captures than
/// `RECAPTURES_ONLY_ABOVE`, has recaptures alone: armies within one another's reach would have no
/// end.
const ALL_CAPTURES_PLIES: usize = 3;
const RECAPTURES_ONLY_ABOVE: usize = 10;

impl SearchState<'_> {
    /// Quiescence score of the position at that ply; the caller knows whether its side is in check.
    pub(super) fn quiescence_search(&mut self, alpha: i32, beta: i32, ply: usize, in_check: bool) -> i32 {
        self.quiescence(alpha, beta, ply, MAX_QUIESCENCE_PLIES, Some(in_check))
    }

    fn quiescence(
        &mut self,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        plies_left: usize,
        in_check: Option<bool>,
    ) -> i32 {
        self.plies[ply].pv.clear();
        if !self.count_node() {
            return 0;
        }
        if self.is_draw() {
            return 0;
        }
        if plies_left == 0 || ply + 1 >= MAX_PLY {
            return self.static_eval(ply);
        }
        let key = self.board.key();
        let tt_entry = self.table.probe(key);
        if let Some(entry) = tt_entry {
            let score = from_tt(entry.score.into(), ply);
            if entry.bound.gives_cutoff(score, alpha, beta) {
                return score;
            }
        }
        let in_check = in_check
            .unwrap_or_else(|| plies_left > MAX_QUIESCENCE_PLIES - EVASION_PLIES && self.board.in_check());
        let mut best = if in_check { mated_in(ply) } else { self.static_eval(ply) };
        let stand_pat = best;
        if best >= beta {
            return best;
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let mut list = std::mem::take(&mut self.plies[ply].move_list);
        if in_check {
            self.board.generate_legal(&mut list);
        } else {
            self.board.generate_tactical(&mut list);
        }
        self.plies[ply].move_list = list;
        self.score_moves(ply, tt_entry);
        let is_crowded = plies_left + ALL_CAPTURES_PLIES <= MAX_QUIESCENCE_PLIES
            && self.plies[ply].move_list.len() > RECAPTURES_ONLY_ABOVE;
        let mut best_move = None;
        let mut next_index = 0;
        while let Some(scored) = self.pick_move(ply, next_index) {
            next_index += 1;
            if !in_check {
                if scored.score < BAD_CAPTURE_SCORE {
                    break;
                }
                let is_skipped = is_crowded && !self.is_recapture(scored.made, ply);
                if is_skipped || self.is_blunder_filtered(scored.made, ply) {
                    continue;
                }
                let gain = material_gain(&self.board, scored.made, self.evaluation.piece_values());
                if stand_pat + gain + DELTA_MARGIN <= alpha {
                    continue;
                }
            }
            self.make_move(scored.made, ply);
            let score = -self.quiescence(-beta, -alpha, ply + 1, plies_left - 1, None);
            self.unmake_move();
            if self.is_stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(scored.made);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let bound = ScoreBound::of(best, first_alpha, beta);
        self.table.store(key, best_move, to_tt(best, ply), 0, bound);
        best
    }
}
