//! Beyond the depth of a search: only what takes, converts or promotes, until it is quiet. Whoever is in check at its
//! beginning tries everything.

use super::order::{BAD, won};
use super::score::mated_in;
use super::{PLIES, Search};
use crate::search::score::{from_table, to_table};
use crate::table::Bound;

/// What a capture may bring beside the piece, in hundredths of a pawn.
const MARGIN: i32 = 180;
/// Half-moves at most: pieces that are converted to and fro never run out.
const LONGEST: usize = 8;
/// Of these so many in which whoever is in check tries everything.
const CHECKS: usize = 3;
/// And so many in which everything may be taken. After them, where there are more such moves than that, only what has moved
/// last: there would be no end with armies that are all in each other's reach.
const EVERYWHERE: usize = 3;
const CROWDED: usize = 10;

impl Search<'_> {
    /// What the position is worth when nothing is left to take. Whether its side is in check is known already.
    pub(super) fn quiesce(&mut self, alpha: i32, beta: i32, ply: usize, in_check: bool) -> i32 {
        self.settle(alpha, beta, ply, LONGEST, Some(in_check))
    }

    fn settle(&mut self, mut alpha: i32, beta: i32, ply: usize, left: usize, in_check: Option<bool>) -> i32 {
        self.plies[ply].line.clear();
        if !self.counts() {
            return 0;
        }
        if self.is_drawn() {
            return 0;
        }
        if left == 0 || ply + 1 >= PLIES {
            return self.judge(ply);
        }
        let key = self.board.key();
        let known = self.table.get(key);
        if let Some(entry) = known {
            let score = from_table(entry.score.into(), ply);
            if entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }
        let in_check = in_check.unwrap_or_else(|| left > LONGEST - CHECKS && self.board.in_check());
        let mut best = if in_check { mated_in(ply) } else { self.judge(ply) };
        let judged = best;
        if best >= beta {
            return best;
        }
        let first = alpha;
        alpha = alpha.max(best);
        let mut list = std::mem::take(&mut self.plies[ply].list);
        if in_check {
            self.board.fill_legal(&mut list);
        } else {
            self.board.fill_tactical(&mut list);
        }
        self.plies[ply].list = list;
        self.rank(ply, known);
        let is_crowded = left + EVERYWHERE <= LONGEST && self.plies[ply].list.len() > CROWDED;
        let mut best_move = None;
        let mut place = 0;
        while let Some(scored) = self.next(ply, place) {
            place += 1;
            if !in_check {
                if scored.rank < BAD {
                    break;
                }
                let is_far = is_crowded && !self.answers(scored.made, ply);
                if is_far || self.overlooks(scored.made, ply) {
                    continue;
                }
                let won = won(&self.board, scored.made, self.evaluation.worth());
                if judged + won + MARGIN <= alpha {
                    continue;
                }
            }
            self.make(scored.made, ply);
            let score = -self.settle(-beta, -alpha, ply + 1, left - 1, None);
            self.unmake();
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
        let bound = Bound::of(best, first, beta);
        self.table.note(key, best_move, to_table(best, ply), 0, bound);
        best
    }
}
