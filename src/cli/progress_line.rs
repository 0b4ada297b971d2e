//! Shows the progress of a long command in one line, on a terminal only.

use std::io::{self, IsTerminal as _, Write as _};

/// A line on standard error that is rewritten as the work goes on, and removed at its end.
#[derive(Debug)]
pub struct ProgressLine {
    what: &'static str,
    is_seen: bool,
    shown: bool,
    counted: u64,
}

/// The width of the bar in characters.
const BAR: u64 = 24;
/// Counted things between two updates of the line.
const STEP: u64 = 256;

impl ProgressLine {
    /// A line that counts `what`. Nothing is shown yet.
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

    /// Shows the progress of a step, as a bar where the total is known.
    pub fn show_of(&mut self, doing: &str, count: u64, of: Option<u64>) {
        if self.is_seen {
            self.shown = true;
            let _ = write!(io::stderr(), "\r{}\x1b[K", line(doing, count, of, self.what));
        }
    }

    /// Shows the count so far.
    pub fn show(&mut self, count: u64) {
        if self.is_seen {
            self.shown = true;
            // The work goes on without a terminal as well.
            let _ = write!(io::stderr(), "\r{count} {} …", self.what);
        }
    }
}

fn line(doing: &str, count: u64, of: Option<u64>, what: &str) -> String {
    let Some(of) = of.filter(|of| *of > 0) else { return format!("{doing}: {count} {what} …") };
    let share = |whole: u64| (count.min(of) * whole / of) as usize;
    let done = share(BAR);
    let (full, empty) = ("#".repeat(done), "-".repeat(BAR as usize - done));
    format!("{doing} [{full}{empty}] {:3} %, {count} of {of} {what}", share(100))
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills_and_never_overflows() {
        assert_eq!(
            line("copying", 0, Some(4), "rows"),
            "copying [------------------------]   0 %, 0 of 4 rows"
        );
        assert_eq!(
            line("copying", 3, Some(4), "rows"),
            "copying [##################------]  75 %, 3 of 4 rows"
        );
        assert!(line("copying", 9, Some(4), "rows").starts_with("copying [########################] 100 %"));
        assert_eq!(line("copying", 9, None, "rows"), "copying: 9 rows …");
        assert_eq!(line("copying", 0, Some(0), "rows"), "copying: 0 rows …");
    }
}
