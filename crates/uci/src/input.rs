//! Reads lines from the host, the graphical program at the other end: any bytes, of bounded length.
//! Bytes that are no UTF-8 are replaced, as hosts send names and paths in other encodings.

use std::io::{self, BufRead, Read as _};

/// Greatest length of a line in bytes; a game of many thousand moves is shorter.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Reads the next line without its end; `None` at the end of the input. A line that is too long is
/// read as an empty one.
///
/// # Errors
/// Reading fails.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
    if read as u64 == MAX_LINE_BYTES && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        line.clear();
    }
    let line = String::from_utf8_lossy(&line);
    // Some hosts begin with a byte order mark.
    Ok((read > 0).then(|| line.trim_start_matches('\u{feff}').trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_lines() {
        let mut bytes = b"\xef\xbb\xbfuci\n\xff\xfe J\xfcrgen\r\n".to_vec();
        bytes.extend(vec![b'x'; MAX_LINE_BYTES as usize + 5]);
        bytes.extend(b"\nstop");
        let mut input = bytes.as_slice();
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).expect("memory can be read") {
            lines.push(line);
        }
        assert_eq!(lines, ["uci", "\u{fffd}\u{fffd} J\u{fffd}rgen", "", "stop"]);
    }
}
