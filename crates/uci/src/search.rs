//! Search on a thread of its own, beside the conversation with the host, and when its answer is
//! sent: after `stop` for an infinite search, after `ponderhit` for pondering.

use std::cell::Cell;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use adoube_engine::{Engine, GameLine, RootOptions, SearchLimits, SearchReport, SearchScore, TableGauge};
use adoube_rules::{Move, perft_while};

use crate::engines::EnginePool;
use crate::limits::Go;
use crate::moves;
use crate::output::{Output, info};
use crate::position::Board;

/// Time limit of perft.
const PERFT_TIME: Duration = Duration::from_secs(60);
/// Nodes to complete a principal variation that ends before its mate.
const MATE_NODES: u64 = 20_000;

/// Shared by the session and the running search: stop flag, clock and conditions of the answer.
pub(crate) struct Control {
    is_stopped: AtomicBool,
    /// When the clock started; not yet while it ponders.
    clock: OnceLock<Instant>,
    waits: Mutex<Waits>,
    changed: Condvar,
}

/// What the answer waits for.
struct Waits {
    for_stop: bool,
    for_ponderhit: bool,
}

impl Control {
    pub(crate) fn new(go: &Go, begun: Instant) -> Self {
        let clock = OnceLock::new();
        if !go.ponders {
            clock.get_or_init(|| begun);
        }
        let waits = Waits { for_stop: go.is_infinite, for_ponderhit: go.ponders };
        Self { is_stopped: AtomicBool::new(false), clock, waits: Mutex::new(waits), changed: Condvar::new() }
    }

    /// Stops the search; it answers with what it has found.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.change(|waits| *waits = Waits { for_stop: false, for_ponderhit: false });
    }

    /// `ponderhit`: the clock starts.
    pub(crate) fn ponder_hit(&self) {
        self.clock.get_or_init(Instant::now);
        self.change(|waits| waits.for_ponderhit = false);
    }

    fn change(&self, how: impl FnOnce(&mut Waits)) {
        how(&mut self.waits.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Waits until the protocol lets the search answer; whether it had to wait.
    fn wait_for_permission(&self) -> bool {
        let mut has_waited = false;
        let waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        let until = self.changed.wait_while(waits, |waits| {
            let is_early = waits.for_stop || waits.for_ponderhit;
            has_waited |= is_early;
            is_early
        });
        drop(until.unwrap_or_else(PoisonError::into_inner));
        has_waited
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn is_in_time(&self, time: Option<Duration>) -> bool {
        let elapsed = self.clock.get().map(Instant::elapsed);
        time.zip(elapsed).is_none_or(|(time, elapsed)| elapsed < time)
    }
}

/// A search that the host asked for.
pub(crate) struct Task {
    /// The game; `None` if the last position could not be read.
    pub(crate) board: Option<Board>,
    pub(crate) go: Go,
    /// The only moves searched, if some are named.
    pub(crate) among: Option<Vec<Move>>,
    /// Number of lines.
    pub(crate) lines: usize,
    pub(crate) begun: Instant,
}

impl Task {
    /// Searches and answers.
    pub(crate) fn run<W: Write>(&self, pool: &mut EnginePool, control: &Control, output: &Output<W>) {
        if let Some(depth) = self.go.perft {
            self.count(depth, control, output);
            return;
        }
        let gauge = pool.table_gauge();
        let mut show = |reports: &[SearchReport]| {
            let Some(board) = &self.board else { return };
            for (number, report) in (1..).zip(reports) {
                let so_far = (self.begun.elapsed(), gauge.as_ref().map_or(0, TableGauge::permille));
                // A host that has hung up is noticed by the end of the input.
                let _ = output.say(&info(report, number, so_far, board.letters));
            }
        };
        let found = match &self.board {
            Some(board) if board.position.legal_moves().is_empty() => {
                let score = if board.position.in_check() { "mate 0" } else { "cp 0" };
                let _ = output.say(&format!("info depth 0 score {score}"));
                Vec::new()
            }
            Some(board) => self.search(board, pool, control, &mut show),
            None => Vec::new(),
        };
        // A host that ponders may listen to what is said after `ponderhit` alone.
        if control.wait_for_permission() || self.go.ponders {
            show(&found);
        }
        let _ = output.say(&self.answer(found.first()));
    }

    /// The `bestmove` line, with the expected reply to ponder on.
    fn answer(&self, report: Option<&SearchReport>) -> String {
        let line = report.map(|report| report.pv.as_slice()).unwrap_or_default();
        let words =
            self.board.iter().flat_map(|board| line.iter().map(|made| moves::write(made, board.letters)));
        match words.take(2).collect::<Vec<_>>().as_slice() {
            [best, next, ..] => format!("bestmove {best} ponder {next}"),
            [best] => format!("bestmove {best}"),
            [] => "bestmove 0000".to_owned(),
        }
    }

    fn search(
        &self,
        board: &Board,
        pool: &mut EnginePool,
        control: &Control,
        show: &mut dyn FnMut(&[SearchReport]),
    ) -> Vec<SearchReport> {
        let Some((first, helpers)) = pool.split() else { return Vec::new() };
        let mut shown = None;
        let mut found = self.search_together(first, helpers, &board.course, control, &mut |reports| {
            shown = lengths(reports);
            show(reports);
        });
        let mut go_on = || !control.is_stopped() && control.is_in_time(self.go.time);
        for report in &mut found {
            complete_mate(first, &board.course, report, &mut go_on);
        }
        if shown != lengths(&found) {
            show(&found);
        }
        found
    }

    /// Lazy SMP: the main engine answers; helpers search the same position on other threads and
    /// fill the transposition table.
    fn search_together(
        &self,
        first: &mut Engine,
        helpers: &mut [Engine],
        course: &GameLine,
        control: &Control,
        show: &mut dyn FnMut(&[SearchReport]),
    ) -> Vec<SearchReport> {
        let root = RootOptions { search_moves: self.among.as_deref(), multi_pv: self.lines };
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            for helper in helpers {
                let mut go_on = || !is_done.load(Ordering::Relaxed);
                let root = RootOptions { multi_pv: 1, ..root };
                scope
                    .spawn(move || helper.search_root(course, root, self.go.limits, &mut go_on, &mut |_| {}));
            }
            let has_mate = Cell::new(false);
            let mut go_on = || !has_mate.get() && !control.is_stopped() && control.is_in_time(self.go.time);
            let found = first.search_root(course, root, self.go.limits, &mut go_on, &mut |reports| {
                show(reports);
                has_mate.set(self.go.mate.is_some_and(|moves| is_mate_within(reports, moves)));
            });
            is_done.store(true, Ordering::Relaxed);
            found
        })
    }

    /// Perft, divided by first move.
    fn count<W: Write>(&self, depth: u32, control: &Control, output: &Output<W>) {
        let Some(board) = &self.board else { return };
        let go_on = || !control.is_stopped() && self.begun.elapsed() < PERFT_TIME;
        let mut nodes = 0;
        for made in board.position.legal_moves().iter().filter(|_| depth > 0) {
            let Some(count) = perft_while(&board.position.apply(made), depth - 1, go_on) else {
                let _ = output.explain("perft was stopped before it was done");
                return;
            };
            let _ = output.say(&format!("{}: {count}", moves::write(made, board.letters)));
            nodes += count;
        }
        let _ = output.say(&format!("\nNodes searched: {}\n", if depth == 0 { 1 } else { nodes }));
    }
}

