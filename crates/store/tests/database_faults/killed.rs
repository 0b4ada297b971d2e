//! Tests with servers that are killed, restarted and failed over during writes: no acknowledged
//! write is lost. Not here: killed programs (`tests/failover`).

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use adoube_postgres_cluster::{Binaries, ReplicatedPair, SKIPPED, ServerOptions, TestServer};
use adoube_store::{Batch, CommitOutcome, PostgresStore, Store, StoreHealth};
use tokio::task::JoinSet;

use crate::{TABLE, becomes, event, in_time, opened};

const WRITERS: u64 = 8;

/// Writers that each count up a record of their own, in the background.
struct Writers {
    tasks: JoinSet<(u64, u64)>,
    is_over: Arc<AtomicBool>,
    /// Acknowledged commits of all of them.
    acknowledged: Arc<AtomicU64>,
    /// Commits whose outcome a writer had to ask for again.
    asked_again: Arc<AtomicU64>,
}

impl Writers {
    fn start(store: &Arc<PostgresStore>) -> Self {
        let mut writers = Self {
            tasks: JoinSet::new(),
            is_over: Arc::default(),
            acknowledged: Arc::default(),
            asked_again: Arc::default(),
        };
        for writer in 0..WRITERS {
            let (store, is_over) = (Arc::clone(store), Arc::clone(&writers.is_over));
            let (acknowledged, asked_again) =
                (Arc::clone(&writers.acknowledged), Arc::clone(&writers.asked_again));
            writers.tasks.spawn(async move {
                let mut count = 0;
                while !is_over.load(Ordering::Relaxed) {
                    asked_again.fetch_add(count_up(&store, writer, count).await, Ordering::Relaxed);
                    count += 1;
                    acknowledged.fetch_add(1, Ordering::Relaxed);
                }
                (writer, count)
            });
        }
        writers
    }

    /// Waits for this many more acknowledged commits.
    async fn go_on(&self, commits: u64) {
        let until = self.acknowledged.load(Ordering::Relaxed) + commits;
        in_time(async {
            while self.acknowledged.load(Ordering::Relaxed) < until {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    /// Stops the writers, and compares the store with the outcomes they got.
    async fn compare(mut self, store: &PostgresStore) {
        self.is_over.store(true, Ordering::Relaxed);
        while let Some(ended) = in_time(self.tasks.join_next()).await {
            let (writer, count) = ended.expect("no writer panics");
            let record = store.get(TABLE, key(writer).as_bytes()).await.expect("it reads");
            let record = record.expect("it was written");
            assert_eq!((record.version, record.value), (count, count.to_string().into_bytes()), "{writer}");
            for number in 0..count {
                let answer = store.answer(&event(&id(writer, number))).await.expect("it reads");
                assert!(answer.is_some(), "{} was acknowledged", id(writer, number));
            }
        }
        println!(
            "{} commits, {} asked for again",
            self.acknowledged.load(Ordering::Relaxed),
            self.asked_again.load(Ordering::Relaxed)
        );
    }
}

fn key(writer: u64) -> String {
    format!("counter {writer}")
}

fn id(writer: u64, number: u64) -> String {
    format!("writer {writer}:{number}")
}

/// Says the same until it is answered, as those do who send events; how often it was not.
async fn count_up(store: &PostgresStore, writer: u64, count: u64) -> u64 {
    let mut asked_again = 0;
    loop {
        let batch = Batch::new()
            .idempotent(event(&id(writer, count)), "done", 1)
            .expect(TABLE, key(writer), (count > 0).then_some(count))
            .put(TABLE, key(writer), (count + 1).to_string());
        match in_time(store.commit(batch)).await {
            Ok(CommitOutcome::Applied | CommitOutcome::Duplicate { .. }) => return asked_again,
            Ok(conflict @ CommitOutcome::Conflict { .. }) => panic!("nobody else writes there: {conflict:?}"),
            Err(error) => assert!(error.is_transient(), "{error}"),
        }
        asked_again += 1;
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_it_is_restarted_in_the_middle_of_commits() {
    let Some(binaries) = Binaries::find() else { return println!("{SKIPPED}") };
    let mut server = TestServer::start(&binaries, &ServerOptions::new()).expect("a server");
    let store = opened(&server.new_database()).await;
    let writers = Writers::start(&store);
    for round in 0..6 {
        writers.go_on(50).await;
        if round % 2 == 0 {
            server.kill().expect("it is killed");
        }
        server.restart().expect("it starts again");
    }
    writers.go_on(50).await;
    becomes(&*store, StoreHealth::Writable).await;
    writers.compare(&store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_its_standby_takes_over() {
    let Some(binaries) = Binaries::find() else { return println!("{SKIPPED}") };
    let mut pair = ReplicatedPair::start(&binaries, &ServerOptions::new()).expect("a pair");
    pair.primary().sql("postgres", "CREATE DATABASE chess").expect("a database");
    let store = opened(&pair.url("chess")).await;
    let writers = Writers::start(&store);
    for _ in 0..2 {
        writers.go_on(50).await;
        pair.fail_over().expect("the standby takes over");
        writers.go_on(50).await;
        pair.mend().expect("another one follows");
    }
    writers.go_on(50).await;
    becomes(&*store, StoreHealth::Writable).await;
    writers.compare(&store).await;
}
