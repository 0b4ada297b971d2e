//! Tests of the folder of a sled store: its lock excludes other processes, remains of a crash do
//! not prevent the next start, and damaged files are an error that names them.

use std::{
    env, fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
};

use adoube_store::{Batch, MAX_BATCH_BYTES, MAX_VALUE_BYTES, SledStore, Store, StoreError};

use crate::subject::{TABLE, apply, is, shown};

/// Tells the helper below which folder to hold.
const FOLDER: &str = "ADOUBE_TEST_FOLDER";

/// Not a test of its own: the other process, which holds a folder open until its input ends.
#[test]
#[ignore = "run by the tests of this file"]
fn hold_a_folder_open() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let store = SledStore::open(folder).expect("the folder is free");
    println!("\nopen");
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    drop(store);
}

/// Another process that holds the folder open.
fn other_process(folder: &Path) -> Child {
    let mut child = Command::new(env::current_exe().expect("this program has a path"))
        .args(["--exact", "folder::hold_a_folder_open", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the other process starts");
    let output = BufReader::new(child.stdout.as_mut().expect("its output is piped"));
    let opened = output.lines().map_while(Result::ok).any(|line| line == "open");
    assert!(opened, "the other process opened the folder");
    child
}

#[test]
fn a_second_process_is_told_that_another_one_is_running() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut other = other_process(folder.path());
    let error = SledStore::open(folder.path()).expect_err("the other process holds it");
    assert!(matches!(&error, StoreError::AlreadyOpen { path } if path == folder.path()), "{error}");
    assert!(error.to_string().starts_with("another adoube is running on this data folder"), "{error}");
    drop(other.stdin.take());
    assert!(other.wait().expect("it ends").success());
    SledStore::open(folder.path()).expect("it is free now");
}

#[test]
fn a_killed_process_holds_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut other = other_process(folder.path());
    other.kill().expect("it can be killed");
    other.wait().expect("it ends");
    SledStore::open(folder.path()).expect("it is free now");
}

#[tokio::test]
async fn a_second_opening_in_one_process_is_refused_until_the_first_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..20 {
        let store = SledStore::open(folder.path()).expect("it is free");
        apply(&store, Batch::new().put(TABLE, "a", "1")).await;
        let error = SledStore::open(folder.path()).expect_err("it is taken");
        assert!(matches!(error, StoreError::AlreadyOpen { .. }), "{error}");
        store.close().await.expect("the store closes");
        SledStore::open(folder.path()).expect("it is free as soon as it is closed");
    }
}

#[tokio::test]
async fn a_snapshot_keeps_no_folder_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SledStore::open(folder.path()).expect("it is free");
    apply(&store, Batch::new().put(TABLE, "a", "1")).await;
    let mut snapshot = store.snapshot().await.expect("a snapshot");
    store.close().await.expect("the store closes");
    assert!(matches!(snapshot.page(1).await, Err(StoreError::Closed)));
    assert!(matches!(store.snapshot().await.err(), Some(StoreError::Closed)));
    drop(store);
    assert!(matches!(snapshot.page(1).await, Err(StoreError::Closed)));
    SledStore::open(folder.path()).expect("it is free");
}

#[tokio::test]
async fn there_are_two_snapshots_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SledStore::open(folder.path()).expect("it is free");
    let first = store.snapshot().await.expect("a snapshot");
    let _second = store.snapshot().await.expect("a snapshot");
    assert!(matches!(store.snapshot().await.err(), Some(StoreError::TooManySnapshots)));
    drop(first);
    store.snapshot().await.expect("there is room for one again");
}

#[test]
fn another_program_that_has_opened_the_files_with_sled_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    SledStore::open(folder.path()).expect("a new store");
    let log = fs::File::open(folder.path().join("sled/db")).expect("sled's log");
    log.lock().expect("nobody holds it");
    let error = SledStore::open(folder.path()).expect_err("it is taken");
    assert!(matches!(error, StoreError::AlreadyOpen { .. }), "{error}");
}

#[tokio::test]
async fn what_an_interrupted_start_left_is_no_obstacle() {
    let folder = tempfile::tempdir().expect("a folder");
    let new = folder.path().join("sled.new");
    fs::create_dir_all(new.join("blobs")).expect("a folder");
    fs::write(new.join("conf"), "torn").expect("a file");
    let store = SledStore::open(folder.path()).expect("the creation begins anew");
    apply(&store, Batch::new().put(TABLE, "a", "1")).await;
    drop(store);
    fs::write(folder.path().join("sled/snap.7FFFFFFFFFFFFFFF.generating"), "torn").expect("a file");
    let store = SledStore::open(folder.path()).expect("the torn snapshot is nothing");
    assert_eq!(shown(&store, "a").await, is(1, "1"));
    drop(store);
    // Files that were to be replaced, and files that were.
    fs::rename(folder.path().join("sled"), folder.path().join("sled.old")).expect("a folder can be renamed");
    let store = SledStore::open_existing(folder.path()).expect("the old files are put back");
    assert_eq!(shown(&store, "a").await, is(1, "1"));
    drop(store);
    fs::create_dir_all(folder.path().join("sled.old/blobs")).expect("a folder");
    let store = SledStore::open(folder.path()).expect("what was replaced is of no use");
    assert_eq!(shown(&store, "a").await, is(1, "1"));
    assert!(!folder.path().join("sled.old").exists());
    drop(store);
    // Files that were made and are in no place, also while the old ones are set aside.
    for is_set_aside in [false, true] {
        fs::create_dir_all(new.join("blobs")).expect("a folder");
        if is_set_aside {
            fs::rename(folder.path().join("sled"), folder.path().join("sled.old"))
                .expect("a folder can be renamed");
        }
        let store = SledStore::open(folder.path()).expect("there are the old files");
        assert_eq!(shown(&store, "a").await, is(1, "1"));
        assert!(!new.exists() && !folder.path().join("sled.old").exists());
    }
}

#[test]
fn a_folder_that_cannot_be_one_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let error = SledStore::open(file.join("data")).expect_err("a file is no folder").to_string();
    assert!(error.contains("file"), "{error}");
}

#[test]
fn damaged_files_are_an_error_and_no_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    SledStore::open(folder.path()).expect("a new store");
    fs::write(folder.path().join("sled/conf"), "segment_size: many\nnonsense and more").expect("a file");
    let error = SledStore::open(folder.path()).expect_err("the settings of sled are damaged");
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

/// sled writes a large page to a file of its own, which it never syncs; no record may be so large that it does.
#[tokio::test]
async fn the_largest_records_stay_within_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SledStore::open(folder.path()).expect("a new store");
    for round in 0..4_u8 {
        // Neighbours on both sides of earlier ones, so that pages fill, split and fill again.
        for number in 0..12_u8 {
            let mut batch = Batch::new();
            for part in 0..(MAX_BATCH_BYTES / MAX_VALUE_BYTES - 1) as u8 {
                batch = batch.put(TABLE, [number, part, round], vec![round; MAX_VALUE_BYTES]);
            }
            apply(&store, batch).await;
        }
    }
    drop(store);
    let blobs = fs::read_dir(folder.path().join("sled/blobs")).expect("the folder is there").count();
    assert_eq!(blobs, 0);
}
