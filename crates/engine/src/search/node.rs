//! One position of a search: what of it need not be looked at, how far each of its moves is, and what follows.

use adoube_rules::SearchMove;

use super::likely::{Candidate, Here};
use super::order::{Going, Scored};
use super::score::{INFINITE, MATE, from_table, is_mate, mated_in, to_table};
use super::{DEEPEST, PLIES, Search};
use crate::evaluation::Evaluation;
use crate::table::{Bound, Entry};

/// What is asked of a position: whether it is worth more than `alpha`, and if so how much, up to `beta`.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Half-moves to look ahead.
    pub(super) depth: i32,
    /// Half-moves from the root.
    pub(super) ply: usize,
    /// Whether the turn may be passed, which it may not be twice in a row.
    pub(super) may_pass: bool,
    /// The bits of a move that is not looked at; 0 for none.
    pub(super) left_out: u32,
    /// Whether one of its moves, likely the first, is expected to be worth more.
    pub(super) is_cut: bool,
}

impl Aim {
    /// Whether it is only asked whether the position is worth more.
    pub(super) const fn is_narrow(&self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// Depths at which a position far above what is asked is not looked at any more, and hundredths of a pawn for each of them.
const FAR_ABOVE: (i32, i32) = (7, 85);
/// From this depth on it is asked whether the best known move is the only good one, and half-moves by which what is known may
/// be less deep for that.
const ALONE: (i32, i32) = (7, 3);
/// When all others are worse by so much more than was asked, it is looked at farther still.
const ALL_ALONE: i32 = 25;
/// A position so far below what is asked, for each depth up to the last at which that is tried, is only looked at for captures.
const NEARLY_LOST: (i32, i32) = (2, 280);

impl Search<'_> {
    /// What a position is worth to the side to move.
    pub(super) fn node(&mut self, mut aim: Aim) -> i32 {
        let ply = aim.ply;
        let in_check = self.board.in_check();
        aim.depth += i32::from(in_check);
        if aim.depth <= 0 {
            return self.quiesce(aim.alpha, aim.beta, ply, in_check);
        }
        self.plies[ply].line.clear();
        if !self.counts() {
            return 0;
        }
        if let Some(score) = self.is_decided(&mut aim) {
            return score;
        }
        let known = if self.is_secondary(ply) {
            // What the table says is about the best move.
            self.first.map(Entry::hint)
        } else {
            self.table.get(self.board.key())
        };
        let may_be_short = aim.is_narrow() && aim.left_out == 0;
        if let Some(score) = known.filter(|_| may_be_short).and_then(|entry| tabled(&entry, &aim)) {
            return score;
        }
        let mut here = self.look_around(&aim, known, in_check);
        if may_be_short && let Some(score) = self.is_settled(&aim, &here) {
            return score;
        }
        if may_be_short && let Some(score) = self.is_likely_above(&aim, &here) {
            return score;
        }
        if let Some(score) = self.is_alone(&aim, &mut here) {
            return score;
        }
        if self.is_stopped {
            return 0;
        }
        // Without a move to begin with a search of that depth is not worth its time.
        if aim.depth >= 5 && here.known.is_none_or(|entry| !entry.has_best()) {
            aim.depth -= 1;
        }
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.board.fill_legal(&mut list);
        self.plies[ply].list = list;
        self.rank(ply, here.known);
        self.moves(aim, &here)
    }

    /// Whether the rules or a mate nearer to the root leave nothing to look for; narrows what is asked.
    fn is_decided(&mut self, aim: &mut Aim) -> Option<i32> {
        let ply = aim.ply;
        if ply == 0 {
            return None;
        }
        if self.is_drawn() {
            return Some(0);
        }
        if ply >= DEEPEST || ply + 1 >= PLIES {
            return Some(self.judge(ply));
        }
        aim.alpha = aim.alpha.max(mated_in(ply));
        aim.beta = aim.beta.min(MATE - ply as i32 - 1);
        (aim.alpha >= aim.beta).then_some(aim.alpha)
    }

    fn look_around(&mut self, aim: &Aim, known: Option<Entry>, in_check: bool) -> Here {
        let key = self.board.key();
        let mut judged = if in_check { -INFINITE } else { self.judge(aim.ply) };
        self.plies[aim.ply].judged = judged;
        let improving = !in_check && aim.ply >= 2 && judged > self.plies[aim.ply - 2].judged;
        if let Some(entry) = known.filter(|_| !in_check) {
            let score = from_table(entry.score.into(), aim.ply);
            if !is_mate(score) && entry.bound.decides(score, judged, judged + 1) {
                judged = score;
            }
        }
        let expects_capture = known.is_some_and(|entry| self.takes_by(&entry));
        Here { key, known, in_check, judged, improving, expects_capture, farther: 0 }
    }

    /// Whether a position is so far above what is asked that its moves need not be looked at.
    fn is_settled(&mut self, aim: &Aim, here: &Here) -> Option<i32> {
        if here.in_check || is_mate(aim.beta) || aim.ply == 0 || self.is_thorough() {
            return None;
        }
        let (depths, each) = NEARLY_LOST;
        if aim.depth <= depths && here.judged + each * aim.depth <= aim.alpha {
            let score = self.quiesce(aim.alpha, aim.beta, aim.ply, false);
            if score <= aim.alpha {
                return Some(score);
            }
        }
        let (depths, each) = FAR_ABOVE;
        let above = here.judged - each * (aim.depth - i32::from(here.improving));
        if aim.depth <= depths && above >= aim.beta {
            return Some(here.judged);
        }
        let has_pieces = Evaluation::has_pieces(&self.board, self.board.side_to_move());
        if !aim.may_pass || aim.depth < 3 || here.judged < aim.beta || !has_pieces {
            return None;
        }
        let less = 3 + aim.depth / 4 + ((here.judged - aim.beta) / 200).min(3);
        self.path.push(here.key);
        self.plies[aim.ply].going = Going::default();
        self.board.pass();
        self.standings.pass(aim.ply);
        let (alpha, beta) = (-aim.beta, 1 - aim.beta);
        let (depth, ply) = (aim.depth - less, aim.ply + 1);
        let next = Aim { alpha, beta, depth, ply, may_pass: false, left_out: 0, is_cut: !aim.is_cut };
        let score = -self.node(next);
        self.unmake();
        let holds = !self.is_stopped && score >= aim.beta;
        // A mate after a passed turn is no proof of one.
        holds.then(|| if is_mate(score) { aim.beta } else { score })
    }

    /// Asks whether all moves but the best known one are clearly worse: then that one is looked at farther. A score if another
    /// one is too good for the opponent as well.
    fn is_alone(&mut self, aim: &Aim, here: &mut Here) -> Option<i32> {
        let (depths, less_deep) = ALONE;
        let entry = here.known.filter(|entry| entry.has_best() && entry.bound != Bound::Most)?;
        let score = from_table(entry.score.into(), aim.ply);
        let is_known = i32::from(entry.depth) >= aim.depth - less_deep && !is_mate(score);
        let may_go_on = aim.ply > 0 && aim.ply < 2 * self.depth && aim.depth >= depths;
        if aim.left_out != 0 || !is_known || !may_go_on || self.is_stopped {
            return None;
        }
        let bar = score - 2 * aim.depth;
        let others = Aim {
            alpha: bar - 1,
            beta: bar,
            depth: (aim.depth - 1) / 2,
            left_out: entry.best_bits(),
            may_pass: false,
            ..*aim
        };
        let found = self.node(others);
        if found < bar {
            here.farther = 1 + i32::from(aim.is_narrow() && found < bar - ALL_ALONE);
            return None;
        }
        // Another one is as good, and that the best known one is good enough needs less to be shown.
        here.farther = -i32::from(score >= aim.beta);
        (bar >= aim.beta && aim.is_narrow()).then_some(bar)
    }

    /// Whether the best move known takes something, as far as its target tells.
    fn takes_by(&self, entry: &Entry) -> bool {
        entry.best_target().and_then(|place| self.board.piece_at(place)).is_some()
    }

    /// Looks at the moves one after the other.
    fn moves(&mut self, mut aim: Aim, here: &Here) -> i32 {
        let ply = aim.ply;
        let first = aim.alpha;
        let (mut best, mut best_move) = (-INFINITE, None);
        let (mut before, mut quiet_before) = (0, 0);
        let (mut place, mut overlooked) = (0, 0);
        while let Some(scored) = self.next(ply, place) {
            let Scored { made, is_quiet, .. } = scored;
            place += 1;
            let is_left_out = made.to_bits() == aim.left_out || self.is_barred(made, ply);
            if is_left_out || !here.in_check && self.overlooks(made, ply) {
                overlooked += 1;
                continue;
            }
            let candidate = Candidate { scored, before, quiet_before };
            before += 1;
            quiet_before += i32::from(is_quiet);
            let may_be_left_out = before > 1 && !is_mate(best) && !here.in_check && ply > 0;
            let less = if self.is_thorough() { 0 } else { self.reductions.of(&aim, here, &candidate) };
            if may_be_left_out && self.is_hopeless(&aim, here, &candidate, less) {
                continue;
            }
            self.make(made, ply);
            let score = self.follow(&aim, (before == 1).then_some(here.farther), less);
            self.unmake();
            if self.is_stopped {
                // At the root the moves that were looked at whole count.
                return best;
            }
            best = best.max(score);
            if score > aim.alpha {
                aim.alpha = score;
                best_move = Some(made);
                self.extend_line(ply, made);
                if score >= aim.beta {
                    if is_quiet {
                        self.was_good(&aim, made, place);
                    }
                    break;
                }
            }
        }
        if before == 0 && overlooked > 0 {
            return if aim.left_out == 0 { here.judged } else { first };
        }
        if before == 0 {
            return if here.in_check { mated_in(ply) } else { 0 };
        }
        if aim.left_out != 0 || self.is_secondary(ply) {
            return best;
        }
        let bound = Bound::of(best, first, aim.beta);
        if !here.in_check && ply > 0 {
            self.learn_from(&aim, best, best_move, bound);
        }
        self.table.note(here.key, best_move, to_table(best, ply), aim.depth, bound);
        best
    }

    /// Looks at the position after a move: whole if it is the first, perhaps farther than others, and else only as far as it
    /// takes to see that it is not better.
    fn follow(&mut self, aim: &Aim, first: Option<i32>, less: i32) -> i32 {
        let next = Aim {
            alpha: -aim.beta,
            beta: -aim.alpha,
            depth: aim.depth - 1,
            ply: aim.ply + 1,
            may_pass: true,
            left_out: 0,
            is_cut: aim.is_narrow() && !aim.is_cut,
        };
        if let Some(farther) = first {
            return -self.node(Aim { depth: next.depth + farther, ..next });
        }
        let narrow = Aim { alpha: -aim.alpha - 1, is_cut: true, ..next };
        let mut score = -self.node(Aim { depth: narrow.depth - less, ..narrow });
        if score > aim.alpha && less > 0 {
            score = -self.node(Aim { is_cut: !aim.is_cut, ..narrow });
        }
        if score > aim.alpha && score < aim.beta {
            score = -self.node(Aim { is_cut: false, ..next });
        }
        score
    }

    fn extend_line(&mut self, ply: usize, made: SearchMove) {
        let (here, there) = self.plies.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(made);
        line.extend_from_slice(&there[0].line);
    }

    /// Corrects what positions like this one seem to be worth, if the difference is not what was just taken.
    fn learn_from(&mut self, aim: &Aim, best: i32, best_move: Option<SearchMove>, bound: Bound) {
        let seemed = self.plies[aim.ply].judged;
        let is_told = match bound {
            Bound::Exact => true,
            Bound::Least => best > seemed,
            Bound::Most => best < seemed,
        };
        let is_quiet = best_move.is_none_or(|made| !self.board.takes(made) && made.choice().is_none());
        if is_told && is_quiet && !is_mate(best) {
            self.corrections.learn(self.earlier(aim.ply), best - seemed, aim.depth);
        }
    }

    /// A quiet move was too good for the opponent to allow: it is tried sooner elsewhere, and those tried before it later.
    fn was_good(&mut self, aim: &Aim, made: SearchMove, place: usize) {
        let by = (aim.depth * aim.depth * 16).min(1_600);
        let ply = &mut self.plies[aim.ply];
        if ply.killers[0] != Some(made) {
            ply.killers = [Some(made), ply.killers[0]];
        }
        let earlier = self.earlier(aim.ply);
        self.history.learn(Going::of(&self.board, made), earlier, by);
        for before in 0..place - 1 {
            let tried = self.plies[aim.ply].scored[before];
            if tried.is_quiet {
                self.history.learn(Going::of(&self.board, tried.made), earlier, -by);
            }
        }
    }
}

/// What the table says, if that answers what is asked.
fn tabled(entry: &Entry, aim: &Aim) -> Option<i32> {
    let score = from_table(entry.score.into(), aim.ply);
    let answers = i32::from(entry.depth) >= aim.depth && entry.bound.decides(score, aim.alpha, aim.beta);
    answers.then_some(score)
}
