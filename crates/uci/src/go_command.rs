//! Parser of the `go` command: search limits, the time for a move from clocks and increments (time
//! management), and the options that delay the answer (`infinite`, `ponder`) or change the task
//! (`mate`, `perft`).

use std::str::SplitWhitespace;
use std::time::Duration;

use adoube_engine::SearchLimits;
use adoube_rules::Side;

/// Moves that a clock has to last for without `movestogo`.
const DEFAULT_MOVES_TO_GO: u32 = 30;
/// `go mate`: plies of search depth beyond the mate, as pruning may hide it at first.
const MATE_DEPTH_MARGIN: u32 = 6;
/// `go mate`: nodes for each move of the mate.
const NODES_PER_MATE_MOVE: u64 = 1_000_000;
/// Greatest depth of `go perft`.
const MAX_PERFT_DEPTH: u64 = 8;

/// Keywords of `go`.
const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// A `go` command.
#[derive(Clone, Debug)]
pub(crate) struct GoCommand {
    pub(crate) limits: SearchLimits,
    /// Time limit; none until `stop`.
    pub(crate) time_limit: Option<Duration>,
    /// `infinite`: the answer waits for `stop`.
    pub(crate) is_infinite: bool,
    /// `ponder`: the clock starts with `ponderhit`, and the answer waits for it.
    pub(crate) is_ponder: bool,
    /// `mate`: a mate in that many moves ends the search.
    pub(crate) mate: Option<u32>,
    /// `perft`: counts leaves instead.
    pub(crate) perft: Option<u32>,
    /// `searchmoves` as written; all moves if empty.
    pub(crate) search_moves: Vec<String>,
}

/// Clocks and increments of a `go` command.
#[derive(Default)]
struct GoClocks {
    times: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl GoClocks {
    /// Time management: time for the next move. A side without a clock of its own has the
    /// opponent's.
    fn time_for_move(&self, side: Side, overhead: Duration) -> Option<Duration> {
        let time = self.times[side.index()].or(self.times[side.other().index()])?;
        let left = time.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(DEFAULT_MOVES_TO_GO);
        Some((left / moves + self.increments[side.index()] * 3 / 4).min(left / 2))
    }
}

/// Reads what follows `go`. Unknown words are skipped, as the protocol demands; `overhead` is kept
/// back from every clock for the way to the host and back.
pub(crate) fn read_go(text: &str, side: Side, overhead: Duration) -> GoCommand {
    let mut go = GoCommand {
        limits: SearchLimits::default(),
        time_limit: None,
        is_infinite: false,
        is_ponder: false,
        mate: None,
        perft: None,
        search_moves: Vec::new(),
    };
    let mut clocks = GoClocks::default();
    let mut move_time = None;
    let (white, black) = (Side::White.index(), Side::Black.index());
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.is_infinite = true,
            "ponder" => go.is_ponder = true,
            "searchmoves" => go.search_moves = read_moves(&mut words),
            "depth" => go.limits.depth = read_number(&mut words).clamp(1, u32::MAX.into()) as u32,
            "nodes" => go.limits.nodes = read_number(&mut words).max(1),
            "mate" => go.mate = Some(read_number(&mut words).clamp(1, 50) as u32),
            "perft" => go.perft = Some(read_number(&mut words).min(MAX_PERFT_DEPTH) as u32),
            "movetime" => move_time = Some(read_milliseconds(&mut words)),
            "movestogo" => clocks.moves_to_go = Some(read_number(&mut words).clamp(1, 100) as u32),
            "wtime" => clocks.times[white] = Some(read_milliseconds(&mut words)),
            "btime" => clocks.times[black] = Some(read_milliseconds(&mut words)),
            "winc" => clocks.increments[white] = read_milliseconds(&mut words),
            "binc" => clocks.increments[black] = read_milliseconds(&mut words),
            _ => {}
        }
    }
    // The margin is also for the nodes between two stop checks.
    let exact = move_time.map(|time| time.saturating_sub((overhead * 3 / 2).min(time / 2)));
    go.time_limit = exact.or_else(|| clocks.time_for_move(side, overhead));
    if let Some(moves) = go.mate {
        go.limits.depth = go.limits.depth.min(2 * moves + MATE_DEPTH_MARGIN);
        go.limits.nodes = go.limits.nodes.min(NODES_PER_MATE_MOVE * u64::from(moves));
    }
    go
}

