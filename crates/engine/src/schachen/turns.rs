//! The turns that could be played now: ranked in one world, the better ones compared in several a few half-moves ahead, and the
//! best of those looked at farther in one world, as that is worth more than many looked at less far; by how much they are
//! better or worse in the other worlds is kept. Not here: what follows in a world (`world`).

use adoube_rules::{Drop, GridMove, GridSearch, Move, Seen};

use super::memory::{Budget, Memory};
use super::world::{Shared, World, number};
use super::worth::Worth;
use super::{Limits, mates};
use crate::search::score::{INFINITE, MATE, is_mate};
use crate::{Report, Score};

/// Turns that are compared at first, and how many of them are left half-move by half-move at least.
const FIRST: usize = 48;
const LEAST: usize = 6;
/// By how much a turn can be better or worse than the best one in one world, in hundredths of a pawn: so that no single
/// world decides.
const MARGIN: i32 = 250;
/// Worlds in which a turn is by the whole margin worse than the best one before it is left.
const LOST: usize = 2;
/// What a check counts when it is chosen which turns are compared, as it may mate soon.
const CHECK: i32 = 2_000;
/// Half-moves ahead up to which turns are compared in every world.
const IN_ALL: i32 = 6;
/// A score that counts at most where not all worlds are a mate, in hundredths of a pawn.
const MOST: i32 = 2_000;

/// A turn, and what it is worth in each world.
#[derive(Clone)]
struct Turn {
    made: GridMove,
    drop: Option<Drop>,
    of_rules: Move,
    is_back: bool,
    gives_check: bool,
    /// By what it is ranked: what it is worth on average, or better or worse than the best one.
    rank: i32,
    /// By how much it is better in all worlds on average than in the first one, beside other turns.
    elsewhere: i32,
}

/// The best turn so far of those that are compared.
#[derive(Default)]
struct Best {
    /// What it is worth in each world.
    scores: Vec<i32>,
    rank: i32,
    elsewhere: i32,
}

