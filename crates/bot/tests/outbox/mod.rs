//! Randomised simulation of two programs that deliver from one outbox (queue of messages): programs
//! are killed at a write, sleep, or stop in order; clocks are set; disks and a platform fail; posts
//! arrive long after their sender has lost the lane (a channel's queue); rows are unreadable.
//! Nothing is lost, each lane keeps its order, no message is posted twice if the platform can
//! detect it, and in the end nothing waits. The seed of a failing run is printed.
//!
//! `ADOUBE_SEEDS=1000` runs so many, `ADOUBE_SEED=7` that one.

mod lanes;
mod machine;
mod platform;
mod shared;
mod time;
mod world;

use adoube_testing::seeds;

use self::world::World;
use crate::support::coverage_counts::Tally;

/// Steps of one run.
const STEPS: usize = 60;
/// Runs without further ado.
const SEEDS: u64 = 24;
/// Runs with new seeds.
const NEW_SEEDS: u64 = 12;

/// Runs in which something was wrong once: a process that had lost its lane and had it again did what another one had done.
const ONCE_WRONG: [u64; 1] = [179_584_007_616_963];

/// What shall happen at least once.
const COUNTED: [&str; 12] = [
    "posted",
    "told apart",
    "followed",
    "panicked",
    "given up",
    "killed",
    "stopped",
    "slept",
    "clock set",
    "put aside",
    "taken over",
    "side by side",
];

async fn run(seed: u64) -> Tally {
    seeds::tell(seed);
    // Of two programs one at a time delivers in a lane, unless its machine sleeps or its disk fails for too long.
    let is_calm = seed.is_multiple_of(2);
    // Every second pair of them tells the programs that they share the store.
    let is_shared = seed % 4 >= 2;
    let mut world = World::new(seed, is_calm, is_shared);
    for _ in 0..STEPS {
        world.step().await;
    }
    let tally = world.finish().await;
    // What is spoilt on its way leaves its lane before its time, so that somebody else takes that.
    let is_spoilt = is_shared && tally.count("put aside") > 0;
    assert!(
        !is_calm || is_spoilt || tally.count("side by side") == 0,
        "both delivered in one lane: {tally:?}"
    );
    tally
}

#[tokio::test]
async fn nothing_is_lost_and_nothing_is_posted_twice() {
    if let Some(seed) = seeds::configured_seed() {
        println!("{:?}", run(seed).await);
        return;
    }
    let mut sum = Tally::of(&COUNTED);
    for seed in seeds::seeds(20_261_100..20_261_100 + SEEDS, 0) {
        sum.add(&run(seed).await);
    }
    println!("{sum:?}");
    assert!(sum.is_complete(), "something never happened, so the simulation tests too little: {sum:?}");
    for seed in ONCE_WRONG.into_iter().chain(seeds::fresh(NEW_SEEDS)) {
        run(seed).await;
    }
}
