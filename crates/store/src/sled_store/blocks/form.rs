//! Encodes and decodes a block: pairs in key order with prefix-compressed keys. Not here: where
//! blocks begin and end (`blocks`).
//!
//! ```text
//! 1 byte    the form: 1
//! each pair, in the order of the keys:
//!   number  bytes of the prefix shared with the key before
//!   number  bytes of the rest of the key, and these
//!   number  bytes of the value, and these
//! ```
//!
//! Numbers are LEB128. A block has no checksum: rows have checksums of their own (`checksum`), and sled has one over what it
//! writes. So every row of a damaged block that can still be decoded counts.

use std::{collections::BTreeMap, ops::ControlFlow};

use crate::{error::StoreError, key::describe_key, layout::RawPair};

const FORM: u8 = 1;
/// The limit of a key in a damaged block; longer than any valid key.
const MAX_BLOCK_KEY_BYTES: usize = 1024;
/// The limit of pairs in a damaged block; more than any valid block has.
const MAX_PAIRS: usize = 256;
/// Bytes of the longest LEB128 number.
const MAX_NUMBER_BYTES: usize = 4;

/// How reading a block ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sled_store) enum BlockReadEnd {
    /// At its end, or where the caller stopped.
    Whole,
    /// At damage.
    Damaged,
}

/// Encodes pairs, which are in key order.
pub(super) fn write<'a>(pairs: impl IntoIterator<Item = (&'a [u8], &'a [u8])>) -> Vec<u8> {
    let mut bytes = vec![FORM];
    let mut before: &[u8] = &[];
    for (key, value) in pairs {
        let shared = shared(before, key);
        let rest = key.get(shared..).unwrap_or_default();
        put_number(&mut bytes, shared);
        put_number(&mut bytes, rest.len());
        bytes.extend_from_slice(rest);
        put_number(&mut bytes, value.len());
        bytes.extend_from_slice(value);
        before = key;
    }
    bytes
}

/// The bytes of a pair behind another key.
pub(super) fn size(before: &[u8], key: &[u8], value: &[u8]) -> usize {
    let shared = shared(before, key);
    let rest = key.len() - shared;
    number_size(shared) + number_size(rest) + rest + number_size(value.len()) + value.len()
}

/// Decodes pairs in order and calls `found` with each, until it breaks. A value that is cut short is passed as it is.
pub(in crate::sled_store) fn read_pairs(
    block: &[u8],
    mut found: impl FnMut(&[u8], &[u8]) -> ControlFlow<()>,
) -> BlockReadEnd {
    let Some((&FORM, mut rest)) = block.split_first() else { return BlockReadEnd::Damaged };
    let mut key = Vec::new();
    for count in 0.. {
        if rest.is_empty() {
            return BlockReadEnd::Whole;
        }
        if count == MAX_PAIRS || next_key(&mut rest, &mut key, count == 0).is_none() {
            return BlockReadEnd::Damaged;
        }
        let (value, is_whole) = match take_text(&mut rest) {
            Some(value) => (value, true),
            None => (rest, false),
        };
        let wants_more = found(&key, value).is_continue();
        if !is_whole {
            return BlockReadEnd::Damaged;
        }
        if !wants_more {
            break;
        }
    }
    BlockReadEnd::Whole
}

/// The pairs of a block.
pub(super) fn pairs(start: &[u8], block: &[u8]) -> Result<Vec<RawPair>, StoreError> {
    let mut pairs = Vec::new();
    let followed = read_pairs(block, |key, value| {
        pairs.push((key.to_vec(), value.to_vec()));
        ControlFlow::Continue(())
    });
    check_whole(start, followed).map(|()| pairs)
}

/// The value of a key in its block.
pub(super) fn find(start: &[u8], block: &[u8], wanted: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    let mut found = None;
    let followed = read_pairs(block, |key, value| {
        if key == wanted {
            found = Some(value.to_vec());
        }
        if key < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    check_whole(start, followed).map(|()| found)
}

/// An error for a damaged block: a key that was not found may have been lost.
pub(super) fn check_whole(start: &[u8], followed: BlockReadEnd) -> Result<(), StoreError> {
    match followed {
        BlockReadEnd::Whole => Ok(()),
        BlockReadEnd::Damaged => {
            Err(StoreError::damaged(format!("the records from {} on cannot be read", describe_key(start))))
        }
    }
}

/// Merges a damaged block with an older form of it: pairs of the damaged one, and keys of the older one without their stale
/// values.
pub(in crate::sled_store) fn merge_damaged(older: &[u8], damaged: &[u8]) -> Vec<u8> {
    let mut pairs = BTreeMap::new();
    read_pairs(older, |key, _| {
        pairs.insert(key.to_vec(), Vec::new());
        ControlFlow::Continue(())
    });
    read_pairs(damaged, |key, value| {
        pairs.insert(key.to_vec(), value.to_vec());
        ControlFlow::Continue(())
    });
    write(pairs.iter().map(|(key, value)| (key.as_slice(), value.as_slice())))
}

/// Decodes the next key in place of the one before; `None` if it is invalid or out of order.
fn next_key(rest: &mut &[u8], key: &mut Vec<u8>, is_first: bool) -> Option<()> {
    let shared = take_number(rest)?;
    let behind = take_text(rest)?;
    let is_after = key.get(shared..)? < behind;
    if !(is_after || is_first) || shared + behind.len() > MAX_BLOCK_KEY_BYTES {
        return None;
    }
    key.truncate(shared);
    key.extend_from_slice(behind);
    Some(())
}

fn shared(before: &[u8], key: &[u8]) -> usize {
    before.iter().zip(key).take_while(|(a, b)| a == b).count()
}

fn put_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

const fn number_size(number: usize) -> usize {
    match number {
        0..0x80 => 1,
        0x80..0x4000 => 2,
        0x4000..0x20_0000 => 3,
        _ => MAX_NUMBER_BYTES,
    }
}

fn take_number(rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for place in 0..MAX_NUMBER_BYTES {
        let (&byte, behind) = rest.split_first()?;
        *rest = behind;
        number |= usize::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// A byte string with its length before it; consumes nothing when it is cut short.
fn take_text<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let mut behind = *rest;
    let length = take_number(&mut behind)?;
    let (text, behind) = behind.split_at_checked(length)?;
    *rest = behind;
    Some(text)
}
