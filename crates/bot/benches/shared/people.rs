//! Makes a bot on a given store, for benchmarks, in channels without other people. Not here: the
//! events it is given (`saying`), and what a benchmark measures.

use std::{error::Error, sync::Arc};

use adoube_bot::{Bot, BotParts};
use adoube_store::Store;
use adoube_testing::{clock::TestClock, people::TestDirectory};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

/// A bot that draws the same ids each time.
pub fn service(store: Arc<dyn Store>, clock: Arc<TestClock>) -> Result<Bot, Box<dyn Error>> {
    Ok(Bot::new(BotParts {
        vacation_days: 28,
        computer: adoube_bot::ComputerSettings::default(),
        locales: adoube_bot::Locales::embedded(),
        store,
        clock,
        directory: Arc::new(TestDirectory::named(&[])),
        rng: Box::new(ChaCha20Rng::seed_from_u64(1)),
    })?)
}
