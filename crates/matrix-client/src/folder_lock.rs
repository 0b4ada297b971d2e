//! Locks an account's folder for this process: two processes on one store would break its
//! encryption for good. Not here: what the folder contains (`account_store`).

use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

use crate::ConnectError;

/// Holds the lock until dropped.
pub(crate) struct FolderLock(File);

impl FolderLock {
    /// Creates the folder if needed and locks it.
    pub(crate) fn acquire(folder: &Path) -> Result<Self, ConnectError> {
        let failed = |error: std::io::Error| ConnectError::Store {
            folder: folder.to_path_buf(),
            reason: error.to_string(),
        };
        fs::create_dir_all(folder).map_err(failed)?;
        let file = File::create(folder.join("lock")).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(ConnectError::StoreInUse(folder.to_path_buf())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

impl Drop for FolderLock {
    /// Unlocks explicitly: closing the file would not release the lock while a child process that
    /// is being started holds a copy of the file descriptor.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the lock on the Matrix folder was not released");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_lock_is_free_while_a_copy_of_its_descriptor_is_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let lock = FolderLock::acquire(folder.path()).expect("a free folder");
        assert!(matches!(FolderLock::acquire(folder.path()), Err(ConnectError::StoreInUse(_))));
        let copy = lock.0.try_clone().expect("a copy");
        drop(lock);
        FolderLock::acquire(folder.path()).expect("the folder is free again");
        drop(copy);
    }
}
