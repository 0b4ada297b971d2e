//! The bytes of a block. Not here: where blocks begin and end.
//!
//! ```text
//! 1 byte    the form: 1
//! each pair, in the order of the keys:
//!   number  how many bytes of the key are those of the key before
//!   number  how many follow, and these
//!   number  bytes of the value, and these
//! ```
//!
//! Numbers have seven bits in a byte, the lowest first, and the eighth bit in all but the last. Rows have checksums of their own
//! over key and value (`sealed`), and sled has one over what it writes; so here is none, and of a damaged block every row that
//! can be followed to counts.

use std::{collections::BTreeMap, ops::ControlFlow};

use crate::{
    StoreError,
    layout::{self, RawPair},
};

const FORM: u8 = 1;
/// Longer than any key there is.
const MAX_BLOCK_KEY_BYTES: usize = 1024;
/// More than any block has.
const MAX_PAIRS: usize = 256;
/// Bytes of the longest number.
const MAX_NUMBER_BYTES: usize = 4;

/// How far a block could be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sled_store) enum BlockReadEnd {
    /// To its end, or as far as was wanted.
    Whole,
    /// To something that cannot be.
    Damaged,
}

/// The bytes of a block of these pairs, which are in order.
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

/// Bytes that a pair takes behind another key.
pub(super) fn size(before: &[u8], key: &[u8], value: &[u8]) -> usize {
    let shared = shared(before, key);
    let rest = key.len() - shared;
    number_size(shared) + number_size(rest) + rest + number_size(value.len()) + value.len()
}

/// Gives each pair to `found`, in order, until that has enough. Of the first value that is cut short, what is there.
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

/// Refuses what a damaged block seems not to have.
pub(super) fn check_whole(start: &[u8], followed: BlockReadEnd) -> Result<(), StoreError> {
    match followed {
        BlockReadEnd::Whole => Ok(()),
        BlockReadEnd::Damaged => Err(StoreError::damaged(format!(
            "the records from {} on cannot be read",
            layout::describe_key(start)
        ))),
    }
}

/// A block whose newest bytes are damaged or missing: what there is of it, over the keys of an older one, whose values are
/// out of date and left out.
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

/// Makes of the key before the next one; none if that is no key or not in order.
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

/// Bytes with their number before them; nothing is taken when there are fewer.
fn take_text<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let mut behind = *rest;
    let length = take_number(&mut behind)?;
    let (text, behind) = behind.split_at_checked(length)?;
    *rest = behind;
    Some(text)
}
