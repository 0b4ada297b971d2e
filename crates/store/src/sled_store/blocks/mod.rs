//! Blocks: several neighbouring pairs of the store packed into one pair of sled's. sled holds an entry in memory for each page
//! of its files and reads each when it opens, and a page has at most 16 pairs, however small they are.
//!
//! The key of a block is `=` and the lowest key that may be in it; the block reaches up to the start of the next one. The first
//! one is `=` alone, so every key has its block; a block that does not exist is empty. `=` sorts before names of tables and
//! internal keys. Internal pairs are plain pairs behind the blocks, where programs of every format find them.
//!
//! A block is split when it is too large and removed when it is empty; blocks are never merged. So while a group is being
//! written, a pair that it does not change may move to a new block behind its old one, but never to an earlier one.
//!
//! Here: keys and limits of blocks. Not here: reads while a group is in flight (`committed_view`).

mod change;
mod form;
mod packer;
mod reader;

pub(super) use change::changed_blocks;
pub(super) use form::{BlockReadEnd, merge_damaged, read_pairs};
pub(super) use packer::BlockPacker;
pub(super) use reader::{get, range};

use crate::layout;

/// The first byte of a block's key.
const BLOCK_PREFIX: u8 = b'=';
/// The first byte of keys outside of blocks: those of internal pairs.
const FIRST_PLAIN_KEY: u8 = b'~';

/// The limit of pairs in a block.
const MAX_BLOCK_PAIRS: usize = 32;
/// The limit of bytes in a block, unless a single pair is larger. Larger blocks mean fewer pages and a higher write
/// amplification of small changes.
const MAX_BLOCK_BYTES: usize = 1024;

/// The lowest key that may be in a block, given its key in sled; `None` if the key is not a block's.
pub(super) fn block_start(key: &[u8]) -> Option<&[u8]> {
    key.strip_prefix(&[BLOCK_PREFIX])
}

/// The key in sled of the block with this start.
fn block_key(start: &[u8]) -> Vec<u8> {
    [&[BLOCK_PREFIX], start].concat()
}

/// Whether a pair is stored outside of blocks.
fn is_plain(key: &[u8]) -> bool {
    layout::is_internal(key)
}

#[cfg(test)]
mod tests;
