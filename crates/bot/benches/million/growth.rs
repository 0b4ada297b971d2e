//! Measures how the file of a sled store grows as people play, and how small it is after
//! compaction.

use std::{error::Error, fs, path::Path, sync::Arc};

use adoube_store::{Batch, KeyRange, MAX_PAGE_ROWS, MAX_WRITES, ScanOrder, SledStore, Store, Table};
use adoube_testing::clock::TestClock;

use crate::{
    people,
    saying::{person, say},
};

/// What is played in a game after it was agreed: nothing that ends it.
const SHUFFLE: [&str; 12] =
    ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Nd4", "Nd5", "Nf3", "Nf6", "e4", "e5"];
/// Games that are played at the same time.
const TOGETHER: u64 = 50;
/// Days of a year.
const DAYS: u64 = 365;

/// Plays so many moves, one after the other, and delivers what is to be said.
pub async fn measure(moves: u64) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let size = || fs::metadata(folder.path().join("sled/db")).map(|log| log.len());
    let store = Arc::new(SledStore::open(folder.path())?);
    let clock = Arc::new(TestClock::stopped().beginning_at(1_767_323_045_000));
    let service = people::service(store.clone(), Arc::clone(&clock))?;
    let games = moves.div_ceil(SHUFFLE.len() as u64);
    let (mut event, mut played) = (0, 0);
    println!("    moves   file   a move");
    for first in (0..games).step_by(TOGETHER as usize) {
        let lines = ["play chess white pace:3d", "accept"];
        let moves = SHUFFLE.iter().map(|san| format!("move {san}"));
        for (number, line) in lines.into_iter().map(str::to_owned).chain(moves).enumerate() {
            for game in first..games.min(first + TOGETHER) {
                event += 1;
                let (id, name) = if number.is_multiple_of(2) { ("ada", "Ada") } else { ("bob", "Bob") };
                let who = person(&format!("bench:{id}{}", game % 200), name);
                say(&service, &format!("bench:{game}"), (&format!("bench:{event}"), &who, &line)).await?;
                deliver(&*store).await?;
                played += u64::from(number >= lines_before_play());
            }
            clock.pass(60_000);
        }
        if first.is_multiple_of(TOGETHER * 4) {
            println!("{played:>9} {:>4} MB {:>5} bytes", size()? / 1_000_000, size()? / played.max(1));
        }
    }
    store.close().await?;
    drop(service);
    drop(store);
    let before = size()?;
    written_anew(folder.path(), "with every answer")?;
    let store = SledStore::open(folder.path())?;
    while store.forget_answers(u64::MAX, MAX_PAGE_ROWS).await? == MAX_PAGE_ROWS {}
    store.close().await?;
    drop(store);
    let after = written_anew(folder.path(), "when answers are forgotten")?;
    for a_day in [1000, 100_000] {
        let year = |bytes: u64| (bytes as f64 / played as f64 * (a_day * DAYS) as f64) / 1e9;
        println!(
            "{a_day:>7} moves a day: {:.1} GB a year as the file grows, {:.1} GB when it is written anew",
            year(before),
            year(after)
        );
    }
    Ok(())
}

const fn lines_before_play() -> usize {
    2
}

fn written_anew(folder: &Path, when: &str) -> Result<u64, Box<dyn Error>> {
    let done = SledStore::compact(folder, |_, _, _| {})?;
    println!(
        "written anew {when}: {} MB, {} MB before, {} rows",
        done.after / 1_000_000,
        done.before / 1_000_000,
        done.rows
    );
    Ok(done.after)
}

/// What is to be said is said.
async fn deliver(store: &dyn Store) -> Result<(), Box<dyn Error>> {
    let rows = store.scan(Table::Outbox, KeyRange::all(), ScanOrder::Ascending, MAX_WRITES).await?;
    let batch = rows.into_iter().fold(Batch::new(), |batch, (key, _)| batch.delete(Table::Outbox, key));
    store.commit(batch).await?;
    Ok(())
}
