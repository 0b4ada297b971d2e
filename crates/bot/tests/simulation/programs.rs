//! The simulated bots, each with a failing connection of its own to the one store, and the calls
//! made to them: handling events, running jobs, restarts. Not here: which events, and what must
//! follow (`mod.rs`).

use std::sync::Arc;

use adoube_bot::{Bot, ChatEvent, Decision, DeliveryPolicy, Outbox, RepositoryError};
use adoube_store::{IdempotencyKey, Store};
use adoube_testing::clock::TestClock;
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::CHANNELS;
use crate::support::{
    self,
    faulty_store::{Faults, FaultyStore},
    random_actions::NAMES,
    record_check::{self, Rows},
};

pub struct Programs {
    /// The store itself, which never fails.
    base: Arc<dyn Store>,
    clock: Arc<TestClock>,
    all: Vec<Program>,
}

struct Program {
    store: Arc<FaultyStore>,
    service: Bot,
    outbox: Outbox,
}

impl Program {
    fn new(store: Arc<FaultyStore>, clock: &Arc<TestClock>, seed: u64) -> Self {
        let service = support::service(&NAMES, seed, store.clone(), clock.clone());
        let outbox = service.outbox_of("test", DeliveryPolicy::WITHOUT_RELAY);
        Self { store, service, outbox }
    }

    /// Resolves when so many requests more have been begun or done.
    async fn has_asked(&self, requests: u64) {
        let mut asked = self.store.requests.subscribe();
        let enough = *asked.borrow() + requests;
        // It is not gone as long as somebody asks.
        let _ = asked.wait_for(|asked| *asked >= enough).await;
    }
}

impl Programs {
    /// One for each way to the store; two at the least.
    pub fn new(ways: &[Arc<dyn Store>], clock: &Arc<TestClock>, rng: &mut ChaCha8Rng) -> Self {
        let all = ways.iter().map(|way| {
            let store = FaultyStore::new(rng.random(), Arc::clone(way));
            Program::new(store, clock, rng.random())
        });
        Self { all: all.collect(), base: Arc::clone(&ways[0]), clock: Arc::clone(clock) }
    }

    /// One of them is thrown away and built again, or all are. One that is killed leaves nothing behind in order.
    pub async fn begin_anew(&mut self, rng: &mut ChaCha8Rng) {
        let count = self.all.len();
        let (which, is_killed) = (rng.random_range(0..=count), rng.random::<bool>());
        for (number, program) in self.all.iter_mut().enumerate() {
            if which < count && which != number {
                continue;
            }
            if !is_killed {
                program.outbox.leave().await;
            }
            *program = Program::new(Arc::clone(&program.store), &self.clock, rng.random());
        }
    }

    /// Lets requests of all of them fail from now on, or no longer.
    pub fn set_faults(&self, faults: Faults) {
        for program in &self.all {
            program.store.set_faults(faults);
        }
    }

    /// The first of them.
    pub fn first(&self) -> &Bot {
        &self.all[0].service
    }

    /// Any of them.
    pub fn any(&self, rng: &mut ChaCha8Rng) -> &Bot {
        &self.all.choose(rng).expect("some").service
    }

    /// The outboxes of two of them.
    pub fn two_outboxes(&self, rng: &mut ChaCha8Rng) -> [Outbox; 2] {
        let one = rng.random_range(0..self.all.len());
        let other = (one + rng.random_range(1..self.all.len())) % self.all.len();
        [one, other].map(|number| self.all[number].outbox.clone())
    }

    /// Lanes in which something waits.
    pub async fn waiting(&self) -> Result<Vec<adoube_bot::ChannelId>, RepositoryError> {
        self.all[0].outbox.waiting(None, 100).await
    }

    /// At the same time, each by another one, as long as there are any; the first by whichever.
    pub async fn handle(&self, batch: &[ChatEvent], rng: &mut ChaCha8Rng) -> Vec<Decision> {
        let whose = rng.random_range(0..self.all.len());
        let one = |number: usize| self.all[(whose + number) % self.all.len()].service.handle(&batch[number]);
        match batch.len() {
            1 => vec![one(0).await],
            2 => {
                let (first, second) = tokio::join!(one(0), one(1));
                vec![first, second]
            }
            _ => {
                let (first, second, third) = tokio::join!(one(0), one(1), one(2));
                vec![first, second, third]
            }
        }
    }

    /// One of them handles something and is stopped at it after so many requests; if it is `told_again`, another one is told
    /// the same meanwhile. What each of them answered that did.
    pub async fn handle_shortly(
        &self,
        incoming: &ChatEvent,
        requests: u64,
        told_again: bool,
        rng: &mut ChaCha8Rng,
    ) -> (Option<Decision>, Option<Decision>) {
        let one = rng.random_range(0..self.all.len());
        let (short, whole) = (&self.all[one], &self.all[(one + 1) % self.all.len()]);
        let shortly = async {
            tokio::select! {
                biased;
                decision = short.service.handle(incoming) => Some(decision),
                () = short.has_asked(requests) => None,
            }
        };
        if told_again {
            let (short, whole) = tokio::join!(shortly, whole.service.handle(incoming));
            return (short, Some(whole));
        }
        (shortly.await, None)
    }

    /// One of them handles something, one looks at what is due, and the last one is stopped at the same after so many
    /// requests; whether it was.
    pub async fn settle(
        &self,
        incoming: &ChatEvent,
        requests: u64,
    ) -> (Decision, Result<Option<u64>, RepositoryError>, bool) {
        let [.., whole, short] = self.all.as_slice() else { panic!("two at the least") };
        let shortly = async {
            tokio::select! {
                biased;
                _ = short.service.run_due_jobs() => false,
                () = short.has_asked(requests) => true,
            }
        };
        tokio::join!(self.first().handle(incoming), whole.service.run_due_jobs(), shortly)
    }

    /// Everything the store holds, with what was asked by those who were stopped.
    pub async fn rows(&self) -> Rows {
        for program in &self.all {
            program.store.is_at_rest().await;
        }
        record_check::rows(&*self.base).await
    }

    /// Whether an event in one of the channels did something.
    pub async fn has_done(&self, event: &IdempotencyKey) -> bool {
        for channel in CHANNELS {
            if self.base.answer(&event.clone().in_shard(channel)).await.expect("the store").is_some() {
                return true;
            }
        }
        false
    }
}
