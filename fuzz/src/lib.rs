//! What several targets need: a chat with people in it. Not here: what is tried (`fuzz_targets`).

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_service::{
    BoxFuture, ChannelId, Clock, ComputerSettings, Directory, Locales, Parts, Person, PersonId, Service,
};
use adoube_store::Store;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use tokio::runtime::{Builder, Runtime};

#[path = "../../crates/service/tests/support/limits.rs"]
pub mod limits;

/// So many of a list, from all parts of it.
pub fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(most).max(1))
}

/// A runtime in which nothing happens by itself.
pub fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap_or_else(|error| panic!("{error}"))
}

/// A clock that goes on by so many milliseconds whenever it is looked at.
pub struct Ticking {
    now: AtomicU64,
    step: u64,
}

impl Ticking {
    /// From the first of January 2026.
    pub const fn by(step: u64) -> Self {
        Self { now: AtomicU64::new(1_767_225_600_000), step }
    }
}

impl Clock for Ticking {
    fn now_millis(&self) -> u64 {
        self.now.fetch_add(self.step, Ordering::Relaxed)
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.now_millis())
    }
}

/// Who can be named.
const NAMES: [&str; 3] = ["Ada", "Bob", "Cara Mae"];

/// One of those who can be named, by any number.
pub fn somebody(number: u8) -> Person {
    person(NAMES[usize::from(number) % NAMES.len()])
}

fn person(name: &str) -> Person {
    Person { id: PersonId(format!("test:{}", name.to_lowercase())), name: name.to_owned() }
}

/// Everybody is everywhere.
struct Everybody;

impl Everybody {
    fn named(is_meant: impl Fn(&str) -> bool) -> BoxFuture<'static, Vec<Person>> {
        let found = NAMES.into_iter().filter(|name| is_meant(&name.to_lowercase())).map(person).collect();
        Box::pin(std::future::ready(found))
    }
}

impl Directory for Everybody {
    fn find<'a>(&'a self, _: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        let wanted = name.trim_start_matches('@').to_lowercase();
        Self::named(|name| name == wanted)
    }

    fn complete<'a>(&'a self, _: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        let prefix = prefix.to_lowercase();
        Self::named(|name| name.starts_with(&prefix))
    }
}

/// A service over this store, in which the computer does not play: what it thinks is tried elsewhere.
pub fn service(store: Arc<dyn Store>) -> Service {
    let parts = Parts {
        vacation_days: 28,
        computer: ComputerSettings { enabled: false, ..ComputerSettings::default() },
        locales: Locales::embedded(),
        store,
        clock: Arc::new(Ticking::by(1000)),
        directory: Arc::new(Everybody),
        rng: Box::new(ChaCha8Rng::seed_from_u64(1)),
    };
    Service::new(parts).unwrap_or_else(|error| panic!("{error}"))
}
