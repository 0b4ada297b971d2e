//! What the environment says of a test that draws what it tries: `ADOUBE_SEED` repeats or varies a run, `ADOUBE_SEEDS` says how
//! many runs there are, `ADOUBE_FRESH_SEED` adds runs that nobody had before to those that are always the same, other names
//! how long they are. Not here: drawing.

use std::{env, fmt::Debug, ops::Range, str::FromStr};

const SEED: &str = "ADOUBE_SEED";
const FRESH: &str = "ADOUBE_FRESH_SEED";

fn read<T: FromStr<Err: Debug>>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|error| panic!("{name}={text}: {error:?}")))
}

/// How many of something, unless this variable says otherwise.
pub fn number<T: FromStr<Err: Debug>>(name: &str, usual: T) -> T {
    read(name).unwrap_or(usual)
}

/// The seed that is asked for.
pub fn configured_seed() -> Option<u64> {
    read(SEED)
}

/// Says which seed a run has, for whoever wants it again.
pub fn tell(seed: u64) {
    println!("{SEED}={seed}");
}

/// The seed of a run, which is printed for whoever wants it again.
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
