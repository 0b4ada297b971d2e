//! The database as it is on disk, whatever is being written: what is stored, and over it what was there before the group of
//! changes that is on its way. Not here: in which of sled's pairs something is (`blocks`).

use std::{
    ops::Bound,
    panic::{self, AssertUnwindSafe},
};

use crate::{
    ScanOrder, StoreError,
    group_plan::RawChanges,
    layout::{RawMap, RawPair, RawRange},
    sled_store::blocks,
};

/// What a reader sees. As long as there is one, at most one group of changes is written, and what it changes is in `before`.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommittedView<'a> {
    db: &'a sled::Db,
    pre_images: &'a RawChanges,
}

impl<'a> CommittedView<'a> {
    pub(super) const fn new(db: &'a sled::Db, before: &'a RawChanges) -> Self {
        Self { db, pre_images: before }
    }

    /// The database itself, with what is being written.
    pub(super) const fn db(&self) -> &'a sled::Db {
        self.db
    }

    /// What the keys of these changes hold before them.
    pub(super) fn pre_images_of(&self, changes: &RawChanges) -> Result<RawChanges, StoreError> {
        changes.keys().map(|key| self.pre_image(key)).collect()
    }

    /// What a key holds.
    pub(super) fn pre_image(&self, key: &[u8]) -> Result<(Vec<u8>, Option<Vec<u8>>), StoreError> {
        Ok((key.to_vec(), self.get(key)?))
    }
}

impl RawMap for CommittedView<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        if let Some(value) = self.pre_images.get(key) {
            return Ok(value.clone());
        }
        catch_panics(|| blocks::get(self.db, key))
    }

    fn range(&self, span: &RawRange, order: ScanOrder, limit: usize) -> Result<Vec<RawPair>, StoreError> {
        // An upside-down range is empty; an ordered map would panic.
        if span.start >= span.end {
            return Ok(Vec::new());
        }
        let bounds = (Bound::Included(span.start.as_slice()), Bound::Excluded(span.end.as_slice()));
        let before = self.pre_images.range::<[u8], _>(bounds);
        catch_panics(|| {
            let stored = blocks::range(self.db, span, order);
            match order {
                ScanOrder::Ascending => self.merge(stored, before, order, limit),
                ScanOrder::Descending => self.merge(stored, before.rev(), order, limit),
            }
        })
    }
}

impl CommittedView<'_> {
    /// Walks over what is stored and what was there before, both in the same order; the latter wins.
    fn merge<'a>(
        &self,
        mut stored: impl Iterator<Item = Result<RawPair, StoreError>>,
        before: impl Iterator<Item = (&'a Vec<u8>, &'a Option<Vec<u8>>)>,
        order: ScanOrder,
        limit: usize,
    ) -> Result<Vec<RawPair>, StoreError> {
        let mut before = before.filter_map(|(key, value)| Some((key.clone(), value.clone()?))).peekable();
        let mut pairs = Vec::new();
        while pairs.len() < limit
            && let Some(pair) = stored.next()
        {
            let (key, value) = pair?;
            while let Some(old) = before.next_if(|(old, _)| comes_first(old, &key, order)) {
                pairs.push(old);
            }
            if !self.pre_images.contains_key(&key) {
                pairs.push((key, value));
            }
        }
        pairs.extend(before);
        pairs.truncate(limit);
        Ok(pairs)
    }
}

/// sled checks some of what it reads by assertions; on damaged files one of them may fail, which concerns this read alone.
fn catch_panics<T>(read: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    panic::catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(StoreError::damaged("sled panicked while reading")))
}

fn comes_first(a: &[u8], b: &[u8], order: ScanOrder) -> bool {
    match order {
        ScanOrder::Ascending => a <= b,
        ScanOrder::Descending => a >= b,
    }
}
