//! Child processes of the power-cut tests: writers that are killed, and readers that verify the rest. Each is an ignored test,
//! which the tests run as a process of its own.

use std::{
    collections::BTreeMap,
    env,
    io::{self, Write as _},
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::Arc,
};

use adoube_store::{
    Batch, CommitOutcome, Key, MAX_VALUE_BYTES, SledStore, Store, StoreError, StoreHealth, Table,
};
use tokio::task::JoinSet;

use crate::rounds;

/// Tells a child the folder it works on.
const FOLDER: &str = "ADOUBE_TEST_FOLDER";
/// Environment variable for child and shim: the file whose existence makes every sync fail.
const BROKEN: &str = "POWER_CUT_BROKEN";

/// Environment variable for child and shim: the file whose existence makes the disk full.
const FULL: &str = "POWER_CUT_FULL";

/// The last round of each writer.
pub(crate) type Rounds = BTreeMap<u64, u64>;

/// How a child's files are watched.
pub(crate) struct Watch<'a> {
    pub(crate) shim: &'a Path,
    pub(crate) folder: &'a Path,
    pub(crate) journal: &'a Path,
    /// Entries of the journal after which the power is cut.
    pub(crate) entries: u64,
}

/// Runs a child until it exits or is killed.
pub(crate) fn run(name: &str, store: &Path, watch: Option<&Watch<'_>>) -> Output {
    let mut command = Command::new(env::current_exe().expect("this program has a path"));
    command.args(["--exact", &format!("child::{name}"), "--ignored", "--nocapture"]).env(FOLDER, store);
    if let Some(watch) = watch {
        command
            .env("LD_PRELOAD", watch.shim)
            .env("POWER_CUT_FOLDER", watch.folder)
            .env("POWER_CUT_JOURNAL", watch.journal)
            .env(BROKEN, watch.journal.with_extension("broken"))
            .env(FULL, watch.journal.with_extension("full"))
            .env("POWER_CUT_AFTER", watch.entries.to_string());
    }
    command.output().expect("the child starts")
}

/// The rounds a child told of.
pub(crate) fn told(output: &Output) -> Rounds {
    let mut rounds = Rounds::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut words = line.split(' ');
        if words.next() == Some("round")
            && let (Some(Ok(writer)), Some(Ok(round))) =
                (words.next().map(str::parse), words.next().map(str::parse))
        {
            rounds.insert(writer, round);
        }
    }
    rounds
}

/// One line in one write, so that a cut leaves no half of it.
fn tell(writer: u64, round: u64) {
    // The listener is gone only when the test has failed.
    let _ = io::stdout().lock().write_all(format!("round {writer} {round}\n").as_bytes());
}

fn folder() -> Option<PathBuf> {
    env::var_os(FOLDER).map(PathBuf::from)
}

