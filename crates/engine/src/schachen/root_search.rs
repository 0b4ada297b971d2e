//! Root search over determinizations: turns are scored by quiescence search, compared in all
//! determinizations at low depth, and the better ones searched deeper in one determinization, with
//! their mean advantage in the others as a bias.
//!
//! Depth in one determinization is worth more than breadth in many. Not here: the search of a
//! determinization (`determinization`).

use adoube_rules::{CardDrop, GridMove, GridSearch, InformationSet, Move};

use super::determinization::{Determinization, DeterminizationContext, move_index};
use super::evaluation::GridEvaluation;
use super::limits::GridSearchLimits;
use super::mate_search::is_mated_in_one;
use super::table::{GridTable, NodeBudget};
use crate::search::report::SearchReport;
use crate::search::score::{INFINITY, MATE, SearchScore, is_mate};

/// Turns that are compared at first, and that remain at least when they are halved after each
/// depth.
const ROOT_TURNS: usize = 48;
const MIN_ROOT_TURNS: usize = 6;
/// Greatest advantage or disadvantage of a turn in one determinization, in centipawns, so that no
/// single one decides.
const DETERMINIZATION_MARGIN: i32 = 250;
/// Determinizations with the greatest disadvantage after which a turn is dropped.
const DETERMINIZATIONS_TO_DROP: usize = 2;
/// Bonus of a check when turns are chosen for comparison, as it may mate soon.
const CHECK_BONUS: i32 = 2_000;
/// Greatest depth at which turns are compared in every determinization.
const ALL_DETERMINIZATIONS_DEPTH: i32 = 6;
/// Cap of scores in centipawns where not all determinizations are a mate.
const NON_MATE_CAP: i32 = 2_000;

/// A turn of the root and its score.
#[derive(Clone)]
struct RootTurn {
    made: GridMove,
    drop: Option<CardDrop>,
    rules_move: Move,
    is_repetition: bool,
    gives_check: bool,
    /// Order of the turn: its quiescence score, or the best turn's score and its advantage over it.
    score: i32,
    /// Mean advantage over all determinizations less that in the first one.
    determinization_bias: i32,
}

/// The best turn so far of a comparison.
#[derive(Default)]
struct BestRootTurn {
    /// Its score in each determinization.
    scores: Vec<i32>,
    score: i32,
    determinization_bias: i32,
}

/// Search of the root.
pub(super) struct RootSearch<'a> {
    information_set: &'a InformationSet,
    /// The only turns searched; all if `None`.
    root_moves: Option<&'a [Move]>,
    limits: GridSearchLimits,
    context: DeterminizationContext<'a>,
    determinizations: Vec<Determinization>,
}

impl<'a> RootSearch<'a> {
    pub(super) fn new(
        information_set: &'a InformationSet,
        root_moves: Option<&'a [Move]>,
        limits: GridSearchLimits,
        go_on: &'a mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let seeds = (0..u64::from(limits.determinizations.max(1)))
            .map(|determinization| limits.seed.wrapping_add(determinization << 32));
        let deal = |seed: u64| {
            Some(Determinization::new(
                information_set.determinize(seed)?,
                seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            ))
        };
        let determinizations = seeds.map(deal).collect::<Option<Vec<_>>>()?;
        let table = GridTable::new(limits.nodes);
        let budget = NodeBudget { nodes: 0, max_nodes: None, should_continue: go_on, is_exhausted: false };
        let context = DeterminizationContext {
            evaluation: GridEvaluation::new(),
            table,
            budget,
            blunder_filter: limits.blunder_filter,
        };
        Some(Self { information_set, root_moves, limits, context, determinizations })
    }

    pub(super) fn run(mut self) -> Option<SearchReport> {
        let (mut turns, mate) = self.generate_root_turns();
        if let Some(mate) = mate {
            return Some(SearchReport {
                pv: vec![mate],
                score: SearchScore::of(MATE - 1),
                depth: 1,
                selective_depth: 1,
                nodes: 0,
            });
        }
        if let Some(mate) = self.find_mate_in_two(&turns) {
            let nodes = self.context.budget.nodes;
            return Some(SearchReport {
                pv: vec![mate],
                score: SearchScore::of(MATE - 3),
                depth: 3,
                selective_depth: 3,
                nodes,
            });
        }
        let first = turns.first()?;
        let mut report = SearchReport {
            pv: vec![first.rules_move],
            score: SearchScore::of(0),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
        };
        self.score_by_quiescence(&mut turns);
        self.context.budget.max_nodes = Some(self.limits.nodes);
        turns.truncate(ROOT_TURNS);
        if let Some(best) = turns.first() {
            (report.pv, report.score) =
                (vec![best.rules_move], SearchScore::of(best.score.max(-NON_MATE_CAP)));
        }
        for depth in 1..=self.limits.depth {
            // A single turn is played without a score.
            let is_settled = turns.len() < 2 && self.root_moves.is_none();
            if is_settled || self.context.budget.is_exhausted {
                break;
            }
            let (done, score) = self.compare_turns(&mut turns, depth as i32);
            if let Some(best) = turns.first()
                && done > 0
            {
                (report.pv, report.score) = (vec![best.rules_move], SearchScore::of(score));
            }
            if self.context.budget.is_exhausted {
                break;
            }
            (report.depth, report.selective_depth) = (depth, depth);
            turns.truncate((turns.len() / 2).max(MIN_ROOT_TURNS));
        }
        report.nodes = self.context.budget.nodes;
        Some(report)
    }

