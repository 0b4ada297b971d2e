//! Worker pool for self-play: plays numbered games on all cores and returns their results in the order of the numbers.

use std::{
    io::{self, IsTerminal as _, Write as _},
    num::NonZero,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use adoube_engine::{Engine, piece_values::PieceValues};
use adoube_rules::Variant;

/// Bytes of each thread's transposition table.
const TABLE_BYTES: usize = 4 << 20;

/// The results of that many games on a board, by game; `play` plays one of them.
pub(crate) fn play_games<T: Send>(
    variant: Variant,
    games: u64,
    play: impl Fn(&mut Engine, u64) -> Vec<T> + Sync,
) -> Vec<Vec<T>> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<_>| {
        let mut engine = Engine::with_values(PieceValues::built_in(), TABLE_BYTES);
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games || sender.send((game, play(&mut engine, game))).is_err() {
                break;
            }
        }
    };
    let mut results: Vec<_> = thread::scope(|scope| {
        for _ in 0..cores {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let counted = receiver.iter().zip(1..).map(|(result, count)| {
            show_progress(variant, count, games);
            result
        });
        counted.collect()
    });
    // Threads finish in any order; the tables that are fitted depend on it.
    results.sort_unstable_by_key(|(game, _)| *game);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Shows on a terminal how many games are done.
fn show_progress(variant: Variant, count: u64, games: u64) {
    let mut output = io::stderr();
    if output.is_terminal() {
        let end = if count == games { "\n" } else { "" };
        // A terminal that is gone does not end the games.
        let _ = write!(output, "\r{}: {count} of {games} games{end}", variant.key());
    }
}
