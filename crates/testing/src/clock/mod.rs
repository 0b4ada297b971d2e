//! Clocks for tests. Not here: a clock that goes wrong in a way that one test is about.

mod fast;
mod settable;

pub use fast::FastClock;
pub use settable::TestClock;
