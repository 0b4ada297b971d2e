//! A whole store as it was at one moment, read while others go on writing. Not here: how each store keeps that moment.

use crate::{StoreFuture, StoreRow};

/// A store as it was when the snapshot was begun: every batch is in it whole or not at all. Dropped, it costs nothing more;
/// it does not keep the store open.
pub trait Snapshot: Send {
    /// How many rows there are in it, where the store knows.
    fn rows(&self) -> Option<u64>;

    /// The next rows, at most `limit` (at most [`crate::MAX_PAGE_ROWS`]), and none at the end: records in the order of their
    /// tables' names and their keys, then answers in the order of their events' ids, everything byte by byte.
    ///
    /// # Errors
    /// [`crate::StoreError::SnapshotLost`], and as [`crate::Store::get`].
    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<StoreRow>>;

    /// Begins anew with the first row, as of the same moment.
    ///
    /// # Errors
    /// As [`Snapshot::page`].
    fn rewind(&mut self) -> StoreFuture<'_, ()>;
}
