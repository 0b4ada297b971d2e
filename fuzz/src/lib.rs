//! Helpers that several fuzz targets share: a bot with people in a chat, and a way to spread the
//! input over many values. Not here: what is tried (`fuzz_targets`), and what tests use as well
//! (`adoube-testing`).

use std::sync::Arc;

use adoube_bot::{Bot, BotParts, ComputerSettings, Locales, Person};
use adoube_store::Store;
use adoube_testing::{
    clock::TestClock,
    people::{TestDirectory, person},
};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use tokio::runtime::{Builder, Runtime};

/// So many of a list, from all parts of it.
pub fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(most).max(1))
}

/// A runtime in which nothing happens by itself.
pub fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap_or_else(|error| panic!("{error}"))
}

/// Who can be named.
const NAMES: [&str; 3] = ["Ada", "Bob", "Cara Mae"];

/// One of those who can be named, by any number.
pub fn somebody(number: u8) -> Person {
    person(NAMES[usize::from(number) % NAMES.len()])
}

/// A service over this store, in which the computer does not play: what it thinks is tried elsewhere.
pub fn service(store: Arc<dyn Store>) -> Bot {
    let parts = BotParts {
        vacation_days: 28,
        computer: ComputerSettings { enabled: false, ..ComputerSettings::default() },
        locales: Locales::embedded(),
        store,
        clock: Arc::new(TestClock::default()),
        directory: Arc::new(TestDirectory::named(&NAMES)),
        rng: Box::new(ChaCha8Rng::seed_from_u64(1)),
    };
    Bot::new(parts).unwrap_or_else(|error| panic!("{error}"))
}
