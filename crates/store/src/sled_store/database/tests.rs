//! Tests of recovery after a failed write that reached the disk whole. Full disks are in the power-cut tests, where sled's log
//! hardly ever ends behind a whole batch.

use super::*;

fn changes(value: &str) -> RawChanges {
    RawChanges::from([(b"key".to_vec(), Some(value.as_bytes().to_vec()))])
}

fn value(engine: &SledDatabase) -> Option<Vec<u8>> {
    engine.read(|view| view.get(b"key")).expect("the engine reads")
}

/// Leaves the engine as a write does of which all reached the disk before it failed.
fn fail_behind_the_batch(engine: &SledDatabase, mut changes: RawChanges) {
    let (db, mut before) =
        engine.read(|view| Ok((view.db().clone(), view.pre_images_of(&changes)?))).expect("the engine reads");
    let tally = engine.reading().counters.after(1, &changes, &before);
    before.extend([engine.read(|view| view.pre_image(&layout::counters_key())).expect("the engine reads")]);
    tally.write_to(&mut changes);
    engine.writing().pre_images = before;
    let blocks = blocks::changed_blocks(&db, &changes).expect("the blocks can be read");
    apply(&db, &blocks).expect("sled writes");
    db.flush().expect("sled flushes");
    engine
        .write_gate
        .close_gate(&StoreError::io("flushing the store", std::io::ErrorKind::StorageFull.into()));
}

#[test]
fn a_write_that_failed_is_taken_back_where_it_is_on_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = SledDatabase::open(StoreFolder::lock_folder(folder.path()).expect("a folder"))
        .expect("the store opens");
    engine.commit(1, changes("acknowledged")).expect("it is written");
    fail_behind_the_batch(&engine, changes("refused"));
    assert_eq!(value(&engine), Some(b"acknowledged".to_vec()));
    engine.reread_after_failure();
    assert_eq!(*engine.health().borrow(), StoreHealth::Writable);
    assert_eq!(value(&engine), Some(b"acknowledged".to_vec()));
    engine.commit(1, RawChanges::from([(b"other".to_vec(), Some(vec![1]))])).expect("it is written");
    engine.close().expect("it closes");
    let engine = SledDatabase::open(StoreFolder::lock_folder(folder.path()).expect("a folder"))
        .expect("the store opens");
    assert_eq!(value(&engine), Some(b"acknowledged".to_vec()));
    assert_eq!(engine.reading().counters.writes, 2);
}
