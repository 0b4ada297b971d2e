//! The folder of one server, which vanishes, and whatever runs in it with it, when it is dropped or this process ends.
//! Not here: the server.

use std::{
    fs, io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use crate::{Binaries, cleanup_guard::CleanupGuard};

/// A folder that is whom servers run as.
#[derive(Debug)]
pub(crate) struct ServerFolder {
    path: PathBuf,
    _guard: CleanupGuard,
}

impl ServerFolder {
    /// A new one, with an empty one for data in it; below the system's folder for what passes unless another one is named.
    pub(crate) fn new(binaries: &Binaries, below: Option<&Path>) -> io::Result<Self> {
        let mut folder = tempfile::Builder::new();
        folder.prefix("adoube-postgres-");
        let folder = match below {
            Some(below) => folder.tempdir_in(below)?,
            None => folder.tempdir()?,
        };
        binaries.hand_over(folder.path())?;
        let guard = CleanupGuard::over(folder.path())?;
        // From now on it is the guard's to remove.
        let folder = Self { path: folder.keep(), _guard: guard };
        // Servers refuse a folder that others can look into.
        fs::DirBuilder::new().mode(0o700).create(folder.data())?;
        binaries.hand_over(&folder.data())?;
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Where a server's files are.
    pub(crate) fn data(&self) -> PathBuf {
        self.path.join("data")
    }
}
