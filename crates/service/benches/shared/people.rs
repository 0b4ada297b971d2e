//! A service on any store, with a clock that stands still, and nobody to be named. Not here: what is said to it (`saying`), and
//! what a bench measures.

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_service::{BoxFuture, ChannelId, Clock, Directory, Parts, Person, Service};
use adoube_store::Store;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

/// A calendar that stands still until it is moved.
pub struct Watch {
    begun: u64,
    passed: AtomicU64,
}

impl Watch {
    /// One that shows this moment, in milliseconds since 1970.
    pub fn new(begun: u64) -> Self {
        Self { begun, passed: AtomicU64::new(0) }
    }

    /// Lets so many milliseconds pass.
    pub fn pass(&self, millis: u64) {
        self.passed.fetch_add(millis, Ordering::Relaxed);
    }
}

impl Clock for Watch {
    fn now_millis(&self) -> u64 {
        self.begun + self.passed.load(Ordering::Relaxed)
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.passed.load(Ordering::Relaxed))
    }
}

struct Nobody;

impl Directory for Nobody {
    fn find<'a>(&'a self, _: &'a ChannelId, _: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(std::future::ready(Vec::new()))
    }

    fn complete<'a>(&'a self, _: &'a ChannelId, _: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}

/// A service that draws the same ids each time.
pub fn service(store: Arc<dyn Store>, watch: Arc<Watch>) -> Result<Service, Box<dyn Error>> {
    Ok(Service::new(Parts {
        vacation_days: 28,
        computer: adoube_service::ComputerSettings::default(),
        locales: adoube_service::Locales::embedded(),
        store,
        clock: watch,
        directory: Arc::new(Nobody),
        rng: Box::new(ChaCha20Rng::seed_from_u64(1)),
    })?)
}
