//! The files of the stores that are kept in `tests/fixtures`, found from every crate. Not here: how they are made
//! (`kept_stores`), and what they are held against.

#![allow(dead_code, reason = "every test uses a part of it")]

use std::{
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
};

use adoube_store::MemoryStore;

/// The folder of what is written now and may still change: no release has written it.
pub const NEXT: &str = "next";

/// The folder of all of them.
fn folder() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    crates.map(|above| above.join("tests/fixtures")).find(|path| path.is_dir()).expect("fixtures")
}

/// What is in a folder, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// Every release that has left stores, and [`NEXT`].
pub fn releases() -> Vec<String> {
    let folders = entries(&folder()).into_iter().filter(|path| path.is_dir());
    let names = folders.map(|path| path.file_name().expect("a name").to_string_lossy().into_owned());
    let releases: Vec<String> = names.collect();
    assert!(releases.len() >= 2 && releases.iter().any(|release| release == NEXT), "{releases:?}");
    releases
}

/// Every store there is.
pub fn all() -> Vec<PathBuf> {
    let is_store = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl");
    releases().iter().flat_map(|release| entries(&folder().join(release))).filter(is_store).collect()
}

/// Where the store of a platform is that a release has left.
pub fn path(release: &str, platform: &str) -> PathBuf {
    folder().join(release).join(platform).with_extension("jsonl")
}

/// The store itself.
pub async fn found(release: &str, platform: &str) -> MemoryStore {
    let (store, path) = (MemoryStore::new(), path(release, platform));
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    adoube_store::import(&store, BufReader::new(file)).await.expect("an export");
    store
}
