//! A file that is written whole or not at all: what was there stays until the new contents are complete and on disk. Not
//! here: what is written.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

/// A file being written; dropped before [`AtomicFile::commit`], it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile(OutputTarget);

#[derive(Debug)]
enum OutputTarget {
    /// A file beside the one it will take the place of, open to its owner alone.
    Beside { new: BufWriter<NamedTempFile>, place: PathBuf },
    /// A pipe or a device, of which there is no other.
    Through(BufWriter<File>),
}

impl AtomicFile {
    /// Begins a file at this path.
    ///
    /// # Errors
    ///
    /// There is no such folder, or nothing can be written into it.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A link goes on leading to its file.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&place).is_ok_and(|there| !there.is_file()) {
            let through = File::options().write(true).open(&place)?;
            return Ok(Self(OutputTarget::Through(BufWriter::new(through))));
        }
        let new = tempfile::Builder::new().prefix(".adoube-").tempfile_in(folder_of(&place))?;
        Ok(Self(OutputTarget::Beside { new: BufWriter::new(new), place }))
    }

    /// Puts the file in its place once it is on disk.
    ///
    /// # Errors
    ///
    /// The disk did not take it; what was there before still is.
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

/// Makes the name durable, where a folder can be opened.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
