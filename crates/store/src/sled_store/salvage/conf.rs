//! Checks sled's file `conf`, the settings without which it does not open. Salvage reads the log
//! without it.

use std::{fs, io, path::Path};

use crate::{error::StoreError, sled_store::sled_engine::SEGMENT_BYTES};

/// A file of at most this many bytes counts as missing for sled, which writes it again.
const EMPTY: usize = 8;
/// Bytes of the checksum at the end, which sled does not verify.
const CHECKSUM: usize = 4;

/// Whether the settings are those with which every store is created.
pub(super) fn is_whole(sled: &Path) -> Result<bool, StoreError> {
    let path = sled.join("conf");
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        read => read.map_err(|error| StoreError::io(format!("reading {}", path.display()), error))?,
    };
    let content = bytes.len().checked_sub(CHECKSUM).and_then(|end| bytes.get(..end));
    let expected = format!("segment_size: {SEGMENT_BYTES}\nuse_compression: false\nversion: 0.34\n");
    Ok(bytes.len() <= EMPTY || content == Some(expected.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sled_store::{folder, sled_engine};

    #[test]
    fn what_sled_writes_is_whole_and_any_other_byte_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(sled_engine::open_sled(folder.path(), folder.path()).expect("sled opens"));
        folder::wait_until_released(folder.path()).expect("it is released");
        assert!(is_whole(folder.path()).expect("it is read"));
        let path = folder.path().join("conf");
        let whole = fs::read(&path).expect("it is there");
        for at in 0..whole.len() - CHECKSUM {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            fs::write(&path, damaged).expect("it is written");
            assert!(!is_whole(folder.path()).expect("it is read"), "byte {at}");
        }
        fs::remove_file(&path).expect("it is removed");
        assert!(is_whole(folder.path()).expect("nothing is there"));
        drop(sled_engine::open_sled(folder.path(), folder.path()).expect("sled writes it anew"));
    }
}
