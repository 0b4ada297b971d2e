//! Search of one determinization, in which all cards are known: negamax with principal variation
//! search, futility pruning, late move reductions and quiescence search.
//!
//! Not here: which determinizations there are, and how their scores are combined (`root_search`).

use adoube_rules::{CardDrop, GridMove, GridSearch, Move, PieceType, Square};

use super::evaluation::GridEvaluation;
use super::table::{GridBound, GridTable, GridTableEntry, NodeBudget};
use crate::blunder_filter::BlunderFilter;
use crate::search::score::{INFINITY, from_tt, is_mate, mated_in, to_tt};

/// Greatest distance from the root in plies.
const MAX_DEPTH: usize = 40;
/// Plies of quiescence search in which a side in check searches all evasions.
const EVASION_PLIES: i32 = 2;
/// Futility pruning: centipawns that a quiet move gains at most.
const FUTILITY_QUIET: i32 = 90;
/// Delta pruning: centipawns that a capture may gain beside the piece.
const FUTILITY_CAPTURE: i32 = 150;
/// Moves that are searched with full depth and with more than one drop (late move reductions begin
/// after them).
const FULL_DEPTH_MOVES: usize = 4;

/// What all determinizations of a search share.
pub(super) struct DeterminizationContext<'a> {
    pub(super) evaluation: GridEvaluation,
    pub(super) table: GridTable,
    pub(super) budget: NodeBudget<'a>,
    pub(super) blunder_filter: BlunderFilter,
}

/// State of one ply of the search; its buffers are used again and again.
#[derive(Default)]
struct GridPlyState {
    moves: Vec<GridMove>,
    drops: Vec<CardDrop>,
    scored_moves: Vec<(i32, GridMove)>,
    /// Target of the move that led to this ply.
    move_target: Option<Square>,
}

/// A determinization: one dealing of the hidden cards, searched as if all were known.
pub(super) struct Determinization {
    pub(super) grid: GridSearch,
    /// Tells its hash keys from those of other determinizations.
    salt: u64,
    plies: Vec<GridPlyState>,
    /// Ply up to which a check extends the search.
    extension_limit_ply: usize,
}

/// Hash of a piece, its target and what it becomes, for history and blunder filter.
pub(super) fn move_index(kind: PieceType, to: Square, choice: Option<PieceType>) -> u32 {
    let index = (kind.index() + 8 * choice.map_or(0, PieceType::index)) as u32;
    (to.file as u32).wrapping_mul(0x9e37_79b1)
        ^ (to.rank as u32).wrapping_mul(0x85eb_ca77).rotate_left(13)
        ^ index.wrapping_mul(0xc2b2_ae3d)
}

impl Determinization {
    pub(super) fn new(grid: GridSearch, salt: u64) -> Self {
        Self {
            grid,
            salt,
            plies: (0..=MAX_DEPTH).map(|_| GridPlyState::default()).collect(),
            extension_limit_ply: 0,
        }
    }

    /// Makes a turn of the root before a search of that depth.
    pub(super) fn make_root_turn(&mut self, made: GridMove, drop: Option<CardDrop>, depth: i32) {
        // Without a limit to check extensions, a single king hunt takes all the time there is.
        self.extension_limit_ply = 2 * depth as usize + 1;
        self.plies[1].move_target = Some(made.to());
        self.grid.make_step(made);
        self.grid.make_drop(drop);
    }

    /// Unmakes the turn of the root.
    pub(super) fn unmake_root_turn(&mut self) {
        self.grid.unmake_drop();
        self.grid.unmake_step();
    }

    /// Score of the position at that ply for the side to move.
    pub(super) fn negamax(
        &mut self,
        context: &mut DeterminizationContext,
        window: (i32, i32),
        depth: i32,
        ply: usize,
    ) -> i32 {
        let is_check = self.grid.in_check();
        let depth = depth + i32::from(is_check && ply < self.extension_limit_ply);
        if depth <= 0 || ply >= MAX_DEPTH {
            return self.quiescence(context, window, ply, EVASION_PLIES);
        }
        if !context.budget.count_node() {
            return 0;
        }
        let entry = context.table.probe(self.grid.key() ^ self.salt);
        if let Some(score) = entry.and_then(|entry| entry.tt_cutoff(window, depth, ply)) {
            return score;
        }
        let mut ply_state = std::mem::take(&mut self.plies[ply]);
        self.grid.generate_moves(false, &mut ply_state.moves);
        let score = if ply_state.moves.is_empty() {
            if is_check { mated_in(ply) } else { 0 }
        } else {
            self.score_moves(context, &mut ply_state, entry.and_then(|entry| entry.best_move), ply);
            self.search_moves(context, &mut ply_state, window, (depth, is_check), ply)
        };
        self.plies[ply] = ply_state;
        score
    }

