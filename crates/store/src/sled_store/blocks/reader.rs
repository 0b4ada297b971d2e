//! Reads pairs from blocks, and the plain pairs behind them, singly and by range. Not here: hiding
//! a group in flight (`committed_view`).
//!
//! A lookup in sled is atomic, but a range scan takes several lookups, and a group may be written between two of them. Changed
//! pairs are overlaid by the caller; unchanged ones may have moved to a new block behind the one that was read. So each lookup
//! continues behind the last key, and not behind the last block.

use std::{
    iter,
    ops::{Bound, ControlFlow},
    vec,
};

use sled::{Db, IVec};

use crate::{
    error::StoreError,
    layout::{RawPair, RawRange},
    range::ScanOrder,
    sled_store::{
        blocks::{BLOCK_PREFIX, FIRST_PLAIN_KEY, block_key, block_start, form, is_plain},
        sled_engine::from_sled,
    },
};

type BlockPair = Result<RawPair, StoreError>;

/// The value of a key.
pub(in crate::sled_store) fn get(db: &Db, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    if is_plain(key) {
        return Ok(db.get(key).map_err(failed)?.map(|value| value.to_vec()));
    }
    let (start, block) = block_of(db, key)?;
    block.map_or(Ok(None), |block| form::find(&start, &block, key))
}

/// The start of a key's block, and the block if it exists.
pub(super) fn block_of(db: &Db, key: &[u8]) -> Result<(Vec<u8>, Option<IVec>), StoreError> {
    let upto = block_key(key);
    let bounds = (Bound::Included([BLOCK_PREFIX].as_slice()), Bound::Included(upto.as_slice()));
    Ok(match db.range::<&[u8], _>(bounds).next_back().transpose().map_err(failed)? {
        Some((found, block)) => (block_start(&found).unwrap_or_default().to_vec(), Some(block)),
        None => (Vec::new(), None),
    })
}

/// The pairs of a range, read lazily block by block.
pub(in crate::sled_store) fn range(
    db: &Db,
    span: &RawRange,
    order: ScanOrder,
) -> impl Iterator<Item = BlockPair> {
    let (mut blocks, mut plain) = (BlockWalk::new(db, span, order), plain(db, span));
    // Plain pairs sort behind all others.
    iter::from_fn(move || match order {
        ScanOrder::Ascending => blocks.next().or_else(|| plain.next().map(pair)),
        ScanOrder::Descending => plain.next_back().map(pair).or_else(|| blocks.next()),
    })
}

/// The plain pairs of a range. (An iterator of sled's looks into the tree each time it is asked after its end; a flattened one
/// does not.)
fn plain(db: &Db, span: &RawRange) -> impl DoubleEndedIterator<Item = sled::Result<(IVec, IVec)>> + use<> {
    let from = span.start.as_slice().max(&[FIRST_PLAIN_KEY]);
    let upto = span.end.as_slice();
    let pairs = || db.range::<&[u8], _>((Bound::Included(from), Bound::Excluded(upto)));
    (from < upto).then(pairs).into_iter().flatten()
}

/// Iterator over the pairs in the blocks of a range.
struct BlockWalk<'a> {
    db: &'a Db,
    /// The rest of the range.
    span: RawRange,
    order: ScanOrder,
    blocks: sled::Iter,
    /// The remaining pairs of the last block read.
    pairs: vec::IntoIter<RawPair>,
    /// Whether the block in which the range begins has been read.
    has_begun: bool,
    has_ended: bool,
}

impl<'a> BlockWalk<'a> {
    fn new(db: &'a Db, span: &RawRange, order: ScanOrder) -> Self {
        let upto = block_key(&span.end);
        let blocks = db.range::<&[u8], _>((
            Bound::Included([BLOCK_PREFIX].as_slice()),
            Bound::Excluded(upto.as_slice()),
        ));
        let pairs = Vec::new().into_iter();
        Self { db, span: span.clone(), order, blocks, pairs, has_begun: false, has_ended: false }
    }

    /// Reads the next block; `None` behind the last one.
    fn next_block(&mut self) -> Result<Option<(IVec, IVec)>, StoreError> {
        let next = match self.order {
            ScanOrder::Ascending if self.has_begun => self.blocks.next(),
            ScanOrder::Ascending => return self.first_block(),
            ScanOrder::Descending => self.blocks.next_back(),
        };
        next.transpose().map_err(failed)
    }

    /// Reads the block with the first key of the range, and continues with those behind it.
    fn first_block(&mut self) -> Result<Option<(IVec, IVec)>, StoreError> {
        self.has_begun = true;
        let (start, block) = block_of(self.db, &self.span.start)?;
        let (key, upto) = (block_key(&start), block_key(&self.span.end));
        let Some(block) = block else { return self.next_block() };
        self.blocks =
            self.db.range::<&[u8], _>((Bound::Excluded(key.as_slice()), Bound::Excluded(upto.as_slice())));
        Ok(Some((key.into(), block)))
    }

    /// Collects the pairs of a block that are in the rest of the range.
    fn take(&mut self, key: &[u8], block: &[u8]) -> Result<(), StoreError> {
        let start = block_start(key).unwrap_or_default();
        let RawRange { start: from, end: upto } = &self.span;
        let mut pairs = Vec::new();
        let followed = form::read_pairs(block, |key, value| {
            if key >= upto.as_slice() {
                return ControlFlow::Break(());
            }
            if key >= from.as_slice() {
                pairs.push((key.to_vec(), value.to_vec()));
            }
            ControlFlow::Continue(())
        });
        form::check_whole(start, followed)?;
        match self.order {
            ScanOrder::Ascending => {
                if let Some((last, _)) = pairs.last() {
                    self.span.start = [last.as_slice(), &[0]].concat();
                }
            }
            ScanOrder::Descending => {
                self.has_ended = start <= from.as_slice();
                if let Some((first, _)) = pairs.first() {
                    self.span.end.clone_from(first);
                }
                pairs.reverse();
            }
        }
        self.pairs = pairs.into_iter();
        Ok(())
    }
}

impl Iterator for BlockWalk<'_> {
    type Item = BlockPair;

    fn next(&mut self) -> Option<BlockPair> {
        loop {
            if let Some(pair) = self.pairs.next() {
                return Some(Ok(pair));
            }
            if self.has_ended {
                return None;
            }
            let read = self.next_block().and_then(|block| {
                self.has_ended = block.is_none();
                block.map_or(Ok(()), |(key, block)| self.take(&key, &block))
            });
            if let Err(error) = read {
                self.has_ended = true;
                return Some(Err(error));
            }
        }
    }
}

fn pair(read: sled::Result<(IVec, IVec)>) -> BlockPair {
    read.map(|(key, value)| (key.to_vec(), value.to_vec())).map_err(failed)
}

fn failed(error: sled::Error) -> StoreError {
    from_sled("reading", error)
}
