//! Everything in a store, to be compared. Not here: the form of an export.

use adoube_store::{Store, export};

/// All of it, as an export has it.
///
/// # Panics
///
/// When the store cannot be read.
pub async fn exported(store: &dyn Store) -> String {
    let mut text = Vec::new();
    export(store, &mut text, |_| ()).await.expect("the store is exported");
    String::from_utf8(text).expect("an export is text")
}