    fn search_moves(
        &mut self,
        context: &mut DeterminizationContext,
        ply_state: &mut GridPlyState,
        (mut alpha, beta): (i32, i32),
        (depth, is_check): (i32, bool),
        ply: usize,
    ) -> i32 {
        let drops = self.scored_drops(context, &mut ply_state.drops, ply);
        let is_last = depth == 1 && !is_check && !is_mate(alpha);
        let gain = FUTILITY_QUIET + drops.first().map_or(0, |(gain, _)| *gain);
        let futility_score = if is_last {
            context.evaluation.evaluate(&self.grid, (alpha - gain, beta)) + gain
        } else {
            INFINITY
        };
        let (first_alpha, mut best, mut best_move) = (alpha, -INFINITY, None);
        'moves: for (move_number, (_, made)) in ply_state.scored_moves.drain(..).enumerate() {
            let is_quiet = !made.takes() && made.choice().is_none();
            // Futility pruning: at the last ply a quiet move cannot raise alpha.
            if is_quiet && futility_score <= alpha && !is_mate(alpha) && move_number > 0 {
                best = best.max(futility_score);
                continue;
            }
            let index = move_index(self.grid.mover(made), made.to(), made.choice());
            let rules_move = self.grid.to_move(made, None);
            self.plies[ply + 1].move_target = Some(made.to());
            self.grid.make_step(made);
            let max_drops = if depth > 1 && move_number < FULL_DEPTH_MOVES { 2 } else { 1 };
            let possible = drops.iter().map(|(_, drop)| *drop).filter(|drop| self.grid.can_drop(*drop));
            let (mut chosen, mut count) = ([None; 2], 0);
            for (slot, drop) in chosen.iter_mut().zip(possible.take(max_drops)) {
                *slot = Some(drop);
                count += 1;
            }
            for (number, drop) in chosen.into_iter().take(count.max(1)).enumerate() {
                self.grid.make_drop(drop);
                let reduction = i32::from(
                    depth >= 2 && is_quiet && !is_check && (move_number >= FULL_DEPTH_MOVES || number > 0),
                ) + i32::from(depth >= 3 && is_quiet && move_number >= 4 * FULL_DEPTH_MOVES);
                let is_first = move_number == 0 && number == 0;
                let score =
                    self.search_child(context, (alpha, beta), (depth - 1, reduction), (ply + 1, is_first));
                self.grid.unmake_drop();
                if context.budget.is_exhausted {
                    self.grid.unmake_step();
                    return 0;
                }
                if score > best {
                    (best, best_move) = (score, Some(rules_move));
                }
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.grid.unmake_step();
                    if is_quiet {
                        context.table.update_history(index, depth);
                    }
                    break 'moves;
                }
            }
            self.grid.unmake_step();
        }
        let bound = match best {
            _ if best >= beta => GridBound::Lower,
            _ if best > first_alpha => GridBound::Exact,
            _ => GridBound::Upper,
        };
        let key = self.grid.key() ^ self.salt;
        context.table.store(GridTableEntry { key, best_move, score: to_tt(best, ply), depth, bound });
        best
    }

    /// Principal variation search of one turn: the first with the full window, the others with a
    /// null window and reduced depth, and again where they raise alpha.
    fn search_child(
        &mut self,
        context: &mut DeterminizationContext,
        (alpha, beta): (i32, i32),
        (depth, reduction): (i32, i32),
        (ply, is_first): (usize, bool),
    ) -> i32 {
        if is_first {
            return -self.negamax(context, (-beta, -alpha), depth, ply);
        }
        let mut score = -self.negamax(context, (-alpha - 1, -alpha), depth - reduction, ply);
        if score > alpha && reduction > 0 {
            score = -self.negamax(context, (-alpha - 1, -alpha), depth, ply);
        }
        if score > alpha && score < beta {
            score = -self.negamax(context, (-beta, -alpha), depth, ply);
        }
        score
    }

    /// Quiescence search: captures and promotions with stand pat, and evasions at first.
    pub(super) fn quiescence(
        &mut self,
        context: &mut DeterminizationContext,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        evasions_left: i32,
    ) -> i32 {
        if !context.budget.count_node() {
            return 0;
        }
        let is_check = evasions_left > 0 && self.grid.in_check();
        let stand_pat = context.evaluation.evaluate(&self.grid, (alpha, beta));
        let mut best = if is_check { mated_in(ply) } else { stand_pat };
        if best >= beta || ply >= MAX_DEPTH {
            return stand_pat;
        }
        alpha = alpha.max(best);
        let mut ply_state = std::mem::take(&mut self.plies[ply]);
        self.grid.generate_moves(!is_check, &mut ply_state.moves);
        self.score_moves(context, &mut ply_state, None, ply);
        for (_, made) in ply_state.scored_moves.drain(..) {
            if !is_check && !self.is_promising_capture(context, made, stand_pat, alpha) {
                continue;
            }
            self.plies[ply + 1].move_target = Some(made.to());
            self.grid.make_step(made);
            self.grid.make_drop(None);
            let score = -self.quiescence(context, (-beta, -alpha), ply + 1, evasions_left - 1);
            self.grid.unmake_drop();
            self.grid.unmake_step();
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta || context.budget.is_exhausted {
                break;
            }
        }
        self.plies[ply] = ply_state;
        best
    }

    /// Whether a capture can raise alpha (delta pruning) and does not lose the more valuable piece.
    fn is_promising_capture(
        &self,
        context: &DeterminizationContext,
        made: GridMove,
        stand_pat: i32,
        alpha: i32,
    ) -> bool {
        let value = |kind| context.evaluation.value(kind);
        let mover = self.grid.mover(made);
        let gain = self.grid.victim(made).map_or(0, value) + made.choice().map_or(0, value);
        if stand_pat + gain + FUTILITY_CAPTURE <= alpha {
            return false;
        }
        let is_valuable = mover != PieceType::KING && value(mover) > gain;
        !(is_valuable && self.grid.is_attacked(made.to(), self.grid.side_to_move().other()))
    }

    /// Scores the moves that the blunder filter leaves: table move, captures by MVV-LVA, quiet
    /// moves by history.
    fn score_moves(
        &mut self,
        context: &DeterminizationContext,
        ply_state: &mut GridPlyState,
        best: Option<Move>,
        ply: usize,
    ) {
        let (grid, evaluation) = (&self.grid, &context.evaluation);
        ply_state.scored_moves.clear();
        for made in ply_state.moves.drain(..) {
            let index = move_index(grid.mover(made), made.to(), made.choice());
            let is_recapture = ply_state.move_target == Some(made.to());
            if !is_recapture && context.blunder_filter.hides(index, ply) {
                continue;
            }
            let score = if best == Some(grid.to_move(made, None)) {
                i32::MAX
            } else if let Some(victim) = grid.victim(made) {
                1_000_000 + 16 * evaluation.value(victim) - evaluation.value(grid.mover(made))
            } else {
                context.table.history_score(index)
                    + made.choice().map_or(0, |kind| 1_000 * evaluation.value(kind))
            };
            ply_state.scored_moves.push((score, made));
        }
        ply_state.scored_moves.sort_by_key(|(score, _)| -i64::from(*score));
    }

    /// Drops with a positive gain in the present position, the best first.
    fn scored_drops(
        &self,
        context: &DeterminizationContext,
        drops: &mut Vec<CardDrop>,
        ply: usize,
    ) -> Vec<(i32, CardDrop)> {
        self.grid.generate_drops(drops);
        let is_visible = |drop: &CardDrop| {
            !context.blunder_filter.hides(move_index(drop.card, drop.square, Some(drop.card)), ply)
        };
        let mut ranked: Vec<(i32, CardDrop)> = drops
            .drain(..)
            .filter(is_visible)
            .map(|drop| (context.evaluation.drop_gain(&self.grid, drop), drop))
            .filter(|(gain, _)| *gain > 0)
            .collect();
        ranked.sort_by_key(|(gain, _)| -gain);
        ranked
    }
}

impl GridTableEntry {
    /// Transposition table cutoff: the entry's score, if its depth and bound decide the node.
    fn tt_cutoff(&self, (alpha, beta): (i32, i32), depth: i32, ply: usize) -> Option<i32> {
        let score = from_tt(self.score, ply);
        let is_decisive = match self.bound {
            GridBound::Exact => true,
            GridBound::Lower => score >= beta,
            GridBound::Upper => score <= alpha,
        };
        (self.depth >= depth && is_decisive).then_some(score)
    }
}
