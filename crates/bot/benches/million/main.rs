//! Benchmark of a million running games in one sled store, beside a thousand: the start, its
//! memory, a move, and background work; then how the store's file grows as people play, and what
//! compaction gives back. Prints what it measures, asserts nothing. Processes are measured one at a
//! time, in programs of their own.
//!
//!     cargo bench -p adoube-bot --bench million -- [GAMES]
//!     ADOUBE_PROGRAM=target/release/adoube cargo bench -p adoube-bot --bench million     the whole program, too
//!     cargo bench -p adoube-bot --bench million -- growth [MOVES]
//!
//! The games are one that was really played, with channels, people and ids of their own. They are kept in `target/million`,
//! or in the folder `ADOUBE_GAMES`, for the next time; a million take some gigabytes.

mod growth;
mod kept;
#[path = "../shared/people.rs"]
mod people;
mod playing;
#[path = "../shared/saying.rs"]
mod saying;
mod starting;
mod template;
mod usage;

use std::{env, error::Error};

use kept::Kept;

/// Games when nothing else is asked for, and those beside them.
const GAMES: u64 = 1_000_000;
const FEW: u64 = 1000;
/// Moves when nothing else is asked for.
const MOVES: u64 = 12_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number = arguments.iter().find_map(|argument| argument.parse().ok());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    match arguments.first().map(String::as_str) {
        Some("growth") => runtime.block_on(growth::measure(number.unwrap_or(MOVES))),
        Some(starting::ALONE) => runtime.block_on(starting::alone(number.unwrap_or(GAMES))),
        _ => runtime.block_on(async {
            // So few that one run moves in most of them.
            let few = Kept::anew(FEW).await?;
            let many = Kept::of(number.unwrap_or(GAMES)).await?;
            template::Template::play(many.played_at).await?.tell();
            for kept in [&few, &many] {
                starting::measure(kept)?;
            }
            playing::measure(&few, &many).await
        }),
    }
}
