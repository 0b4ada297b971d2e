//! Finds and loads the files of the fixture store, the stored copy of a store in `tests/fixtures`,
//! from every crate. Not here: how they are made (`fixture_store`), and what they are compared
//! with.

#![allow(dead_code, reason = "every test uses a part of it")]

use std::{
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use adoube_store::MemoryStore;

/// The release whose forms this program writes; its folder in `tests/fixtures`.
pub const RELEASE: &str = "0.2.0";
/// The platforms that have a store there, each as an export.
pub const PLATFORMS: [&str; 3] = ["web", "discord", "matrix"];

/// The exports of all platforms.
pub fn all() -> Vec<PathBuf> {
    PLATFORMS.into_iter().map(path).collect()
}

/// Where the export of a platform's store is.
pub fn path(platform: &str) -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let fixtures = crates.map(|above| above.join("tests/fixtures")).find(|path| path.is_dir());
    fixtures.expect("fixtures").join(RELEASE).join(platform).with_extension("jsonl")
}

/// The store of a platform.
pub async fn load(platform: &str) -> MemoryStore {
    let (store, path) = (MemoryStore::new(), path(platform));
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    adoube_store::import(&store, BufReader::new(file)).await.expect("an export");
    store
}