/// What a host was shown of a search: nodes, and the length of each line.
fn lengths(reports: &[SearchReport]) -> Option<(u64, Vec<usize>)> {
    let first = reports.first()?;
    Some((first.nodes, reports.iter().map(|report| report.pv.len()).collect()))
}

/// Whether the best line mates in at most that many moves.
fn is_mate_within(reports: &[SearchReport], moves: u32) -> bool {
    let best = reports.first().map(|report| report.score);
    matches!(best, Some(SearchScore::Mate(found)) if found > 0 && found.unsigned_abs() <= moves)
}

/// Completes a principal variation that was cut off before its mate.
fn complete_mate(
    engine: &mut Engine,
    course: &GameLine,
    report: &mut SearchReport,
    go_on: &mut dyn FnMut() -> bool,
) {
    let SearchScore::Mate(moves) = report.score else { return };
    let wanted = 2 * moves.unsigned_abs() as usize - usize::from(moves > 0);
    let mut course = course.clone();
    if !report.pv.iter().all(|made| course.play(made)) {
        return;
    }
    while report.pv.len() < wanted && go_on() {
        let left = wanted - report.pv.len();
        let limits = SearchLimits { depth: left as u32 + 2, nodes: MATE_NODES, ..SearchLimits::default() };
        let Some(rest) = engine.search(&course, limits, go_on, &mut |_| {}) else { return };
        let wins = (left % 2 == 1) == matches!(rest.score, SearchScore::Mate(found) if found > 0);
        let Some(next) = rest.pv.first().filter(|_| wins && matches!(rest.score, SearchScore::Mate(_)))
        else {
            return;
        };
        if !course.play(next) {
            return;
        }
        report.pv.push(*next);
    }
}
