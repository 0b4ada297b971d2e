//! Manages the folder of a sled store: its lock, atomic creation and replacement of sled's files,
//! and what is synced when.
//!
//! ```text
//! <path>/lock       locked by the process that uses the folder
//! <path>/sled/      sled's own files: db (the log), conf, snap.*, blobs/
//! <path>/witness    the commit counter (`commit_counter_file.rs`)
//! <path>/sled.new/  sled's files while being created or rewritten; renamed when durable
//! <path>/sled.old/  the replaced files during a swap
//! ```
//!
//! Nothing in `sled.new` was ever acknowledged, so it may always be removed. sled itself syncs neither its `conf`
//! file nor any directory; a power cut during creation would leave a folder it cannot open.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::{
    error::StoreError,
    sled_store::{permissions, sled_engine::SEGMENT_BYTES},
};

/// Free bytes that recovery needs on a disk that was full: two segments.
const ROOM_BYTES: usize = 2 * SEGMENT_BYTES;
/// The folder of sled's own files.
const SLED: &str = "sled";
/// The folder of files under construction.
const NEW: &str = "sled.new";
/// The folder of replaced files during a swap.
const OLD: &str = "sled.old";

/// A folder locked for this process; unlocked when dropped.
#[derive(Debug)]
pub(super) struct StoreFolder {
    path: PathBuf,
    lock: File,
}

impl Drop for StoreFolder {
    /// Closing the file is not enough: a child process forked at this moment inherits the descriptor until it executes.
    fn drop(&mut self) {
        if let Err(error) = self.lock.unlock() {
            tracing::error!(%error, path = %self.path.display(), "releasing the folder of the store");
        }
    }
}

impl StoreFolder {
    /// Creates the folder if need be and locks it.
    pub(super) fn lock_folder(path: &Path) -> Result<Self, StoreError> {
        create_synced(path).map_err(|error| StoreError::io(format!("creating {}", path.display()), error))?;
        Self::lock(path)
    }

    /// Locks the folder if it holds a store; creates nothing.
    pub(super) fn lock_existing(path: &Path) -> Result<Self, StoreError> {
        if !path.join(SLED).is_dir() && !path.join(OLD).is_dir() {
            return Err(StoreError::NoStore { path: path.to_path_buf() });
        }
        Self::lock(path)
    }

