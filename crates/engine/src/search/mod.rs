//! Looking ahead: deeper and deeper, until there is no time or nothing left to find. Not here: what a position is worth as it
//! stands (`evaluation`).

mod correction;
mod judgements;
mod likely;
mod node;
mod order;
mod quiescence;
mod root;
pub(crate) mod score;
#[cfg(test)]
mod tests;

use std::collections::TryReserveError;

use adoube_rules::{BoardSearch, Move, MoveList, Position, SearchMove};

pub use self::root::Root;
pub use self::score::Score;
use self::{
    correction::Corrections,
    judgements::Judgements,
    likely::Reductions,
    order::{Going, History, Scored},
};
use crate::course::Course;
use crate::evaluation::{Evaluation, Standings};
use crate::level::Overlooked;
use crate::table::Table;
use crate::values::Values;

/// Half-moves looked ahead at most.
const DEEPEST: usize = 100;
/// Half-moves of captures beyond that at most.
const PLIES: usize = DEEPEST + 60;
/// Positions between two questions whether to go on.
const BETWEEN_QUESTIONS: u64 = 1024;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Half-moves looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Moves that are not seen.
    pub overlooked: Overlooked,
}

impl Default for Limits {
    /// As far as whoever asks lets it go on.
    fn default() -> Self {
        Self { depth: DEEPEST as u32, nodes: u64::MAX, overlooked: Overlooked::NONE }
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The best moves of both sides, as far as is known, the one to play first.
    pub line: Vec<Move>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Half-moves looked ahead for that.
    pub depth: u32,
    /// Half-moves of the longest line that was looked at (selective depth).
    pub selective_depth: u32,
    /// Positions looked at so far.
    pub nodes: u64,
}

/// The transposition table of an engine that may be searching: how full it is.
#[derive(Clone)]
pub struct TableGauge(Table);

impl TableGauge {
    /// How many of a thousand entries the present search has written (UCI `hashfull`), from a sample.
    pub fn permille(&self) -> u32 {
        self.0.permille()
    }
}

/// Finds moves; keeps what it has found out for the next move of the same game.
pub struct Engine {
    table: Table,
    history: History,
    corrections: Corrections,
    judgements: Judgements,
    reductions: Reductions,
    /// Of the games that were searched in, as it takes a while to find out what pieces can do.
    evaluations: Vec<Evaluation>,
    values: Values,
    /// Whether it thinks for itself, not beside another one.
    leads: bool,
}

impl Engine {
    /// An engine that keeps what it finds out in at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self::judging_by(Values::known(), bytes)
    }

    /// The same with other values of the pieces.
    pub fn judging_by(values: Values, bytes: usize) -> Self {
        Self::sharing(Table::new(bytes), values, true)
    }

    /// The values it judges by.
    pub const fn values(&self) -> &Values {
        &self.values
    }

    /// Another engine that shares what this one finds out, to think about the same position at the same time.
    #[must_use]
    pub fn beside(&self) -> Self {
        Self::sharing(self.table.clone(), self.values.clone(), false)
    }

    fn sharing(table: Table, values: Values, leads: bool) -> Self {
        let (history, corrections) = (History::default(), Corrections::default());
        let (judgements, reductions) = (Judgements::default(), Reductions::default());
        let evaluations = Vec::new();
        Self { table, history, corrections, judgements, reductions, evaluations, values, leads }
    }

    /// Tells how full the transposition table is, also while it is searched.
    pub fn table_gauge(&self) -> TableGauge {
        TableGauge(self.table.clone())
    }

    /// Drops all search results, and takes an empty transposition table of at most so many bytes. The old one is freed
    /// first, unless another engine shares it.
    ///
    /// # Errors
    /// The system does not give that much memory: the engine has the smallest table then.
    pub fn renew(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        self.table = Table::new(0);
        self.history = History::default();
        self.corrections = Corrections::default();
        self.table = Table::try_new(bytes)?;
        Ok(())
    }

    /// Forgets whatever it has found out about positions.
    pub fn forget(&mut self) {
        self.table.clear();
        self.history = History::default();
        self.corrections = Corrections::default();
    }

    /// Looks for the best move. `go_on` is asked every thousand positions, and `tell` hears of each depth that is done. The last
    /// report; none if there is no legal move.
    pub fn search(
        &mut self,
        course: &Course,
        limits: Limits,
        go_on: &mut dyn FnMut() -> bool,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let mut tell = |reports: &[Report]| reports.iter().for_each(&mut *tell);
        self.search_root(course, Root::default(), limits, go_on, &mut tell).into_iter().next()
    }

