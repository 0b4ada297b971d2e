//! Clocks for tests: one that is moved by hand, and one that runs faster than real time.

mod fast;
mod settable;

pub use fast::FastClock;
pub use settable::TestClock;
