//! The witness: a small file beside sled's that says how many writes were acknowledged. When it is ahead of the store,
//! writes are missing that somebody was told are safe. Not here: what is done then (`engine`).
//!
//! It is written after each sync of the log and not synced itself, so that no move waits for it: a power cut may leave it
//! behind or torn, which means nothing.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use crate::{StoreError, sled_store::permissions};

/// What the file begins with, and which form it has.
const MAGIC: &[u8; 8] = b"adoube 1";
/// The mark, the count, and the checksum of both.
const FILE_BYTES: usize = 8 + 8 + 4;

/// The file, open for writing.
#[derive(Debug)]
pub(super) struct CommitCounterFile {
    file: File,
    path: std::path::PathBuf,
}

impl CommitCounterFile {
    /// Opens the witness of a folder, with what it says; nothing when it is new or cannot be read.
    pub(super) fn open(path: &Path) -> Result<(Self, Option<u64>), StoreError> {
        let failed = |error| StoreError::io(format!("reading {}", path.display()), error);
        let mut file =
            File::options().create(true).truncate(false).read(true).write(true).open(path).map_err(failed)?;
        permissions::restrict_file(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        Ok((Self { file, path: path.to_owned() }, decode_count(&bytes)))
    }

    /// What the witness of a folder says, without making one.
    pub(super) fn peek(path: &Path) -> Option<u64> {
        decode_count(&std::fs::read(path).ok()?)
    }

    /// Notes that so many writes were acknowledged.
    pub(super) fn record(&self, writes: u64) {
        let mut bytes = [MAGIC.as_slice(), &writes.to_be_bytes()].concat();
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_be_bytes());
        if let Err(error) = self.put(&bytes) {
            // It stays behind, which is no harm.
            tracing::warn!(%error, path = %self.path.display(), "the count of writes was not noted");
        }
    }

    /// Waits until the disk has it.
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
