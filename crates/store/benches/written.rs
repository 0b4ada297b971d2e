//! Benchmark of write amplification: bytes sled writes for a row, from which the cost limits of group commit follow. Rows of
//! several sizes, appended in order and updated at random places. Linux alone reports the bytes.
//!
//! `cargo bench -p adoube-store --bench written`; `TMPDIR` chooses the disk.

use std::{error::Error, fs};

use adoube_store::{Batch, CommitOutcome, Key, SledStore, Store, Table};

/// Rows, and how many are written in a batch.
const ROWS: u64 = 8192;
const TOGETHER: u64 = 64;
/// Bytes of their values.
const SIZES: [usize; 6] = [40, 200, 700, 2048, 8192, 65536];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    println!("bytes of a value   written for a new row   written for an old one");
    for size in SIZES {
        let folder = tempfile::tempdir()?;
        let store = SledStore::open(folder.path())?;
        // As many as take about as long: sled writes each of the largest some times.
        let rows = ROWS.min(200_000_000 / size as u64 / 8);
        let together = TOGETHER.min(400_000 / size as u64);
        let before = written()?;
        for first in (0..rows).step_by(together as usize) {
            put(&store, first..first + together, size).await?;
        }
        let new = (written()? - before) / rows;
        let before = written()?;
        for round in 0..rows / together {
            // Each far from all others of its batch.
            let numbers = (0..together).map(|number| (round * together + number) * 5063 % rows);
            put(&store, numbers, size).await?;
        }
        let old = (written()? - before) / rows;
        println!("{size:16}   {new:21}   {old:22}");
    }
    Ok(())
}

async fn put(
    store: &SledStore,
    numbers: impl Iterator<Item = u64>,
    size: usize,
) -> Result<(), Box<dyn Error>> {
    let batch = numbers.fold(Batch::new(), |batch, number| {
        batch.put(Table::Event, Key::new().text("web:general").number(number), vec![number as u8; size])
    });
    match store.commit(batch).await? {
        CommitOutcome::Applied => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}

/// Bytes that this process has written so far.
fn written() -> Result<u64, Box<dyn Error>> {
    let io = fs::read_to_string("/proc/self/io")?;
    let bytes = io.lines().find_map(|line| line.strip_prefix("wchar: ")).ok_or("the system does not tell")?;
    Ok(bytes.parse()?)
}
