//! Trait `Snapshot`: all rows of a store as of one moment, page by page in the order of keys, while writes go on; for
//! exports and copies. There is no lookup by key. Not here: how each store provides it.

use crate::{record::StoreRow, store::StoreFuture};

/// The state of a store when the snapshot was begun: every batch is in it whole or not at all. Dropping it frees its
/// resources; it does not keep the store open.
pub trait Snapshot: Send {
    /// The number of its rows, where the store knows it.
    fn rows(&self) -> Option<u64>;

    /// The next rows, at most `limit` (at most [`crate::MAX_PAGE_ROWS`]), and none at the end: records in the order of their
    /// tables' names and their keys, then answers in the order of their events' ids, everything byte by byte.
    ///
    /// # Errors
    /// [`crate::StoreError::SnapshotLost`], and as [`crate::Store::get`].
    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<StoreRow>>;

    /// Goes back to the first row, as of the same moment.
    ///
    /// # Errors
    /// As [`Snapshot::page`].
    fn rewind(&mut self) -> StoreFuture<'_, ()>;
}
