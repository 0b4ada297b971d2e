//! Search of one determinization, in which all cards are known: negamax with principal variation
//! search, futility pruning, late move reductions and quiescence search.
//!
//! Not here: which determinizations there are, and how their scores are combined (`root_search`).

use adoube_rules::{Drop, GridMove, GridSearch, Move, PieceType, Square};

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
    drops: Vec<Drop>,
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
    let what = (kind.index() + 8 * choice.map_or(0, PieceType::index)) as u32;
    (to.file as u32).wrapping_mul(0x9e37_79b1)
        ^ (to.rank as u32).wrapping_mul(0x85eb_ca77).rotate_left(13)
        ^ what.wrapping_mul(0xc2b2_ae3d)
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
    pub(super) fn make_root_turn(&mut self, made: GridMove, drop: Option<Drop>, depth: i32) {
        // Without a limit to check extensions, a single king hunt takes all the time there is.
        self.extension_limit_ply = 2 * depth as usize + 1;
        self.plies[1].move_target = Some(made.to());
        self.grid.step(made);
        self.grid.end(drop);
    }

    /// Unmakes the turn of the root.
    pub(super) fn unmake_root_turn(&mut self) {
        self.grid.unend();
        self.grid.unstep();
    }

    /// Score of the position at that ply for the side to move.
    pub(super) fn negamax(
        &mut self,
        shared: &mut DeterminizationContext,
        window: (i32, i32),
        depth: i32,
        ply: usize,
    ) -> i32 {
        let is_check = self.grid.in_check();
        let depth = depth + i32::from(is_check && ply < self.extension_limit_ply);
        if depth <= 0 || ply >= MAX_DEPTH {
            return self.quiescence(shared, window, ply, EVASION_PLIES);
        }
        if !shared.budget.count_node() {
            return 0;
        }
        let known = shared.table.probe(self.grid.key() ^ self.salt);
        if let Some(score) = known.and_then(|known| known.tt_cutoff(window, depth, ply)) {
            return score;
        }
        let mut room = std::mem::take(&mut self.plies[ply]);
        self.grid.fill_moves(false, &mut room.moves);
        let score = if room.moves.is_empty() {
            if is_check { mated_in(ply) } else { 0 }
        } else {
            self.score_moves(shared, &mut room, known.and_then(|known| known.best_move), ply);
            self.search_moves(shared, &mut room, window, (depth, is_check), ply)
        };
        self.plies[ply] = room;
        score
    }

    fn search_moves(
        &mut self,
        shared: &mut DeterminizationContext,
        room: &mut GridPlyState,
        (mut alpha, beta): (i32, i32),
        (depth, is_check): (i32, bool),
        ply: usize,
    ) -> i32 {
        let drops = self.scored_drops(shared, &mut room.drops, ply);
        let is_last = depth == 1 && !is_check && !is_mate(alpha);
        let gain = FUTILITY_QUIET + drops.first().map_or(0, |(gain, _)| *gain);
        let hope = if is_last {
            shared.evaluation.evaluate(&self.grid, (alpha - gain, beta)) + gain
        } else {
            INFINITY
        };
        let (first_alpha, mut best, mut found) = (alpha, -INFINITY, None);
        'moves: for (place, (_, made)) in room.scored_moves.drain(..).enumerate() {
            let is_quiet = !made.takes() && made.choice().is_none();
            // Futility pruning: at the last ply a quiet move cannot raise alpha.
            if is_quiet && hope <= alpha && !is_mate(alpha) && place > 0 {
                best = best.max(hope);
                continue;
            }
            let what = move_index(self.grid.mover(made), made.to(), made.choice());
            let of_rules = self.grid.to_move(made, None);
            self.plies[ply + 1].move_target = Some(made.to());
            self.grid.step(made);
            let most = if depth > 1 && place < FULL_DEPTH_MOVES { 2 } else { 1 };
            let possible = drops.iter().map(|(_, drop)| *drop).filter(|drop| self.grid.can_drop(*drop));
            let (mut chosen, mut count) = ([None; 2], 0);
            for (place, drop) in chosen.iter_mut().zip(possible.take(most)) {
                *place = Some(drop);
                count += 1;
            }
            for (number, drop) in chosen.into_iter().take(count.max(1)).enumerate() {
                self.grid.end(drop);
                let less = i32::from(
                    depth >= 2 && is_quiet && !is_check && (place >= FULL_DEPTH_MOVES || number > 0),
                ) + i32::from(depth >= 3 && is_quiet && place >= 4 * FULL_DEPTH_MOVES);
                let is_first = place == 0 && number == 0;
                let score = self.search_child(shared, (alpha, beta), (depth - 1, less), (ply + 1, is_first));
                self.grid.unend();
                if shared.budget.is_exhausted {
                    self.grid.unstep();
                    return 0;
                }
                if score > best {
                    (best, found) = (score, Some(of_rules));
                }
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.grid.unstep();
                    if is_quiet {
                        shared.table.update_history(what, depth);
                    }
                    break 'moves;
                }
            }
            self.grid.unstep();
        }
        let bound = match best {
            _ if best >= beta => GridBound::Lower,
            _ if best > first_alpha => GridBound::Exact,
            _ => GridBound::Upper,
        };
        let key = self.grid.key() ^ self.salt;
        shared.table.store(GridTableEntry { key, best_move: found, score: to_tt(best, ply), depth, bound });
        best
    }

    /// Principal variation search of one turn: the first with the full window, the others with a
    /// null window and reduced depth, and again where they raise alpha.
    fn search_child(
        &mut self,
        shared: &mut DeterminizationContext,
        (alpha, beta): (i32, i32),
        (depth, less): (i32, i32),
        (ply, is_first): (usize, bool),
    ) -> i32 {
        if is_first {
            return -self.negamax(shared, (-beta, -alpha), depth, ply);
        }
        let mut score = -self.negamax(shared, (-alpha - 1, -alpha), depth - less, ply);
        if score > alpha && less > 0 {
            score = -self.negamax(shared, (-alpha - 1, -alpha), depth, ply);
        }
        if score > alpha && score < beta {
            score = -self.negamax(shared, (-beta, -alpha), depth, ply);
        }
        score
    }

    /// Quiescence search: captures and promotions with stand pat, and evasions at first.
    pub(super) fn quiescence(
        &mut self,
        shared: &mut DeterminizationContext,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        checks: i32,
    ) -> i32 {
        if !shared.budget.count_node() {
            return 0;
        }
        let is_check = checks > 0 && self.grid.in_check();
        let stands = shared.evaluation.evaluate(&self.grid, (alpha, beta));
        let mut best = if is_check { mated_in(ply) } else { stands };
        if best >= beta || ply >= MAX_DEPTH {
            return stands;
        }
        alpha = alpha.max(best);
        let mut room = std::mem::take(&mut self.plies[ply]);
        self.grid.fill_moves(!is_check, &mut room.moves);
        self.score_moves(shared, &mut room, None, ply);
        for (_, made) in room.scored_moves.drain(..) {
            if !is_check && !self.is_promising_capture(shared, made, stands, alpha) {
                continue;
            }
            self.plies[ply + 1].move_target = Some(made.to());
            self.grid.step(made);
            self.grid.end(None);
            let score = -self.quiescence(shared, (-beta, -alpha), ply + 1, checks - 1);
            self.grid.unend();
            self.grid.unstep();
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta || shared.budget.is_exhausted {
                break;
            }
        }
        self.plies[ply] = room;
        best
    }

    /// Whether a capture can raise alpha (delta pruning) and does not lose the more valuable piece.
    fn is_promising_capture(
        &self,
        shared: &DeterminizationContext,
        made: GridMove,
        stands: i32,
        alpha: i32,
    ) -> bool {
        let worth = |kind| shared.evaluation.value(kind);
        let mover = self.grid.mover(made);
        let won = self.grid.victim(made).map_or(0, worth) + made.choice().map_or(0, worth);
        if stands + won + FUTILITY_CAPTURE <= alpha {
            return false;
        }
        let is_dear = mover != PieceType::KING && worth(mover) > won;
        !(is_dear && self.grid.is_attacked(made.to(), self.grid.side_to_move().other()))
    }

    /// Scores the moves that the blunder filter leaves: table move, captures by MVV-LVA, quiet
    /// moves by history.
    fn score_moves(
        &mut self,
        shared: &DeterminizationContext,
        room: &mut GridPlyState,
        best: Option<Move>,
        ply: usize,
    ) {
        let (grid, worth) = (&self.grid, &shared.evaluation);
        room.scored_moves.clear();
        for made in room.moves.drain(..) {
            let what = move_index(grid.mover(made), made.to(), made.choice());
            let answers = room.move_target == Some(made.to());
            if !answers && shared.blunder_filter.hides(what, ply) {
                continue;
            }
            let score = if best == Some(grid.to_move(made, None)) {
                i32::MAX
            } else if let Some(victim) = grid.victim(made) {
                1_000_000 + 16 * worth.value(victim) - worth.value(grid.mover(made))
            } else {
                shared.table.history_score(what) + made.choice().map_or(0, |kind| 1_000 * worth.value(kind))
            };
            room.scored_moves.push((score, made));
        }
        room.scored_moves.sort_by_key(|(score, _)| -i64::from(*score));
    }

    /// Drops that gain something where the pieces stand now, the best first.
    fn scored_drops(
        &self,
        shared: &DeterminizationContext,
        drops: &mut Vec<Drop>,
        ply: usize,
    ) -> Vec<(i32, Drop)> {
        self.grid.fill_drops(drops);
        let is_seen = |drop: &Drop| {
            !shared.blunder_filter.hides(move_index(drop.card, drop.square, Some(drop.card)), ply)
        };
        let mut ranked: Vec<(i32, Drop)> = drops
            .drain(..)
            .filter(is_seen)
            .map(|drop| (shared.evaluation.drop_gain(&self.grid, drop), drop))
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
        let is_enough = match self.bound {
            GridBound::Exact => true,
            GridBound::Lower => score >= beta,
            GridBound::Upper => score <= alpha,
        };
        (self.depth >= depth && is_enough).then_some(score)
    }
}
