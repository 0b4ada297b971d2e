//! Implementation of the store on disk: passes requests to sled 0.34.7 behind one commit thread
//! (group commit) and a few reader threads.
//!
//! Folder and locks, database and durability, blocks, snapshots, compaction and salvage are each in
//! a file of their own.

mod blocks;
mod commit_counter_file;
mod commit_thread;
mod committed_view;
mod compaction;
mod counters;
mod database;
mod folder;
mod format;
mod permissions;
mod reader_threads;
mod salvage;
mod sled_engine;
mod snapshot;
mod snapshot_images;
mod write_gate;

use std::{path::Path, sync::Arc};

use tokio::sync::watch;

use crate::{
    batch::{Batch, CommitOutcome},
    copy_mark::CopyMark,
    error::StoreError,
    idempotency_key::IdempotencyKey,
    inspection_report::InspectionReport,
    layout,
    limits::{MAX_IDEMPOTENCY_KEY_BYTES, MAX_PAGE_ROWS},
    range::{KeyRange, ScanOrder},
    record::{Record, StoreRow, WalkCursor, WalkPage},
    snapshot::Snapshot,
    store::{RestoreStep, Store, StoreFuture, StoreHealth},
    table::Table,
};

pub use compaction::{CompactReport, CompactStep};

use commit_thread::CommitThread;
use database::SledDatabase;
use folder::StoreFolder;
use reader_threads::ReaderThreads;
use snapshot::SledSnapshot;

/// Records in a folder on disk, used by one process at a time.
///
/// Everything acknowledged survives the end of the process and of the power. Dropping the store finishes what has been
/// asked of it and releases the folder; so does [`Store::close`], which also tells whether that went well.
#[derive(Debug)]
pub struct SledStore {
    committer: CommitThread,
    readers: ReaderThreads,
    engine: Arc<SledDatabase>,
}

impl SledStore {
    /// Opens the store in a folder, creating both if need be. Blocks while the disk works; how much is stored matters
    /// little.
    ///
    /// # Errors
    /// [`StoreError::AlreadyOpen`] while another process uses the folder, [`StoreError::OlderFormat`],
    /// [`StoreError::NewerFormat`], [`StoreError::ImportUnfinished`], [`StoreError::CopyUnfinished`],
    /// [`StoreError::Damaged`], [`StoreError::Io`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::refuse_if_unfinished(SledDatabase::open(StoreFolder::lock_folder(path.as_ref())?)?)
    }

    /// As [`SledStore::open`], also while a copy fills the store.
    ///
    /// # Errors
    /// As [`SledStore::open`].
    pub fn open_for_copy(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::start(SledDatabase::open(StoreFolder::lock_folder(path.as_ref())?)?)
    }

    /// Opens the store in a folder if there is one, and creates none.
    ///
    /// # Errors
    /// [`StoreError::NoStore`], and as [`SledStore::open`].
    pub fn open_existing(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::refuse_if_unfinished(SledDatabase::open(StoreFolder::lock_existing(path.as_ref())?)?)
    }

    /// Salvages every readable row of a folder, however damaged its files are, and changes nothing. Rows go to `found` in the
    /// order of tables and keys.
    ///
    /// # Errors
    /// [`StoreError::AlreadyOpen`], [`StoreError::NoStore`], [`StoreError::OlderFormat`], [`StoreError::NewerFormat`],
    /// [`StoreError::Io`], and errors of `found`.
    pub fn inspect<E: From<StoreError>>(
        path: impl AsRef<Path>,
        found: impl FnMut(StoreRow) -> Result<(), E>,
    ) -> Result<InspectionReport, E> {
        let folder = StoreFolder::lock_existing(path.as_ref())?;
        salvage::inspect(&folder.sled(), &folder.commit_counter_path(), found)
    }

    /// Compacts the store in a folder: sled's files grow to several times the size of the data. After an interruption at any
    /// point the old files or the new ones are there, whole; the next opening removes the others. `progress` gets phase, rows
    /// done and rows in all, now and then.
    ///
    /// # Errors
    /// [`StoreError::NoRoom`] while the disk has less room than the copy needs, [`StoreError::NoStore`], and as
    /// [`SledStore::open`]. Nothing is changed then.
    pub fn compact(
        path: impl AsRef<Path>,
        mut progress: impl FnMut(CompactStep, u64, u64),
    ) -> Result<CompactReport, StoreError> {
        compaction::compact(StoreFolder::lock_existing(path.as_ref())?, &mut progress)
    }

    /// Refuses a store that a copy has not finished filling.
    fn refuse_if_unfinished(engine: SledDatabase) -> Result<Self, StoreError> {
        match engine.read(|view| layout::copy_mark(view))? {
            Some(mark) => Err(mark.into_error()),
            None => Self::start(engine),
        }
    }

    fn start(engine: SledDatabase) -> Result<Self, StoreError> {
        let engine = Arc::new(engine);
        Ok(Self {
            committer: CommitThread::start(Arc::clone(&engine))?,
            readers: ReaderThreads::start(Arc::clone(&engine))?,
            engine,
        })
    }
}

impl Store for SledStore {
    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        let key = key.to_vec();
        Box::pin(self.readers.read(move |view| layout::get(view, table, &key)))
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: ScanOrder,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        Box::pin(self.readers.read(move |view| layout::scan(view, table, &range, order, limit)))
    }

    fn answer(&self, id: &IdempotencyKey) -> StoreFuture<'_, Option<Vec<u8>>> {
        let id = id.clone();
        Box::pin(self.readers.read(move |view| layout::answer(view, &id)))
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, CommitOutcome> {
        Box::pin(async move {
            batch.check()?;
            let (bytes, writes) = (batch.bytes(), batch.writes.len() + 2);
            self.committer.change(bytes, writes, move |plan| plan.commit(batch)).await
        })
    }

    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize> {
        Box::pin(async move {
            StoreError::check_limit("the number of answers to forget", limit, MAX_PAGE_ROWS)?;
            let (bytes, writes) = (limit * MAX_IDEMPOTENCY_KEY_BYTES * 2, limit * 2);
            self.committer.change(bytes, writes, move |plan| plan.forget(before_millis, limit)).await
        })
    }

    fn page(&self, from: Option<WalkCursor>, limit: usize) -> StoreFuture<'_, WalkPage> {
        Box::pin(self.readers.read(move |view| layout::page(view, from, limit)))
    }

    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>> {
        Box::pin(async {
            let snapshot: Box<dyn Snapshot> = Box::new(SledSnapshot::begin(self.readers.handle()?).await?);
            Ok(snapshot)
        })
    }

    fn copy_mark(&self) -> StoreFuture<'_, Option<CopyMark>> {
        Box::pin(self.readers.read(|view| layout::copy_mark(view)))
    }

    fn restore(&self, step: RestoreStep) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            step.check()?;
            let (bytes, writes) = match &step {
                RestoreStep::Rows(rows) | RestoreStep::Remove(rows) => {
                    (rows.iter().map(StoreRow::bytes).sum(), rows.len() * 2)
                }
                RestoreStep::Begin | RestoreStep::Mark(_) | RestoreStep::End => (0, 1),
            };
            self.committer.change(bytes, writes, move |plan| plan.restore(step)).await
        })
    }

    fn health(&self) -> watch::Receiver<StoreHealth> {
        self.engine.health()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            match self.committer.close().await {
                Err(StoreError::Closed) => Ok(()),
                closed => closed,
            }
        })
    }
}
