//! What sled has to write so that pairs are changed: the blocks that are touched, each whole. Not here: how that is made
//! durable (`engine`).

use std::collections::BTreeMap;

use sled::Db;

use crate::{
    StoreError,
    layout::Span,
    plan::Changes,
    sled_store::{
        blocks::{BYTES, PAIRS, PLAIN, form, is_plain, key_of, reading},
        engine::from_sled,
    },
};

/// The changes of sled's pairs that make these changes. A pair that is in no block yet is changed where it is.
pub(in crate::sled_store) fn changed(db: &Db, changes: &Changes) -> Result<Changes, StoreError> {
    let mut written = Changes::new();
    let has_plain = has_plain(db)?;
    let mut touched = Touched::default();
    for (key, value) in changes {
        if is_plain(key) || (has_plain && contains(db, key)?) {
            written.insert(key.clone(), value.clone());
        } else {
            touched.change(db, key, value.as_deref(), &mut written)?;
        }
    }
    touched.put_into(&mut written);
    Ok(written)
}

/// Whether there are pairs that are in no block yet.
fn has_plain(db: &Db) -> Result<bool, StoreError> {
    let span = Span { start: vec![PLAIN], end: vec![u8::MAX] };
    for pair in reading::plain(db, &span) {
        if !is_plain(&pair.map_err(|error| from_sled("reading", error))?.0) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn contains(db: &Db, key: &[u8]) -> Result<bool, StoreError> {
    db.contains_key(key).map_err(|error| from_sled("reading", error))
}

/// The block that is being changed; keys come in order.
#[derive(Default)]
pub(super) struct Touched(Option<Block>);

impl Touched {
    /// Changes a pair in its block.
    pub(super) fn change(
        &mut self,
        db: &Db,
        key: &[u8],
        value: Option<&[u8]>,
        written: &mut Changes,
    ) -> Result<(), StoreError> {
        let (start, block) = reading::block_of(db, key)?;
        if self.0.as_ref().is_none_or(|open| open.start != start) {
            self.put_into(written);
        }
        match &mut self.0 {
            Some(open) => open.change(key, value),
            None => self.0.insert(Block::read(start, block.as_deref())?).change(key, value),
        }
        Ok(())
    }

    /// Adds what becomes of the block that was touched last.
    pub(super) fn put_into(&mut self, written: &mut Changes) {
        if let Some(block) = self.0.take() {
            block.put_into(written);
        }
    }
}

/// A block with its changes.
struct Block {
    start: Vec<u8>,
    pairs: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Its last key before the changes.
    last: Vec<u8>,
    /// Whether whatever is new comes behind that.
    is_continued: bool,
}

impl Block {
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

    fn put_into(self, written: &mut Changes) {
        if self.pairs.is_empty() {
            written.insert(key_of(&self.start), None);
            return;
        }
        let pairs: Vec<_> =
            self.pairs.iter().map(|(key, value)| (key.as_slice(), value.as_slice())).collect();
        // Where rows come in order, halves would stay halves.
        let parts = if self.is_continued { filled(&pairs) } else { halved(&pairs) };
        for (number, part) in parts.into_iter().enumerate() {
            let start = match part.first() {
                Some((first, _)) if number > 0 => first,
                _ => self.start.as_slice(),
            };
            written.insert(key_of(start), Some(form::write(part.iter().copied())));
        }
    }
}

type Part<'a> = &'a [(&'a [u8], &'a [u8])];

/// Whether these are no more than one block has.
fn fits(pairs: Part<'_>) -> bool {
    pairs.len() <= 1 || (pairs.len() <= PAIRS && sizes(pairs).sum::<usize>() <= BYTES)
}

/// What each pair takes behind the one before.
fn sizes(pairs: Part<'_>) -> impl Iterator<Item = usize> + '_ {
    let mut before: &[u8] = &[];
    pairs.iter().map(move |(key, value)| form::size(std::mem::replace(&mut before, key), key, value))
}

/// Divided so that each part has as much as it may.
fn filled(mut pairs: Part<'_>) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    while !fits(pairs) {
        let mut bytes = 0;
        let in_bytes = sizes(pairs).take_while(|size| {
            bytes += size;
            bytes <= BYTES
        });
        let (part, rest) = pairs.split_at(in_bytes.count().clamp(1, PAIRS));
        parts.push(part);
        pairs = rest;
    }
    parts.push(pairs);
    parts
}

/// Divided into parts that are about equal.
fn halved(pairs: Part<'_>) -> Vec<Part<'_>> {
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
    [halved(lower), halved(upper)].concat()
}
