//! The programs whose power is cut, and those that look at what is left. Each is an ignored test, which the tests run
//! as a process of its own.

use std::{
    collections::BTreeMap,
    env,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::Arc,
};

use adoube_store::SledStore;
use tokio::task::JoinSet;

use crate::rounds;

/// Tells a child the folder it works on.
const FOLDER: &str = "ADOUBE_TEST_FOLDER";

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests"]
async fn write() {
    let Some(folder) = folder() else { return };
    println!();
    let store = Arc::new(SledStore::open(folder).expect("the store opens"));
    let mut writers = JoinSet::new();
    for writer in 0..rounds::WRITERS {
        let store = Arc::clone(&store);
        writers.spawn(async move { rounds::play(&*store, writer, |round| tell(writer, round)).await });
    }
    writers.join_all().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests"]
async fn check() {
    let Some(folder) = folder() else { return };
    println!();
    let store = SledStore::open(folder).expect("the store opens");
    for writer in 0..rounds::WRITERS {
        tell(writer, rounds::check(&store, writer).await);
    }
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
