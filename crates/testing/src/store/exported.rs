//! Exports the contents of a store as text, for comparisons in tests.

use adoube_store::{Store, export};

/// All records in the form of an export.
///
/// # Panics
///
/// When the store cannot be read.
pub async fn exported(store: &dyn Store) -> String {
    let mut text = Vec::new();
    export(store, &mut text, |_| ()).await.expect("the store is exported");
    String::from_utf8(text).expect("an export is text")
}
