//! Conformance tests of the export of a store and the import into another.

use std::sync::Arc;

use adoube_store::{
    Batch, CommitOutcome, MemoryStore, Record, RestoreStep, Store, StoreError, Table, TransferError, import,
};
use adoube_testing::store::exported;

use crate::subject::{TABLE, apply, commit, event, get};

/// Rows that [`fill`] writes, each a line of an export.
const ROWS: usize = Table::ALL.len() * 62 + 20 + 1;
/// The line behind them, after the head: the end.
const END: usize = ROWS + 2;

/// Records of every table, all kinds of keys and values, more than a page of them, and answers.
async fn fill(store: &dyn Store) {
    for table in Table::ALL {
        let mut batch = Batch::new();
        for number in 0..60 {
            let value = format!(r#"{{"number": {number}, "table": "{table}"}}"#);
            batch = batch.put(table, format!("web:general/{number:03}"), value);
        }
        apply(store, batch.put(table, [0, 0xff, b'\n'], [0xff, 0]).put(table, "", "not json")).await;
    }
    for number in 0..20_u64 {
        let id = event(&format!("web:{number}"));
        let batch = Batch::new().idempotent(id, format!("[{number}]"), 1000 + number);
        apply(store, batch.put(TABLE, "often written", number.to_string())).await;
    }
}

pub(crate) async fn an_export_is_imported_and_exported_the_same(store: Arc<dyn Store>) {
    let empty = exported(&*store).await;
    assert_eq!(empty, "{\"adoube\":\"store\",\"format\":2}\n{\"end\":0}\n");

    // First into the store under test, then out of it again.
    let origin = MemoryStore::new();
    fill(&origin).await;
    let text = exported(&origin).await;
    let rows = import(&*store, text.as_bytes()).await.expect("the export is imported");
    assert_eq!(rows, ROWS as u64);
    assert_eq!(exported(&*store).await, text);
    assert_eq!(get(&*store, b"often written").await, Some(Record { version: 20, value: "19".into() }));

    // The store works on as the other would have: versions, answers and their ages are all there.
    let again = Batch::new().idempotent(event("web:7"), "", 1).put(TABLE, "often written", "");
    assert_eq!(commit(&*store, again).await, CommitOutcome::Duplicate { answer: "[7]".into() });
    apply(&*store, Batch::new().expect_version(TABLE, "often written", 20).put(TABLE, "often written", ""))
        .await;
    assert_eq!(store.forget_answers(1005, 100).await.expect("answers are forgotten"), 5);

    let copy = MemoryStore::new();
    let text = exported(&*store).await;
    import(&copy, text.as_bytes()).await.expect("the export is imported");
    assert_eq!(exported(&copy).await, text);
}

pub(crate) async fn a_store_with_anything_in_it_takes_no_import(store: Arc<dyn Store>) {
    let text = exported(&MemoryStore::new()).await;
    apply(&*store, Batch::new().idempotent(event("web:1"), "", 1)).await;
    let error = import(&*store, text.as_bytes()).await.expect_err("an answer is there");
    assert!(matches!(error, TransferError::Store(StoreError::NotEmpty)), "{error}");
    apply(&*store, Batch::new().put(TABLE, "a", "1")).await;
    let error = import(&*store, text.as_bytes()).await.expect_err("a record is there");
    assert!(matches!(error, TransferError::Store(StoreError::NotEmpty)), "{error}");
    let error = store.restore(RestoreStep::Rows(Vec::new())).await.expect_err("no import has been begun");
    assert!(matches!(error, StoreError::NoImport), "{error}");
    apply(&*store, Batch::new().expect_version(TABLE, "a", 1).put(TABLE, "a", "2")).await;
}

pub(crate) async fn a_broken_export_names_the_line_and_leaves_no_usable_half(store: Arc<dyn Store>) {
    let origin = MemoryStore::new();
    fill(&origin).await;
    let text = exported(&origin).await;

    for (broken, problem) in [
        (String::new(), "this is not an export of a store"),
        ("{}\n".to_owned(), "this is not an export of a store"),
        (
            text.replacen("\"format\":2", "\"format\":1", 1),
            "this export has format 1, this program reads formats from 2 on",
        ),
        (
            text.replacen("\"format\":2", "\"format\":9", 1),
            "this export has format 9, this program knows formats up to 2",
        ),
    ] {
        let error = import(&*store, broken.as_bytes()).await.expect_err(problem).to_string();
        assert!(error.starts_with(problem), "{error}");
    }
    apply(&*store, Batch::new().put(TABLE, "a", "").delete(TABLE, "a")).await;

    let (whole, _) = text.split_once("{\"end\":").expect("an export has an end");
    let long = format!("{whole}{}\n", "x".repeat(300_000));
    for (broken, problem) in [
        (whole.to_owned(), format!("the export is cut short: it ends after {ROWS} rows")),
        (
            format!("{whole}{{\"end\":{}}}\n", ROWS - 1),
            format!("line {END}: it tells of {} rows, but there were {ROWS}", ROWS - 1),
        ),
        (format!("{text}\n"), format!("line {}: nothing may follow the end", END + 1)),
        (format!("{whole}{{\"key\":\"a\"}}\n"), format!("line {END}: it is neither a record")),
        (long, format!("line {END}: it is longer than")),
    ] {
        let target = MemoryStore::new();
        let error = import(&target, broken.as_bytes()).await.expect_err(&problem).to_string();
        assert!(error.starts_with(&problem), "{error}");
    }

    import(&*store, whole.as_bytes()).await.expect_err("it is cut short");
    let refused = store.commit(Batch::new().put(TABLE, "a", "")).await.expect_err("half an import");
    assert!(matches!(refused, StoreError::ImportUnfinished), "{refused}");
    let refused = import(&*store, text.as_bytes()).await.expect_err("half an import");
    assert!(matches!(refused, TransferError::Store(StoreError::ImportUnfinished)), "{refused}");
}
