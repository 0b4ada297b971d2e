//! A clock for tests that stands still until it is moved, with a timer that runs and records how
//! long it is asked to wait. Not here: clocks of several processes.

use std::{
    pin::Pin,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_bot::{Clock, Timer};
use adoube_testing::clock::FastClock;

/// The clock. What waits for its timer waits as long as it is said to, or less.
pub struct Still {
    millis: AtomicU64,
    timer: OnceLock<FastClock>,
    waits: Arc<Mutex<Vec<Duration>>>,
}

/// Its timer.
struct Noting {
    timer: FastClock,
    waits: Arc<Mutex<Vec<Duration>>>,
}

impl Still {
    /// It shows this many milliseconds since 1970.
    pub fn new(millis: u64) -> Self {
        Self { millis: AtomicU64::new(millis), timer: OnceLock::new(), waits: Arc::default() }
    }

    /// So much time passes on the calendar.
    pub fn passes(&self, time: Duration) {
        self.millis.fetch_add(time.as_millis() as u64, Ordering::Relaxed);
    }

    /// Whatever waits for the timer waits so many times less long, unless the timer was used before.
    pub fn hurry(&self, factor: u32) -> FastClock {
        *self.timer.get_or_init(|| FastClock::new(self.now_millis(), factor))
    }

    /// How long whoever waited for the timer was to wait, in whole seconds.
    pub fn waits(&self) -> Vec<u64> {
        let waits = self.waits.lock().expect("a lock");
        waits.iter().map(|wait| wait.as_secs_f64().round() as u64).collect()
    }
}

impl Timer for Noting {
    fn now(&self) -> Duration {
        Timer::now(&self.timer)
    }

    fn until(&self, moment: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        self.waits.lock().expect("a lock").push(moment.saturating_sub(self.now()));
        self.timer.until(moment)
    }
}

impl Clock for Still {
    fn now_millis(&self) -> u64 {
        self.millis.load(Ordering::Relaxed)
    }

    /// No time passes but what is said to; otherwise the calendar would have been set forward.
    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.now_millis())
    }

    fn timer(&self) -> Arc<dyn Timer> {
        Arc::new(Noting { timer: self.hurry(1), waits: Arc::clone(&self.waits) })
    }
}