    /// Generates the turns that the blunder filter leaves: each move alone, and with the drops of
    /// most gain after it. Returns a mating turn beside them, if there is one.
    fn generate_root_turns(&mut self) -> (Vec<RootTurn>, Option<Move>) {
        let mut moves = Vec::new();
        self.determinizations[0].grid.generate_moves(false, &mut moves);
        if let Some(root_moves) = self.root_moves {
            let grid = &self.determinizations[0].grid;
            let begins = |made: &GridMove| {
                let made = grid.to_move(*made, None);
                root_moves.iter().any(|named| named.without_drop() == made)
            };
            moves.retain(begins);
        }
        let visible: Vec<GridMove> = moves.iter().copied().filter(|made| self.is_visible(*made)).collect();
        let moves = if visible.is_empty() { moves } else { visible };
        let mut turns = Vec::new();
        let mate = moves.into_iter().find_map(|made| self.add_turns(made, &mut turns));
        (turns, mate)
    }

    /// A check after which mate is certain in every determinization.
    fn find_mate_in_two(&mut self, turns: &[RootTurn]) -> Option<Move> {
        if self.determinizations.len() < 2 {
            return None;
        }
        let is_certain = |turn: &&RootTurn| {
            self.determinizations.iter_mut().all(|determinization| {
                determinization.make_root_turn(turn.made, turn.drop, 0);
                let is_mated = is_mated_in_one(&mut determinization.grid, &mut self.context.budget);
                determinization.unmake_root_turn();
                is_mated
            })
        };
        turns.iter().filter(|turn| turn.gives_check).find(is_certain).map(|turn| turn.rules_move)
    }

    fn is_visible(&self, made: GridMove) -> bool {
        let kind = self.determinizations[0].grid.mover(made);
        !self.limits.blunder_filter.hides(move_index(kind, made.to(), made.choice()), 0)
    }

    /// Adds the turns that begin with a move, or returns one of them that mates.
    fn add_turns(&mut self, made: GridMove, turns: &mut Vec<RootTurn>) -> Option<Move> {
        let root_moves = self.root_moves;
        let grid = &mut self.determinizations[0].grid;
        let rules_move = grid.to_move(made, None);
        let hand = self.information_set.view().hand(grid.side_to_move());
        let is_repetition = self.information_set.is_repetition(&rules_move);
        let (mut drops, mut move_buffer) = (Vec::new(), Vec::new());
        grid.make_step(made);
        grid.generate_drops(&mut drops);
        // In another viewer's information set the own hand is dealt as well, and nothing of it can
        // be dropped.
        drops.retain(|drop| {
            hand.known_cards().contains(&drop.card) && is_allowed_at_root(root_moves, rules_move, Some(*drop))
        });
        drops.retain(|drop| {
            !self.limits.blunder_filter.hides(move_index(drop.card, drop.square, Some(drop.card)), 0)
        });
        let mut mates = |grid: &mut GridSearch, drop| {
            grid.make_drop(drop);
            let is_mate = grid.in_check() && !grid.has_legal_move(&mut move_buffer);
            grid.unmake_drop();
            is_mate
        };
        let mut scored_drops = Vec::new();
        let may_pass = is_allowed_at_root(root_moves, rules_move, None);
        let mut found = (may_pass && mates(grid, None)).then_some(rules_move);
        for drop in drops {
            if found.is_none() && mates(grid, Some(drop)) {
                found = Some(rules_move.dropping(drop));
            }
            scored_drops.push((self.context.evaluation.drop_gain(grid, drop), drop));
        }
        grid.unmake_step();
        scored_drops.sort_by_key(|(gain, _)| -gain);
        let mut turn = |drop: Option<CardDrop>| {
            let is_repetition = is_repetition && drop.is_none();
            let rules_move = drop.map_or(rules_move, |drop| rules_move.dropping(drop));
            grid.make_step(made);
            grid.make_drop(drop);
            let gives_check = grid.in_check();
            grid.unmake_drop();
            grid.unmake_step();
            RootTurn { made, drop, rules_move, is_repetition, gives_check, score: 0, determinization_bias: 0 }
        };
        if found.is_some() {
            return found;
        }
        if may_pass {
            turns.push(turn(None));
        }
        let drops = scored_drops.into_iter().take(self.limits.drops.max(1));
        turns.extend(drops.map(|(_, drop)| turn(Some(drop))));
        None
    }

