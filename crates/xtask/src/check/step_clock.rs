//! Prints the name of each step of the checks, with the seconds since the checks began.

use std::time::Instant;

/// The time at which the checks began.
pub(super) struct StepClock(Instant);

impl StepClock {
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    /// Prints that a step begins.
    pub(super) fn announce(&self, step: &str) {
        println!("\n== {step} ({} s)", self.0.elapsed().as_secs());
    }

    /// Prints that a step has ended.
    pub(super) fn tell_end(&self, step: &str) {
        println!("\n{step}: over ({} s)", self.0.elapsed().as_secs());
    }
}
