//! Writes a file atomically: the new contents go to a temporary file, which replaces the old file
//! once it is on disk; or to standard output.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

/// A file being written. Dropped before [`AtomicFile::commit`], it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile(OutputTarget);

#[derive(Debug)]
enum OutputTarget {
    /// A temporary file in the same folder, readable by its owner alone.
    Beside { new: BufWriter<NamedTempFile>, place: PathBuf },
    /// A pipe or a device, which cannot be replaced.
    Through(BufWriter<File>),
}

impl AtomicFile {
    /// Starts to write a file at this path.
    ///
    /// # Errors
    ///
    /// The folder does not exist or is not writable.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A link stays, and the file behind it is replaced.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&place).is_ok_and(|there| !there.is_file()) {
            let through = File::options().write(true).open(&place)?;
            return Ok(Self(OutputTarget::Through(BufWriter::new(through))));
        }
        let new = tempfile::Builder::new().prefix(".adoube-").tempfile_in(folder_of(&place))?;
        Ok(Self(OutputTarget::Beside { new: BufWriter::new(new), place }))
    }

    /// Syncs the file to disk and puts it in its place.
    ///
    /// # Errors
    ///
    /// The write failed. The old file is still there.
    pub fn commit(self) -> io::Result<()> {
        match self.0 {
            OutputTarget::Through(mut through) => through.flush(),
            OutputTarget::Beside { new, place } => {
                let new = new.into_inner().map_err(io::IntoInnerError::into_error)?;
                new.as_file().sync_all()?;
                new.persist(&place)?;
                sync_folder(folder_of(&place))
            }
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            OutputTarget::Beside { new, .. } => new.write(bytes),
            OutputTarget::Through(through) => through.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            OutputTarget::Beside { new, .. } => new.flush(),
            OutputTarget::Through(through) => through.flush(),
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Makes the new name durable, where a folder can be opened.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
