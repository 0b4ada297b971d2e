//! Prints lines for people to standard output and standard error. A line that cannot be written is
//! lost, and the program goes on.

use std::io::{self, Write as _};

/// Prints the status of a command on standard error.
macro_rules! print_status {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

/// Prints a line on standard output.
pub(super) fn print_line(words: &str) {
    let _ = writeln!(io::stdout(), "{words}");
}
