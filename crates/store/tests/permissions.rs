//! Tests that a data folder and the store's files in it are accessible to their owner alone, also
//! when they had wider permissions before. Not here: exports, and the umask of the whole program (its own
//! tests).
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use adoube_store::SledStore;

/// The names of what the store keeps in its folder.
const OWN: [&str; 4] = ["lock", "room", "sled", "witness"];

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("its owner may");
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

/// Opens a store in the folder and lets it go again.
fn open_once(folder: &Path) {
    drop(SledStore::open(folder).expect("the store opens"));
}

/// What the store keeps there.
fn own(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let own = all.filter(|path| OWN.iter().any(|name| path.ends_with(name))).collect::<Vec<_>>();
    assert!(own.len() >= 2, "its lock and sled's folder at least: {own:?}");
    own
}

/// Whether everything the store keeps is its owner's alone.
fn check_own(folder: &Path) {
    for path in own(folder) {
        assert_eq!(mode(&path), if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
    }
}

fn open_up(folder: &Path) {
    for path in own(folder) {
        set_mode(&path, if path.is_dir() { 0o755 } else { 0o644 });
    }
    set_mode(folder, 0o755);
}

#[test]
fn what_was_open_to_others_is_its_owners_alone_once_it_was_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    open_once(folder.path());
    check_own(folder.path());
    open_up(folder.path());
    open_once(folder.path());
    check_own(folder.path());
    assert_eq!(mode(folder.path()), 0o700);
}

#[test]
fn a_folder_others_use_keeps_its_permissions_and_so_do_their_files() {
    for (beside, expected) in [
        ("photo.png", 0o755),
        ("sled2", 0o755),
        ("matrix", 0o700),
        ("matrix-store", 0o700),
        ("export.socket", 0o700),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        open_once(folder.path());
        fs::write(folder.path().join(beside), "theirs").expect("a file can be written");
        set_mode(&folder.path().join(beside), 0o644);
        open_up(folder.path());
        open_once(folder.path());
        check_own(folder.path());
        assert_eq!(mode(folder.path()), expected, "the folder beside {beside}");
        assert_eq!(mode(&folder.path().join(beside)), 0o644, "{beside}");
    }
}
