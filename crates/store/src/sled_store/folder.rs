//! The folder of a sled store: who may use it, how it comes into being, and what is synced when.
//!
//! ```text
//! <path>/lock       locked by the process that uses the folder
//! <path>/sled/      sled's own files: db (the log), conf, snap.*, blobs/
//! <path>/witness    how many writes were acknowledged (`witness.rs`)
//! <path>/sled.new/  the same while being created or written anew; renamed when it is durable
//! <path>/sled.old/  the same while another takes its place
//! ```
//!
//! Nothing in `sled.new` was ever acknowledged, so it may always be thrown away. sled itself syncs neither its `conf`
//! file nor any directory; a power cut during creation would leave a folder it cannot open.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::{
    StoreError,
    sled_store::{database::SEGMENT_BYTES, permissions},
};

/// Bytes there must be on a disk that was full: two segments.
const ROOM_BYTES: usize = 2 * SEGMENT_BYTES;
/// The folder of sled's own files.
const SLED: &str = "sled";
/// Where it is being made.
const NEW: &str = "sled.new";
/// Where it lies while another takes its place.
const OLD: &str = "sled.old";

/// A folder this process alone uses; released when dropped.
#[derive(Debug)]
pub(super) struct StoreFolder {
    path: PathBuf,
    lock: File,
}

impl Drop for StoreFolder {
    /// Closing the file is not enough: a process that begins just now has it, too, until it runs its own program.
    fn drop(&mut self) {
        if let Err(error) = self.lock.unlock() {
            tracing::error!(%error, path = %self.path.display(), "releasing the folder of the store");
        }
    }
}

impl StoreFolder {
    /// Creates the folder if need be and takes it for this process.
    pub(super) fn lock_folder(path: &Path) -> Result<Self, StoreError> {
        create_synced(path).map_err(|error| StoreError::io(format!("creating {}", path.display()), error))?;
        Self::lock(path)
    }

    /// Takes the folder for this process if there is a store in it; makes nothing where there is none.
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

    /// The folder as it was given.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Where sled's files are.
    pub(super) fn sled(&self) -> PathBuf {
        self.path.join(SLED)
    }

    /// Creates sled's files with `fill` unless they are there, all of them or none.
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

    /// Puts files that `fill` makes in the place of sled's, when they are durable. Whenever it is interrupted, the old ones
    /// or the new ones are there, whole.
    pub(super) fn replace(
        &self,
        fill: impl FnOnce(&Path) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.swap_in(&self.build_new(fill)?)
    }

    /// Puts files that were made in the place of sled's.
    pub(super) fn swap_in(&self, new: &Path) -> Result<(), StoreError> {
        let old = self.path.join(OLD);
        fs::rename(self.sled(), &old)
            .and_then(|()| sync_directory(&self.path))
            .and_then(|()| fs::rename(new, self.sled()))
            .and_then(|()| sync_directory(&self.path))
            .and_then(|()| fs::remove_dir_all(&old))
            .map_err(|error| StoreError::io(format!("replacing {}", self.sled().display()), error))
    }

    /// Clears up after whoever was interrupted: what was set aside goes back unless other files have taken its place, and
    /// what was made and is in no place goes.
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

    /// Removes what was made and is of no use; where that fails, the next start does it.
    pub(super) fn remove_new(&self) {
        if let Err(error) = fs::remove_dir_all(self.path.join(NEW)) {
            tracing::warn!(%error, path = %self.path.display(), "what was made in vain is still there");
        }
    }

    /// Makes durable files with `fill`, beside those that are in use.
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

    /// Removes what an interrupted start left: sled would take a half-written snapshot for the newest one and refuse to
    /// open. The snapshot before it is still there, for sled removes that only afterwards.
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

    /// Renames snapshots that are damaged: sled would refuse to open, though the log holds everything that is in them.
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

    /// Makes sure that sled can open, for which it writes up to a segment of its log and a snapshot, and go on.
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

    /// Syncs everything sled wrote while opening, names included.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        sync_tree(&self.sled())
            .map_err(|error| StoreError::io(format!("syncing {}", self.sled().display()), error))
    }

    /// Where the number of acknowledged writes is noted.
    pub(super) fn commit_counter_path(&self) -> PathBuf {
        self.path.join("witness")
    }

    /// sled's log, to be synced after each flush.
    pub(super) fn log(&self) -> Result<File, StoreError> {
        open_log(&self.sled())
    }
}

/// Whether a snapshot has the checksum sled gave it: of its bytes, before their length and the checksum itself.
fn is_whole_snapshot(bytes: &[u8]) -> bool {
    let Some((rest, sum)) = bytes.split_last_chunk() else { return false };
    let Some((content, length)) = rest.split_last_chunk() else { return false };
    u32::from_le_bytes(*sum) == crc32fast::hash(content)
        && u64::from_le_bytes(*length) == content.len() as u64
}

/// Waits until sled's threads have let go of its files in this folder. They outlive the database handle for a moment
/// and hold sled's lock meanwhile; nobody else can, because the folder's own lock is ours.
pub(super) fn wait_until_released(sled: &Path) -> Result<(), StoreError> {
    let log = open_log(sled)?;
    // Unlocked as `Folder` is.
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

/// Creates a directory for its owner alone, and its missing parents as the system makes them; every new name is durable
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
        // Somebody else was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
        created => created?,
    }
    sync_directory(parent)
}

/// Syncs the files and directories below a directory, and the directory, and keeps them to their owner: sled makes its
/// files as the system does.
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
