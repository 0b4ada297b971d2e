//! Runs pgbench, the benchmark of PostgreSQL, to measure the throughput of a server with prepared
//! statements and no other work.

use std::{fs, io};

use crate::Binaries;

/// The measurement of pgbench.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgbenchRate {
    /// Runs of the script per second, by all clients together.
    pub a_second: f64,
    /// The mean time of a run, in milliseconds.
    pub latency: f64,
}

/// Runs a pgbench script with a number of clients for a number of seconds. The variable `n` of the script begins at 0 for each
/// client.
///
/// # Errors
/// pgbench fails.
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
