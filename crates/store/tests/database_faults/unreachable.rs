//! Tests of a database that is unreachable, slow or silent: callers get an error in time, bounded
//! memory waits, and service resumes. Not here: servers that are killed (`killed`).

use std::{sync::Arc, time::Duration};

use adoube_store::{
    Batch, CommitOutcome, PostgresSettings, PostgresStore, Store, StoreError, StoreHealth, Table,
};
use tokio::task::JoinSet;

use crate::{
    TABLE, apply, becomes, behind_a_proxy, event, in_time, opened, put, server, unreachable, version,
};

#[tokio::test]
async fn while_it_is_away_people_are_told_and_when_it_is_back_all_goes_on() {
    let Some((proxy, store, _)) = behind_a_proxy().await else { return };
    apply(&*store, put("web:1", "a")).await;
    assert_eq!(*store.health().borrow(), StoreHealth::Writable);
    proxy.go_away();
    let (written, read) =
        in_time(async { tokio::join!(store.commit(put("web:2", "a")), store.get(TABLE, b"a")) }).await;
    unreachable(written);
    unreachable(read);
    assert_eq!(*store.health().borrow(), StoreHealth::ReadOnly);
    proxy.recover();
    becomes(&*store, StoreHealth::Writable).await;
    assert_eq!(version(&*store, "a").await, 1);
    apply(&*store, put("web:2", "a")).await;
    assert_eq!(version(&*store, "a").await, 2);
}

#[tokio::test]
async fn who_asks_while_it_is_away_for_a_moment_only_waits() {
    let Some((proxy, store, _)) = behind_a_proxy().await else { return };
    apply(&*store, put("web:1", "a")).await;
    proxy.go_away();
    let waiting = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.commit(put("web:2", "a")).await }
    });
    becomes(&*store, StoreHealth::ReadOnly).await;
    proxy.recover();
    let outcome = in_time(waiting).await.expect("no panic").expect("it is written after all");
    assert_eq!(outcome, CommitOutcome::Applied);
    assert_eq!(version(&*store, "a").await, 2);
}

#[tokio::test]
async fn nobody_waits_for_ever_for_one_that_is_silent() {
    let Some((proxy, store, _)) = behind_a_proxy().await else { return };
    apply(&*store, put("web:1", "a")).await;
    proxy.silence();
    unreachable(in_time(store.commit(put("web:2", "a"))).await);
    assert_eq!(*store.health().borrow(), StoreHealth::ReadOnly);
    // What was held back arrives late, and nobody waits for its answer any more.
    proxy.recover();
    becomes(&*store, StoreHealth::Writable).await;
    let outcome = in_time(store.commit(put("web:2", "a"))).await.expect("it commits");
    let repeated = CommitOutcome::Duplicate { answer: "web:2".into() };
    assert!(outcome == CommitOutcome::Applied || outcome == repeated, "{outcome:?}");
    assert_eq!(version(&*store, "a").await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_is_slow_is_only_slow() {
    let Some((proxy, store, _)) = behind_a_proxy().await else { return };
    proxy.delay(Duration::from_millis(40));
    let mut writers = JoinSet::new();
    for writer in 0..40 {
        let store = Arc::clone(&store);
        writers
            .spawn(async move { apply(&*store, put(&format!("web:{writer}"), &writer.to_string())).await });
    }
    writers.join_all().await;
    assert_eq!(*store.health().borrow(), StoreHealth::Writable);
    for writer in 0..40 {
        assert_eq!(version(&*store, &writer.to_string()).await, 1);
    }
}

/// Load shedding: of many concurrent writers only a bounded number waits; the others get an error at once.
#[tokio::test]
async fn what_waits_for_it_stays_within_its_memory() {
    const MANY: usize = 3000;
    let Some((proxy, store, _)) = behind_a_proxy().await else { return };
    apply(&*store, put("web:1", "a")).await;
    proxy.go_away();
    unreachable(in_time(store.commit(put("web:2", "a"))).await);
    let mut waiting = JoinSet::new();
    for number in 0..MANY {
        let store = Arc::clone(&store);
        waiting.spawn(async move {
            let batch = Batch::new().idempotent(event(&format!("many:{number}")), "", 1);
            let error = store.commit(batch).await.expect_err("it is away");
            error.to_string().contains("too many wait")
        });
    }
    let told_at_once = in_time(waiting.join_all()).await.into_iter().filter(|at_once| *at_once).count();
    assert_eq!(told_at_once, MANY - 1024);
    proxy.recover();
    becomes(&*store, StoreHealth::Writable).await;
    apply(&*store, put("web:2", "a")).await;
}

#[tokio::test]
async fn one_that_was_never_there_is_an_error_without_the_password() {
    let Some(server) = server() else { return };
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = nobody.local_addr().expect("an address").port();
    drop(nobody);
    let here = server.port();
    for url in [
        format!("postgres://ada:tops3cret@127.0.0.1:{port}/chess"),
        format!("postgres://nobody:tops3cret@127.0.0.1:{here}/postgres"),
        format!("postgres://adoube:tops3cret@127.0.0.1:{here}/no-such-database"),
        format!("postgres://adoube:tops3cret@127.0.0.1:{here}/postgres?sslmode=require"),
    ] {
        let settings = PostgresSettings::new(&url).expect("an address");
        let error = in_time(PostgresStore::open(&settings)).await.expect_err("nothing of use is there");
        assert!(!format!("{error} {error:?} {settings:?}").contains("tops3cret"), "{error}");
    }
}

#[tokio::test]
async fn closing_while_it_is_away_does_not_hang() {
    let Some((proxy, store, _)) = behind_a_proxy().await else { return };
    proxy.go_away();
    let waiting = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.commit(put("web:1", "a")).await }
    });
    becomes(&*store, StoreHealth::ReadOnly).await;
    in_time(store.close()).await.expect("it closes");
    assert!(in_time(waiting).await.expect("no panic").is_err());
    assert!(matches!(store.get(TABLE, b"a").await, Err(StoreError::Closed)));
}

/// As when the network between one process and the database is cut, and its lease taken over meanwhile.
#[tokio::test]
async fn what_somebody_cut_off_writes_late_is_refused() {
    let Some((proxy, cut_off, database)) = behind_a_proxy().await else { return };
    let other = opened(&server().expect("it was there").url(&database)).await;
    apply(&*cut_off, Batch::new().put(Table::Meta, "lease", "first")).await;
    let late = || {
        let batch =
            Batch::new().idempotent(event("late:1"), "late", 1).expect_version(Table::Meta, "lease", 1);
        batch.put(TABLE, "a", "late")
    };
    proxy.silence();
    let sent = tokio::spawn({
        let cut_off = Arc::clone(&cut_off);
        let batch = late();
        async move { cut_off.commit(batch).await }
    });
    let taken = Batch::new().expect_version(Table::Meta, "lease", 1).put(Table::Meta, "lease", "second");
    apply(&*other, taken).await;
    proxy.recover();
    // What it sent before arrives now; if nobody waited for the answer any more, the same is said again.
    let mut outcome = in_time(sent).await.expect("no panic");
    if outcome.is_err() {
        becomes(&*cut_off, StoreHealth::Writable).await;
        outcome = in_time(cut_off.commit(late())).await;
    }
    let refused = CommitOutcome::Conflict { table: Table::Meta, key: b"lease".into() };
    assert_eq!(outcome.expect("it is answered"), refused);
    assert_eq!(version(&*other, "a").await, 0);
}
