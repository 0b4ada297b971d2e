//! In-memory store for tests and trials: behaves as the stores on disk, and is lost with the process.

use std::{
    collections::BTreeMap,
    future,
    ops::Bound,
    sync::{Arc, PoisonError, RwLock},
};

use crate::{
    batch::{Batch, CommitOutcome},
    copy_mark::CopyMark,
    error::StoreError,
    group_plan::GroupPlan,
    idempotency_key::IdempotencyKey,
    layout::{self, RawMap, RawPair, RawRange},
    limits::MAX_PAGE_ROWS,
    range::{KeyRange, ScanOrder},
    record::{Record, StoreRow, WalkCursor, WalkPage},
    snapshot::Snapshot,
    store::{RestoreStep, Store, StoreFuture},
    table::Table,
};

/// Records in memory only.
#[derive(Debug)]
pub struct MemoryStore {
    /// `None` once closed. Copy-on-write: changed in place, and cloned only while a snapshot holds the same map.
    map: RwLock<Option<Arc<MemoryMap>>>,
}

#[derive(Clone, Debug, Default)]
struct MemoryMap(BTreeMap<Vec<u8>, Vec<u8>>);

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self { map: RwLock::new(Some(Arc::default())) }
    }

    fn read<T>(&self, read: impl FnOnce(&MemoryMap) -> Result<T, StoreError>) -> Result<T, StoreError> {
        // A poisoned lock is no damage: changes are computed first and inserted afterwards.
        let map = self.map.read().unwrap_or_else(PoisonError::into_inner);
        read(map.as_ref().ok_or(StoreError::Closed)?)
    }

    fn change<T>(
        &self,
        change: impl FnOnce(&mut GroupPlan<'_, MemoryMap>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut map = self.map.write().unwrap_or_else(PoisonError::into_inner);
        let map = map.as_mut().ok_or(StoreError::Closed)?;
        let mut plan = GroupPlan::new(&**map);
        let outcome = change(&mut plan)?;
        let changes = plan.into_changes();
        if changes.is_empty() {
            return Ok(outcome);
        }
        let map = Arc::make_mut(map);
        for (key, value) in changes {
            match value {
                Some(value) => map.0.insert(key, value),
                None => map.0.remove(&key),
            };
        }
        Ok(outcome)
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl RawMap for MemoryMap {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.0.get(key).cloned())
    }

    fn range(&self, span: &RawRange, order: ScanOrder, limit: usize) -> Result<Vec<RawPair>, StoreError> {
        // A range whose end is before its start is empty; `BTreeMap` would panic.
        if span.start >= span.end {
            return Ok(Vec::new());
        }
        let bounds = (Bound::Included(span.start.as_slice()), Bound::Excluded(span.end.as_slice()));
        let found = self.0.range::<[u8], _>(bounds).map(|(key, value)| (key.clone(), value.clone()));
        Ok(match order {
            ScanOrder::Ascending => found.take(limit).collect(),
            ScanOrder::Descending => found.rev().take(limit).collect(),
        })
    }
}

impl Store for MemoryStore {
    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        ready(self.read(|map| layout::get(map, table, key)))
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: ScanOrder,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        ready(self.read(|map| layout::scan(map, table, &range, order, limit)))
    }

    fn answer(&self, id: &IdempotencyKey) -> StoreFuture<'_, Option<Vec<u8>>> {
        ready(self.read(|map| layout::answer(map, id)))
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, CommitOutcome> {
        ready(batch.check().and_then(|()| self.change(|plan| plan.commit(batch))))
    }

    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize> {
        let checked = StoreError::check_limit("the number of answers to forget", limit, MAX_PAGE_ROWS);
        ready(checked.and_then(|()| self.change(|plan| plan.forget(before_millis, limit))))
    }

    fn page(&self, from: Option<WalkCursor>, limit: usize) -> StoreFuture<'_, WalkPage> {
        ready(self.read(|map| layout::page(map, from, limit)))
    }

    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>> {
        let map = self.map.read().unwrap_or_else(PoisonError::into_inner);
        ready(map.clone().ok_or(StoreError::Closed).map(|map| -> Box<dyn Snapshot> {
            Box::new(MemorySnapshot { map, from: None, is_at_end: false })
        }))
    }

    fn copy_mark(&self) -> StoreFuture<'_, Option<CopyMark>> {
        ready(self.read(layout::copy_mark))
    }

    fn restore(&self, step: RestoreStep) -> StoreFuture<'_, ()> {
        ready(step.check().and_then(|()| self.change(|plan| plan.restore(step))))
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        *self.map.write().unwrap_or_else(PoisonError::into_inner) = None;
        ready(Ok(()))
    }
}

/// A snapshot: shares the map until the store changes it (copy-on-write).
#[derive(Debug)]
struct MemorySnapshot {
    map: Arc<MemoryMap>,
    from: Option<WalkCursor>,
    is_at_end: bool,
}

impl Snapshot for MemorySnapshot {
    fn rows(&self) -> Option<u64> {
        Some(self.map.0.keys().filter(|key| layout::is_row(key)).count() as u64)
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<StoreRow>> {
        if self.is_at_end {
            return ready(Ok(Vec::new()));
        }
        ready(layout::page(&*self.map, self.from.clone(), limit).map(|page| {
            self.is_at_end = page.next.is_none();
            self.from = page.next;
            page.rows
        }))
    }

    fn rewind(&mut self) -> StoreFuture<'_, ()> {
        (self.from, self.is_at_end) = (None, false);
        ready(Ok(()))
    }
}

fn ready<T: Send + 'static>(result: Result<T, StoreError>) -> StoreFuture<'static, T> {
    Box::pin(future::ready(result))
}
