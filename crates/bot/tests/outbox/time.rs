//! Simulated time for the outbox tests: it passes when nothing else can happen. Each machine has a
//! calendar that can be set, and a timer that stands still while the machine sleeps. Not here: what
//! is done in it.

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{Clock, Timer};
use tokio::sync::oneshot;

/// How often everybody gets their turn before time passes: more than anything takes that happens at one moment.
const TURNS: usize = 40;
/// The calendar at the beginning.
const BEGINNING: u64 = 1_767_323_045_000;

/// The time that passes for everybody.
#[derive(Clone, Default)]
pub struct Time(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    now: Duration,
    waiting: BinaryHeap<Reverse<(Duration, u64)>>,
    /// Whoever waits, by the number in `waiting`.
    wakers: std::collections::BTreeMap<u64, oneshot::Sender<()>>,
    count: u64,
}

impl Time {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn now(&self) -> Duration {
        self.state().now
    }

    /// Resolves after this long.
    pub async fn sleep(&self, time: Duration) {
        let woken = {
            let mut state = self.state();
            let (sender, woken) = oneshot::channel();
            let (at, number) = (state.now.saturating_add(time), state.count);
            state.count += 1;
            state.waiting.push(Reverse((at, number)));
            state.wakers.insert(number, sender);
            woken
        };
        let _ = woken.await;
    }

    /// Lets this much time pass, with everything that happens meanwhile.
    pub async fn pass(&self, time: Duration) {
        let end = self.now() + time;
        loop {
            for _ in 0..TURNS {
                tokio::task::yield_now().await;
            }
            let mut state = self.state();
            let Some(Reverse((at, number))) = state.waiting.peek().copied().filter(|next| next.0.0 <= end)
            else {
                state.now = end;
                return;
            };
            state.waiting.pop();
            state.now = state.now.max(at);
            // Whoever waited may be gone.
            let _ = state.wakers.remove(&number).map(|waker| waker.send(()));
        }
    }
}

/// A machine's clocks.
#[derive(Clone)]
pub struct Machine {
    time: Time,
    clocks: Arc<Mutex<Clocks>>,
}

#[derive(Default)]
struct Clocks {
    /// By how many milliseconds the calendar is wrong.
    off: i64,
    slept: Duration,
    asleep_since: Option<Duration>,
}

impl Machine {
    pub fn new(time: &Time) -> Self {
        Self { time: time.clone(), clocks: Arc::default() }
    }

    /// Somebody sets the calendar.
    pub fn set(&self, by: i64) {
        self.clocks().off += by;
    }

    /// The machine sleeps from now on, or no longer.
    pub fn sleep(&self, asleep: bool) {
        let now = self.time.now();
        let mut clocks = self.clocks();
        if let Some(since) = clocks.asleep_since.take() {
            clocks.slept += now.saturating_sub(since);
        }
        clocks.asleep_since = asleep.then_some(now);
    }

    /// Resolves when the machine is not asleep.
    pub async fn awake(&self) {
        while self.clocks().asleep_since.is_some() {
            self.time.sleep(Duration::from_secs(1)).await;
        }
    }

    fn clocks(&self) -> MutexGuard<'_, Clocks> {
        self.clocks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for Machine {
    fn now_millis(&self) -> u64 {
        let real = BEGINNING + self.time.now().as_millis() as u64;
        real.saturating_add_signed(self.clocks().off)
    }

    fn monotonic(&self) -> Duration {
        Timer::now(self)
    }

    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(self.clone())
    }
}

impl Timer for Machine {
    fn now(&self) -> Duration {
        let now = self.time.now();
        let clocks = self.clocks();
        clocks.asleep_since.unwrap_or(now).saturating_sub(clocks.slept)
    }

    fn until(&self, moment: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let machine = self.clone();
        Box::pin(async move {
            while let Some(left) = moment.checked_sub(Timer::now(&machine)).filter(|left| !left.is_zero()) {
                machine.time.sleep(left).await;
            }
        })
    }
}
