//! What the environment says of a test that draws what it tries: `ADOUBE_SEED` repeats or varies a run, `ADOUBE_SEEDS` says how
//! many runs there are, other names how long they are. Not here: drawing.

use std::{env, fmt::Debug, ops::Range, str::FromStr};

const SEED: &str = "ADOUBE_SEED";

fn read<T: FromStr<Err: Debug>>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|error| panic!("{name}={text}: {error:?}")))
}

/// How many of something, unless this variable says otherwise.
pub fn number<T: FromStr<Err: Debug>>(name: &str, usual: T) -> T {
    read(name).unwrap_or(usual)
}

/// The seed that is asked for.
pub fn given() -> Option<u64> {
    read(SEED)
}

/// The seed of a run, which is printed for whoever wants it again.
pub fn seed(usual: u64) -> u64 {
    let seed = given().unwrap_or(usual);
    println!("{SEED}={seed}");
    seed
}

/// The seeds of several runs: the one that is asked for, or as many as are, the first of which is always the same. Which of them
/// it is each run prints.
pub fn seeds(usual: Range<u64>) -> Range<u64> {
    match given() {
        Some(seed) => seed..seed + 1,
        None => usual.start..usual.start + number("ADOUBE_SEEDS", usual.end - usual.start),
    }
}
