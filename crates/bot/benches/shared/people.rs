//! A service on any store, with nobody to be named. Not here: what is said to it (`saying`), and what a bench measures.

use std::{error::Error, sync::Arc};

use adoube_bot::{Bot, BotParts, BoxFuture, ChannelId, Person, PersonDirectory};
use adoube_store::Store;
use adoube_testing::clock::TestClock;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

struct Nobody;

impl PersonDirectory for Nobody {
    fn find<'a>(&'a self, _: &'a ChannelId, _: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(std::future::ready(Vec::new()))
    }

    fn complete<'a>(&'a self, _: &'a ChannelId, _: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}

/// A service that draws the same ids each time.
pub fn service(store: Arc<dyn Store>, clock: Arc<TestClock>) -> Result<Bot, Box<dyn Error>> {
    Ok(Bot::new(BotParts {
        vacation_days: 28,
        computer: adoube_bot::ComputerSettings::default(),
        locales: adoube_bot::Locales::embedded(),
        store,
        clock,
        directory: Arc::new(Nobody),
        rng: Box::new(ChaCha20Rng::seed_from_u64(1)),
    })?)
}
