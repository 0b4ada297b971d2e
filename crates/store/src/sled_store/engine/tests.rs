//! What a write that failed leaves on the disk. A real full disk is in the power-cut tests, but sled's log hardly ever ends
//! there behind a whole batch.

use super::*;
use crate::layout::Pairs as _;

fn changes(value: &str) -> Changes {
    Changes::from([(b"key".to_vec(), Some(value.as_bytes().to_vec()))])
}

fn value(engine: &Engine) -> Option<Vec<u8>> {
    engine.read(|view| view.get(b"key")).expect("the engine reads")
}

/// Leaves the engine as a write does of which all reached the disk before it failed.
fn fail_behind_the_batch(engine: &Engine, mut changes: Changes) {
    let (db, mut before) =
        engine.read(|view| Ok((view.db().clone(), view.before_images(&changes)?))).expect("the engine reads");
    let tally = engine.reading().tally.after(1, &changes, &before);
    before.extend([engine.read(|view| view.before_image(&layout::commits_key())).expect("the engine reads")]);
    tally.put_into(&mut changes);
    engine.writing().before = before;
    let blocks = blocks::changed(&db, &changes).expect("the blocks can be read");
    apply(&db, &blocks).expect("sled writes");
    db.flush().expect("sled flushes");
    engine.stop.pause(&StoreError::io("flushing the store", std::io::ErrorKind::StorageFull.into()));
}

#[test]
fn a_write_that_failed_is_taken_back_where_it_is_on_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = Engine::open(Folder::take(folder.path()).expect("a folder")).expect("the store opens");
    engine.commit(1, changes("acknowledged")).expect("it is written");
    fail_behind_the_batch(&engine, changes("refused"));
    assert_eq!(value(&engine), Some(b"acknowledged".to_vec()));
    engine.recover();
    assert_eq!(*engine.health().borrow(), Health::Writable);
    assert_eq!(value(&engine), Some(b"acknowledged".to_vec()));
    engine.commit(1, Changes::from([(b"other".to_vec(), Some(vec![1]))])).expect("it is written");
    engine.close().expect("it closes");
    let engine = Engine::open(Folder::take(folder.path()).expect("a folder")).expect("the store opens");
    assert_eq!(value(&engine), Some(b"acknowledged".to_vec()));
    assert_eq!(engine.reading().tally.writes, 2);
}
