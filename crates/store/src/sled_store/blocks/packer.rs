//! Packs pairs in key order into full blocks, each of which is several neighbouring pairs stored as
//! one pair of sled. Not here: the source of the pairs (`compaction`).

use crate::{
    layout::RawPair,
    sled_store::blocks::{MAX_BLOCK_BYTES, MAX_BLOCK_PAIRS, block_key, form, is_plain},
};

/// Collects pairs until a block is full.
#[derive(Debug, Default)]
pub(in crate::sled_store) struct BlockPacker {
    pairs: Vec<RawPair>,
    bytes: usize,
    has_first: bool,
}

impl BlockPacker {
    /// Adds the next pair; returns the pairs of sled's that are complete.
    pub(in crate::sled_store) fn push(&mut self, (key, value): RawPair) -> Vec<RawPair> {
        if is_plain(&key) {
            let mut complete = self.finish();
            complete.push((key, value));
            return complete;
        }
        let before = self.pairs.last().map_or(&[][..], |(before, _)| before);
        let more = form::size(before, &key, &value);
        let is_full = self.pairs.len() == MAX_BLOCK_PAIRS || self.bytes + more > MAX_BLOCK_BYTES;
        let complete = if is_full { self.finish() } else { Vec::new() };
        self.bytes += if is_full { form::size(&[], &key, &value) } else { more };
        self.pairs.push((key, value));
        complete
    }

    /// The last block, unless it is empty.
    pub(in crate::sled_store) fn finish(&mut self) -> Vec<RawPair> {
        self.bytes = 0;
        let pairs = std::mem::take(&mut self.pairs);
        let Some((first, _)) = pairs.first() else { return Vec::new() };
        let start = if std::mem::replace(&mut self.has_first, true) { first.as_slice() } else { &[] };
        let block = form::write(pairs.iter().map(|(key, value)| (key.as_slice(), value.as_slice())));
        vec![(block_key(start), block)]
    }
}
