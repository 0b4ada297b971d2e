//! Compares what a test played with its recording, a text file. `UPDATE_TRANSCRIPTS=1` writes the
//! recordings anew, for a person to read.

use std::{env, fs, path::Path};

/// The variable that makes tests write recordings anew.
const UPDATE: &str = "UPDATE_TRANSCRIPTS";

/// Whether recordings are written anew in this run.
pub fn is_update() -> bool {
    env::var_os(UPDATE).is_some()
}

/// Compares a text with the recording at a path, or writes it there under `UPDATE_TRANSCRIPTS`.
///
/// # Panics
///
/// When the text differs from the recording, when the file cannot be read or written, and when it
/// would be written in CI.
pub fn check(path: &Path, written: &str) {
    if is_update() {
        assert!(env::var_os("CI").is_none(), "recordings are not rewritten in CI");
        fs::write(path, written).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let recorded = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    compare(path, &recorded, written);
}

/// Compares a text with a recording that was read already; the path is for the message.
///
/// # Panics
///
/// When they differ; the message names the first different line.
pub fn compare(path: &Path, recorded: &str, written: &str) {
    let same =
        recorded.lines().zip(written.lines()).take_while(|(expected, found)| expected == found).count();
    let [expected, found] = [recorded, written].map(|text| text.lines().nth(same).unwrap_or("(the end)"));
    assert!(
        recorded == written,
        "{}:{}\n  expected {expected}\n  found    {found}\n{UPDATE}=1 writes the file anew; read the difference",
        path.display(),
        same + 1
    );
}
