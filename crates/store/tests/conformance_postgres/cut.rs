//! Tests of connections that are cut repeatedly during writes: a batch with an idempotency key is
//! applied exactly once; one without is applied or not, and is never acknowledged wrongly. Not
//! here: a database that is unreachable for longer (`database_faults`).

use std::sync::Arc;

use adoube_postgres_cluster::Proxy;
use adoube_store::{Batch, CommitOutcome, PostgresStore, Store, StoreError, TransactionIsolation};

use crate::{
    database::Place,
    idempotency,
    subject::{TABLE, event, get},
    writers,
};

/// Each of so many pieces on the wire is lost with its connection: some in the middle of a commit, on either way.
const PIECES: u64 = 61;

async fn before_a_store(isolation: TransactionIsolation) -> Option<(Proxy, Arc<dyn Store>)> {
    let place = Place::new()?;
    let proxy = Proxy::before(place.server.port()).expect("a proxy");
    // Few connections, as each one that is made anew is some pieces more.
    let settings = place.settings(proxy.port()).connections(4).isolation(isolation);
    let store = PostgresStore::open(&settings).await.expect("the store opens");
    Some((proxy, Arc::new(store)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_lose_no_count_when_connections_are_cut() {
    for isolation in [TransactionIsolation::ReadCommitted, TransactionIsolation::Serializable] {
        let Some((proxy, store)) = before_a_store(isolation).await else { return };
        proxy.cut_every(PIECES);
        writers::many_writers_lose_no_count(store).await;
        assert!(proxy.cuts() > 10, "hardly a connection was cut: {}", proxy.cuts());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_delivered_many_times_acts_once_when_connections_are_cut() {
    let Some((proxy, store)) = before_a_store(TransactionIsolation::ReadCommitted).await else { return };
    proxy.cut_every(PIECES);
    idempotency::an_event_delivered_many_times_at_once_acts_once(store).await;
}

#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_found_again_by_its_event() {
    let Some((proxy, store)) = before_a_store(TransactionIsolation::ReadCommitted).await else { return };
    for round in 1..=20_u64 {
        // The statement is known to the connection, so the next piece back is its answer.
        store
            .commit(Batch::new().idempotent(event(&format!("warm:{round}")), "", 1))
            .await
            .expect("it commits");
        proxy.lose_next_answer();
        let id = event(&format!("web:{round}"));
        let batch = Batch::new().idempotent(id.clone(), "done", round).put(TABLE, "a", round.to_string());
        assert_eq!(store.commit(batch.clone()).await.expect("it commits"), CommitOutcome::Applied);
        let record = get(&*store, b"a").await.expect("it is there");
        assert_eq!((record.version, record.value), (round, round.to_string().into_bytes()));
        let again = store.commit(batch).await.expect("it is asked");
        assert_eq!(again, CommitOutcome::Duplicate { answer: "done".into() });
    }
    assert!(proxy.cuts() >= 20);
}

#[tokio::test]
async fn a_commit_without_an_event_whose_answer_is_lost_is_never_said_to_have_happened_or_not() {
    let Some((proxy, store)) = before_a_store(TransactionIsolation::ReadCommitted).await else { return };
    let batch = |value: &str| Batch::new().put(TABLE, "a", value);
    assert_eq!(store.commit(batch("1")).await.expect("it commits"), CommitOutcome::Applied);
    proxy.lose_next_answer();
    let error = store.commit(batch("2")).await.expect_err("nobody knows");
    assert!(matches!(error, StoreError::Unreachable { .. }) && error.is_transient(), "{error}");
    let version = get(&*store, b"a").await.expect("it is there").version;
    assert!(version <= 2, "{version}");
    assert_eq!(store.commit(batch("3")).await.expect("it commits again"), CommitOutcome::Applied);
    assert_eq!(get(&*store, b"a").await.expect("it is there").version, version + 1);
}
