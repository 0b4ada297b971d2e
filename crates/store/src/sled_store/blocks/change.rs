//! Translates changed pairs into rewritten, split and removed blocks. Not here: making them durable
//! (`database`).

use std::collections::BTreeMap;

use sled::Db;

use crate::{
    error::StoreError,
    group_plan::RawChanges,
    sled_store::blocks::{MAX_BLOCK_BYTES, MAX_BLOCK_PAIRS, block_key, form, is_plain, reader},
};

/// The changes of sled's pairs that carry out these changes. A plain pair is changed where it is.
pub(in crate::sled_store) fn changed_blocks(db: &Db, changes: &RawChanges) -> Result<RawChanges, StoreError> {
    let mut written = RawChanges::new();
    let mut touched = ChangedBlock::default();
    for (key, value) in changes {
        if is_plain(key) {
            written.insert(key.clone(), value.clone());
        } else {
            touched.change(db, key, value.as_deref(), &mut written)?;
        }
    }
    touched.put_into(&mut written);
    Ok(written)
}

/// The block in progress; changes come in key order, so one is enough.
#[derive(Default)]
struct ChangedBlock(Option<BlockPairs>);

impl ChangedBlock {
    /// Changes a pair in its block.
    fn change(
        &mut self,
        db: &Db,
        key: &[u8],
        value: Option<&[u8]>,
        written: &mut RawChanges,
    ) -> Result<(), StoreError> {
        let (start, block) = reader::block_of(db, key)?;
        if self.0.as_ref().is_none_or(|open| open.start != start) {
            self.put_into(written);
        }
        match &mut self.0 {
            Some(open) => open.change(key, value),
            None => self.0.insert(BlockPairs::read(start, block.as_deref())?).change(key, value),
        }
        Ok(())
    }

    /// Adds the new form of the block in progress.
    fn put_into(&mut self, written: &mut RawChanges) {
        if let Some(block) = self.0.take() {
            block.put_into(written);
        }
    }
}

/// A block with its changes.
struct BlockPairs {
    start: Vec<u8>,
    pairs: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Its last key before the changes.
    last: Vec<u8>,
    /// Whether all new keys come behind the last one.
    is_continued: bool,
}

impl BlockPairs {
    fn read(start: Vec<u8>, block: Option<&[u8]>) -> Result<Self, StoreError> {
        let pairs = block.map_or(Ok(Vec::new()), |block| form::pairs(&start, block))?;
        let last = pairs.last().map(|(key, _)| key.clone()).unwrap_or_default();
        Ok(Self { start, pairs: pairs.into_iter().collect(), last, is_continued: true })
    }

    fn change(&mut self, key: &[u8], value: Option<&[u8]>) {
        match value {
            Some(value) => {
                let is_new = self.pairs.insert(key.to_vec(), value.to_vec()).is_none();
                self.is_continued &= !is_new || key > self.last.as_slice();
            }
            None => {
                self.pairs.remove(key);
            }
        }
    }

    fn put_into(self, written: &mut RawChanges) {
        if self.pairs.is_empty() {
            written.insert(block_key(&self.start), None);
            return;
        }
        let pairs: Vec<_> =
            self.pairs.iter().map(|(key, value)| (key.as_slice(), value.as_slice())).collect();
        // Appending in key order to halves would leave every block half full.
        let parts = if self.is_continued { split_full(&pairs) } else { split_even(&pairs) };
        for (number, part) in parts.into_iter().enumerate() {
            let start = match part.first() {
                Some((first, _)) if number > 0 => first,
                _ => self.start.as_slice(),
            };
            written.insert(block_key(start), Some(form::write(part.iter().copied())));
        }
    }
}

type BlockPart<'a> = &'a [(&'a [u8], &'a [u8])];

/// Whether these pairs fit into one block.
fn fits(pairs: BlockPart<'_>) -> bool {
    pairs.len() <= 1 || (pairs.len() <= MAX_BLOCK_PAIRS && sizes(pairs).sum::<usize>() <= MAX_BLOCK_BYTES)
}

/// The bytes of each pair behind the one before.
fn sizes(pairs: BlockPart<'_>) -> impl Iterator<Item = usize> + '_ {
    let mut before: &[u8] = &[];
    pairs.iter().map(move |(key, value)| form::size(std::mem::replace(&mut before, key), key, value))
}

/// Splits pairs into full blocks; the last one takes the rest.
fn split_full(mut pairs: BlockPart<'_>) -> Vec<BlockPart<'_>> {
    let mut parts = Vec::new();
    while !fits(pairs) {
        let mut bytes = 0;
        let in_bytes = sizes(pairs).take_while(|size| {
            bytes += size;
            bytes <= MAX_BLOCK_BYTES
        });
        let (part, rest) = pairs.split_at(in_bytes.count().clamp(1, MAX_BLOCK_PAIRS));
        parts.push(part);
        pairs = rest;
    }
    parts.push(pairs);
    parts
}

/// Splits pairs into blocks of about equal size.
fn split_even(pairs: BlockPart<'_>) -> Vec<BlockPart<'_>> {
    if fits(pairs) {
        return vec![pairs];
    }
    let all: usize = sizes(pairs).sum();
    let mut bytes = 0;
    let lower = sizes(pairs).take_while(|size| {
        bytes += size;
        bytes <= all / 2
    });
    let (lower, upper) = pairs.split_at(lower.count().clamp(1, pairs.len() - 1));
    [split_even(lower), split_even(upper)].concat()
}
