//! Conformance tests of compaction of a store on disk: it keeps all rows, and locks the folder
//! meanwhile. Not here: interruptions (`power_cut`).

use adoube_store::{
    Batch, CompactStep, CopyMark, IdempotencyKey, MAX_VALUE_BYTES, RestoreStep, SledStore, Store, StoreError,
    StoreRow, Table,
};
use adoube_testing::store::exported;

use crate::subject::{TABLE, apply};

/// Writes a game of this number, the larger the more often it was written.
async fn write(store: &SledStore, number: u64, turn: u64) {
    let size = if number.is_multiple_of(97) { MAX_VALUE_BYTES } else { 900 + (number * 31 % 700) as usize };
    let event = IdempotencyKey::new(format!("test:{number}:{turn}")).expect("an id");
    let batch = Batch::new()
        .put(TABLE, format!("{number:05}"), vec![turn as u8; size])
        .put(Table::Event, format!("{number:05}/{turn}"), "{}")
        .idempotent(event, "done", turn);
    apply(store, batch).await;
}

#[tokio::test]
async fn everything_is_as_it_was_in_smaller_files_whatever_their_rows() {
    for games in [0, 1, 8, 9, 16, 17, 255, 256, 257, 700] {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SledStore::open(folder.path()).expect("a new store");
        for turn in 0..3 {
            for number in 0..games {
                write(&store, number, turn).await;
            }
        }
        let before = exported(&store).await;
        store.close().await.expect("the store closes");
        drop(store);
        let mut steps = Vec::new();
        let done = SledStore::compact(folder.path(), |step, done, of| {
            assert!(done <= of, "{done} of {of}");
            steps.push(step);
        })
        .expect("it is written anew");
        assert_eq!(done.rows, games * 7);
        assert!(done.after <= done.before, "{done:?}");
        assert!(games < 700 || done.after < done.before, "{done:?}");
        steps.dedup();
        assert_eq!(steps, [CompactStep::Reading, CompactStep::Writing, CompactStep::Comparing]);
        let store = SledStore::open(folder.path()).expect("the store opens");
        assert!(exported(&store).await == before, "{games} games");
        write(&store, 0, 3).await;
        drop(store);
        let findings =
            SledStore::inspect(folder.path(), |_| Ok::<_, StoreError>(())).expect("it can be read");
        assert!(findings.is_whole(), "{findings:?}");
    }
}

#[tokio::test]
async fn it_is_refused_while_somebody_uses_the_store_or_fills_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let refusal = || SledStore::compact(folder.path(), |_, _, _| {}).expect_err("it cannot be");
    assert!(matches!(refusal(), StoreError::NoStore { .. }));
    let store = SledStore::open(folder.path()).expect("a new store");
    assert!(matches!(refusal(), StoreError::AlreadyOpen { .. }));
    let filling = CopyMark { from: "elsewhere".to_owned(), rows: 0 };
    store.restore(RestoreStep::Mark(filling)).await.expect("it is filled");
    store.restore(RestoreStep::Rows(Vec::<StoreRow>::new())).await.expect("it is filled");
    drop(store);
    assert!(matches!(refusal(), StoreError::CopyUnfinished { .. }));
}
