//! A simulated program: its bot with its background tasks, a slightly wrong calendar, and a
//! connection to the store that ends when it is killed. Not here: what it is asked to do.

use std::{
    future::{Future, pending},
    sync::Arc,
    time::Duration,
};

use adoube_bot::{Bot, ChatEvent, Decision, DeliveryPolicy, RelayHandle, RetryAfterPolicy};
use adoube_store::{Store, StoreError};
use adoube_testing::clock::FastClock;
use adoube_testing::store::{HookedStore, StoreHook};
use tokio::{sync::watch, task::JoinHandle};

use super::platform::{Platform, Runner};
use crate::support::{self, random_actions::NAMES};

/// How many times as fast time passes as on the wall.
pub const FASTER: u32 = 40;
/// The calendar at the beginning.
pub const BEGINNING: u64 = 1_767_323_045_000;

const MANNER: DeliveryPolicy = DeliveryPolicy {
    at_once: 8,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(250),
    longest_pause: Duration::from_secs(30),
    wish: RetryAfterPolicy::Minimum,
    attempts: None,
};

/// One run of a program, from its start to its end.
pub struct Life(watch::Sender<bool>);

impl Life {
    fn is_over(&self) -> bool {
        *self.0.borrow()
    }

    /// Resolves while it is not over, and never after that.
    pub async fn goes_on(&self) {
        if self.is_over() {
            pending::<()>().await;
        }
    }

    fn over(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut over = self.0.subscribe();
        async move {
            let _ = over.wait_for(|over| *over).await;
        }
    }
}

impl StoreHook for Life {
    /// Whoever is killed meanwhile never hears of it.
    async fn around(&self) -> Result<(), StoreError> {
        self.goes_on().await;
        Ok(())
    }
}

pub struct Program {
    service: Bot,
    life: Arc<Life>,
    beside: Vec<JoinHandle<()>>,
    stopping: watch::Sender<bool>,
    delivering: Option<RelayHandle>,
}

impl Program {
    pub async fn start(
        store: &Arc<dyn Store>,
        clock: FastClock,
        platform: &Arc<Platform>,
        seed: u64,
    ) -> Self {
        let life = Arc::new(Life(watch::Sender::new(false)));
        let way = Arc::new(HookedStore::over(Arc::clone(store), Arc::clone(&life)));
        let off = (seed % 6001) as i64 - 3000;
        let service = support::service(&NAMES, seed, way, Arc::new(clock.wrong_by(off)));
        service.end_leases().await.expect("the store");
        service.begin().await.expect("the store");
        let stopping = watch::Sender::new(false);
        let stopped = || {
            let mut stopping = stopping.subscribe();
            async move {
                let _ = stopping.wait_for(|stop| *stop).await;
            }
        };
        let (time, alive) = (service.clone(), service.clone());
        let (one, other) = (stopped(), stopped());
        let beside = vec![
            tokio::spawn(async move { time.run_scheduler(one).await }),
            tokio::spawn(async move { alive.keep_alive(other).await }),
        ];
        let courier = Runner { platform: Arc::clone(platform), life: Arc::clone(&life) };
        let delivering = Some(service.outbox_of("test", MANNER).run(Arc::new(courier)));
        Self { service, life, beside, stopping, delivering }
    }

    /// It is gone, in the middle of whatever it did.
    pub fn kill(&mut self) {
        self.life.0.send_replace(true);
        for task in &self.beside {
            task.abort();
        }
    }

    /// It stops in order: gives back what is its alone, and finishes what it began.
    pub async fn stop(&mut self) {
        self.stopping.send_replace(true);
        if let Some(delivering) = self.delivering.take() {
            delivering.end(std::future::ready(())).await;
        }
        for task in self.beside.drain(..) {
            task.await.expect("it stops");
        }
        self.kill();
    }

    /// What it answers; nothing when it is killed before.
    pub fn answer(&self, incoming: ChatEvent) -> impl Future<Output = Option<Decision>> + Send + use<> {
        let (service, over) = (self.service.clone(), self.life.over());
        async move {
            tokio::select! {
                biased;
                decision = service.handle(&incoming) => Some(decision),
                () = over => None,
            }
        }
    }
}
