//! Tests of a sled store whose disk gets full while it opens or during compaction: it stays as it
//! is. Not here: commits on such a disk (the program's crash tests); disks of databases
//! (`database_faults`).

use std::{fs, path::Path};

use adoube_store::{Batch, CommitOutcome, CompactStep, MAX_VALUE_BYTES, SledStore, Store, StoreError, Table};
use adoube_testing::store::exported;

#[path = "../../../tests/shared/small_disk.rs"]
mod small_disk;

use small_disk::SmallDisk;

/// Megabytes of the disk: room for the files and for others beside them.
const DISK: u32 = 192;
const TABLE: Table = Table::Game;

/// Makes a store whose files have more than there is in them; gives what there is.
async fn written(folder: &Path) -> String {
    let store = SledStore::open(folder).expect("a new store");
    for turn in 0..4_u8 {
        for number in 0..200_u32 {
            let batch = Batch::new().put(TABLE, format!("{number:03}"), vec![turn; MAX_VALUE_BYTES]);
            let committed = store.commit(batch).await.expect("it is written");
            assert!(matches!(committed, CommitOutcome::Applied), "{committed:?}");
        }
    }
    let there = exported(&store).await;
    store.close().await.expect("it closes");
    there
}

#[tokio::test]
async fn a_store_stays_as_it_is_when_the_disk_gets_full_while_it_is_written_anew() {
    let Some(disk) = SmallDisk::mount(DISK) else { return };
    let folder = disk.path().join("data");
    let there = written(&folder).await;
    for full_at in [CompactStep::Writing, CompactStep::Comparing] {
        let mut ballast = None;
        let done = SledStore::compact(&folder, |step, _, _| {
            if step == full_at {
                ballast.get_or_insert_with(|| disk.fill());
            }
        });
        let ballast = ballast.expect("that step is reached");
        let is_refused = matches!(done, Err(StoreError::Io { .. }));
        // Comparing needs no more room than sled takes for its snapshot.
        assert!(is_refused || full_at == CompactStep::Comparing, "{done:?}");
        let left: Vec<_> =
            fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
        assert!(
            left.iter().all(|name| name != "sled.new"),
            "{left:?} take the room that somebody else needs"
        );
        fs::remove_file(ballast).expect("there is room again");
        let store = SledStore::open(&folder).expect("the store opens");
        assert!(exported(&store).await == there, "full at {full_at:?}");
        store.close().await.expect("it closes");
    }
    let done = SledStore::compact(&folder, |_, _, _| {}).expect("it is written anew");
    assert_eq!(done.rows, 200);
    let store = SledStore::open(&folder).expect("the store opens");
    assert!(exported(&store).await == there);
}

#[tokio::test]
async fn a_store_that_cannot_open_on_a_full_disk_opens_when_there_is_room_again() {
    let Some(disk) = SmallDisk::mount(DISK) else { return };
    let folder = disk.path().join("data");
    let there = written(&folder).await;
    for _ in 0..3 {
        let ballast = disk.fill();
        // What it needs may have been there; then it has to be whole.
        match SledStore::open(&folder) {
            Ok(store) => assert!(exported(&store).await == there),
            Err(error) => assert!(matches!(error, StoreError::Io { .. }), "{error}"),
        }
        fs::remove_file(ballast).expect("there is room again");
        let store = SledStore::open(&folder).expect("the store opens");
        assert!(exported(&store).await == there);
        store.close().await.expect("it closes");
    }
}
