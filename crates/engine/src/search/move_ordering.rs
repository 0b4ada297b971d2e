//! Move ordering: scores the moves of a node, and picks them in order: table move, captures by
//! MVV-LVA with losing ones last (SEE), killer moves, quiet moves by history.
//!
//! Not here: how deep each is searched (`node`, `reductions`).

use adoube_rules::{BoardSearch, ExchangeValues, SearchMove};

use super::move_history::PieceToSquare;
use super::scored_move::{BAD_CAPTURE_SCORE, GOOD_CAPTURE_SCORE, KILLER_SCORE, ScoredMove, TT_MOVE_SCORE};
use super::state::SearchState;
use crate::transposition_table::TableEntry;

/// Value of what a move captures.
fn captured_value(board: &BoardSearch, made: SearchMove, values: &ExchangeValues) -> i32 {
    let mut captured = 0;
    board.captured_by(made, |kind| captured += values[kind.index()]);
    captured
}

/// Material gain of a move: what it captures and what a pawn promotes to.
pub(super) fn material_gain(board: &BoardSearch, made: SearchMove, values: &ExchangeValues) -> i32 {
    captured_value(board, made, values) + promotion_gain(made, values)
}

fn promotion_gain(made: SearchMove, values: &ExchangeValues) -> i32 {
    made.choice().map_or(0, |kind| values[kind.index()])
}

impl SearchState<'_> {
    /// The last two moves before that ply, for continuation and correction history.
    pub(super) fn previous_moves(&self, ply: usize) -> [PieceToSquare; 2] {
        [1, 2].map(|back| {
            ply.checked_sub(back).map_or_else(PieceToSquare::default, |ply| self.plies[ply].current_move)
        })
    }

    /// Scores the moves of a ply for their order.
    pub(super) fn score_moves(&mut self, ply: usize, tt_entry: Option<TableEntry>) {
        let values = self.evaluation.piece_values();
        let previous = self.previous_moves(ply);
        let mut scored = std::mem::take(&mut self.plies[ply].scored_moves);
        scored.clear();
        scored.extend(self.plies[ply].move_list.iter().map(|made| {
            let is_quiet = !self.board.is_capture(made) && made.choice().is_none();
            let mut needs_see = false;
            let score = if tt_entry.is_some_and(|entry| entry.is_tt_move(made)) {
                TT_MOVE_SCORE
            } else if !is_quiet {
                let mover = self.board.piece_at(made.from()).map_or(0, |piece| values[piece.kind.index()]);
                let captured = captured_value(&self.board, made, values);
                needs_see = captured < mover;
                GOOD_CAPTURE_SCORE + (captured + promotion_gain(made, values)) * 8 - mover.min(2_000)
            } else if self.plies[ply].killers.contains(&Some(made)) {
                KILLER_SCORE
            } else {
                self.history.score(PieceToSquare::of(&self.board, made), previous)
            };
            ScoredMove { made, score, is_quiet, needs_see }
        }));
        self.plies[ply].scored_moves = scored;
    }

    /// Selection sort: the best-scored move of the rest. A capture's static exchange evaluation is
    /// computed only when its turn comes (lazy SEE), as most moves are never reached.
    pub(super) fn pick_move(&mut self, ply: usize, from: usize) -> Option<ScoredMove> {
        loop {
            let rest = self.plies[ply].scored_moves.get_mut(from..)?;
            let (best, _) = rest.iter().enumerate().max_by_key(|(_, scored)| scored.score)?;
            rest.swap(0, best);
            let first = rest.first_mut()?;
            if !std::mem::take(&mut first.needs_see) {
                return Some(*first);
            }
            let balance = self.board.static_exchange(first.made, self.evaluation.piece_values());
            if balance < 0 {
                first.score = 2 * BAD_CAPTURE_SCORE + balance;
            }
        }
    }
}
