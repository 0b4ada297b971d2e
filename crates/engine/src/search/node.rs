//! Negamax with principal variation search (PVS): one node, its move loop, extensions, and what it
//! teaches the histories.
//!
//! Not here: which moves are pruned or reduced (`pruning`, `reductions`) and in which order they
//! come (`move_ordering`).

use adoube_rules::SearchMove;

use super::limits::{MAX_DEPTH, MAX_PLY};
use super::move_history::PieceToSquare;
use super::node_state::{MoveContext, NodeArgs, NodeState};
use super::score::{INFINITY, MATE, from_tt, is_mate, mated_in, to_tt};
use super::scored_move::ScoredMove;
use super::state::SearchState;
use crate::evaluation::Evaluation;
use crate::transposition_table::{ScoreBound, TableEntry};

/// Depths at which a position far above what is asked is not looked at any more, and hundredths of a pawn for each of them.
const REVERSE_FUTILITY: (i32, i32) = (7, 85);
/// From this depth on it is asked whether the best known move is the only good one, and half-moves by which what is known may
/// be less deep for that.
const SINGULAR: (i32, i32) = (7, 3);
/// When all others are worse by so much more than was asked, it is looked at farther still.
const DOUBLE_EXTENSION_MARGIN: i32 = 25;
/// A position so far below what is asked, for each depth up to the last at which that is tried, is only looked at for captures.
const RAZORING: (i32, i32) = (2, 280);

