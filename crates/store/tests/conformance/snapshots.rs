//! Conformance tests of snapshots: each shows the state of one moment while writes go on.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use adoube_store::{Batch, CommitOutcome, Snapshot, Store, StoreRow, Table};
use tokio::task::JoinSet;

use crate::subject::{TABLE, apply, commit, event, get};

const WRITERS: u64 = 4;
const ACCOUNTS: u64 = 40;
const EACH: u64 = 1_000_000;

async fn all(snapshot: &mut dyn Snapshot, limit: usize) -> Vec<StoreRow> {
    let mut rows = Vec::new();
    loop {
        let page = snapshot.page(limit).await.expect("the snapshot reads");
        if page.is_empty() {
            assert!(snapshot.page(limit).await.expect("it reads").is_empty(), "the end stays the end");
            return rows;
        }
        assert!(page.len() <= limit);
        rows.extend(page);
        tokio::task::yield_now().await;
    }
}

/// What a snapshot that is begun now sees.
async fn seen(store: &dyn Store) -> Vec<StoreRow> {
    all(&mut *store.snapshot().await.expect("a snapshot"), 100).await
}

fn number(value: &[u8]) -> u64 {
    std::str::from_utf8(value).expect("text").parse().expect("a number")
}

fn account(number: u64) -> String {
    format!("account {:02}", number % ACCOUNTS)
}

/// Moves one from an account to another, and notes so in tables at both ends and in the answer; false where somebody else
/// was faster.
async fn transfer(store: &dyn Store, writer: u64, count: u64) -> bool {
    // Never the same, as the difference of the numbers is odd.
    let (from, to) = (account(count * 7 + writer * 11), account(count * 3 + writer * 5 + 1));
    let mut batch = Batch::new().idempotent(event(&format!("{writer}:{count:05}")), "", count);
    for (key, is_from) in [(from, true), (to, false)] {
        let record = get(store, key.as_bytes()).await.expect("the account is there");
        let balance = number(&record.value);
        let balance = if is_from { balance - 1 } else { balance + 1 }.to_string();
        batch = batch.expect_version(TABLE, key.as_str(), record.version).put(TABLE, key.as_str(), balance);
    }
    let batch = batch
        .put(Table::Channel, format!("last {writer}"), count.to_string())
        .delete(Table::Outbox, format!("{writer}:{:05}", count.saturating_sub(3)))
        .put(Table::Outbox, format!("{writer}:{count:05}"), "")
        .put(Table::Web, format!("last {writer}"), count.to_string());
    commit(store, batch).await == CommitOutcome::Applied
}

/// The numbers under the keys of a table that begin so.
fn numbers(rows: &[StoreRow], of: Table, prefix: &str) -> BTreeMap<String, u64> {
    let found = rows.iter().filter_map(|row| match row {
        StoreRow::Record { table, key, record } if *table == of && key.starts_with(prefix.as_bytes()) => {
            Some((String::from_utf8(key.clone()).expect("text"), number(&record.value)))
        }
        _ => None,
    });
    found.collect()
}

fn check(rows: &[StoreRow]) -> u64 {
    let balances = numbers(rows, TABLE, "account ");
    assert_eq!(balances.len() as u64, ACCOUNTS);
    assert_eq!(balances.values().sum::<u64>(), ACCOUNTS * EACH);
    let last = numbers(rows, Table::Channel, "last ");
    assert_eq!(numbers(rows, Table::Web, "last "), last);
    for writer in 0..WRITERS {
        let last = last.get(&format!("last {writer}")).copied().unwrap_or_default();
        let prefix = format!("{writer}:");
        let answers = rows.iter().filter_map(|row| match row {
            StoreRow::Answer { id, at_millis, .. } if id.as_str().starts_with(&prefix) => Some(*at_millis),
            _ => None,
        });
        assert_eq!(answers.max().unwrap_or_default(), last, "{writer}");
        let waiting = rows.iter().filter(
            |row| matches!(row, StoreRow::Record { table: Table::Outbox, key, .. } if key.starts_with(prefix.as_bytes())),
        );
        assert_eq!(waiting.count() > 0, last > 0);
    }
    last.values().sum()
}