    fn lock(path: &Path) -> Result<Self, StoreError> {
        let lock_path = path.join("lock");
        let failed = |error| StoreError::io(format!("locking {}", lock_path.display()), error);
        let lock =
            File::options().create(true).truncate(false).write(true).open(&lock_path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {
                permissions::restrict_folder(path).map_err(|error| {
                    StoreError::io(format!("closing {} to others", path.display()), error)
                })?;
                let folder = Self { path: path.to_path_buf(), lock };
                folder.roll_back_swap()?;
                Ok(folder)
            }
            Err(TryLockError::WouldBlock) => Err(StoreError::AlreadyOpen { path: path.to_path_buf() }),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// The path of the folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The path of sled's files.
    pub(super) fn sled(&self) -> PathBuf {
        self.path.join(SLED)
    }

    /// Creates sled's files with `fill` unless they exist, atomically.
    pub(super) fn create(
        &self,
        fill: impl FnOnce(&Path) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if self.sled().exists() {
            return Ok(());
        }
        let new = self.build_new(fill)?;
        let failed = |error| StoreError::io(format!("creating {}", self.sled().display()), error);
        fs::rename(&new, self.sled()).and_then(|()| sync_directory(&self.path)).map_err(failed)
    }

    /// Replaces sled's files by those that `fill` makes, once these are durable. After an interruption at any point the old
    /// files or the new ones are there, whole.
    pub(super) fn replace(
        &self,
        fill: impl FnOnce(&Path) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.swap_in(&self.build_new(fill)?)
    }

    /// Swaps new files in for sled's, by two renames.
    pub(super) fn swap_in(&self, new: &Path) -> Result<(), StoreError> {
        let old = self.path.join(OLD);
        fs::rename(self.sled(), &old)
            .and_then(|()| sync_directory(&self.path))
            .and_then(|()| fs::rename(new, self.sled()))
            .and_then(|()| sync_directory(&self.path))
            .and_then(|()| fs::remove_dir_all(&old))
            .map_err(|error| StoreError::io(format!("replacing {}", self.sled().display()), error))
    }

    /// Cleans up after an interrupted swap: replaced files go back unless the new ones are in place, and unused new files are
    /// removed.
    fn roll_back_swap(&self) -> Result<(), StoreError> {
        let (old, new) = (self.path.join(OLD), self.path.join(NEW));
        if !old.exists() && !new.exists() {
            return Ok(());
        }
        let put_back = match (old.exists(), self.sled().exists()) {
            (true, true) => fs::remove_dir_all(&old),
            (true, false) => fs::rename(&old, self.sled()),
            (false, _) => Ok(()),
        };
        put_back
            .and_then(|()| sync_directory(&self.path))
            .and_then(|()| if new.exists() { fs::remove_dir_all(&new) } else { Ok(()) })
            .map_err(|error| StoreError::io(format!("putting back {}", self.sled().display()), error))
    }

    /// Removes new files that are not used; if that fails, the next opening does it.
    pub(super) fn remove_new(&self) {
        if let Err(error) = fs::remove_dir_all(self.path.join(NEW)) {
            tracing::warn!(%error, path = %self.path.display(), "what was made in vain is still there");
        }
    }

    /// Builds new files with `fill` beside those in use, and makes them durable.
    pub(super) fn build_new(
        &self,
        fill: impl FnOnce(&Path) -> Result<(), StoreError>,
    ) -> Result<PathBuf, StoreError> {
        let new = self.path.join(NEW);
        let failed = |error| StoreError::io(format!("creating {}", new.display()), error);
        if new.exists() {
            fs::remove_dir_all(&new).map_err(failed)?;
        }
        fill(&new)?;
        sync_tree(&new).map_err(failed)?;
        Ok(new)
    }

    /// Removes half-written snapshots of an interrupted opening, which sled would take for the newest and refuse to open. The
    /// snapshot before is still there, as sled removes it only afterwards.
    pub(super) fn remove_leftovers(&self) -> Result<(), StoreError> {
        let failed = |error| StoreError::io(format!("reading {}", self.sled().display()), error);
        for entry in fs::read_dir(self.sled()).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with("snap.") && name.ends_with(".generating") {
                fs::remove_file(entry.path()).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Quarantines damaged snapshots by renaming them: sled would refuse to open, although the log holds their contents.
    pub(super) fn quarantine_damaged_snapshots(&self) -> Result<(), StoreError> {
        let failed = |error| StoreError::io(format!("reading {}", self.sled().display()), error);
        for entry in fs::read_dir(self.sled()).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with("snap.") && !is_whole_snapshot(&fs::read(entry.path()).map_err(failed)?) {
                let aside = self.sled().join(format!("damaged-{name}"));
                tracing::warn!(aside = %aside.display(), "a snapshot of sled is damaged; the whole log is read instead");
                fs::rename(entry.path(), aside).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Checks by writing that the disk has room for sled to open, which takes up to a segment and a snapshot.
    pub(super) fn has_room(&self) -> io::Result<()> {
        let path = self.path.join("room");
        let tried = File::create(&path).and_then(|mut file| {
            let zeros = vec![0; 64 * 1024];
            for _ in 0..ROOM_BYTES / zeros.len() {
                file.write_all(&zeros)?;
            }
            file.sync_all()
        });
        fs::remove_file(&path)?;
        tried
    }

    /// Syncs the files and directories sled wrote while opening.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        sync_tree(&self.sled())
            .map_err(|error| StoreError::io(format!("syncing {}", self.sled().display()), error))
    }

    /// The path of the commit counter file.
    pub(super) fn commit_counter_path(&self) -> PathBuf {
        self.path.join("witness")
    }

    /// sled's log file, to be synced after each flush.
    pub(super) fn log(&self) -> Result<File, StoreError> {
        open_log(&self.sled())
    }
}

/// Whether the checksum at the end of a snapshot of sled is right: CRC-32 of the bytes before length and checksum.
fn is_whole_snapshot(bytes: &[u8]) -> bool {
    let Some((rest, sum)) = bytes.split_last_chunk() else { return false };
    let Some((content, length)) = rest.split_last_chunk() else { return false };
    u32::from_le_bytes(*sum) == crc32fast::hash(content)
        && u64::from_le_bytes(*length) == content.len() as u64
}

/// Waits until sled's threads have released their files. They outlive the database handle for a moment and hold sled's lock;
/// no other process can, as this one holds the folder's lock.
pub(super) fn wait_until_released(sled: &Path) -> Result<(), StoreError> {
    let log = open_log(sled)?;
    // Unlocked explicitly, as in `StoreFolder::drop`.
    log.lock()
        .and_then(|()| log.unlock())
        .map_err(|error| StoreError::io(format!("waiting for {}", sled.display()), error))
}

fn open_log(sled: &Path) -> Result<File, StoreError> {
    let path = sled.join("db");
    File::options()
        .read(true)
        .write(true)
        .open(&path)
        .map_err(|error| StoreError::io(format!("opening {}", path.display()), error))
}

/// Creates a directory with owner-only permissions, and missing parents with default ones; every new name is durable
/// afterwards.
fn create_synced(path: &Path) -> io::Result<()> {
    create_with_parents(path, permissions::create_directory)
}

fn create_with_parents(path: &Path, create: fn(&Path) -> io::Result<()>) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    create_with_parents(parent, |parent| fs::create_dir(parent))?;
    match create(path) {
        // Another process created it first.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
        created => created?,
    }
    sync_directory(parent)
}

/// Syncs a directory tree and restricts it to its owner, as sled creates files with default permissions.
fn sync_tree(directory: &Path) -> io::Result<()> {
    permissions::restrict_directory(directory)?;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_tree(&entry.path())?;
        } else {
            permissions::restrict_file(&entry.path())?;
            File::options().read(true).write(true).open(entry.path())?.sync_all()?;
        }
    }
    sync_directory(directory)
}

/// Makes the names in a directory durable.
#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

/// Makes the names in a directory durable: the file system does so by itself here, and directories cannot be opened.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the other systems can fail")]
fn sync_directory(_directory: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_released_though_a_process_that_begins_has_its_files() {
        let directory = tempfile::tempdir().expect("a folder");
        let folder = StoreFolder::lock_folder(directory.path()).expect("it is free");
        let inherited = folder.lock.try_clone().expect("another descriptor of the same file");
        assert!(matches!(StoreFolder::lock_folder(directory.path()), Err(StoreError::AlreadyOpen { .. })));
        drop(folder);
        drop(StoreFolder::lock_folder(directory.path()).expect("it is free again"));
        drop(inherited);
    }
}
