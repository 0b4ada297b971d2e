//! What is likely, without being looked at: which moves are hardly worth it, how much less far others are looked ahead of, and
//! whether a capture alone is more than enough. Not here: what is looked at for certain (`node`).

use super::Search;
use super::node::Aim;
use super::order::{BAD, Scored};
use super::score::{from_table, is_mate};
use crate::table::{Bound, Entry};

/// What is known about the position that is looked at.
pub(super) struct Here {
    pub(super) key: u64,
    pub(super) known: Option<Entry>,
    pub(super) in_check: bool,
    /// What it is worth as it stands; less than anything in check.
    pub(super) judged: i32,
    /// Whether that is more than before the side's last move.
    pub(super) improving: bool,
    /// Whether the best known move takes something.
    pub(super) expects_capture: bool,
    /// Half-moves by which the best known move is looked at farther.
    pub(super) farther: i32,
}

/// A move of it, when its turn has come.
pub(super) struct Candidate {
    pub(super) scored: Scored,
    /// Moves looked at before it.
    pub(super) before: usize,
    /// Quiet ones among them.
    pub(super) quiet_before: i32,
}

/// Depths, after what late moves lose of them, at which quiet moves are left out in a position far below what is asked;
/// hundredths of a pawn that they might bring, and for each depth.
const FAR_BELOW: (i32, i32, i32) = (7, 80, 95);
/// The same for quiet moves that lose a piece to an exchange: hundredths of a pawn for each depth squared.
const GIVING_AWAY: (i32, i32) = (7, 25);
/// The same for those that were never good: by how much for each depth.
const NEVER_GOOD: (i32, i32) = (4, 3_500);
/// Depths at which only so many quiet moves are looked at.
const MANY: i32 = 8;
/// Captures that lose more than that for each depth are left out.
const LOSING: (i32, i32) = (6, 100);
/// From this depth on a capture that, looked at so much less far, brings so much more than is asked is enough.
const ABOVE: (i32, i32, i32) = (5, 4, 170);

/// As long as no more than so many half-moves are looked ahead, whatever gives check is looked at whole, so that no mate in two
/// is overlooked.
const THOROUGH: usize = 3;

/// What a half-move looked ahead is divided into.
const PARTS: i32 = 1_024;

/// By how much less late moves are looked ahead of, by depth and number.
pub(super) struct Reductions([[i16; Self::MOVES]; Self::DEPTHS]);

impl Default for Reductions {
    fn default() -> Self {
        let by = |depth: usize, before: usize| {
            let (depth, late) = (depth as f32, (before + 1) as f32);
            ((0.55 + depth.ln() * late.ln() / 2.15) * PARTS as f32) as i16
        };
        Self(std::array::from_fn(|depth| std::array::from_fn(|before| by(depth.max(1), before))))
    }
}

impl Reductions {
    const DEPTHS: usize = 64;
    const MOVES: usize = 64;

    /// By how many half-moves less a move is looked ahead of at first.
    pub(super) fn of(&self, aim: &Aim, here: &Here, candidate: &Candidate) -> i32 {
        let (depth, before) = (aim.depth, candidate.before);
        let whole = if aim.is_narrow() { 2 } else { 3 };
        if depth < 3 || before < whole {
            return 0;
        }
        if !candidate.scored.is_quiet {
            return i32::from(candidate.scored.loss() > 0 && !here.in_check) + i32::from(aim.is_cut);
        }
        let by = self.0[(depth as usize).min(Self::DEPTHS - 1)][before.min(Self::MOVES - 1)];
        let mut parts = i32::from(by) - candidate.scored.rank.min(30_000) * (PARTS / 8) / 1_024;
        parts += PARTS * (i32::from(!here.improving) - i32::from(!aim.is_narrow()));
        parts += PARTS * (i32::from(aim.is_cut) + i32::from(here.expects_capture) / 2);
        (parts / PARTS).clamp(0, if here.in_check { 1 } else { depth - 2 })
    }
}

/// Whether a quiet move comes so late or in so bad a position that it would hardly change anything at that depth.
fn seems_hopeless(aim: &Aim, here: &Here, candidate: &Candidate, depth: i32) -> bool {
    let many = (4 + aim.depth * aim.depth) / if here.improving { 1 } else { 2 };
    if aim.is_narrow() && aim.depth <= MANY && candidate.quiet_before >= many.max(3) {
        return true;
    }
    let (depths, first, each) = FAR_BELOW;
    if depth <= depths && here.judged + first + each * depth <= aim.alpha {
        return true;
    }
    let (depths, each) = NEVER_GOOD;
    depth <= depths && candidate.scored.rank < -each * aim.depth
}

impl Search<'_> {
    /// Whether the search is still so near to its root that everything is looked at that could be a mate in two.
    pub(super) const fn is_thorough(&self) -> bool {
        self.depth <= THOROUGH
    }

    /// Whether a move that is not the first would hardly change anything; `less` is how much less far it would be looked at.
    /// What gives check may change everything, unless it gives something away.
    pub(super) fn is_hopeless(&self, aim: &Aim, here: &Here, candidate: &Candidate, less: i32) -> bool {
        let scored = candidate.scored;
        let depth = (aim.depth - less).max(1);
        let is_late = scored.is_quiet && seems_hopeless(aim, here, candidate, depth);
        if is_late || self.is_thorough() {
            match (self.board.strikes_king(scored.made), self.is_thorough()) {
                (true, true) => return false,
                (false, _) if is_late => return true,
                _ => {}
            }
        }
        if !scored.is_quiet {
            let (depths, each) = LOSING;
            return aim.depth <= depths && scored.loss() > each * aim.depth;
        }
        let (depths, each) = GIVING_AWAY;
        depth <= depths && self.board.exchange(scored.made, self.evaluation.worth()) < -each * depth * depth
    }

    /// Looks whether a capture, looked at less far, brings so much more than is asked that the rest need not be looked at.
    pub(super) fn is_likely_above(&mut self, aim: &Aim, here: &Here) -> Option<i32> {
        let (depths, less, by) = ABOVE;
        let bar = aim.beta + by - if here.improving { 50 } else { 0 };
        if here.in_check || aim.depth < depths || is_mate(aim.beta) || aim.ply == 0 {
            return None;
        }
        let denies = |entry: Entry| {
            let score = from_table(entry.score.into(), aim.ply);
            i32::from(entry.depth) > aim.depth - less && entry.bound != Bound::Least && score < bar
        };
        if here.known.is_some_and(denies) {
            return None;
        }
        let (ply, depth) = (aim.ply, aim.depth - less);
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.board.fill_tactical(&mut list);
        self.plies[ply].list = list;
        self.rank(ply, here.known);
        let mut place = 0;
        while let Some(scored) = self.next(ply, place).filter(|scored| scored.rank >= BAD) {
            place += 1;
            let wins = self.board.exchange(scored.made, self.evaluation.worth());
            if here.judged + wins < bar || self.overlooks(scored.made, ply) {
                continue;
            }
            self.make(scored.made, ply);
            let (alpha, beta) = (-bar, 1 - bar);
            let in_check = self.board.in_check();
            let mut score = -self.quiesce(alpha, beta, ply + 1, in_check);
            if score >= bar {
                let (may_pass, is_cut) = (true, !aim.is_cut);
                score = -self.node(Aim { alpha, beta, depth, ply: ply + 1, may_pass, left_out: 0, is_cut });
            }
            self.unmake();
            if self.is_stopped {
                return None;
            }
            if score >= bar {
                self.table.note(here.key, Some(scored.made), score, depth + 1, Bound::Least);
                return Some(score);
            }
        }
        None
    }
}
