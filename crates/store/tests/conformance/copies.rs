//! Conformance tests of copies between stores, complete or interrupted at any point, from a source
//! that has changed since, and into targets that are not empty. Not here: the command
//! (`tests/store_commands` of the program).

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use adoube_store::{
    Batch, CommitOutcome, CopyError, CopyMark, CopyStep, MAX_IDEMPOTENCY_KEY_BYTES, MAX_KEY_BYTES,
    MAX_VALUE_BYTES, MemoryStore, RestoreStep, RowDifference, Snapshot, Store, StoreError, StoreFuture,
    StoreRow, Table, copy, import,
};
use adoube_testing::store::exported;

use crate::subject::{TABLE, apply, commit, event};

/// Rows of every table and answers, of all sizes up to the limits, some pages of them.
async fn fill(store: &dyn Store) {
    for table in Table::ALL {
        let mut batch = Batch::new();
        for number in 0..90 {
            batch = batch.put(table, format!("web:general/{number:03}"), format!("{{\"number\":{number}}}"));
        }
        apply(store, batch.put(table, [0, 0xff, b'\n'], [0xff, 0]).put(table, "", "")).await;
        let largest = Batch::new().put(table, vec![0xff; MAX_KEY_BYTES], vec![0xa5; MAX_VALUE_BYTES]);
        apply(store, largest).await;
    }
    for number in 0..300_u64 {
        let answer =
            Batch::new().idempotent(event(&format!("web:{number}")), format!("[{number}]"), 1000 + number);
        apply(store, answer.put(TABLE, "often written", number.to_string())).await;
    }
    let longest = "e".repeat(MAX_IDEMPOTENCY_KEY_BYTES);
    apply(store, Batch::new().idempotent(event(&longest), vec![0; MAX_VALUE_BYTES], u64::MAX / 2)).await;
}

/// Changes of every kind, all over.
async fn change(store: &dyn Store, round: usize) {
    for table in [Table::Channel, Table::Event, Table::Web] {
        let key = format!("web:general/{:03}", round % 90);
        apply(store, Batch::new().delete(table, key.as_str())).await;
        let batch = Batch::new().put(table, format!("web:new/{round:03}"), "new");
        apply(store, batch.put(table, "web:general/089", round.to_string())).await;
    }
    let late = 1000 + round as u64;
    store.forget_answers(late, 1).await.expect("an answer is forgotten");
    // The same id again, at another time.
    let again = Batch::new().idempotent(event(&format!("web:{}", round % 300)), "again", 5000 + late);
    commit(store, again.put(Table::Meta, "round", round.to_string())).await;
}

async fn copied(source: &dyn Store, target: &dyn Store) -> Result<adoube_store::CopyReport, CopyError> {
    let mut snapshot = source.snapshot().await.expect("a snapshot");
    copy(&mut *snapshot, target, "somewhere", |_, _| ()).await
}

/// A store that breaks after so many steps of filling, before or after the last one is done.
struct Brittle {
    inner: Arc<dyn Store>,
    steps: AtomicUsize,
    is_done: bool,
}

const GONE: StoreError = StoreError::Closed;

impl Store for Brittle {
    adoube_testing::forward_store!(inner: get scan answer commit forget_answers page close);

    fn copy_mark(&self) -> StoreFuture<'_, Option<CopyMark>> {
        self.inner.copy_mark()
    }

    fn restore(&self, step: RestoreStep) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let left = self.steps.fetch_sub(1, Ordering::Relaxed);
            if left > 1 || (left == 1 && self.is_done) {
                self.inner.restore(step).await?;
            }
            if left > 1 { Ok(()) } else { Err(GONE) }
        })
    }
}

pub(crate) async fn a_copy_is_the_same_and_works_on(store: Arc<dyn Store>) {
    let origin = MemoryStore::new();
    fill(&origin).await;
    let mut steps = Vec::new();
    let mut snapshot = origin.snapshot().await.expect("a snapshot");
    let done = copy(&mut *snapshot, &*store, "somewhere", |step, rows| steps.push((step, rows))).await;
    let done = done.expect("it is copied");
    let text = exported(&origin).await;
    let rows = text.lines().count() as u64 - 2;
    assert_eq!((done.rows, done.written, done.resumed), (rows, rows, None));
    assert!(steps.contains(&(CopyStep::Copying, rows)) && steps.contains(&(CopyStep::Comparing, 256)));
    assert!(exported(&*store).await == text);
    assert_eq!(store.copy_mark().await.expect("it reads"), None);
    // Versions, answers and their ages are all there.
    let again = Batch::new().idempotent(event("web:7"), "", 1).put(TABLE, "often written", "");
    assert_eq!(commit(&*store, again).await, CommitOutcome::Duplicate { answer: "[7]".into() });
    apply(&*store, Batch::new().expect_version(TABLE, "often written", 300).put(TABLE, "often written", ""))
        .await;
    assert_eq!(store.forget_answers(1005, 100).await.expect("answers are forgotten"), 5);
    // And back.
    let back = MemoryStore::new();
    copied(&*store, &back).await.expect("it is copied");
    assert!(exported(&back).await == exported(&*store).await);
}

pub(crate) async fn nothing_is_copied_of_an_empty_store(store: Arc<dyn Store>) {
    let done = copied(&MemoryStore::new(), &*store).await.expect("it is copied");
    assert_eq!((done.rows, done.written), (0, 0));
    apply(&*store, Batch::new().put(TABLE, "a", "")).await;
}

