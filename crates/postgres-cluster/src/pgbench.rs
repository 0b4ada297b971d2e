//! What a server does at best: pgbench, which says statements prepared and does nothing else. Not here: which statements.

use std::{fs, io};

use crate::Binaries;

/// What pgbench has measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgbenchRate {
    /// How often the script was run in a second, by all together.
    pub a_second: f64,
    /// How long one run took on average, in milliseconds.
    pub latency: f64,
}

/// Lets as many clients run a script of pgbench's on a database, again and again, for some seconds. The script's variable
/// `n` begins at 0 for each.
///
/// # Errors
/// What pgbench says.
pub fn run_pgbench(
    binaries: &Binaries,
    url: &str,
    script: &str,
    clients: usize,
    seconds: u64,
) -> io::Result<PgbenchRate> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("script.sql");
    fs::write(&file, script)?;
    let output = binaries
        .client("pgbench")
        .args(["--no-vacuum", "--protocol=prepared", "--jobs=2", "--define=n=0"])
        .arg(format!("--client={clients}"))
        .arg(format!("--time={seconds}"))
        .arg("--file")
        .arg(&file)
        .arg(url)
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |before: &str| {
        let rest = said.split_once(before)?.1;
        rest.split_whitespace().next()?.parse().ok()
    };
    match (number("tps = "), number("latency average = ")) {
        (Some(a_second), Some(latency)) if output.status.success() => Ok(PgbenchRate { a_second, latency }),
        _ => Err(io::Error::other(format!("pgbench: {said} {}", String::from_utf8_lossy(&output.stderr)))),
    }
}
