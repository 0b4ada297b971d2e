//! Benchmark of durable commits per second, with one writer and with many (group commit), against the floor of this machine:
//! the same bytes appended to a plain file and synced. Floor and store alternate in one run, so that the ratio holds on a
//! busy machine.
//!
//! `cargo bench -p adoube-store`; `TMPDIR` chooses the disk.

use std::{
    fs::File,
    io::{self, Write as _},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use adoube_store::{Batch, CommitOutcome, Key, SledStore, Store, Table};

/// Bytes of a value.
const VALUE_BYTES: usize = 2048;
/// Writers at once, and how many commits each makes in a round.
const LOADS: [(u64, u64); 2] = [(1, 400), (64, 150)];
const ROUNDS: usize = 5;

fn main() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build()?;
    println!(
        "writers   floor op/s   store op/s   store/floor   (medians of {ROUNDS} rounds, {VALUE_BYTES} bytes each)"
    );
    for (writers, commits) in LOADS {
        let store = Arc::new(
            SledStore::open(folder.path().join(format!("store {writers}"))).map_err(io::Error::other)?,
        );
        let mut floors = Vec::new();
        let mut rates = Vec::new();
        for round in 0..ROUNDS as u64 {
            floors.push(rate(writers * commits, floor(folder.path(), writers, commits)?));
            let took =
                runtime.block_on(commit_all(&store, writers, commits, round)).map_err(io::Error::other)?;
            rates.push(rate(writers * commits, took));
        }
        let (floor, store) = (median(floors), median(rates));
        println!("{writers:7}   {floor:10.0}   {store:10.0}   {:11.2}", store / floor);
    }
    Ok(())
}

/// Appends the same bytes to a file; as many writes share a sync as there are writers.
fn floor(folder: &Path, writers: u64, commits: u64) -> io::Result<Duration> {
    let mut file = File::create(folder.join("floor"))?;
    let value = vec![0x5a; VALUE_BYTES];
    let start = Instant::now();
    for _ in 0..commits {
        for _ in 0..writers {
            file.write_all(&value)?;
        }
        file.sync_data()?;
    }
    Ok(start.elapsed())
}

async fn commit_all(
    store: &Arc<SledStore>,
    writers: u64,
    commits: u64,
    round: u64,
) -> Result<Duration, Box<dyn std::error::Error + Send + Sync>> {
    let start = Instant::now();
    let tasks: Vec<_> = (0..writers)
        .map(|writer| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                for commit in 0..commits {
                    let key = Key::new().number(writer).number(round * commits + commit);
                    let batch = Batch::new().expect_absent(Table::Event, key.clone()).put(
                        Table::Event,
                        key,
                        vec![commit as u8; VALUE_BYTES],
                    );
                    if store.commit(batch).await? != CommitOutcome::Applied {
                        return Err("the key was there".into());
                    }
                }
                Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
            })
        })
        .collect();
    for task in tasks {
        task.await??;
    }
    Ok(start.elapsed())
}

fn rate(commits: u64, took: Duration) -> f64 {
    commits as f64 / took.as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
