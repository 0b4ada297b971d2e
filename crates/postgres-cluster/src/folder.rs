//! Creates the folder of one test server. Dropping it, or the end of this process, ends the server
//! and removes the folder.

use std::{
    fs, io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use crate::{Binaries, cleanup_guard::CleanupGuard};

/// A folder that belongs to the user that servers run as.
#[derive(Debug)]
pub(crate) struct ServerFolder {
    path: PathBuf,
    _guard: CleanupGuard,
}

impl ServerFolder {
    /// Creates a folder with an empty data folder in it, in `below` or the system's temporary folder.
    pub(crate) fn new(binaries: &Binaries, below: Option<&Path>) -> io::Result<Self> {
        let mut folder = tempfile::Builder::new();
        folder.prefix("adoube-postgres-");
        let folder = match below {
            Some(below) => folder.tempdir_in(below)?,
            None => folder.tempdir()?,
        };
        binaries.hand_over(folder.path())?;
        let guard = CleanupGuard::over(folder.path())?;
        // From now on the guard removes it.
        let folder = Self { path: folder.keep(), _guard: guard };
        // Servers refuse a folder that other users can read.
        fs::DirBuilder::new().mode(0o700).create(folder.data())?;
        binaries.hand_over(&folder.data())?;
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The data folder of the server.
    pub(crate) fn data(&self) -> PathBuf {
        self.path.join("data")
    }
}
