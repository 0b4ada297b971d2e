//! Runs a search on a thread of its own, in parallel on several engines, or perft, beside the
//! conversation with the host; and decides when its answer is sent: after `stop` for an infinite
//! search, after `ponderhit` for pondering.

use std::cell::Cell;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use adoube_engine::{Engine, GameLine, RootOptions, SearchLimits, SearchReport, SearchScore, TableGauge};
use adoube_rules::{Move, perft_while};

use crate::engine_pool::EnginePool;
use crate::go_command::GoCommand;
use crate::moves;
use crate::output::{UciOutput, info_line};
use crate::position_command::UciGame;

/// Time limit of perft.
const MAX_PERFT_TIME: Duration = Duration::from_secs(60);
/// Nodes to complete a principal variation that ends before its mate.
const MATE_COMPLETION_NODES: u64 = 20_000;

/// Shared by the session and the running search: stop flag, clock and conditions of the answer.
pub(crate) struct SearchControl {
    is_stopped: AtomicBool,
    /// When the clock started; not yet while it ponders.
    clock_start: OnceLock<Instant>,
    conditions: Mutex<AnswerConditions>,
    changed: Condvar,
}

/// What the answer waits for.
struct AnswerConditions {
    needs_stop: bool,
    needs_ponderhit: bool,
}

impl SearchControl {
    pub(crate) fn new(go: &GoCommand, started: Instant) -> Self {
        let clock_start = OnceLock::new();
        if !go.is_ponder {
            clock_start.get_or_init(|| started);
        }
        let conditions = AnswerConditions { needs_stop: go.is_infinite, needs_ponderhit: go.is_ponder };
        Self {
            is_stopped: AtomicBool::new(false),
            clock_start,
            conditions: Mutex::new(conditions),
            changed: Condvar::new(),
        }
    }

