//! The trait every store implements. Which stores there are and how they keep their promises is elsewhere.

use std::{future::Future, pin::Pin};

use tokio::sync::watch;

use crate::{
    Batch, CommitOutcome, CopyMark, IdempotencyKey, KeyRange, MAX_BATCH_BYTES, MAX_PAGE_ROWS, MAX_SCAN_ROWS,
    Record, ScanOrder, Snapshot, StoreError, StoreHealth, StoreRow, Table, WalkCursor, WalkPage,
};

/// The result of a store's work to come; boxed, so that a store can be used through `dyn Store`.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// One step of filling an empty store with the rows of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreStep {
    /// Marks the store as being filled; only an empty one can be. Until the end every commit is refused.
    Begin,
    /// Writes rows as they were, versions included; at most [`crate::MAX_PAGE_ROWS`] and [`crate::MAX_BATCH_BYTES`].
    Rows(Vec<StoreRow>),
    /// Takes rows away, as they are there, that came in error or have changed since; as many as of those.
    Remove(Vec<StoreRow>),
    /// As [`Restore::Begin`], with a mark that says by which copy; or notes how far that copy is.
    Mark(CopyMark),
    /// Takes the mark away.
    End,
}

impl RestoreStep {
    /// Checks the rows against the limits.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`] names what is over which limit.
    pub fn check(&self) -> Result<(), StoreError> {
        let rows = match self {
            Self::Rows(rows) | Self::Remove(rows) => rows,
            Self::Mark(filling) => return filling.check(),
            Self::Begin | Self::End => return Ok(()),
        };
        StoreError::check_limit("the number of rows to restore", rows.len(), MAX_PAGE_ROWS)?;
        rows.iter().try_for_each(StoreRow::check)?;
        StoreError::check_limit(
            "the rows to restore",
            rows.iter().map(StoreRow::bytes).sum(),
            MAX_BATCH_BYTES,
        )
    }
}

/// Durable, versioned records.
///
/// A read that begins after a commit was acknowledged sees it. A read never sees a batch that is not yet durable, and
/// sees every batch whole; two reads one after the other may see different states. Futures may be dropped at any time:
/// a commit whose future was dropped may or may not happen, but never in part.
pub trait Store: Send + Sync + 'static {
    /// The record of this key, if there is one.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`], [`StoreError::Damaged`], [`StoreError::Io`], [`StoreError::Closed`].
    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>>;

    /// The first `limit` records of the range in this order (at most [`crate::MAX_SCAN_ROWS`]), with their keys.
    ///
    /// # Errors
    /// As [`Store::get`].
    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: ScanOrder,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>>;

    /// What the event was answered, if it has acted and its answer has not been forgotten.
    ///
    /// # Errors
    /// As [`Store::get`].
    fn answer(&self, id: &IdempotencyKey) -> StoreFuture<'_, Option<Vec<u8>>>;

    /// Applies the batch, or says why not; returns when the outcome is durable.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`] before anything else. Any other error leaves open whether the batch will be found after
    /// a restart (ask [`Store::answer`] then); after one from the disk the store takes no writes until it
    /// knows what the disk holds ([`StoreError::Stopped`], [`Store::health`]).
    fn commit(&self, batch: Batch) -> StoreFuture<'_, CommitOutcome>;

    /// Forgets up to `limit` (at most [`crate::MAX_PAGE_ROWS`]) answers given before `before_millis` since 1970, oldest
    /// first, and says how many. An event whose answer is forgotten acts again when repeated.
    ///
    /// # Errors
    /// As [`Store::commit`].
    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize>;

    /// A piece of the whole store, from the beginning or from where the last piece ended, of at most `limit` rows
    /// (at most [`crate::MAX_PAGE_ROWS`]). A row written between two pieces may or may not be met.
    ///
    /// # Errors
    /// As [`Store::get`].
    fn page(&self, from: Option<WalkCursor>, limit: usize) -> StoreFuture<'_, WalkPage>;

    /// The store as it is now, to be read piece by piece while others go on writing. It sees every commit that was
    /// acknowledged before.
    ///
    /// # Errors
    /// [`StoreError::TooManySnapshots`], [`StoreError::NoSnapshots`], and as [`Store::get`].
    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>> {
        Box::pin(async { Err(StoreError::NoSnapshots) })
    }

    /// Fills an empty store, step by step.
    ///
    /// # Errors
    /// [`StoreError::NotEmpty`] or [`StoreError::ImportUnfinished`] at the beginning, [`StoreError::NoImport`] without
    /// one, and as [`Store::commit`].
    fn restore(&self, step: RestoreStep) -> StoreFuture<'_, ()>;

    /// By which copy the store is being filled; none where it is not.
    ///
    /// # Errors
    /// [`StoreError::ImportUnfinished`] while an import fills it, and as [`Store::get`].
    fn copy_mark(&self) -> StoreFuture<'_, Option<CopyMark>> {
        Box::pin(async { Ok(None) })
    }

    /// The versions of these keys of a table, in their order, as far as there are such records; at most
    /// [`crate::MAX_SCAN_ROWS`] keys. For whoever looks again and again whether something changed.
    ///
    /// # Errors
    /// As [`Store::get`].
    fn versions(&self, table: Table, keys: Vec<Vec<u8>>) -> StoreFuture<'_, Vec<Option<u64>>> {
        Box::pin(async move {
            StoreError::check_limit("the number of versions", keys.len(), MAX_SCAN_ROWS)?;
            let mut versions = Vec::with_capacity(keys.len());
            for key in keys {
                versions.push(self.get(table, &key).await?.map(|record| record.version));
            }
            Ok(versions)
        })
    }

    /// What the calendar of the store itself shows, in milliseconds since 1970, where it has one beside this machine's: what
    /// several processes go by whose calendars may differ. Nothing where this machine's is the only one.
    ///
    /// # Errors
    /// As [`Store::get`].
    fn now_millis(&self) -> StoreFuture<'_, Option<u64>> {
        Box::pin(async { Ok(None) })
    }

    /// Whether other processes may be writing to it, too: what was read is then no more than what it was.
    fn is_shared(&self) -> bool {
        false
    }

    /// Whether the store takes writes, and how to hear when that changes. One that always does says no more.
    fn health(&self) -> watch::Receiver<StoreHealth> {
        watch::channel(StoreHealth::Writable).1
    }

    /// Finishes what has been asked before, then releases the store; everything after answers [`StoreError::Closed`].
    ///
    /// # Errors
    /// What kept the last writes from becoming durable.
    fn close(&self) -> StoreFuture<'_, ()>;
}