/// Looks for a turn.
pub(super) struct Search<'a> {
    seen: &'a Seen,
    /// The only turns that are looked at; all if none are named.
    among: Option<&'a [Move]>,
    limits: Limits,
    shared: Shared<'a>,
    worlds: Vec<World>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        seen: &'a Seen,
        among: Option<&'a [Move]>,
        limits: Limits,
        go_on: &'a mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let seeds = (0..u64::from(limits.worlds.max(1))).map(|world| limits.seed.wrapping_add(world << 32));
        let deal = |seed: u64| Some(World::new(seen.dealt(seed)?, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let worlds = seeds.map(deal).collect::<Option<Vec<_>>>()?;
        let memory = Memory::new(limits.nodes);
        let budget = Budget { nodes: 0, most: None, go_on, is_over: false };
        let shared = Shared { worth: Worth::known(), memory, budget, overlooked: limits.overlooked };
        Some(Self { seen, among, limits, shared, worlds })
    }

    pub(super) fn run(mut self) -> Option<Report> {
        let (mut turns, mate) = self.turns();
        if let Some(mate) = mate {
            return Some(Report {
                line: vec![mate],
                score: Score::of(MATE - 1),
                depth: 1,
                selective_depth: 1,
                nodes: 0,
            });
        }
        if let Some(mate) = self.mate_in_two(&turns) {
            let nodes = self.shared.budget.nodes;
            return Some(Report {
                line: vec![mate],
                score: Score::of(MATE - 3),
                depth: 3,
                selective_depth: 3,
                nodes,
            });
        }
        let first = turns.first()?;
        let mut report = Report {
            line: vec![first.of_rules],
            score: Score::of(0),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
        };
        self.first_ranks(&mut turns);
        self.shared.budget.most = Some(self.limits.nodes);
        turns.truncate(FIRST);
        if let Some(best) = turns.first() {
            (report.line, report.score) = (vec![best.of_rules], Score::of(best.rank.max(-MOST)));
        }
        for depth in 1..=self.limits.depth {
            // What one turn is worth is not asked where there is no other one.
            let is_settled = turns.len() < 2 && self.among.is_none();
            if is_settled || self.shared.budget.is_over {
                break;
            }
            let (done, score) = self.compare(&mut turns, depth as i32);
            if let Some(best) = turns.first()
                && done > 0
            {
                (report.line, report.score) = (vec![best.of_rules], Score::of(score));
            }
            if self.shared.budget.is_over {
                break;
            }
            (report.depth, report.selective_depth) = (depth, depth);
            turns.truncate((turns.len() / 2).max(LEAST));
        }
        report.nodes = self.shared.budget.nodes;
        Some(report)
    }

    /// Every turn that is seen: each move alone, and with the drops that seem best after it. Beside them one that mates, if
    /// there is one.
    fn turns(&mut self) -> (Vec<Turn>, Option<Move>) {
        let mut moves = Vec::new();
        self.worlds[0].grid.fill_moves(false, &mut moves);
        if let Some(among) = self.among {
            let grid = &self.worlds[0].grid;
            let begins = |made: &GridMove| {
                let made = grid.to_move(*made, None);
                among.iter().any(|named| named.without_drop() == made)
            };
            moves.retain(begins);
        }
        let seen: Vec<GridMove> = moves.iter().copied().filter(|made| self.is_seen(*made)).collect();
        let moves = if seen.is_empty() { moves } else { seen };
        let mut turns = Vec::new();
        let mate = moves.into_iter().find_map(|made| self.add_turns(made, &mut turns));
        (turns, mate)
    }

    /// A check after which mate is certain, as far as several worlds tell.
    fn mate_in_two(&mut self, turns: &[Turn]) -> Option<Move> {
        if self.worlds.len() < 2 {
            return None;
        }
        let is_certain = |turn: &&Turn| {
            self.worlds.iter_mut().all(|world| {
                world.begin(turn.made, turn.drop, 0);
                let is_lost = mates::is_lost(&mut world.grid, &mut self.shared.budget);
                world.take_back();
                is_lost
            })
        };
        turns.iter().filter(|turn| turn.gives_check).find(is_certain).map(|turn| turn.of_rules)
    }

    fn is_seen(&self, made: GridMove) -> bool {
        let kind = self.worlds[0].grid.mover(made);
        !self.limits.overlooked.has(number(kind, made.to(), made.choice()), 0)
    }

    /// Adds the turns that begin with a move, or finds one of them that mates.
    fn add_turns(&mut self, made: GridMove, turns: &mut Vec<Turn>) -> Option<Move> {
        let among = self.among;
        let grid = &mut self.worlds[0].grid;
        let of_rules = grid.to_move(made, None);
        let hand = self.seen.view().hand(grid.side_to_move());
        let is_back = self.seen.leads_back(&of_rules);
        let (mut drops, mut room) = (Vec::new(), Vec::new());
        grid.step(made);
        grid.fill_drops(&mut drops);
        // In a view of somebody else the own hand is dealt, too, and nothing of it can be dropped.
        drops.retain(|drop| hand.known().contains(&drop.card) && is_named(among, of_rules, Some(*drop)));
        drops.retain(|drop| !self.limits.overlooked.has(number(drop.card, drop.square, Some(drop.card)), 0));
        let mut mates = |grid: &mut GridSearch, drop| {
            grid.end(drop);
            let is_mate = grid.in_check() && !grid.has_move(&mut room);
            grid.unend();
            is_mate
        };
        let mut ranked = Vec::new();
        let may_pass = is_named(among, of_rules, None);
        let mut found = (may_pass && mates(grid, None)).then_some(of_rules);
        for drop in drops {
            if found.is_none() && mates(grid, Some(drop)) {
                found = Some(of_rules.dropping(drop));
            }
            ranked.push((self.shared.worth.gain(grid, drop), drop));
        }
        grid.unstep();
        ranked.sort_by_key(|(gain, _)| -gain);
        let mut turn = |drop: Option<Drop>| {
            let is_back = is_back && drop.is_none();
            let of_rules = drop.map_or(of_rules, |drop| of_rules.dropping(drop));
            grid.step(made);
            grid.end(drop);
            let gives_check = grid.in_check();
            grid.unend();
            grid.unstep();
            Turn { made, drop, of_rules, is_back, gives_check, rank: 0, elsewhere: 0 }
        };
        if found.is_some() {
            return found;
        }
        if may_pass {
            turns.push(turn(None));
        }
        let drops = ranked.into_iter().take(self.limits.drops.max(1));
        turns.extend(drops.map(|(_, drop)| turn(Some(drop))));
        None
    }

    /// Ranks all turns by what is taken after them in the first world; those that are by far worse than the best one not exactly.
    fn first_ranks(&mut self, turns: &mut [Turn]) {
        let mut best = -INFINITE;
        for turn in turns.iter_mut() {
            turn.rank = -INFINITE;
        }
        for turn in turns.iter_mut() {
            let world = &mut self.worlds[0];
            world.begin(turn.made, turn.drop, 0);
            let least = (best - 2 * MARGIN).max(-INFINITE);
            let score = -world.takes(&mut self.shared, (-INFINITE, -least), 1, 1);
            world.take_back();
            if self.shared.budget.is_over {
                break;
            }
            turn.rank = if turn.is_back { score.min(0) } else { score };
            best = best.max(turn.rank);
        }
        turns.sort_by_key(|turn| -turn.rank - if turn.gives_check { CHECK } else { 0 });
    }

    /// Looks at the turns that many half-moves ahead, the best so far first, and ranks them anew. How many have been looked at,
    /// and what the best one is worth.
    fn compare(&mut self, turns: &mut [Turn], depth: i32) -> (usize, i32) {
        let worlds = if depth <= IN_ALL { self.worlds.len() } else { 1 };
        let mut best = Best::default();
        let mut done = 0;
        for turn in turns.iter_mut() {
            turn.rank = -INFINITE;
        }
        for turn in turns.iter_mut() {
            let Some(scores) = self.scores(turn, depth, worlds, &best.scores) else { break };
            let by = |(score, best): (&i32, &i32)| (score - best).clamp(-MARGIN, MARGIN);
            let mut differences = scores.iter().zip(&best.scores).map(by);
            let first = differences.next().unwrap_or(0);
            // Those that were left early count as if the other worlds were like the first ones.
            let seen = scores.len().max(1) as i32;
            let average = (first + differences.sum::<i32>()) / seen;
            if worlds > 1 {
                turn.elsewhere = best.elsewhere + average - first;
            }
            let by = first + turn.elsewhere - best.elsewhere;
            turn.rank = best.rank + by;
            if done == 0 || by > 0 && scores.len() == worlds {
                best = Best { scores, rank: turn.rank, elsewhere: turn.elsewhere };
            }
            done += 1;
        }
        turns.sort_by_key(|turn| -turn.rank);
        self.look_elsewhere(turns.first(), depth, &mut best);
        (done, on_average(&best.scores))
    }

    /// Whether what seems to be a mate is one in the other worlds, too.
    fn look_elsewhere(&mut self, turn: Option<&Turn>, depth: i32, best: &mut Best) {
        if let [score] = best.scores[..]
            && is_mate(score)
            && let Some(turn) = turn
            && let Some(scores) = self.scores(turn, depth, self.worlds.len(), &[])
        {
            best.scores = scores;
        }
    }

    /// What a turn is worth in each world, as far as it is not by far worse than the best one; none if there was no time.
    fn scores(&mut self, turn: &Turn, depth: i32, worlds: usize, best: &[i32]) -> Option<Vec<i32>> {
        let mut scores = Vec::with_capacity(worlds);
        for (place, world) in self.worlds.iter_mut().enumerate().take(worlds) {
            let window = best.get(place).map_or((-INFINITE, INFINITE), |best| (best - MARGIN, best + MARGIN));
            world.begin(turn.made, turn.drop, depth);
            let score = -world.node(&mut self.shared, (-window.1, -window.0), depth, 1);
            world.take_back();
            if self.shared.budget.is_over {
                return None;
            }
            scores.push(if turn.is_back { score.min(0) } else { score });
            let is_lost = |place: usize| scores[place] <= best[place] - MARGIN;
            if !best.is_empty() && scores.len() == LOST && (0..LOST).all(is_lost) {
                break;
            }
        }
        Some(scores)
    }
}

/// Whether a turn is among those that are looked at: one that drops nothing stands for all that begin with it.
fn is_named(among: Option<&[Move]>, made: Move, drop: Option<Drop>) -> bool {
    let turn = drop.map_or(made, |drop| made.dropping(drop));
    among.is_none_or(|among| among.contains(&made) || among.contains(&turn))
}

/// The mean; a mate only if it is one in every world of several, and then the latest.
fn on_average(scores: &[i32]) -> i32 {
    let least = scores.iter().copied().min_by_key(|score| score.abs()).unwrap_or(0);
    if is_mate(least) && scores.len() > 1 {
        return least;
    }
    scores.iter().map(|score| (*score).clamp(-MOST, MOST)).sum::<i32>() / scores.len().max(1) as i32
}
