//! Lines of JSON from a program, one at a time and none of them too long. Not here: what they say.

use std::io::{self, BufRead, Read as _};

/// Reads a line without its end into `line`, or just more than the `most` bytes that are allowed; whether there was one.
///
/// # Errors
/// Reading fails.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, most: u64) -> io::Result<bool> {
    line.clear();
    let read = input.by_ref().take(most + 1).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read as u64 > most {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}
