//! Trait `Store`, which every store implements: durable, versioned records with atomic batches,
//! snapshots, restore, and the store's health. Not here: the implementations (`memory`,
//! `sled_store`, `postgres`).

use std::{future::Future, pin::Pin};

use tokio::sync::watch;

use crate::{
    batch::{Batch, CommitOutcome},
    copy_mark::CopyMark,
    error::StoreError,
    idempotency_key::IdempotencyKey,
    limits::{MAX_BATCH_BYTES, MAX_PAGE_ROWS, MAX_SCAN_ROWS},
    range::{KeyRange, ScanOrder},
    record::{Record, StoreRow, WalkCursor, WalkPage},
    snapshot::Snapshot,
    table::Table,
};

/// The future of a store operation; boxed, so that a store can be used as `dyn Store`.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Whether a store takes writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreHealth {
    /// The write gate is open.
    Writable,
    /// Reads alone are answered: a write failed, such as on a full disk.
    ReadOnly,
}

/// One step of filling an empty store with the rows of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreStep {
    /// Writes the restore mark into an empty store. Until [`RestoreStep::End`] every commit is refused.
    Begin,
    /// Writes rows as they were, versions included; at most [`crate::MAX_PAGE_ROWS`] and [`crate::MAX_BATCH_BYTES`].
    Rows(Vec<StoreRow>),
    /// Removes rows that were copied before and have changed or gone in the source since; as many as of those.
    Remove(Vec<StoreRow>),
    /// As [`RestoreStep::Begin`], with a copy mark; or updates that mark with the copy's progress.
    Mark(CopyMark),
    /// Removes the restore mark.
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
            Self::Mark(mark) => return mark.check(),
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

    /// The answer stored under an idempotency key, unless it was deleted by age.
    ///
    /// # Errors
    /// As [`Store::get`].
    fn answer(&self, id: &IdempotencyKey) -> StoreFuture<'_, Option<Vec<u8>>>;

    /// Applies the batch, or says why not; returns when the outcome is durable.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`] before anything else. After any other error the outcome is unknown until [`Store::answer`] is
    /// asked; after an error of the disk the write gate stays closed until the on-disk state was read again
    /// ([`StoreError::Stopped`], [`Store::health`]).
    fn commit(&self, batch: Batch) -> StoreFuture<'_, CommitOutcome>;

    /// Deletes up to `limit` (at most [`crate::MAX_PAGE_ROWS`]) answers given before `before_millis` since 1970, oldest first,
    /// and returns how many. A duplicate of an event acts again once its answer is deleted.
    ///
    /// # Errors
    /// As [`Store::commit`].
    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize>;

    /// A page of a walk over the whole store, from the beginning or from a cursor, of at most `limit` rows (at most
    /// [`crate::MAX_PAGE_ROWS`]). A row written between two pages may or may not be seen.
    ///
    /// # Errors
    /// As [`Store::get`].
    fn page(&self, from: Option<WalkCursor>, limit: usize) -> StoreFuture<'_, WalkPage>;

    /// A snapshot of the present state, to be read page by page while writes go on. It sees every commit that was acknowledged
    /// before.
    ///
    /// # Errors
    /// [`StoreError::TooManySnapshots`], [`StoreError::NoSnapshots`], and as [`Store::get`].
    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>> {
        Box::pin(async { Err(StoreError::NoSnapshots) })
    }

    /// Restores rows into an empty store, step by step.
    ///
    /// # Errors
    /// [`StoreError::NotEmpty`] or [`StoreError::ImportUnfinished`] at the beginning, [`StoreError::NoImport`] without
    /// one, and as [`Store::commit`].
    fn restore(&self, step: RestoreStep) -> StoreFuture<'_, ()>;

    /// The mark of the copy that fills the store; `None` where no copy does.
    ///
    /// # Errors
    /// [`StoreError::ImportUnfinished`] while an import fills it, and as [`Store::get`].
    fn copy_mark(&self) -> StoreFuture<'_, Option<CopyMark>> {
        Box::pin(async { Ok(None) })
    }

    /// The versions of these keys of a table, in their order, as far as there are such records; at most
    /// [`crate::MAX_SCAN_ROWS`] keys. A cheap way to poll for changes.
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

    /// The clock of the store's server, in milliseconds since 1970, which processes with different clocks share; `None` where
    /// the store has no server.
    ///
    /// # Errors
    /// As [`Store::get`].
    fn now_millis(&self) -> StoreFuture<'_, Option<u64>> {
        Box::pin(async { Ok(None) })
    }

    /// Whether other processes may write to the store, so that a value read may be stale at once.
    fn is_shared(&self) -> bool {
        false
    }

    /// Whether the store takes writes, as a channel that reports changes.
    fn health(&self) -> watch::Receiver<StoreHealth> {
        watch::channel(StoreHealth::Writable).1
    }

    /// Finishes pending requests, then releases the store; later requests get [`StoreError::Closed`].
    ///
    /// # Errors
    /// The error that kept the last writes from becoming durable.
    fn close(&self) -> StoreFuture<'_, ()>;
}
