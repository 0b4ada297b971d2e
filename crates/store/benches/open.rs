//! Benchmark of filling, opening and reading a large store: time, memory and disk.
//!
//! `cargo bench -p adoube-store --bench open -- 1000000` for a million records; `TMPDIR` chooses the disk. The store is
//! left without closing before each opening, as after a crash.

use std::{env, fs, io, path::Path, time::Instant};

use adoube_store::{Key, Record, RestoreStep, SledStore, Store, StoreRow, Table};

/// Bytes of a value.
const VALUE_BYTES: usize = 2048;
/// Rows restored at once.
const ROWS: u64 = 128;
/// Records when nothing else is asked for.
const RECORDS: u64 = 200_000;
/// The argument with which this program runs as the process that fills the store.
const FILL: &str = "--fill";

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().collect();
    if let [_, FILL, folder, records] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return fill(Path::new(folder), records.parse().unwrap_or(RECORDS));
    }
    let records = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(RECORDS);
    let folder = tempfile::tempdir()?;
    let filled = std::process::Command::new(env::current_exe()?)
        .args([FILL.as_ref(), folder.path().as_os_str(), records.to_string().as_ref()])
        .status()?;
    if !filled.success() {
        return Err(io::Error::other("the store could not be filled"));
    }
    let disk = fs::metadata(folder.path().join("sled/db"))?.len();
    println!("{} MB of values, {} MB on disk", records * VALUE_BYTES as u64 / 1_000_000, disk / 1_000_000);
    for opening in ["after the crash", "again"] {
        let before = read_so_far();
        let start = Instant::now();
        let store = SledStore::open(folder.path()).map_err(io::Error::other)?;
        println!(
            "opened {opening} in {:?}, reading {} MB; {}",
            start.elapsed(),
            read_so_far() - before,
            memory()
        );
        let start = Instant::now();
        let key = Key::new().number(records / 2);
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        let record = runtime.block_on(store.get(Table::Game, key.as_ref())).map_err(io::Error::other)?;
        println!(
            "read one record in {:?}, version {:?}",
            start.elapsed(),
            record.map(|record| record.version)
        );
    }
    Ok(())
}

/// Fills a store and ends without closing it.
fn fill(folder: &Path, records: u64) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let store = SledStore::open(folder).map_err(io::Error::other)?;
    let start = Instant::now();
    runtime
        .block_on(async {
            store.restore(RestoreStep::Begin).await?;
            for first in (0..records).step_by(ROWS as usize) {
                let rows = (first..records.min(first + ROWS)).map(row).collect();
                store.restore(RestoreStep::Rows(rows)).await?;
            }
            store.restore(RestoreStep::End).await
        })
        .map_err(io::Error::other)?;
    println!("{records} records filled in {:?}; {}", start.elapsed(), memory());
    std::process::exit(0)
}

/// A record no compression could make small.
fn row(number: u64) -> StoreRow {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let value = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    });
    let record = Record { version: 1, value: value.take(VALUE_BYTES).collect() };
    StoreRow::Record { table: Table::Game, key: Key::new().number(number).into(), record }
}

/// Megabytes this process has read; 0 where the system does not tell.
fn read_so_far() -> u64 {
    let io = fs::read_to_string("/proc/self/io").unwrap_or_default();
    let bytes =
        io.lines().find_map(|line| line.strip_prefix("rchar: ")).and_then(|bytes| bytes.parse::<u64>().ok());
    bytes.unwrap_or(0) / 1_000_000
}

/// The most memory this process has had.
fn memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map_or("unknown", str::trim);
    format!("peak memory {peak}")
}