/// The number behind a keyword; 0 if there is none, as a clock may be below zero.
fn read_number(words: &mut SplitWhitespace<'_>) -> u64 {
    let Some(word) = words.clone().next().filter(|word| !KEYWORDS.contains(word)) else { return 0 };
    words.next();
    let is_large = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().unwrap_or(if is_large { u64::MAX } else { 0 })
}

/// Longer than any clock, so that sums stay within bounds.
const MAX_MILLISECONDS: u64 = 1 << 40;

fn read_milliseconds(words: &mut SplitWhitespace<'_>) -> Duration {
    Duration::from_millis(read_number(words).min(MAX_MILLISECONDS))
}

/// The words up to the next keyword.
fn read_moves(words: &mut SplitWhitespace<'_>) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(word) = words.clone().next().filter(|word| !KEYWORDS.contains(word)) {
        moves.push(word.to_owned());
        words.next();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    #[test]
    fn what_is_said_limits_the_search() {
        let table = [
            ("infinite", None),
            ("depth 4", None),
            ("movetime 100", Some(85)),
            ("movetime 4", Some(2)),
            ("movetime 100 wtime 60010", Some(85)),
            ("wtime 60010 btime 1000 winc 400", Some(2_300)),
            ("wtime 60010 btime 1000 movestogo 2", Some(30_000)),
            ("wtime -5 btime 1000", Some(0)),
            ("wtime", Some(0)),
            ("wtime btime 60010", Some(0)),
            ("btime 60010", Some(2_000)),
            ("movestogo 5", None),
        ];
        for (text, milliseconds) in table {
            let go = read_go(text, Side::White, OVERHEAD);
            assert_eq!(go.time_limit, milliseconds.map(Duration::from_millis), "{text}");
        }
        let go = read_go("depth 4 nodes 1000", Side::Black, OVERHEAD);
        assert_eq!((go.limits.depth, go.limits.nodes), (4, 1000));
    }

    #[test]
    fn numbers_of_any_size_are_read() {
        let huge = "99999999999999999999999";
        let go = read_go(
            &format!("depth {huge} nodes {huge} wtime {huge} winc {huge} movestogo {huge}"),
            Side::White,
            OVERHEAD,
        );
        assert_eq!((go.limits.depth, go.limits.nodes), (u32::MAX, u64::MAX));
        assert!(go.time_limit.is_some());
        assert_eq!(read_go(&format!("perft {huge}"), Side::White, OVERHEAD).perft, Some(8));
        assert_eq!(read_go("nodes x depth infinite", Side::White, OVERHEAD).limits.nodes, 1);
    }

    #[test]
    fn moves_end_with_the_next_keyword() {
        let go = read_go("searchmoves a2a3 e7e8q depth 4 ponder", Side::White, OVERHEAD);
        assert_eq!(go.search_moves, ["a2a3", "e7e8q"]);
        assert_eq!((go.limits.depth, go.is_ponder, go.is_infinite), (4, true, false));
        assert_eq!(read_go("searchmoves infinite", Side::White, OVERHEAD).search_moves, [""; 0]);
    }

    #[test]
    fn a_mate_is_looked_for_within_bounds() {
        let go = read_go("mate 2", Side::White, OVERHEAD);
        assert_eq!((go.mate, go.limits.depth, go.limits.nodes), (Some(2), 10, 2_000_000));
        assert_eq!(read_go("mate 2 depth 3", Side::White, OVERHEAD).limits.depth, 3);
    }
}