    /// Stops the search; it answers with what it has found.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.update_conditions(|conditions| {
            *conditions = AnswerConditions { needs_stop: false, needs_ponderhit: false }
        });
    }

    /// `ponderhit`: the clock starts.
    pub(crate) fn ponder_hit(&self) {
        self.clock_start.get_or_init(Instant::now);
        self.update_conditions(|conditions| conditions.needs_ponderhit = false);
    }

    fn update_conditions(&self, how: impl FnOnce(&mut AnswerConditions)) {
        how(&mut self.conditions.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Waits until the protocol lets the search answer; whether it had to wait.
    fn wait_until_answer_allowed(&self) -> bool {
        let mut has_waited = false;
        let conditions = self.conditions.lock().unwrap_or_else(PoisonError::into_inner);
        let until = self.changed.wait_while(conditions, |conditions| {
            let is_early = conditions.needs_stop || conditions.needs_ponderhit;
            has_waited |= is_early;
            is_early
        });
        drop(until.unwrap_or_else(PoisonError::into_inner));
        has_waited
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn has_time_left(&self, time: Option<Duration>) -> bool {
        let elapsed = self.clock_start.get().map(Instant::elapsed);
        time.zip(elapsed).is_none_or(|(time, elapsed)| elapsed < time)
    }
}

/// A search that the host asked for.
pub(crate) struct SearchTask {
    /// The game; `None` if the last position could not be read.
    pub(crate) game: Option<UciGame>,
    pub(crate) go: GoCommand,
    /// The only moves searched, if some are named.
    pub(crate) search_moves: Option<Vec<Move>>,
    /// Number of lines.
    pub(crate) multi_pv: usize,
    pub(crate) started: Instant,
}

impl SearchTask {
    /// Searches and answers.
    pub(crate) fn run<W: Write>(
        &self,
        pool: &mut EnginePool,
        control: &SearchControl,
        output: &UciOutput<W>,
    ) {
        if let Some(depth) = self.go.perft {
            self.run_perft(depth, control, output);
            return;
        }
        let gauge = pool.table_gauge();
        let mut show = |reports: &[SearchReport]| {
            let Some(game) = &self.game else { return };
            for (number, report) in (1..).zip(reports) {
                let so_far = (self.started.elapsed(), gauge.as_ref().map_or(0, TableGauge::permille));
                // A host that has hung up is noticed by the end of the input.
                let _ = output.write_line(&info_line(report, number, so_far, game.dialect));
            }
        };
        let found = match &self.game {
            Some(game) if game.position.legal_moves().is_empty() => {
                let score = if game.position.in_check() { "mate 0" } else { "cp 0" };
                let _ = output.write_line(&format!("info depth 0 score {score}"));
                Vec::new()
            }
            Some(game) => self.search(game, pool, control, &mut show),
            None => Vec::new(),
        };
        // A host that ponders may listen to what is said after `ponderhit` alone.
        if control.wait_until_answer_allowed() || self.go.is_ponder {
            show(&found);
        }
        let _ = output.write_line(&self.best_move_line(found.first()));
    }

    /// The `bestmove` line, with the expected reply to ponder on.
    fn best_move_line(&self, report: Option<&SearchReport>) -> String {
        let line = report.map(|report| report.pv.as_slice()).unwrap_or_default();
        let words =
            self.game.iter().flat_map(|game| line.iter().map(|made| moves::write_move(made, game.dialect)));
        match words.take(2).collect::<Vec<_>>().as_slice() {
            [best, next, ..] => format!("bestmove {best} ponder {next}"),
            [best] => format!("bestmove {best}"),
            [] => "bestmove 0000".to_owned(),
        }
    }

    fn search(
        &self,
        game: &UciGame,
        pool: &mut EnginePool,
        control: &SearchControl,
        show: &mut dyn FnMut(&[SearchReport]),
    ) -> Vec<SearchReport> {
        let Some((first, helpers)) = pool.split() else { return Vec::new() };
        let mut shown = None;
        let mut found = self.search_in_parallel(first, helpers, &game.line, control, &mut |reports| {
            shown = shown_lengths(reports);
            show(reports);
        });
        let mut should_continue = || !control.is_stopped() && control.has_time_left(self.go.time_limit);
        for report in &mut found {
            complete_mate_pv(first, &game.line, report, &mut should_continue);
        }
        if shown != shown_lengths(&found) {
            show(&found);
        }
        found
    }

    /// Lazy SMP: the main engine answers; helpers search the same position on other threads and
    /// fill the transposition table.
    fn search_in_parallel(
        &self,
        first: &mut Engine,
        helpers: &mut [Engine],
        line: &GameLine,
        control: &SearchControl,
        show: &mut dyn FnMut(&[SearchReport]),
    ) -> Vec<SearchReport> {
        let root = RootOptions { search_moves: self.search_moves.as_deref(), multi_pv: self.multi_pv };
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            for helper in helpers {
                let mut should_continue = || !is_done.load(Ordering::Relaxed);
                let root = RootOptions { multi_pv: 1, ..root };
                scope.spawn(move || {
                    helper.search_root(line, root, self.go.limits, &mut should_continue, &mut |_| {})
                });
            }
            let has_mate = Cell::new(false);
            let mut should_continue =
                || !has_mate.get() && !control.is_stopped() && control.has_time_left(self.go.time_limit);
            let found = first.search_root(line, root, self.go.limits, &mut should_continue, &mut |reports| {
                show(reports);
                has_mate.set(self.go.mate.is_some_and(|moves| is_mate_within(reports, moves)));
            });
            is_done.store(true, Ordering::Relaxed);
            found
        })
    }

    /// Perft, divided by first move.
    fn run_perft<W: Write>(&self, depth: u32, control: &SearchControl, output: &UciOutput<W>) {
        let Some(game) = &self.game else { return };
        let should_continue = || !control.is_stopped() && self.started.elapsed() < MAX_PERFT_TIME;
        let mut nodes = 0;
        for made in game.position.legal_moves().iter().filter(|_| depth > 0) {
            let Some(count) = perft_while(&game.position.apply(made), depth - 1, should_continue) else {
                let _ = output.write_info_string("perft was stopped before it was done");
                return;
            };
            let _ = output.write_line(&format!("{}: {count}", moves::write_move(made, game.dialect)));
            nodes += count;
        }
        let _ = output.write_line(&format!("\nNodes searched: {}\n", if depth == 0 { 1 } else { nodes }));
    }
}

/// What a host was shown of a search: nodes, and the length of each line.
fn shown_lengths(reports: &[SearchReport]) -> Option<(u64, Vec<usize>)> {
    let first = reports.first()?;
    Some((first.nodes, reports.iter().map(|report| report.pv.len()).collect()))
}

/// Whether the best line mates in at most that many moves.
fn is_mate_within(reports: &[SearchReport], moves: u32) -> bool {
    let best = reports.first().map(|report| report.score);
    matches!(best, Some(SearchScore::Mate(found)) if found > 0 && found.unsigned_abs() <= moves)
}

/// Completes a principal variation that was cut off before its mate.
fn complete_mate_pv(
    engine: &mut Engine,
    line: &GameLine,
    report: &mut SearchReport,
    should_continue: &mut dyn FnMut() -> bool,
) {
    let SearchScore::Mate(moves) = report.score else { return };
    let wanted = 2 * moves.unsigned_abs() as usize - usize::from(moves > 0);
    let mut line = line.clone();
    if !report.pv.iter().all(|made| line.play(made)) {
        return;
    }
    while report.pv.len() < wanted && should_continue() {
        let left = wanted - report.pv.len();
        let limits =
            SearchLimits { depth: left as u32 + 2, nodes: MATE_COMPLETION_NODES, ..SearchLimits::default() };
        let Some(rest) = engine.search(&line, limits, should_continue, &mut |_| {}) else { return };
        let wins = (left % 2 == 1) == matches!(rest.score, SearchScore::Mate(found) if found > 0);
        let Some(next) = rest.pv.first().filter(|_| wins && matches!(rest.score, SearchScore::Mate(_)))
        else {
            return;
        };
        if !line.play(next) {
            return;
        }
        report.pv.push(*next);
    }
}
