//! Conformance tests of concurrent writers with version conflicts.

use std::sync::Arc;

use adoube_store::{Batch, CommitOutcome, Store};
use tokio::task::JoinSet;

use crate::subject::{TABLE, commit, event, get};

async fn count_up(store: &dyn Store, key: &str, id: &str) -> u64 {
    let mut lost = 0;
    loop {
        let record = get(store, key.as_bytes()).await;
        let (version, count) = match &record {
            Some(record) => (
                Some(record.version),
                std::str::from_utf8(&record.value).expect("text").parse().expect("a number"),
            ),
            None => (None, 0_u64),
        };
        let batch = Batch::new().idempotent(event(id), id, 1).expect(TABLE, key, version).put(
            TABLE,
            key,
            (count + 1).to_string(),
        );
        match commit(store, batch).await {
            CommitOutcome::Applied => return lost,
            CommitOutcome::Conflict { key: named, .. } => assert_eq!(named, key.as_bytes()),
            CommitOutcome::Duplicate { .. } => panic!("{id} is new"),
        }
        lost += 1;
    }
}

pub(crate) async fn many_writers_lose_no_count(store: Arc<dyn Store>) {
    const WRITERS: u64 = 24;
    const ROUNDS: u64 = 12;
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = Arc::clone(&store);
        writers.spawn(async move {
            for round in 0..ROUNDS {
                // Three counters, so that requests meet both their own kind and others in a group.
                count_up(&*store, &format!("counter {}", writer % 3), &format!("{writer}:{round}")).await;
            }
        });
    }
    writers.join_all().await;
    for counter in 0..3 {
        let record = get(&*store, format!("counter {counter}").as_bytes()).await.expect("somebody counted");
        let count = WRITERS / 3 * ROUNDS;
        assert_eq!((record.version, record.value), (count, count.to_string().into_bytes()));
    }
}

pub(crate) async fn of_two_writers_one_wins_and_the_other_is_told(store: Arc<dyn Store>) {
    for round in 0..50_u64 {
        let key = format!("game {round}");
        let attempt =
            |value: &str| Batch::new().expect_absent(TABLE, key.as_str()).put(TABLE, key.as_str(), value);
        let (one, other) = tokio::join!(store.commit(attempt("one")), store.commit(attempt("other")));
        let outcomes = [one.expect("the store commits"), other.expect("the store commits")];
        let conflict = CommitOutcome::Conflict { table: TABLE, key: key.clone().into() };
        let winner = match &outcomes {
            [CommitOutcome::Applied, lost] if *lost == conflict => "one",
            [lost, CommitOutcome::Applied] if *lost == conflict => "other",
            outcomes => panic!("{outcomes:?}"),
        };
        assert_eq!(get(&*store, key.as_bytes()).await.expect("one has won").value, winner.as_bytes());
    }
}
