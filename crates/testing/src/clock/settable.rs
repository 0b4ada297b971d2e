//! A clock for tests that is moved by hand, or that advances with every reading, with a timer to
//! match.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use adoube_bot::{Clock, SystemClock, Timer};
use tokio::sync::watch;

/// 2026-01-02 03:04:05 UTC.
const BEGINNING: u64 = 1_767_323_045_000;
/// Longer than any rate limit, in milliseconds.
const LONG: u64 = 5_000;

/// When the clock advances by itself, and by how many milliseconds.
enum TickMode {
    Never,
    AtEachLook(u64),
    /// The monotonic reading alone, without the calendar.
    AtEachReading(u64),
}

/// A clock for tests. Its timer is the machine's unless [`TestClock::moved_by_hand`] is called.
pub struct TestClock {
    beginning: u64,
    ticks: TickMode,
    /// Milliseconds that passed for calendar and monotonic reading.
    passed: AtomicU64,
    /// Milliseconds that passed for the monotonic reading alone.
    undated: AtomicU64,
    /// Milliseconds by which the calendar was set.
    set: AtomicI64,
    timer: Arc<dyn Timer>,
    by_hand: ManualTimer,
}

impl Default for TestClock {
    /// A second passes with each look, so that later is later; whatever waits goes on when it is told to.
    fn default() -> Self {
        Self::new(TickMode::AtEachLook(1_000)).moved_by_hand()
    }
}

impl TestClock {
    /// A clock that stands still until it is moved.
    pub fn stopped() -> Self {
        Self::new(TickMode::Never)
    }

    /// A clock that advances with each reading by more than any rate limit.
    pub fn ticking() -> Self {
        Self::new(TickMode::AtEachLook(LONG))
    }

    /// The same, but the calendar stands still.
    pub fn undated() -> Self {
        Self::undated_by(LONG)
    }

    /// A clock whose monotonic reading advances by `millis` each time, while the calendar stands still.
    pub fn undated_by(millis: u64) -> Self {
        Self::new(TickMode::AtEachReading(millis))
    }

    fn new(ticks: TickMode) -> Self {
        let timer = SystemClock::default().timer();
        let (passed, undated, set) = Default::default();
        Self { beginning: BEGINNING, ticks, passed, undated, set, timer, by_hand: ManualTimer::default() }
    }

    /// The same clock with a calendar that begins at `beginning`, in milliseconds since 1970.
    #[must_use]
    pub fn beginning_at(self, beginning: u64) -> Self {
        Self { beginning, ..self }
    }

    /// The same clock with a timer that only `wait` advances.
    #[must_use]
    pub fn moved_by_hand(self) -> Self {
        Self { timer: Arc::new(self.by_hand.clone()), ..self }
    }

    /// What the calendar shows. Does not count as a reading.
    pub fn shown(&self) -> u64 {
        self.calendar(self.passed.load(Relaxed))
    }

    /// Advances the clock by `millis`.
    pub fn pass(&self, millis: u64) {
        self.passed.fetch_add(millis, Relaxed);
    }

    /// Sets the calendar back; no time passes.
    pub fn set_back(&self, millis: u64) {
        self.set.fetch_sub(millis as i64, Relaxed);
    }

    /// Sets the calendar forward; no time passes.
    pub fn set_forward(&self, millis: u64) {
        self.set.fetch_add(millis as i64, Relaxed);
    }

    /// Advances the timer, not the calendar.
    pub fn wait(&self, time: Duration) {
        self.undated.fetch_add(time.as_millis() as u64, Relaxed);
        self.by_hand.0.send_modify(|shown| *shown += time);
    }

    /// What has passed before this reading.
    fn look(&self) -> u64 {
        match self.ticks {
            TickMode::AtEachLook(millis) => self.passed.fetch_add(millis, Relaxed),
            TickMode::Never | TickMode::AtEachReading(_) => self.passed.load(Relaxed),
        }
    }

    fn calendar(&self, passed: u64) -> u64 {
        (self.beginning + passed).saturating_add_signed(self.set.load(Relaxed))
    }
}

impl Clock for TestClock {
    fn now_millis(&self) -> u64 {
        self.calendar(self.look())
    }

    fn monotonic(&self) -> Duration {
        let undated = match self.ticks {
            TickMode::AtEachReading(millis) => self.undated.fetch_add(millis, Relaxed),
            TickMode::Never | TickMode::AtEachLook(_) => self.undated.load(Relaxed),
        };
        Duration::from_millis(self.look() + undated)
    }

    fn timer(&self) -> Arc<dyn Timer> {
        Arc::clone(&self.timer)
    }
}

/// A timer that is advanced by hand.
#[derive(Clone)]
struct ManualTimer(Arc<watch::Sender<Duration>>);

impl Default for ManualTimer {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(Duration::ZERO)))
    }
}

impl Timer for ManualTimer {
    fn now(&self) -> Duration {
        *self.0.borrow()
    }

    fn until(&self, moment: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let mut shown = self.0.subscribe();
        Box::pin(async move {
            // A dropped clock stands still.
            if shown.wait_for(|shown| *shown >= moment).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}