/// Lets these writers play until the power is cut.
async fn play(writers: Range<u64>) {
    let Some(folder) = folder() else { return };
    println!();
    let store = Arc::new(SledStore::open(folder).expect("the store opens"));
    let mut playing = JoinSet::new();
    for writer in writers {
        let store = Arc::clone(&store);
        playing.spawn(async move { rounds::play(&*store, writer, |round| tell(writer, round)).await });
    }
    playing.join_all().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests"]
async fn write_light() {
    play(rounds::LIGHT).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests"]
async fn write_heavy() {
    play(rounds::HEAVY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests"]
async fn check() {
    let Some(folder) = folder() else { return };
    println!();
    match SledStore::inspect(&folder, |_| Ok::<_, StoreError>(())) {
        Ok(findings) => assert!(findings.is_whole(), "{findings:?}"),
        // It was being created.
        Err(error) => assert!(matches!(error, StoreError::NoStore { .. }), "{error}"),
    }
    let store = SledStore::open(folder).expect("the store opens");
    for writer in rounds::LIGHT.chain(rounds::HEAVY) {
        tell(writer, rounds::check(&store, writer).await);
    }
}

/// Writes the store anew.
#[test]
#[ignore = "run by the tests"]
fn compact() {
    let Some(folder) = folder() else { return };
    println!();
    let compacted = SledStore::compact(folder, |_, _, _| {}).expect("it is written anew");
    println!("{compacted:?}");
    assert!(compacted.after < compacted.before, "there was nothing to gain, so nothing was put in place");
}

/// A disk that fails once the store is open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests"]
async fn write_to_a_failing_disk() {
    let (Some(folder), Some(broken)) = (folder(), env::var_os(BROKEN)) else { return };
    println!();
    let store = SledStore::open(folder).expect("the store opens");
    let put = |value: &str| store.commit(Batch::new().put(Table::Game, "a", value));
    assert_eq!(put("durable").await.expect("the disk works"), CommitOutcome::Applied);
    std::fs::write(&broken, "").expect("a file can be written");
    let error = put("lost").await.expect_err("the disk fails");
    assert!(matches!(error, StoreError::Io { .. }), "{error}");
    // So much that otherwise the database would be opened anew, which it cannot be now.
    let large = (0..7_u64).fold(Batch::new(), |batch, key| {
        batch.put(Table::Game, Key::new().number(key), vec![7; MAX_VALUE_BYTES])
    });
    for _ in 0..80 {
        let error = store.commit(large.clone()).await.expect_err("nothing is written after a failure");
        assert!(matches!(error, StoreError::Stopped { .. }), "{error}");
    }
    let record = store.get(Table::Game, b"a").await.expect("the store reads").expect("the record is there");
    assert_eq!(record.value, b"durable");
    // The disk works again, but nobody knows what it holds.
    std::fs::remove_file(&broken).expect("a file can be removed");
    let error = put("after").await.expect_err("nothing is written after a failure");
    assert!(matches!(error, StoreError::Stopped { .. }), "{error}");
    assert!(error.to_string().contains("then start again"), "nobody is told that it passes: {error}");
    assert_eq!(*store.health().borrow(), StoreHealth::ReadOnly);
    let error = store.commit(Batch::new()).await.expect_err("nothing is acknowledged after a failure");
    assert!(matches!(error, StoreError::Stopped { .. }), "{error}");
    let record = store.get(Table::Game, b"a").await.expect("the store reads").expect("the record is there");
    assert_eq!((record.version, record.value), (1, b"durable".to_vec()));
    tell(0, 1);
}

/// A disk that is full for a while.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests"]
async fn write_to_a_full_disk() {
    let (Some(folder), Some(full)) = (folder(), env::var_os(FULL)) else { return };
    println!();
    let store = SledStore::open(folder).expect("the store opens");
    let mut health = store.health();
    let put = |key: &'static str| store.commit(Batch::new().put(Table::Game, key, vec![7; 20_000]));
    for fill in ["first", "second", "third"] {
        assert_eq!(put("durable").await.expect("the disk works"), CommitOutcome::Applied);
        std::fs::write(&full, "").expect("a file can be written");
        let error = put("lost").await.expect_err("the disk is full");
        assert!(matches!(error, StoreError::Io { .. }), "{fill}: {error}");
        health.wait_for(|health| *health == StoreHealth::ReadOnly).await.expect("the store is there");
        let error = put("lost").await.expect_err("nothing is written after a failure");
        assert!(matches!(error, StoreError::Stopped { .. }), "{fill}: {error}");
        let record = store.get(Table::Game, b"durable").await.expect("the store reads");
        assert!(record.is_some(), "{fill}: what was durable is there");
        std::fs::remove_file(&full).expect("a file can be removed");
        health.wait_for(|health| *health == StoreHealth::Writable).await.expect("the store is there");
        // A refused writer may have written another round since.
        let record = store.get(Table::Game, b"lost").await.expect("the store reads");
        assert!(record.is_none(), "{fill}: what was refused is there");
        assert_eq!(put(fill).await.expect("the disk works again"), CommitOutcome::Applied);
    }
    store.close().await.expect("the store closes");
    tell(0, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests"]
async fn check_after_a_full_disk() {
    let Some(folder) = folder() else { return };
    println!();
    let store = SledStore::open(folder).expect("the store opens");
    let durable = store.get(Table::Game, b"durable").await.expect("the store reads").expect("it is there");
    assert_eq!(durable.version, 3);
    for fill in ["first", "second", "third"] {
        let record = store.get(Table::Game, fill.as_bytes()).await.expect("the store reads");
        assert!(record.is_some_and(|record| record.value == vec![7; 20_000]), "{fill}");
    }
    tell(0, 1);
}

/// sled as it comes, each write acknowledged when `flush` returns.
#[test]
#[ignore = "run by the tests"]
fn write_as_shipped() {
    let Some(folder) = folder() else { return };
    println!();
    let db = sled::open(folder).expect("sled opens");
    for round in 1_u64.. {
        db.insert("round", &round.to_be_bytes()).expect("sled writes");
        db.flush().expect("sled flushes");
        tell(0, round);
    }
}

#[test]
#[ignore = "run by the tests"]
fn check_as_shipped() {
    let Some(folder) = folder() else { return };
    println!();
    let db = sled::open(folder).expect("sled opens");
    let round = db.get("round").expect("sled reads");
    tell(0, round.map_or(0, |round| u64::from_be_bytes(round.as_ref().try_into().expect("a number"))));
}
