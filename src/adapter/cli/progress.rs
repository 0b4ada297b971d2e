//! How far a long command is, on a terminal alone.

use std::io::{self, IsTerminal as _, Write as _};

/// A line on standard error that is written anew as the work goes on, and gone at its end.
#[derive(Debug)]
pub struct Progress {
    what: &'static str,
    is_seen: bool,
    shown: bool,
    counted: u64,
}

/// Things counted one by one between two looks at the terminal.
const STEP: u64 = 256;

impl Progress {
    /// Nothing is shown yet; `what` is counted.
    pub fn new(what: &'static str) -> Self {
        Self { what, is_seen: io::stderr().is_terminal(), shown: false, counted: 0 }
    }

    /// Counts one more.
    pub fn count(&mut self) {
        self.counted += 1;
        if self.counted.is_multiple_of(STEP) {
            self.show(self.counted);
        }
    }

    /// Shows how many there are so far.
    pub fn show(&mut self, count: u64) {
        if self.is_seen {
            self.shown = true;
            // Whoever watches may have gone; the work goes on.
            let _ = write!(io::stderr(), "\r{count} {} …", self.what);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
