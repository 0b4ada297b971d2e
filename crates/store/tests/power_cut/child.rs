//! The programs whose power is cut, and those that look at what is left. Each is an ignored test, which the tests run
//! as a process of its own.

use std::{
    collections::BTreeMap,
    env,
    io::{self, Write as _},
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::Arc,
};

use adoube_store::{Batch, Committed, SledStore, Store, StoreError, Table};
use tokio::task::JoinSet;

use crate::rounds;

/// Tells a child the folder it works on.
const FOLDER: &str = "ADOUBE_TEST_FOLDER";
/// Tells a child and the shim the file whose existence makes every sync fail.
const BROKEN: &str = "POWER_CUT_BROKEN";

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

/// Runs a child to its end, whatever that is.
pub(crate) fn run(name: &str, store: &Path, watch: Option<&Watch<'_>>) -> Output {
    let mut command = Command::new(env::current_exe().expect("this program has a path"));
    command.args(["--exact", &format!("child::{name}"), "--ignored", "--nocapture"]).env(FOLDER, store);
    if let Some(watch) = watch {
        command
            .env("LD_PRELOAD", watch.shim)
            .env("POWER_CUT_FOLDER", watch.folder)
            .env("POWER_CUT_JOURNAL", watch.journal)
            .env(BROKEN, watch.journal.with_extension("broken"))
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
    // Whoever listens is gone only when the test has failed.
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
    let store = SledStore::open(folder).expect("the store opens");
    for writer in rounds::LIGHT.chain(rounds::HEAVY) {
        tell(writer, rounds::check(&store, writer).await);
    }
}

/// A disk that fails once the store is open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests"]
async fn write_to_a_failing_disk() {
    let (Some(folder), Some(broken)) = (folder(), env::var_os(BROKEN)) else { return };
    println!();
    let store = SledStore::open(folder).expect("the store opens");
    let put = |value: &str| store.commit(Batch::new().put(Table::Game, "a", value));
    assert_eq!(put("durable").await.expect("the disk works"), Committed::Applied);
    std::fs::write(&broken, "").expect("a file can be written");
    let error = put("lost").await.expect_err("the disk fails");
    assert!(matches!(error, StoreError::Io { .. }), "{error}");
    // The disk works again, but nobody knows what it holds.
    std::fs::remove_file(&broken).expect("a file can be removed");
    let error = put("after").await.expect_err("nothing is written after a failure");
    assert!(matches!(error, StoreError::Stopped { .. }), "{error}");
    let error = store.commit(Batch::new()).await.expect_err("nothing is acknowledged after a failure");
    assert!(matches!(error, StoreError::Stopped { .. }), "{error}");
    let record = store.get(Table::Game, b"a").await.expect("the store reads").expect("the record is there");
    assert_eq!((record.version, record.value), (1, b"durable".to_vec()));
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
