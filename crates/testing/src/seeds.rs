//! Reads the seeds of randomised tests from the environment: `ADOUBE_SEED` sets the seed,
//! `ADOUBE_SEEDS` the number of runs, `ADOUBE_FRESH_SEED` adds runs with new seeds. Other variables
//! set the length of runs.

use std::{env, fmt::Debug, ops::Range, str::FromStr};

const SEED: &str = "ADOUBE_SEED";
const FRESH: &str = "ADOUBE_FRESH_SEED";

fn read<T: FromStr<Err: Debug>>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|error| panic!("{name}={text}: {error:?}")))
}

/// The number in a variable, else `usual`.
pub fn number<T: FromStr<Err: Debug>>(name: &str, usual: T) -> T {
    read(name).unwrap_or(usual)
}

/// The seed in `ADOUBE_SEED`.
pub fn configured_seed() -> Option<u64> {
    read(SEED)
}

/// Prints the seed of a run, so that it can be repeated.
pub fn tell(seed: u64) {
    println!("{SEED}={seed}");
}

/// The seed of a run, which is printed so that it can be repeated.
pub fn seed(usual: u64) -> u64 {
    let seed = configured_seed().unwrap_or(usual);
    tell(seed);
    seed
}

/// The seeds of several runs: the one that is asked for, or as many as are, the first of which is always the same, and behind
/// them so many `new` ones where the environment says from where. Which of them it is each run prints.
pub fn seeds(usual: Range<u64>, new: u64) -> Vec<u64> {
    let Some(seed) = configured_seed() else {
        let count = number("ADOUBE_SEEDS", usual.end - usual.start);
        return (usual.start..usual.start + count).chain(fresh(new)).collect();
    };
    vec![seed]
}

/// So many seeds that no run had before, or none.
///
/// What must happen at least once in a test is counted without them: no seed promises that.
pub fn fresh(count: u64) -> Range<u64> {
    let from = match configured_seed() {
        Some(_) => None,
        None => read(FRESH),
    };
    from.map_or(0..0, |from: u64| from..from.saturating_add(count))
}
