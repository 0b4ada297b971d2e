//! Measures the processor time that a piece of code takes, for benchmarks.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The mean time on the processor of so many runs.
pub(crate) fn mean_of<T, E: std::fmt::Debug>(rounds: u32, mut run: impl FnMut() -> Result<T, E>) -> Duration {
    let all = || {
        for _ in 0..rounds {
            black_box(run()).expect("the same picture was drawn before");
        }
    };
    spent(all).1 / rounds
}

/// What comes of it, and the time on the processor; where the system does not tell it, the time that passed.
pub(crate) fn spent<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let started = (Instant::now(), on_processor());
    let result = run();
    let spent = on_processor().zip(started.1).map(|(now, then)| now.saturating_sub(then));
    (result, spent.unwrap_or_else(|| started.0.elapsed()))
}

/// How long this thread has been on a processor so far.
fn on_processor() -> Option<Duration> {
    // The scheduler brings the figure up to date when the thread gives way.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
