//! Conformance tests of the size limits of keys, values and batches.

use std::sync::Arc;

use adoube_store::{
    Batch, IdempotencyKey, KeyRange, MAX_BATCH_BYTES, MAX_IDEMPOTENCY_KEY_BYTES, MAX_KEY_BYTES,
    MAX_PAGE_ROWS, MAX_SCAN_ROWS, MAX_VALUE_BYTES, MAX_VERSION_CHECKS, MAX_WRITES, Record, RestoreStep,
    ScanOrder, Store, StoreError, StoreRow,
};

use crate::subject::{TABLE, apply, event, get};

fn too_large<T: std::fmt::Debug>(result: Result<T, StoreError>, expected: &str) {
    match result {
        Err(StoreError::TooLarge { what, size, limit }) => {
            assert_eq!(what, expected);
            assert!(size > limit, "{what}: {size} {limit}");
        }
        other => panic!("{expected}: {other:?}"),
    }
}

pub(crate) async fn what_is_at_the_limit_is_stored(store: Arc<dyn Store>) {
    let key = vec![b'k'; MAX_KEY_BYTES];
    let value = vec![b'v'; MAX_VALUE_BYTES];
    let id = event(&"i".repeat(MAX_IDEMPOTENCY_KEY_BYTES));
    apply(
        &*store,
        Batch::new().idempotent(id.clone(), value.clone(), u64::MAX).put(TABLE, key.clone(), value.clone()),
    )
    .await;
    assert_eq!(get(&*store, &key).await, Some(Record { version: 1, value: value.clone() }));
    assert_eq!(store.answer(&id).await.expect("the store reads"), Some(value.clone()));

    let mut many = Batch::new();
    for number in 0..MAX_WRITES {
        many = many.expect_absent(TABLE, number.to_string()).put(TABLE, number.to_string(), "");
    }
    apply(&*store, many).await;

    let mut large = Batch::new();
    for number in 0..MAX_BATCH_BYTES / MAX_VALUE_BYTES {
        large = large.put(TABLE, [b'a' + number as u8], vec![b'v'; MAX_VALUE_BYTES - 1]);
    }
    assert_eq!(large.bytes(), MAX_BATCH_BYTES);
    apply(&*store, large).await;

    let scan = store
        .scan(TABLE, KeyRange::all(), ScanOrder::Ascending, MAX_SCAN_ROWS)
        .await
        .expect("the store scans");
    assert_eq!(scan.len(), MAX_SCAN_ROWS);
}

pub(crate) async fn what_is_over_the_limit_is_refused_by_name_and_writes_nothing(store: Arc<dyn Store>) {
    let key = vec![b'k'; MAX_KEY_BYTES + 1];
    let value = vec![b'v'; MAX_VALUE_BYTES + 1];
    let put = || Batch::new().put(TABLE, "a", "1");
    too_large(store.get(TABLE, &key).await, "a key");
    too_large(store.commit(put().put(TABLE, key.clone(), "")).await, "a key");
    too_large(store.commit(put().delete(TABLE, key.clone())).await, "a key");
    too_large(store.commit(put().expect_absent(TABLE, key.clone())).await, "a key");
    too_large(store.commit(put().put(TABLE, "b", value.clone())).await, "a value");
    too_large(store.commit(put().idempotent(event("web:1"), value.clone(), 1)).await, "an answer");
    too_large(IdempotencyKey::new("i".repeat(MAX_IDEMPOTENCY_KEY_BYTES + 1)), "an event id");
    assert!(matches!(IdempotencyKey::new(""), Err(StoreError::EmptyIdempotencyKey)));

    let writes = (0..=MAX_WRITES).fold(Batch::new(), |batch, _| batch.put(TABLE, "a", ""));
    too_large(store.commit(writes).await, "the number of writes in a batch");
    let expects = (0..=MAX_VERSION_CHECKS).fold(put(), |batch, _| batch.expect_absent(TABLE, "a"));
    too_large(store.commit(expects).await, "the number of expectations in a batch");
    let large = (0..9).fold(put(), |batch, _| batch.put(TABLE, "a", vec![0; MAX_VALUE_BYTES]));
    too_large(store.commit(large).await, "a batch");

    let scan = store.scan(TABLE, KeyRange::all(), ScanOrder::Ascending, MAX_SCAN_ROWS + 1).await;
    too_large(scan, "the number of records of a scan");
    too_large(store.page(None, MAX_PAGE_ROWS + 1).await, "the number of rows of a page");
    too_large(store.forget_answers(1, MAX_PAGE_ROWS + 1).await, "the number of answers to forget");
    let row = StoreRow::Record { table: TABLE, key, record: Record { version: 1, value } };
    too_large(store.restore(RestoreStep::Rows(vec![row])).await, "a key");
    assert_eq!(get(&*store, b"a").await, None);
}

pub(crate) async fn any_bytes_are_keys_and_values(store: Arc<dyn Store>) {
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let mut batch = Batch::new().put(TABLE, all.clone(), all.clone()).put(TABLE, "", "");
    for byte in &all {
        batch = batch.put(TABLE, [*byte], [*byte]);
    }
    apply(&*store, batch).await;
    for byte in &all {
        assert_eq!(get(&*store, &[*byte]).await, Some(Record { version: 1, value: vec![*byte] }));
    }
    assert_eq!(get(&*store, &all).await, Some(Record { version: 1, value: all.clone() }));
    assert_eq!(get(&*store, b"").await, Some(Record { version: 1, value: Vec::new() }));
}
