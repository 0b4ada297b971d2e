//! Test that an export of the present format, imported and exported again, is the same byte for
//! byte, from memory and from disk.

use std::{fs, path::Path};

use adoube_store::{MemoryStore, SledStore, Store, import};
use adoube_testing::store::exported;

/// The first line of an export of the present format.
const HEADER: &str = "{\"adoube\":\"store\",\"format\":2}\n";

/// The exports of the present format among the program's fixtures.
fn exports() -> Vec<(String, String)> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let mut exports = Vec::new();
    for folder in fs::read_dir(fixtures).expect("there are fixtures").flatten().map(|entry| entry.path()) {
        for file in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let text = fs::read_to_string(&file).expect("a fixture is text");
            if text.starts_with(HEADER) {
                exports.push((file.display().to_string(), text));
            }
        }
    }
    assert!(!exports.is_empty(), "no fixture has the present format");
    exports
}

/// The export of a store into which this text was imported.
async fn through(store: &dyn Store, text: &str) -> String {
    import(store, text.as_bytes()).await.expect("the export is imported");
    let text = exported(store).await;
    store.close().await.expect("it closes");
    text
}

#[tokio::test]
async fn an_export_comes_back_byte_for_byte() {
    for (name, text) in exports() {
        // Fixtures may have their lines and fields in another order than an export.
        let export = through(&MemoryStore::new(), &text).await;
        assert!(through(&MemoryStore::new(), &export).await == export, "{name}");
        let folder = tempfile::tempdir().expect("a folder");
        let store = SledStore::open(folder.path()).expect("a new store");
        assert!(through(&store, &text).await == export, "{name}");
    }
}
