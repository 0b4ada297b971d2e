//! Reads lines of bounded length from a stream, for protocols of JSON lines.

use std::io::{self, BufRead, Read as _};

/// Reads a line without its end into `line`. Of a line longer than `most` bytes, keeps one byte
/// more than that and skips the rest. Returns false at the end of input.
///
/// # Errors
/// The input cannot be read.
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