pub(crate) async fn a_snapshot_is_the_store_at_one_moment_while_writers_run(store: Arc<dyn Store>) {
    let mut batch = Batch::new();
    for number in 0..ACCOUNTS {
        batch = batch.put(TABLE, account(number), EACH.to_string());
    }
    apply(&*store, batch).await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let (store, stop) = (Arc::clone(&store), Arc::clone(&stop));
        writers.spawn(async move {
            let mut count = 1;
            while !stop.load(Ordering::Relaxed) {
                count += u64::from(transfer(&*store, writer, count).await);
                if count % 5 == 0 {
                    tokio::task::yield_now().await;
                }
            }
        });
    }
    let mut seen_before = 0;
    for limit in [1, 2, 7, 30, 256, 3, 1, 2, 3, 4] {
        let mut snapshot = store.snapshot().await.expect("a snapshot");
        // Writes when nobody else happens to.
        apply(&*store, Batch::new().put(Table::Meta, "after", "")).await;
        let rows = all(&mut *snapshot, limit).await;
        let written = check(&rows);
        assert!(written >= seen_before, "a later snapshot is of no earlier moment");
        seen_before = written;
        assert!(snapshot.rows().is_none_or(|said| said == rows.len() as u64));
        snapshot.rewind().await.expect("it begins anew");
        assert!(all(&mut *snapshot, 50).await == rows, "it is of the same moment");
        assert!(seen(&*store).await != rows, "a later one is of a later moment");
    }
    stop.store(true, Ordering::Relaxed);
    writers.join_all().await;
    check(&seen(&*store).await);
}

pub(crate) async fn a_snapshot_sees_what_was_acknowledged_and_nothing_later(store: Arc<dyn Store>) {
    for number in 0..30_u64 {
        let id = event(&format!("web:{number:02}"));
        let batch =
            Batch::new().idempotent(id, number.to_string(), number).put(TABLE, format!("{number:02}"), "old");
        apply(&*store, batch.put(Table::Channel, [0xff, 0], "").put(Table::Web, "", [0, 0xff])).await;
    }
    let rows = seen(&*store).await;
    let mut paged = Vec::new();
    let mut from = Some(None);
    while let Some(cursor) = from {
        let page = store.page(cursor, 256).await.expect("the store reads");
        paged.extend(page.rows);
        from = page.next.map(Some);
    }
    assert!(rows == paged && rows.len() == 62, "{} and {}", rows.len(), paged.len());
    let mut snapshot = store.snapshot().await.expect("a snapshot");
    let first = snapshot.page(10).await.expect("it reads");
    assert_eq!(first, rows[..10]);
    for number in 0..30 {
        let batch = Batch::new().delete(TABLE, format!("{number:02}"));
        apply(&*store, batch.put(TABLE, format!("{number:02} new"), "new").put(Table::Web, "", "new")).await;
    }
    apply(&*store, Batch::new().put(TABLE, "07", "anew").idempotent(event("web:99"), "", 0)).await;
    store.forget_answers(20, 100).await.expect("answers are forgotten");
    assert_eq!(all(&mut *snapshot, 4).await, rows[10..]);
    snapshot.rewind().await.expect("it begins anew");
    assert_eq!(all(&mut *snapshot, 9).await, rows);
    assert_ne!(seen(&*store).await, rows);
    drop(snapshot);
    apply(&*store, Batch::new().put(TABLE, "08", "anew")).await;
}

pub(crate) async fn of_an_empty_store_nothing_is_seen_whatever_comes(store: Arc<dyn Store>) {
    let mut snapshot = store.snapshot().await.expect("a snapshot");
    assert!(snapshot.rows().is_none_or(|rows| rows == 0));
    apply(&*store, Batch::new().put(TABLE, "a", "").idempotent(event("web:1"), "", 0)).await;
    assert_eq!(all(&mut *snapshot, 10).await, []);
    assert_eq!(seen(&*store).await.len(), 2);
}
