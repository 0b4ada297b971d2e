//! Conformance tests of reads during writes, which see committed batches whole; and that only a
//! shared store tells the time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use adoube_store::{Batch, KeyRange, ScanOrder, Store};

use crate::subject::{TABLE, apply};

/// Keys there are after each batch.
const KEYS: u64 = 20;

/// Every batch writes one number under many keys and moves one key from the front of the range to its back, so a scan
/// that shows a batch by halves shows two numbers, or another count of keys.
pub(crate) async fn a_batch_is_seen_whole_by_scans_at_any_time(store: Arc<dyn Store>) {
    const BATCHES: u64 = 150;
    let done = Arc::new(AtomicBool::new(false));
    let batch_of = |number: u64| {
        let mut batch = Batch::new();
        if number > 0 {
            batch = batch.delete(TABLE, (number - 1).to_be_bytes());
        }
        for key in number..number + KEYS {
            batch = batch.put(TABLE, key.to_be_bytes(), number.to_be_bytes());
        }
        batch
    };
    apply(&*store, batch_of(0)).await;
    let readers: Vec<_> = [ScanOrder::Ascending, ScanOrder::Descending]
        .into_iter()
        .map(|order| {
            let (store, done) = (Arc::clone(&store), Arc::clone(&done));
            tokio::spawn(async move {
                let mut last = Vec::new();
                while !done.load(Ordering::Relaxed) {
                    last = check_scan(&*store, order, &last).await;
                }
            })
        })
        .collect();
    for number in 1..BATCHES {
        apply(&*store, batch_of(number)).await;
        let seen = check_scan(&*store, ScanOrder::Ascending, &[]).await;
        assert_eq!(seen, number.to_be_bytes(), "a read after the acknowledgement shows the batch");
    }
    done.store(true, Ordering::Relaxed);
    for reader in readers {
        reader.await.expect("every scan showed whole batches");
    }
}

async fn check_scan(store: &dyn Store, order: ScanOrder, last: &[u8]) -> Vec<u8> {
    let found = store.scan(TABLE, KeyRange::all(), order, 100).await.expect("the store scans");
    let value = found.first().expect("there are always records").1.value.clone();
    assert_eq!(found.len() as u64, KEYS);
    assert!(found.iter().all(|(_, record)| record.value == value), "two batches in one scan");
    assert!(value.as_slice() >= last, "an older batch after a newer one");
    value
}

pub(crate) async fn a_shared_store_says_what_time_it_is_and_no_other_does(store: Arc<dyn Store>) {
    let mut earlier = 0;
    for _ in 0..20 {
        let now = store.now_millis().await.expect("the store reads");
        assert_eq!(now.is_some(), store.is_shared(), "who is alone has this machine's calendar");
        let Some(now) = now else { return };
        // The server of the tests runs on this machine. 2026, in milliseconds and not in seconds.
        let here = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis();
        assert!(u128::from(now).abs_diff(here) < 60_000, "{now} {here}");
        assert!(now >= earlier, "{now} {earlier}");
        earlier = now;
    }
}