pub(crate) async fn a_copy_goes_nowhere_where_something_is(store: Arc<dyn Store>) {
    apply(&*store, Batch::new().idempotent(event("web:1"), "", 1)).await;
    let error = copied(&MemoryStore::new(), &*store).await.expect_err("an answer is there");
    assert!(matches!(error, CopyError::NotEmpty), "{error}");
    apply(&*store, Batch::new().put(TABLE, "a", "1")).await;
    let error = copied(&MemoryStore::new(), &*store).await.expect_err("a record is there");
    assert!(matches!(error, CopyError::NotEmpty), "{error}");
    apply(&*store, Batch::new().expect_version(TABLE, "a", 1).put(TABLE, "a", "2")).await;
}

pub(crate) async fn a_copy_that_is_interrupted_anywhere_goes_on(store: Arc<dyn Store>) {
    let origin = MemoryStore::new();
    fill(&origin).await;
    let mut interrupted = 0;
    for round in 0.. {
        // Later and later, with the last step done or not.
        let steps = AtomicUsize::new(1 + round / 2);
        let brittle = Brittle { inner: Arc::clone(&store), steps, is_done: round % 2 == 1 };
        match copied(&origin, &brittle).await {
            Ok(done) => {
                assert!(done.resumed.is_some());
                break;
            }
            // It was done, only nobody heard.
            Err(_) if store.copy_mark().await.expect("it reads").is_none() && round > 0 => break,
            Err(CopyError::Target(StoreError::Closed)) => interrupted += 1,
            Err(error) => panic!("{error}"),
        }
        if round > 0 {
            let refused = store.commit(Batch::new().put(TABLE, "a", "")).await.expect_err("half a copy");
            assert!(matches!(refused, StoreError::ImportUnfinished), "{refused}");
            let noted = store.copy_mark().await.expect("it reads").expect("it is being filled");
            assert_eq!(noted.from, "somewhere");
            let mut snapshot = origin.snapshot().await.expect("a snapshot");
            let other =
                copy(&mut *snapshot, &*store, "elsewhere", |_, _| ()).await.expect_err("another source");
            assert!(matches!(&other, CopyError::OtherSource { from } if from == "somewhere"), "{other}");
        }
        change(&origin, round).await;
    }
    assert!(interrupted > 5, "{interrupted}");
    assert!(exported(&*store).await == exported(&origin).await);
    // No answer is forgotten by an age that it had once.
    let forgotten = store.forget_answers(u64::MAX / 4, 256).await.expect("answers are forgotten");
    assert_eq!(forgotten, origin.forget_answers(u64::MAX / 4, 256).await.expect("answers are forgotten"));
    assert!(exported(&*store).await == exported(&origin).await);
}

/// A source that vanishes after some pages, or that shows a row differently the second time.
struct Fickle {
    inner: Box<dyn Snapshot>,
    pages: usize,
    is_changed: bool,
}

impl Snapshot for Fickle {
    fn rows(&self) -> Option<u64> {
        self.inner.rows()
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<StoreRow>> {
        Box::pin(async move {
            self.pages = self.pages.checked_sub(1).ok_or(GONE)?;
            let mut rows = self.inner.page(limit).await?;
            if self.is_changed
                && let Some(StoreRow::Record { key, .. }) = rows.first_mut()
            {
                key.push(b'!');
            }
            Ok(rows)
        })
    }

    fn rewind(&mut self) -> StoreFuture<'_, ()> {
        self.is_changed = true;
        self.inner.rewind()
    }
}

pub(crate) async fn what_differs_is_named_and_what_vanishes_too(store: Arc<dyn Store>) {
    let origin = MemoryStore::new();
    fill(&origin).await;
    for (pages, is_vanished) in [(0, true), (1, true), (3, true), (usize::MAX, false)] {
        let inner = origin.snapshot().await.expect("a snapshot");
        let mut source = Fickle { inner, pages, is_changed: false };
        let error = copy(&mut source, &*store, "somewhere", |_, _| ()).await.expect_err("it is fickle");
        match error {
            CopyError::Source(StoreError::Closed) => assert!(is_vanished),
            CopyError::Differs(differences) => {
                assert!(!is_vanished);
                assert_eq!(differences[0], RowDifference::Extra("channel ".to_owned()));
                assert!(differences.contains(&RowDifference::Missing("channel !".to_owned())));
            }
            error => panic!("{error}"),
        }
        store.commit(Batch::new()).await.expect_err("it is no copy yet");
    }
    copied(&origin, &*store).await.expect("it is copied");
    assert!(exported(&*store).await == exported(&origin).await);
}

pub(crate) async fn an_import_and_a_copy_do_not_go_on_with_each_other(store: Arc<dyn Store>) {
    store.restore(RestoreStep::Begin).await.expect("it is empty");
    let error = copied(&MemoryStore::new(), &*store).await.expect_err("half an import");
    assert!(matches!(error, CopyError::Target(StoreError::ImportUnfinished)), "{error}");
    store.restore(RestoreStep::End).await.expect("it was begun");
    let filling = CopyMark { from: "somewhere".to_owned(), rows: 0 };
    store.restore(RestoreStep::Mark(filling)).await.expect("it is empty");
    let text = exported(&MemoryStore::new()).await;
    import(&*store, text.as_bytes()).await.expect_err("half a copy");
}
