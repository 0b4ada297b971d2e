//! Blocks: several neighbouring pairs of the store in one of sled's. sled keeps something in memory for each page of its
//! files, and reads something for each when it opens; a page has at most 16 of its pairs, however small they are.
//!
//! The key of a block is `=` and the lowest key that may be in it; it goes up to where the next one begins. The first one is
//! `=` alone, so that every key has its block, and one that is not there is empty. `=` sorts before the names of tables and of
//! what the store keeps for itself. The latter lies beside the blocks, plain, where programs of every format find it; and so
//! do all pairs of a store of format 3 and older, until it has been opened (`gathering`).
//!
//! A block is divided when it has too much, and removed when it is empty; blocks are never joined. So while a group of changes
//! is written, what it does not change may be found in a new block instead of an old one, but never in an earlier one.
//!
//! Here: which of sled's pairs are blocks, and how much is in one. Not here: who reads what is not durable yet (`view`).

mod change;
mod form;
mod gathering;
mod packer;
mod reader;

pub(super) use change::changed_blocks;
pub(super) use form::{BlockReadEnd, merge_damaged, read_pairs};
pub(super) use gathering::gathered;
pub(super) use packer::BlockPacker;
pub(super) use reader::{get, range};

use crate::layout;

/// What the key of a block begins with.
const BLOCK_PREFIX: u8 = b'=';
/// Where pairs that are in no block begin.
const FIRST_PLAIN_KEY: u8 = BLOCK_PREFIX + 1;

/// Pairs of a block.
const MAX_BLOCK_PAIRS: usize = 32;
/// Bytes of a block, unless a single pair is larger. The more, the fewer pages and the more is written for a small change.
const MAX_BLOCK_BYTES: usize = 1024;

/// The lowest key that may be in a block, by its key in sled; none if that is not one of a block.
pub(super) fn block_start(key: &[u8]) -> Option<&[u8]> {
    key.strip_prefix(&[BLOCK_PREFIX])
}

/// sled's key of the block that begins here.
fn block_key(start: &[u8]) -> Vec<u8> {
    [&[BLOCK_PREFIX], start].concat()
}

/// Whether a pair is kept in no block.
fn is_plain(key: &[u8]) -> bool {
    layout::is_internal(key)
}

#[cfg(test)]
mod tests;
