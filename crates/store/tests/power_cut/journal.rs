//! Reader of the journal of file operations that `shim.c` writes.

use std::path::{Path, PathBuf};

/// What happened in the folder, in order.
#[derive(Debug)]
pub(crate) enum Entry {
    /// A file was created.
    Created { inode: u64, path: PathBuf },
    /// A file was given a length.
    Resized { inode: u64, length: u64 },
    /// Data was written.
    Written { inode: u64, offset: u64, data: Vec<u8> },
    /// A sync began; what came before it is durable once it is done.
    Syncing { inode: u64, sync: u64 },
    /// A sync was done.
    Synced { sync: u64 },
    /// A file or directory got another name.
    Renamed { from: PathBuf, to: PathBuf },
    /// A name was removed.
    Unlinked { path: PathBuf },
    /// A directory was made.
    DirectoryMade { inode: u64, path: PathBuf },
    /// A directory was removed.
    DirectoryRemoved { path: PathBuf },
}

/// Reads a journal. A last entry the killed process could not finish did not happen.
pub(crate) fn read(path: &Path) -> Vec<Entry> {
    let bytes = std::fs::read(path).expect("the journal is there");
    let mut rest = bytes.as_slice();
    let mut entries = Vec::new();
    while let Some(entry) = read_entry(&mut rest) {
        entries.push(entry);
    }
    entries
}

fn read_entry(rest: &mut &[u8]) -> Option<Entry> {
    let kind = number(rest)?;
    let inode = number(rest)?;
    let value = number(rest)?;
    let (first, second) = (number(rest)? as usize, number(rest)? as usize);
    let first = bytes(rest, first)?;
    let second = bytes(rest, second)?;
    let path = || PathBuf::from(String::from_utf8(first.to_vec()).expect("a path is text"));
    Some(match kind {
        1 => Entry::Created { inode, path: path() },
        2 => Entry::Resized { inode, length: value },
        3 => Entry::Written { inode, offset: value, data: second.to_vec() },
        4 => Entry::Syncing { inode, sync: value },
        5 => Entry::Synced { sync: value },
        6 => {
            let to = String::from_utf8(second.to_vec()).expect("a path is text");
            Entry::Renamed { from: path(), to: to.into() }
        }
        7 => Entry::Unlinked { path: path() },
        8 => Entry::DirectoryMade { inode, path: path() },
        9 => Entry::DirectoryRemoved { path: path() },
        kind => panic!("the journal has an entry of kind {kind}"),
    })
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let (number, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u64::from_ne_bytes(*number))
}

fn bytes<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(bytes)
}
