//! Checks the stored forms of a platform with the records of the fixture store: each is read, written again and compared.

#[path = "../../../../tests/fixture_store/files.rs"]
mod files;

use adoube_bot::forms::{self, StoredForm};
use adoube_store::{KeyRange, MAX_SCAN_ROWS, ScanOrder, Store, Table};
use serde_json::Value;

/// What a platform has stored in the fixture store, in a table of its own: key and value.
///
/// # Panics
/// When the fixture store cannot be read.
pub async fn fixture_rows(table: Table) -> Vec<(String, Vec<u8>)> {
    let store = files::load(table.name()).await;
    let rows = store.scan(table, KeyRange::all(), ScanOrder::Ascending, MAX_SCAN_ROWS).await.expect("memory");
    let row = |(key, record): (Vec<u8>, adoube_store::Record)| {
        (String::from_utf8(key).expect("text"), record.value)
    };
    rows.into_iter().map(row).collect()
}

/// Checks that a record is read whole, and is the same after what the code works with was made of it, and it was written
/// again.
///
/// # Panics
/// When it is not.
pub fn stays_the_same<F: StoredForm, T: From<F>>(key: &str, bytes: &[u8], back: impl Fn(&T) -> F) {
    let read = |bytes: &[u8]| forms::read::<F>(bytes).unwrap_or_else(|error| panic!("{key}: {error}"));
    let written = |form: &F| forms::write(form).expect("JSON");
    let fields = |form: &F| serde_json::from_slice::<Value>(&written(form)).expect("JSON");
    let first = fields(&read(bytes));
    assert_eq!(first, serde_json::from_slice::<Value>(bytes).expect("JSON"), "{key}");
    let again = back(&T::from(read(bytes)));
    assert_eq!(fields(&again), first, "{key}");
    assert_eq!(first["format"], F::VERSION, "{key}");
    assert_eq!(fields(&read(&written(&again))), first, "{key}");
}
