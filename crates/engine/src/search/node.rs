//! Negamax with principal variation search (PVS): one node of the tree. Prunes whole nodes (reverse
//! futility, razoring, null move), reduces and extends (internal iterative reduction, singular
//! extension), searches the moves in a loop, and updates table and histories with the result.
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

/// Reverse futility pruning (static null move pruning): greatest depth, and centipawns above beta for each ply of depth.
const REVERSE_FUTILITY_DEPTH: i32 = 7;
const REVERSE_FUTILITY_MARGIN: i32 = 85;
/// Singular extension: least depth, and plies by which the table entry may be less deep.
const SINGULAR_MIN_DEPTH: i32 = 7;
const SINGULAR_TT_DEPTH_MARGIN: i32 = 3;
/// Double extension: centipawns by which all other moves must fail lower than the singular bound.
const DOUBLE_EXTENSION_MARGIN: i32 = 25;
/// Razoring: greatest depth, and centipawns below alpha for each ply of depth, at which quiescence search decides.
const RAZORING_DEPTH: i32 = 2;
const RAZORING_MARGIN: i32 = 280;
/// Null move pruning: least depth; base reduction in plies; plies of depth and centipawns above beta for each further ply; and
/// most plies by the latter.
const NULL_MOVE_MIN_DEPTH: i32 = 3;
const NULL_MOVE_REDUCTION: i32 = 3;
const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
const NULL_MOVE_EVAL_DIVISOR: i32 = 200;
const NULL_MOVE_MAX_EVAL_REDUCTION: i32 = 3;
/// Internal iterative reduction: least depth.
const IIR_MIN_DEPTH: i32 = 5;