impl SearchState<'_> {
    /// Score of a node for the side to move, within the bounds of the window (fail soft).
    pub(super) fn negamax(&mut self, mut aim: NodeArgs) -> i32 {
        let ply = aim.ply;
        let in_check = self.board.in_check();
        aim.depth += i32::from(in_check);
        if aim.depth <= 0 {
            return self.quiescence_search(aim.alpha, aim.beta, ply, in_check);
        }
        self.plies[ply].pv.clear();
        if !self.count_node() {
            return 0;
        }
        if let Some(score) = self.draw_or_mate_bound(&mut aim) {
            return score;
        }
        let known = if self.is_secondary_pv(ply) {
            // The table entry is about the best line.
            self.hint_move.map(TableEntry::hint)
        } else {
            self.table.probe(self.board.key())
        };
        let may_be_short = aim.is_null_window() && aim.excluded_move == 0;
        if let Some(score) = known.filter(|_| may_be_short).and_then(|entry| tt_cutoff(&entry, &aim)) {
            return score;
        }
        let mut here = self.node_state(&aim, known, in_check);
        if may_be_short && let Some(score) = self.prune_node(&aim, &here) {
            return score;
        }
        if may_be_short && let Some(score) = self.probcut(&aim, &here) {
            return score;
        }
        if let Some(score) = self.singular_extension(&aim, &mut here) {
            return score;
        }
        if self.is_stopped {
            return 0;
        }
        // Internal iterative reduction: a node of that depth without a table move is searched one
        // ply less deep.
        if aim.depth >= 5 && here.tt_entry.is_none_or(|entry| !entry.has_move()) {
            aim.depth -= 1;
        }
        let mut list = std::mem::take(&mut self.plies[ply].move_list);
        self.board.fill_legal(&mut list);
        self.plies[ply].move_list = list;
        self.score_moves(ply, here.tt_entry);
        self.search_moves(aim, &here)
    }

    /// Score of a draw, of the depth limit or of a bound by mate distance pruning, which narrows
    /// the window to mates that are still possible.
    fn draw_or_mate_bound(&mut self, aim: &mut NodeArgs) -> Option<i32> {
        let ply = aim.ply;
        if ply == 0 {
            return None;
        }
        if self.is_draw() {
            return Some(0);
        }
        if ply >= MAX_DEPTH || ply + 1 >= MAX_PLY {
            return Some(self.static_eval(ply));
        }
        aim.alpha = aim.alpha.max(mated_in(ply));
        aim.beta = aim.beta.min(MATE - ply as i32 - 1);
        (aim.alpha >= aim.beta).then_some(aim.alpha)
    }

    fn node_state(&mut self, aim: &NodeArgs, known: Option<TableEntry>, in_check: bool) -> NodeState {
        let key = self.board.key();
        let mut judged = if in_check { -INFINITY } else { self.static_eval(aim.ply) };
        self.plies[aim.ply].static_eval = judged;
        let improving = !in_check && aim.ply >= 2 && judged > self.plies[aim.ply - 2].static_eval;
        if let Some(entry) = known.filter(|_| !in_check) {
            let score = from_tt(entry.score.into(), aim.ply);
            if !is_mate(score) && entry.bound.gives_cutoff(score, judged, judged + 1) {
                judged = score;
            }
        }
        let expects_capture = known.is_some_and(|entry| self.tt_move_is_capture(&entry));
        NodeState {
            key,
            tt_entry: known,
            in_check,
            static_eval: judged,
            improving,
            tt_move_is_capture: expects_capture,
            extension: 0,
        }
    }

    /// Razoring, reverse futility pruning and null move pruning: a score if the node needs no move
    /// loop.
    fn prune_node(&mut self, aim: &NodeArgs, here: &NodeState) -> Option<i32> {
        if here.in_check || is_mate(aim.beta) || aim.ply == 0 || self.is_full_width() {
            return None;
        }
        let (depths, each) = RAZORING;
        if aim.depth <= depths && here.static_eval + each * aim.depth <= aim.alpha {
            let score = self.quiescence_search(aim.alpha, aim.beta, aim.ply, false);
            if score <= aim.alpha {
                return Some(score);
            }
        }
        let (depths, each) = REVERSE_FUTILITY;
        let above = here.static_eval - each * (aim.depth - i32::from(here.improving));
        if aim.depth <= depths && above >= aim.beta {
            return Some(here.static_eval);
        }
        let has_pieces = Evaluation::has_non_pawn_material(&self.board, self.board.side_to_move());
        if !aim.allow_null_move || aim.depth < 3 || here.static_eval < aim.beta || !has_pieces {
            return None;
        }
        let less = 3 + aim.depth / 4 + ((here.static_eval - aim.beta) / 200).min(3);
        self.repetition_history.push(here.key);
        self.plies[aim.ply].current_move = PieceToSquare::default();
        self.board.pass();
        self.accumulators.push_null_move(aim.ply);
        let (alpha, beta) = (-aim.beta, 1 - aim.beta);
        let (depth, ply) = (aim.depth - less, aim.ply + 1);
        let next = NodeArgs {
            alpha,
            beta,
            depth,
            ply,
            allow_null_move: false,
            excluded_move: 0,
            is_cut_node: !aim.is_cut_node,
        };
        let score = -self.negamax(next);
        self.unmake_move();
        let holds = !self.is_stopped && score >= aim.beta;
        // A mate after a null move is no proof of one.
        holds.then(|| if is_mate(score) { aim.beta } else { score })
    }

    /// Singular extension: whether all moves but the table move fail low, in a search of half the
    /// depth with a window below the table's score. Then the table move is extended. If another
    /// move holds beta as well, the node is cut (multicut); if the table move is only good enough,
    /// it is searched less deep (negative extension).
    fn singular_extension(&mut self, aim: &NodeArgs, here: &mut NodeState) -> Option<i32> {
        let (depths, less_deep) = SINGULAR;
        let entry = here.tt_entry.filter(|entry| entry.has_move() && entry.bound != ScoreBound::Upper)?;
        let score = from_tt(entry.score.into(), aim.ply);
        let is_known = i32::from(entry.depth) >= aim.depth - less_deep && !is_mate(score);
        let may_go_on = aim.ply > 0 && aim.ply < 2 * self.root_depth && aim.depth >= depths;
        if aim.excluded_move != 0 || !is_known || !may_go_on || self.is_stopped {
            return None;
        }
        let bar = score - 2 * aim.depth;
        let others = NodeArgs {
            alpha: bar - 1,
            beta: bar,
            depth: (aim.depth - 1) / 2,
            excluded_move: entry.move_bits(),
            allow_null_move: false,
            ..*aim
        };
        let found = self.negamax(others);
        if found < bar {
            here.extension = 1 + i32::from(aim.is_null_window() && found < bar - DOUBLE_EXTENSION_MARGIN);
            return None;
        }
        // Negative extension.
        here.extension = -i32::from(score >= aim.beta);
        (bar >= aim.beta && aim.is_null_window()).then_some(bar)
    }

    /// Whether the table move is a capture, as far as its target tells.
    fn tt_move_is_capture(&self, entry: &TableEntry) -> bool {
        entry.move_target().and_then(|place| self.board.piece_at(place)).is_some()
    }

    /// Move loop: searches the moves in order, prunes and reduces late ones, and stores the result.
    fn search_moves(&mut self, mut aim: NodeArgs, here: &NodeState) -> i32 {
        let ply = aim.ply;
        let first = aim.alpha;
        let (mut best, mut best_move) = (-INFINITY, None);
        let (mut before, mut quiet_before) = (0, 0);
        let (mut place, mut overlooked) = (0, 0);
        while let Some(scored) = self.pick_move(ply, place) {
            let ScoredMove { made, is_quiet, .. } = scored;
            place += 1;
            let is_left_out = made.to_bits() == aim.excluded_move || self.is_excluded_at_root(made, ply);
            if is_left_out || !here.in_check && self.is_blunder_filtered(made, ply) {
                overlooked += 1;
                continue;
            }
            let candidate = MoveContext { scored, move_index: before, quiet_index: quiet_before };
            before += 1;
            quiet_before += i32::from(is_quiet);
            let may_be_left_out = before > 1 && !is_mate(best) && !here.in_check && ply > 0;
            let less =
                if self.is_full_width() { 0 } else { self.reductions.reduction(&aim, here, &candidate) };
            if may_be_left_out && self.prune_move(&aim, here, &candidate, less) {
                continue;
            }
            self.make_move(made, ply);
            let score = self.search_child(&aim, (before == 1).then_some(here.extension), less);
            self.unmake_move();
            if self.is_stopped {
                // At the root a stopped search keeps the moves it has searched to their end.
                return best;
            }
            best = best.max(score);
            if score > aim.alpha {
                aim.alpha = score;
                best_move = Some(made);
                self.update_pv(ply, made);
                if score >= aim.beta {
                    if is_quiet {
                        self.update_quiet_histories(&aim, made, place);
                    }
                    break;
                }
            }
        }
        if before == 0 && overlooked > 0 {
            return if aim.excluded_move == 0 { here.static_eval } else { first };
        }
        if before == 0 {
            return if here.in_check { mated_in(ply) } else { 0 };
        }
        if aim.excluded_move != 0 || self.is_secondary_pv(ply) {
            return best;
        }
        let bound = ScoreBound::of(best, first, aim.beta);
        if !here.in_check && ply > 0 {
            self.update_correction_history(&aim, best, best_move, bound);
        }
        self.table.store(here.key, best_move, to_tt(best, ply), aim.depth, bound);
        best
    }

    /// Principal variation search of one move: the first with the full window, the others with a
    /// null window and reduced depth, and again without reduction or with the full window where
    /// they raise alpha.
    fn search_child(&mut self, aim: &NodeArgs, first: Option<i32>, less: i32) -> i32 {
        let next = NodeArgs {
            alpha: -aim.beta,
            beta: -aim.alpha,
            depth: aim.depth - 1,
            ply: aim.ply + 1,
            allow_null_move: true,
            excluded_move: 0,
            is_cut_node: aim.is_null_window() && !aim.is_cut_node,
        };
        if let Some(farther) = first {
            return -self.negamax(NodeArgs { depth: next.depth + farther, ..next });
        }
        let narrow = NodeArgs { alpha: -aim.alpha - 1, is_cut_node: true, ..next };
        let mut score = -self.negamax(NodeArgs { depth: narrow.depth - less, ..narrow });
        if score > aim.alpha && less > 0 {
            score = -self.negamax(NodeArgs { is_cut_node: !aim.is_cut_node, ..narrow });
        }
        if score > aim.alpha && score < aim.beta {
            score = -self.negamax(NodeArgs { is_cut_node: false, ..next });
        }
        score
    }

    fn update_pv(&mut self, ply: usize, made: SearchMove) {
        let (here, there) = self.plies.split_at_mut(ply + 1);
        let line = &mut here[ply].pv;
        line.clear();
        line.push(made);
        line.extend_from_slice(&there[0].pv);
    }

    /// Updates the correction history with the difference of score and static evaluation, unless a
    /// capture explains it.
    fn update_correction_history(
        &mut self,
        aim: &NodeArgs,
        best: i32,
        best_move: Option<SearchMove>,
        bound: ScoreBound,
    ) {
        let seemed = self.plies[aim.ply].static_eval;
        let is_told = match bound {
            ScoreBound::Exact => true,
            ScoreBound::Lower => best > seemed,
            ScoreBound::Upper => best < seemed,
        };
        let is_quiet = best_move.is_none_or(|made| !self.board.takes(made) && made.choice().is_none());
        if is_told && is_quiet && !is_mate(best) {
            self.correction_history.update(self.previous_moves(aim.ply), best - seemed, aim.depth);
        }
    }

    /// Beta cutoff by a quiet move: makes it a killer move, gives it a history bonus, and the quiet
    /// moves before it a malus.
    fn update_quiet_histories(&mut self, aim: &NodeArgs, made: SearchMove, place: usize) {
        let by = (aim.depth * aim.depth * 16).min(1_600);
        let ply = &mut self.plies[aim.ply];
        if ply.killers[0] != Some(made) {
            ply.killers = [Some(made), ply.killers[0]];
        }
        let earlier = self.previous_moves(aim.ply);
        self.history.update(PieceToSquare::of(&self.board, made), earlier, by);
        for before in 0..place - 1 {
            let tried = self.plies[aim.ply].scored_moves[before];
            if tried.is_quiet {
                self.history.update(PieceToSquare::of(&self.board, tried.made), earlier, -by);
            }
        }
    }
}

/// Transposition table cutoff: the entry's score, if its depth and bound decide the node.
fn tt_cutoff(entry: &TableEntry, aim: &NodeArgs) -> Option<i32> {
    let score = from_tt(entry.score.into(), aim.ply);
    let answers = i32::from(entry.depth) >= aim.depth && entry.bound.gives_cutoff(score, aim.alpha, aim.beta);
    answers.then_some(score)
}
