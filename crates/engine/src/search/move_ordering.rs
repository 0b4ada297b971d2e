//! Move ordering: table move, captures by MVV-LVA with losing ones last (SEE), killer moves, quiet
//! moves by history.
//!
//! Not here: how deep each is searched (`node`, `reductions`).

use adoube_rules::{BoardSearch, SearchMove, Worth};

use super::move_history::PieceToSquare;
use super::scored_move::{BAD_CAPTURE_SCORE, GOOD_CAPTURE_SCORE, KILLER_SCORE, ScoredMove, TT_MOVE_SCORE};
use super::state::SearchState;
use crate::transposition_table::TableEntry;

/// Value of what a move captures.
fn captured_value(board: &BoardSearch, made: SearchMove, worth: &Worth) -> i32 {
    let mut taken = 0;
    board.victims(made, |kind| taken += worth[kind.index()]);
    taken
}

/// Material gain of a move: what it captures and what a pawn promotes to.
pub(super) fn material_gain(board: &BoardSearch, made: SearchMove, worth: &Worth) -> i32 {
    captured_value(board, made, worth) + promotion_gain(made, worth)
}

fn promotion_gain(made: SearchMove, worth: &Worth) -> i32 {
    made.choice().map_or(0, |kind| worth[kind.index()])
}

impl SearchState<'_> {
    /// The last two moves before that ply, for continuation and correction history.
    pub(super) fn previous_moves(&self, ply: usize) -> [PieceToSquare; 2] {
        [1, 2].map(|before| {
            ply.checked_sub(before).map_or_else(PieceToSquare::default, |ply| self.plies[ply].current_move)
        })
    }

    /// Scores the moves of a ply for their order.
    pub(super) fn score_moves(&mut self, ply: usize, known: Option<TableEntry>) {
        let worth = self.evaluation.worth();
        let earlier = self.previous_moves(ply);
        let mut scored = std::mem::take(&mut self.plies[ply].scored_moves);
        scored.clear();
        scored.extend(self.plies[ply].move_list.iter().map(|made| {
            let is_quiet = !self.board.takes(made) && made.choice().is_none();
            let mut is_unsure = false;
            let rank = if known.is_some_and(|entry| entry.is_tt_move(made)) {
                TT_MOVE_SCORE
            } else if !is_quiet {
                let mover = self.board.piece_at(made.from()).map_or(0, |piece| worth[piece.kind.index()]);
                let taken = captured_value(&self.board, made, worth);
                is_unsure = taken < mover;
                GOOD_CAPTURE_SCORE + (taken + promotion_gain(made, worth)) * 8 - mover.min(2_000)
            } else if self.plies[ply].killers.contains(&Some(made)) {
                KILLER_SCORE
            } else {
                self.history.score(PieceToSquare::of(&self.board, made), earlier)
            };
            ScoredMove { made, score: rank, is_quiet, needs_see: is_unsure }
        }));
        self.plies[ply].scored_moves = scored;
    }

    /// Selection sort: the best-scored move of the rest. A capture's static exchange evaluation is
    /// computed only when its turn comes (lazy SEE), as most moves are never reached.
    pub(super) fn pick_move(&mut self, ply: usize, place: usize) -> Option<ScoredMove> {
        loop {
            let rest = self.plies[ply].scored_moves.get_mut(place..)?;
            let (best, _) = rest.iter().enumerate().max_by_key(|(_, scored)| scored.score)?;
            rest.swap(0, best);
            let first = rest.first_mut()?;
            if !std::mem::take(&mut first.needs_see) {
                return Some(*first);
            }
            let balance = self.board.exchange(first.made, self.evaluation.worth());
            if balance < 0 {
                first.score = 2 * BAD_CAPTURE_SCORE + balance;
            }
        }
    }
}