impl SearchState<'_> {
    /// Score of a node for the side to move, within the bounds of the window (fail soft).
    pub(super) fn negamax(&mut self, mut args: NodeArgs) -> i32 {
        let ply = args.ply;
        let in_check = self.board.in_check();
        args.depth += i32::from(in_check);
        if args.depth <= 0 {
            return self.quiescence_search(args.alpha, args.beta, ply, in_check);
        }
        self.plies[ply].pv.clear();
        if !self.count_node() {
            return 0;
        }
        if let Some(score) = self.draw_or_mate_bound(&mut args) {
            return score;
        }
        let tt_entry = if self.is_secondary_pv(ply) {
            // The table entry is about the best line.
            self.hint_move.map(TableEntry::hint)
        } else {
            self.table.probe(self.board.key())
        };
        let may_cut = args.is_null_window() && args.excluded_move == 0;
        if let Some(score) = tt_entry.filter(|_| may_cut).and_then(|entry| tt_cutoff(&entry, &args)) {
            return score;
        }
        let mut node = self.node_state(&args, tt_entry, in_check);
        if may_cut && let Some(score) = self.prune_node(&args, &node) {
            return score;
        }
        if may_cut && let Some(score) = self.probcut(&args, &node) {
            return score;
        }
        if let Some(score) = self.singular_extension(&args, &mut node) {
            return score;
        }
        if self.is_stopped {
            return 0;
        }
        // Internal iterative reduction: a node of that depth without a table move is searched one
        // ply less deep.
        if args.depth >= IIR_MIN_DEPTH && node.tt_entry.is_none_or(|entry| !entry.has_move()) {
            args.depth -= 1;
        }
        let mut list = std::mem::take(&mut self.plies[ply].move_list);
        self.board.generate_legal(&mut list);
        self.plies[ply].move_list = list;
        self.score_moves(ply, node.tt_entry);
        self.search_moves(args, &node)
    }

    /// Score of a draw, of the depth limit or of a bound by mate distance pruning, which narrows
    /// the window to mates that are still possible.
    fn draw_or_mate_bound(&mut self, args: &mut NodeArgs) -> Option<i32> {
        let ply = args.ply;
        if ply == 0 {
            return None;
        }
        if self.is_draw() {
            return Some(0);
        }
        if ply >= MAX_DEPTH || ply + 1 >= MAX_PLY {
            return Some(self.static_eval(ply));
        }
        args.alpha = args.alpha.max(mated_in(ply));
        args.beta = args.beta.min(MATE - ply as i32 - 1);
        (args.alpha >= args.beta).then_some(args.alpha)
    }

    /// Static evaluation, improving flag and table move of a node.
    fn node_state(&mut self, args: &NodeArgs, tt_entry: Option<TableEntry>, in_check: bool) -> NodeState {
        let key = self.board.key();
        let mut static_eval = if in_check { -INFINITY } else { self.static_eval(args.ply) };
        self.plies[args.ply].static_eval = static_eval;
        let improving = !in_check && args.ply >= 2 && static_eval > self.plies[args.ply - 2].static_eval;
        if let Some(entry) = tt_entry.filter(|_| !in_check) {
            let score = from_tt(entry.score.into(), args.ply);
            if !is_mate(score) && entry.bound.gives_cutoff(score, static_eval, static_eval + 1) {
                static_eval = score;
            }
        }
        let tt_move_is_capture = tt_entry.is_some_and(|entry| self.tt_move_is_capture(&entry));
        NodeState { key, tt_entry, in_check, static_eval, improving, tt_move_is_capture, extension: 0 }
    }

    /// Razoring, reverse futility pruning and null move pruning: a score if the node needs no move
    /// loop.
    fn prune_node(&mut self, args: &NodeArgs, node: &NodeState) -> Option<i32> {
        if node.in_check || is_mate(args.beta) || args.ply == 0 || self.is_full_width() {
            return None;
        }
        if args.depth <= RAZORING_DEPTH && node.static_eval + RAZORING_MARGIN * args.depth <= args.alpha {
            let score = self.quiescence_search(args.alpha, args.beta, args.ply, false);
            if score <= args.alpha {
                return Some(score);
            }
        }
        let margin = REVERSE_FUTILITY_MARGIN * (args.depth - i32::from(node.improving));
        if args.depth <= REVERSE_FUTILITY_DEPTH && node.static_eval - margin >= args.beta {
            return Some(node.static_eval);
        }
        let has_pieces = Evaluation::has_non_pawn_material(&self.board, self.board.side_to_move());
        if !args.allow_null_move
            || args.depth < NULL_MOVE_MIN_DEPTH
            || node.static_eval < args.beta
            || !has_pieces
        {
            return None;
        }
        let by_eval = (node.static_eval - args.beta) / NULL_MOVE_EVAL_DIVISOR;
        let reduction = NULL_MOVE_REDUCTION
            + args.depth / NULL_MOVE_DEPTH_DIVISOR
            + by_eval.min(NULL_MOVE_MAX_EVAL_REDUCTION);
        self.repetition_history.push(node.key);
        self.plies[args.ply].current_move = PieceToSquare::default();
        self.board.make_null_move();
        self.accumulators.push_null_move(args.ply);
        let (alpha, beta) = (-args.beta, 1 - args.beta);
        let (depth, ply) = (args.depth - reduction, args.ply + 1);
        let next = NodeArgs {
            alpha,
            beta,
            depth,
            ply,
            allow_null_move: false,
            excluded_move: 0,
            is_cut_node: !args.is_cut_node,
        };
        let score = -self.negamax(next);
        self.unmake_move();
        let is_cutoff = !self.is_stopped && score >= args.beta;
        // A mate after a null move is no proof of one.
        is_cutoff.then(|| if is_mate(score) { args.beta } else { score })
    }

    /// Singular extension: whether all moves but the table move fail low, in a search of half the
    /// depth with a window below the table's score. Then the table move is extended. If another
    /// move holds beta as well, the node is cut (multicut); if the table move is only good enough,
    /// it is searched less deep (negative extension).
    fn singular_extension(&mut self, args: &NodeArgs, node: &mut NodeState) -> Option<i32> {
        let entry = node.tt_entry.filter(|entry| entry.has_move() && entry.bound != ScoreBound::Upper)?;
        let score = from_tt(entry.score.into(), args.ply);
        let is_deep_enough =
            i32::from(entry.depth) >= args.depth - SINGULAR_TT_DEPTH_MARGIN && !is_mate(score);
        let is_allowed = args.ply > 0 && args.ply < 2 * self.root_depth && args.depth >= SINGULAR_MIN_DEPTH;
        if args.excluded_move != 0 || !is_deep_enough || !is_allowed || self.is_stopped {
            return None;
        }
        let singular_beta = score - 2 * args.depth;
        let singular_args = NodeArgs {
            alpha: singular_beta - 1,
            beta: singular_beta,
            depth: (args.depth - 1) / 2,
            excluded_move: entry.move_bits(),
            allow_null_move: false,
            ..*args
        };
        let score_of_others = self.negamax(singular_args);
        if score_of_others < singular_beta {
            node.extension = 1 + i32::from(
                args.is_null_window() && score_of_others < singular_beta - DOUBLE_EXTENSION_MARGIN,
            );
            return None;
        }
        // Negative extension.
        node.extension = -i32::from(score >= args.beta);
        (singular_beta >= args.beta && args.is_null_window()).then_some(singular_beta)
    }

    /// Whether the table move is a capture, as far as its target tells.
    fn tt_move_is_capture(&self, entry: &TableEntry) -> bool {
        entry.move_target().and_then(|target| self.board.piece_at(target)).is_some()
    }

    /// Move loop: searches the moves in order, prunes and reduces late ones, and stores the result.
    fn search_moves(&mut self, mut args: NodeArgs, node: &NodeState) -> i32 {
        let ply = args.ply;
        let first_alpha = args.alpha;
        let (mut best, mut best_move) = (-INFINITY, None);
        let (mut searched, mut quiet_searched) = (0, 0);
        let (mut next_index, mut hidden) = (0, 0);
        while let Some(scored) = self.pick_move(ply, next_index) {
            let ScoredMove { made, is_quiet, .. } = scored;
            next_index += 1;
            let is_excluded = made.to_bits() == args.excluded_move || self.is_excluded_at_root(made, ply);
            if is_excluded || !node.in_check && self.is_blunder_filtered(made, ply) {
                hidden += 1;
                continue;
            }
            let context = MoveContext { scored, move_index: searched, quiet_index: quiet_searched };
            searched += 1;
            quiet_searched += i32::from(is_quiet);
            let may_prune = searched > 1 && !is_mate(best) && !node.in_check && ply > 0;
            let reduction =
                if self.is_full_width() { 0 } else { self.reductions.reduction(&args, node, &context) };
            if may_prune && self.prune_move(&args, node, &context, reduction) {
                continue;
            }
            self.make_move(made, ply);
            let score = self.search_child(&args, (searched == 1).then_some(node.extension), reduction);
            self.unmake_move();
            if self.is_stopped {
                // At the root a stopped search keeps the moves it has searched to their end.
                return best;
            }
            best = best.max(score);
            if score > args.alpha {
                args.alpha = score;
                best_move = Some(made);
                self.update_pv(ply, made);
                if score >= args.beta {
                    if is_quiet {
                        self.update_quiet_histories(&args, made, next_index);
                    }
                    break;
                }
            }
        }
        if searched == 0 && hidden > 0 {
            return if args.excluded_move == 0 { node.static_eval } else { first_alpha };
        }
        if searched == 0 {
            return if node.in_check { mated_in(ply) } else { 0 };
        }
        if args.excluded_move != 0 || self.is_secondary_pv(ply) {
            return best;
        }
        let bound = ScoreBound::of(best, first_alpha, args.beta);
        if !node.in_check && ply > 0 {
            self.update_correction_history(&args, best, best_move, bound);
        }
        self.table.store(node.key, best_move, to_tt(best, ply), args.depth, bound);
        best
    }

    /// Principal variation search of one move: the first with the full window, the others with a
    /// null window and reduced depth, and again without reduction or with the full window where
    /// they raise alpha.
    fn search_child(&mut self, args: &NodeArgs, first_extension: Option<i32>, reduction: i32) -> i32 {
        let next = NodeArgs {
            alpha: -args.beta,
            beta: -args.alpha,
            depth: args.depth - 1,
            ply: args.ply + 1,
            allow_null_move: true,
            excluded_move: 0,
            is_cut_node: args.is_null_window() && !args.is_cut_node,
        };
        if let Some(extension) = first_extension {
            return -self.negamax(NodeArgs { depth: next.depth + extension, ..next });
        }
        let null_window = NodeArgs { alpha: -args.alpha - 1, is_cut_node: true, ..next };
        let mut score = -self.negamax(NodeArgs { depth: null_window.depth - reduction, ..null_window });
        if score > args.alpha && reduction > 0 {
            score = -self.negamax(NodeArgs { is_cut_node: !args.is_cut_node, ..null_window });
        }
        if score > args.alpha && score < args.beta {
            score = -self.negamax(NodeArgs { is_cut_node: false, ..next });
        }
        score
    }

    /// Principal variation of a ply: the move, and that of the next ply.
    fn update_pv(&mut self, ply: usize, made: SearchMove) {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let line = &mut before[ply].pv;
        line.clear();
        line.push(made);
        line.extend_from_slice(&after[0].pv);
    }

    /// Updates the correction history with the difference of score and static evaluation, unless a
    /// capture explains it.
    fn update_correction_history(
        &mut self,
        args: &NodeArgs,
        best: i32,
        best_move: Option<SearchMove>,
        bound: ScoreBound,
    ) {
        let static_eval = self.plies[args.ply].static_eval;
        let is_informative = match bound {
            ScoreBound::Exact => true,
            ScoreBound::Lower => best > static_eval,
            ScoreBound::Upper => best < static_eval,
        };
        let is_quiet = best_move.is_none_or(|made| !self.board.is_capture(made) && made.choice().is_none());
        if is_informative && is_quiet && !is_mate(best) {
            self.correction_history.update(self.previous_moves(args.ply), best - static_eval, args.depth);
        }
    }

    /// Beta cutoff by a quiet move: makes it a killer move, gives it a history bonus, and the quiet
    /// moves before it a malus.
    fn update_quiet_histories(&mut self, args: &NodeArgs, made: SearchMove, next_index: usize) {
        let bonus = (args.depth * args.depth * 16).min(1_600);
        let ply = &mut self.plies[args.ply];
        if ply.killers[0] != Some(made) {
            ply.killers = [Some(made), ply.killers[0]];
        }
        let previous = self.previous_moves(args.ply);
        self.history.update(PieceToSquare::of(&self.board, made), previous, bonus);
        for tried_index in 0..next_index - 1 {
            let tried = self.plies[args.ply].scored_moves[tried_index];
            if tried.is_quiet {
                self.history.update(PieceToSquare::of(&self.board, tried.made), previous, -bonus);
            }
        }
    }
}

/// Transposition table cutoff: the entry's score, if its depth and bound decide the node.
fn tt_cutoff(entry: &TableEntry, args: &NodeArgs) -> Option<i32> {
    let score = from_tt(entry.score.into(), args.ply);
    let gives_cutoff =
        i32::from(entry.depth) >= args.depth && entry.bound.gives_cutoff(score, args.alpha, args.beta);
    gives_cutoff.then_some(score)
}