    /// The same among these moves alone; none if none of them is legal.
    pub fn search_among(
        &mut self,
        course: &Course,
        among: &[Move],
        limits: Limits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Report> {
        let root = Root { among: Some(among), ..Root::default() };
        self.search_root(course, root, limits, go_on, &mut |_| ()).into_iter().next()
    }

    /// Looks for the best moves, as many as `root` says and there are, the best one first; `tell` hears of all of them after each
    /// depth that is done (`MultiPV`). With one line it is the search for the best move.
    pub fn search_root(
        &mut self,
        course: &Course,
        root: Root<'_>,
        limits: Limits,
        go_on: &mut dyn FnMut() -> bool,
        tell: &mut dyn FnMut(&[Report]),
    ) -> Vec<Report> {
        if self.leads {
            self.table.grow_older();
        }
        self.history.fade();
        let board = course.board().clone();
        let position = board.position();
        let evaluation = prepared(&mut self.evaluations, &self.values, &position);
        let mut search = Search {
            evaluation,
            table: &self.table,
            history: &mut self.history,
            corrections: &mut self.corrections,
            judgements: &mut self.judgements,
            reductions: &self.reductions,
            path: course.earlier().to_vec(),
            standings: Standings::of(evaluation, &position, &board, PLIES),
            board,
            plies: (0..=PLIES).map(|_| Ply::default()).collect(),
            nodes: 0,
            selective_depth: 0,
            limits,
            among: root.among,
            excluded: Vec::new(),
            first: None,
            go_on,
            is_stopped: false,
            depth: 0,
        };
        search.deepen(root.lines, tell)
    }
}

/// What judges the positions of that game, and knows all that may stand on the board from this one on.
fn prepared<'a>(
    evaluations: &'a mut Vec<Evaluation>,
    values: &Values,
    position: &Position,
) -> &'a Evaluation {
    let variant = position.variant();
    let place = evaluations.iter().position(|known| known.is_for(variant)).unwrap_or_else(|| {
        evaluations.push(Evaluation::of(variant, values.clone()));
        evaluations.len() - 1
    });
    let evaluation = &mut evaluations[place];
    evaluation.prepare(position);
    evaluation
}

/// What is kept of each half-move ahead, in memory that is used again and again.
#[derive(Default)]
struct Ply {
    list: MoveList,
    scored: Vec<Scored>,
    line: Vec<SearchMove>,
    killers: [Option<SearchMove>; 2],
    /// The move that is looked at.
    going: Going,
    /// What the position is worth as it stands.
    judged: i32,
}

/// A search while it runs.
struct Search<'a> {
    evaluation: &'a Evaluation,
    table: &'a Table,
    history: &'a mut History,
    corrections: &'a mut Corrections,
    judgements: &'a mut Judgements,
    reductions: &'a Reductions,
    board: BoardSearch,
    /// The keys of the positions on the way here, those of the game among them.
    path: Vec<u64>,
    standings: Standings<'a>,
    plies: Vec<Ply>,
    nodes: u64,
    /// Half-moves of the longest line so far.
    selective_depth: usize,
    limits: Limits,
    /// The only moves that are looked at in the position itself; all if none are named.
    among: Option<&'a [Move]>,
    /// The first moves of the better lines, which the present one does not begin with.
    excluded: Vec<SearchMove>,
    /// The move that the present line is expected to begin with, where better lines are excluded.
    first: Option<SearchMove>,
    go_on: &'a mut dyn FnMut() -> bool,
    is_stopped: bool,
    /// Half-moves that are looked ahead now.
    depth: usize,
}

impl Search<'_> {
    /// Whether a move in a position that many half-moves ahead is not seen. What takes back on the square where something was
    /// just taken or has just come is seen always.
    fn overlooks(&self, made: SearchMove, ply: usize) -> bool {
        !self.answers(made, ply) && self.limits.overlooked.has(Going::of(&self.board, made).number(), ply)
    }

    /// Whether a move is none of those among which is looked.
    fn is_barred(&self, made: SearchMove, ply: usize) -> bool {
        let is_elsewhere = |among: &[Move]| !among.contains(&self.board.to_move(made));
        ply == 0 && (self.excluded.contains(&made) || self.among.is_some_and(is_elsewhere))
    }

    /// Whether the best move of a position is not asked for, as better lines begin with it.
    fn is_secondary(&self, ply: usize) -> bool {
        ply == 0 && !self.excluded.is_empty()
    }

    /// Whether a move goes where the opponent's last one went.
    fn answers(&self, made: SearchMove, ply: usize) -> bool {
        ply > 0 && self.plies[ply - 1].going.place() == made.to().index()
    }

    /// Counts a position; whether the search is to go on.
    fn counts(&mut self) -> bool {
        if self.is_stopped {
            return false;
        }
        self.nodes += 1;
        let is_asked = self.nodes.is_multiple_of(BETWEEN_QUESTIONS);
        // One half-move is looked ahead whatever it takes, or there would be no move to make.
        let has_enough = self.nodes >= self.limits.nodes && self.depth > 1;
        self.is_stopped = has_enough || is_asked && !(self.go_on)();
        !self.is_stopped
    }

    /// Makes a move in a position that many half-moves ahead.
    fn make(&mut self, made: SearchMove, ply: usize) {
        self.path.push(self.board.key());
        self.plies[ply].going = Going::of(&self.board, made);
        self.board.make(made);
        self.selective_depth = self.selective_depth.max(ply + 1);
        self.standings.follow(ply, &self.board);
    }

    fn unmake(&mut self) {
        self.board.unmake();
        self.path.pop();
    }

    /// Whether this position has been there before, or nothing has been taken for so long that a draw can be claimed.
    fn is_drawn(&self) -> bool {
        let clock = usize::from(self.board.halfmove_clock());
        if clock >= 100 {
            return true;
        }
        let key = self.board.key();
        let since = self.path.len().saturating_sub(clock);
        self.path[since..].iter().rev().skip(1).step_by(2).any(|earlier| *earlier == key)
    }

    /// What the position so many half-moves ahead is worth as it stands, as far as is known from those that followed on the
    /// same moves.
    fn judge(&mut self, ply: usize) -> i32 {
        let seems = self.judgements.of(self.board.key(), || self.standings.judge(ply, &self.board));
        seems + self.corrections.of(self.earlier(ply))
    }
}