    /// Scores all turns by quiescence search in the first determinization; turns far below the best
    /// only roughly.
    fn score_by_quiescence(&mut self, turns: &mut [RootTurn]) {
        let mut best = -INFINITY;
        for turn in turns.iter_mut() {
            turn.score = -INFINITY;
        }
        for turn in turns.iter_mut() {
            let determinization = &mut self.determinizations[0];
            determinization.make_root_turn(turn.made, turn.drop, 0);
            let least = (best - 2 * DETERMINIZATION_MARGIN).max(-INFINITY);
            let score = -determinization.quiescence(&mut self.context, (-INFINITY, -least), 1, 1);
            determinization.unmake_root_turn();
            if self.context.budget.is_exhausted {
                break;
            }
            turn.score = if turn.is_repetition { score.min(0) } else { score };
            best = best.max(turn.score);
        }
        turns.sort_by_key(|turn| -turn.score - if turn.gives_check { CHECK_BONUS } else { 0 });
    }

    /// Compares the turns at a depth, the best so far first, and orders them anew. Returns how many
    /// were searched, and the score of the best.
    fn compare_turns(&mut self, turns: &mut [RootTurn], depth: i32) -> (usize, i32) {
        let determinizations =
            if depth <= ALL_DETERMINIZATIONS_DEPTH { self.determinizations.len() } else { 1 };
        let mut best = BestRootTurn::default();
        let mut done = 0;
        for turn in turns.iter_mut() {
            turn.score = -INFINITY;
        }
        for turn in turns.iter_mut() {
            let Some(scores) = self.score_turn(turn, depth, determinizations, &best.scores) else { break };
            let advantage = |(score, best): (&i32, &i32)| {
                (score - best).clamp(-DETERMINIZATION_MARGIN, DETERMINIZATION_MARGIN)
            };
            let mut differences = scores.iter().zip(&best.scores).map(advantage);
            let first = differences.next().unwrap_or(0);
            // Turns that were dropped early count as if the other determinizations were like the
            // first ones.
            let searched = scores.len().max(1) as i32;
            let average = (first + differences.sum::<i32>()) / searched;
            if determinizations > 1 {
                turn.determinization_bias = best.determinization_bias + average - first;
            }
            let advantage = first + turn.determinization_bias - best.determinization_bias;
            turn.score = best.score + advantage;
            if done == 0 || advantage > 0 && scores.len() == determinizations {
                best = BestRootTurn {
                    scores,
                    score: turn.score,
                    determinization_bias: turn.determinization_bias,
                };
            }
            done += 1;
        }
        turns.sort_by_key(|turn| -turn.score);
        self.verify_mate(turns.first(), depth, &mut best);
        (done, average_score(&best.scores))
    }

    /// Verifies a mate of the first determinization in the others.
    fn verify_mate(&mut self, turn: Option<&RootTurn>, depth: i32, best: &mut BestRootTurn) {
        if let [score] = best.scores[..]
            && is_mate(score)
            && let Some(turn) = turn
            && let Some(scores) = self.score_turn(turn, depth, self.determinizations.len(), &[])
        {
            best.scores = scores;
        }
    }

    /// Score of a turn in each determinization, unless it is far below the best turn; `None` if the
    /// nodes are used up.
    fn score_turn(
        &mut self,
        turn: &RootTurn,
        depth: i32,
        determinizations: usize,
        best: &[i32],
    ) -> Option<Vec<i32>> {
        let mut scores = Vec::with_capacity(determinizations);
        for (place, determinization) in self.determinizations.iter_mut().enumerate().take(determinizations) {
            let window = best.get(place).map_or((-INFINITY, INFINITY), |best| {
                (best - DETERMINIZATION_MARGIN, best + DETERMINIZATION_MARGIN)
            });
            determinization.make_root_turn(turn.made, turn.drop, depth);
            let score = -determinization.negamax(&mut self.context, (-window.1, -window.0), depth, 1);
            determinization.unmake_root_turn();
            if self.context.budget.is_exhausted {
                return None;
            }
            scores.push(if turn.is_repetition { score.min(0) } else { score });
            let is_far_below = |place: usize| scores[place] <= best[place] - DETERMINIZATION_MARGIN;
            if !best.is_empty()
                && scores.len() == DETERMINIZATIONS_TO_DROP
                && (0..DETERMINIZATIONS_TO_DROP).all(is_far_below)
            {
                break;
            }
        }
        Some(scores)
    }
}

/// Whether a turn is searched: one without drop stands for all that begin with it.
fn is_allowed_at_root(root_moves: Option<&[Move]>, made: Move, drop: Option<CardDrop>) -> bool {
    let turn = drop.map_or(made, |drop| made.dropping(drop));
    root_moves.is_none_or(|root_moves| root_moves.contains(&made) || root_moves.contains(&turn))
}

/// Mean score; a mate only if it is one in every determinization of several, and then the longest.
fn average_score(scores: &[i32]) -> i32 {
    let least = scores.iter().copied().min_by_key(|score| score.abs()).unwrap_or(0);
    if is_mate(least) && scores.len() > 1 {
        return least;
    }
    scores.iter().map(|score| (*score).clamp(-NON_MATE_CAP, NON_MATE_CAP)).sum::<i32>()
        / scores.len().max(1) as i32
}
