//! Reads and writes the commit counter file (named `witness` on disk): the number of acknowledged
//! writes, beside sled's files. When it is ahead of the store's counters, acknowledged writes are
//! missing. Not here: what follows then (`database`).
//!
//! It is written after each sync of the log and not synced itself, so that no commit waits for it: a power cut may leave it
//! behind or torn, which is harmless.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use crate::{error::StoreError, sled_store::permissions};

/// The magic bytes of the file, with its form number.
const MAGIC: &[u8; 8] = b"adoube 1";
/// Magic bytes, count, and CRC-32 of both.
const FILE_BYTES: usize = 8 + 8 + 4;

/// The commit counter file, open for writing.
#[derive(Debug)]
pub(super) struct CommitCounterFile {
    file: File,
    path: std::path::PathBuf,
}

impl CommitCounterFile {
    /// Opens the file, and reads its count; `None` when it is new or damaged.
    pub(super) fn open(path: &Path) -> Result<(Self, Option<u64>), StoreError> {
        let failed = |error| StoreError::io(format!("reading {}", path.display()), error);
        let mut file =
            File::options().create(true).truncate(false).read(true).write(true).open(path).map_err(failed)?;
        permissions::restrict_file(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        Ok((Self { file, path: path.to_owned() }, decode_count(&bytes)))
    }

    /// The count in a file, without creating one.
    pub(super) fn peek(path: &Path) -> Option<u64> {
        decode_count(&std::fs::read(path).ok()?)
    }

    /// Records the number of acknowledged writes.
    pub(super) fn record(&self, writes: u64) {
        let mut bytes = [MAGIC.as_slice(), &writes.to_be_bytes()].concat();
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_be_bytes());
        if let Err(error) = self.put(&bytes) {
            // A counter that stays behind is harmless.
            tracing::warn!(%error, path = %self.path.display(), "the count of writes was not noted");
        }
    }

    /// Syncs the file.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        self.file
            .sync_all()
            .map_err(|error| StoreError::io(format!("syncing {}", self.path.display()), error))
    }

    fn put(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(bytes)
    }
}

fn decode_count(bytes: &[u8]) -> Option<u64> {
    let (content, sum) = bytes.get(..FILE_BYTES)?.split_last_chunk()?;
    let count = content.strip_prefix(MAGIC)?.first_chunk()?;
    (u32::from_be_bytes(*sum) == crc32fast::hash(content)).then_some(u64::from_be_bytes(*count))
}
