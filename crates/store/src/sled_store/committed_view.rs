//! Read view of committed data: the stored pairs, overlaid with pre-images of the group in flight. Not here: blocks
//! (`blocks`).

use std::{
    ops::Bound,
    panic::{self, AssertUnwindSafe},
};

use crate::{
    error::StoreError,
    group_plan::RawChanges,
    layout::{RawMap, RawPair, RawRange},
    range::ScanOrder,
    sled_store::blocks,
};

/// A read view. At most one group is in flight while a view exists, and its pre-images are in `pre_images`.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommittedView<'a> {
    db: &'a sled::Db,
    pre_images: &'a RawChanges,
}

impl<'a> CommittedView<'a> {
    pub(super) const fn new(db: &'a sled::Db, pre_images: &'a RawChanges) -> Self {
        Self { db, pre_images }
    }

    /// The database itself, uncommitted changes included.
    pub(super) const fn db(&self) -> &'a sled::Db {
        self.db
    }

    /// The pre-images of these changes.
    pub(super) fn pre_images_of(&self, changes: &RawChanges) -> Result<RawChanges, StoreError> {
        changes.keys().map(|key| self.pre_image(key)).collect()
    }

    /// The pre-image of a key: its present value.
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
        // A range whose end is before its start is empty; `BTreeMap` would panic.
        if span.start >= span.end {
            return Ok(Vec::new());
        }
        let bounds = (Bound::Included(span.start.as_slice()), Bound::Excluded(span.end.as_slice()));
        let pre_images = self.pre_images.range::<[u8], _>(bounds);
        catch_panics(|| {
            let stored = blocks::range(self.db, span, order);
            match order {
                ScanOrder::Ascending => self.merge(stored, pre_images, order, limit),
                ScanOrder::Descending => self.merge(stored, pre_images.rev(), order, limit),
            }
        })
    }
}

impl CommittedView<'_> {
    /// Merges stored pairs and pre-images in key order; pre-images take precedence.
    fn merge<'a>(
        &self,
        mut stored: impl Iterator<Item = Result<RawPair, StoreError>>,
        pre_images: impl Iterator<Item = (&'a Vec<u8>, &'a Option<Vec<u8>>)>,
        order: ScanOrder,
        limit: usize,
    ) -> Result<Vec<RawPair>, StoreError> {
        let mut pre_images =
            pre_images.filter_map(|(key, value)| Some((key.clone(), value.clone()?))).peekable();
        let mut pairs = Vec::new();
        while pairs.len() < limit
            && let Some(pair) = stored.next()
        {
            let (key, value) = pair?;
            while let Some(old) = pre_images.next_if(|(old, _)| comes_first(old, &key, order)) {
                pairs.push(old);
            }
            if !self.pre_images.contains_key(&key) {
                pairs.push((key, value));
            }
        }
        pairs.extend(pre_images);
        pairs.truncate(limit);
        Ok(pairs)
    }
}

/// Turns a panic of sled, which checks what it reads by assertions, into an error of this read alone.
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
