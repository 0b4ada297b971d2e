//! The store on disk: sled 0.34.7 behind one committing thread and a few reading ones.
//!
//! Here: how requests reach the threads. The folder and its locks, the database and its durability, the queue and the
//! formats are each in a file of their own.

mod blocks;
mod committer;
mod compacting;
mod engine;
mod folder;
mod format;
mod past;
mod private;
mod raw;
mod readers;
mod snapshot;
mod stop;
mod tally;
mod view;
mod witness;

use std::{path::Path, sync::Arc};

use tokio::sync::watch;

use crate::{
    Batch, Committed, Cursor, EventId, Filling, Findings, KeyRange, MAX_EVENT_ID_BYTES, MAX_PAGE_ROWS, Order,
    Page, Record, Restore, Row, Snapshot, Store, StoreError, StoreFuture, Table, layout,
};

pub use compacting::{CompactStep, Compacted};
pub use stop::Health;

use committer::Committer;
use engine::Engine;
use folder::Folder;
use readers::Readers;
use snapshot::SledSnapshot;

/// Records in a folder on disk, used by one process at a time.
///
/// Everything acknowledged survives the end of the process and of the power. Dropping the store finishes what has been
/// asked of it and releases the folder; so does [`Store::close`], which also tells whether that went well.
#[derive(Debug)]
pub struct SledStore {
    committer: Committer,
    readers: Readers,
    engine: Arc<Engine>,
}

impl SledStore {
    /// Opens the store in a folder, creating both if need be. Blocks while the disk works; how much is stored matters
    /// little.
    ///
    /// # Errors
    /// [`StoreError::AlreadyOpen`] while another process uses the folder, [`StoreError::NewerFormat`],
    /// [`StoreError::ImportUnfinished`], [`StoreError::CopyUnfinished`], [`StoreError::Damaged`], [`StoreError::Io`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::refuse_if_filling(Engine::open(Folder::take(path.as_ref())?)?)
    }

    /// As [`SledStore::open`], also while it is being filled by a copy.
    ///
    /// # Errors
    /// As [`SledStore::open`].
    pub fn open_to_fill(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::start(Engine::open(Folder::take(path.as_ref())?)?)
    }

    /// Opens the store in a folder, where there is one: for whoever only reads.
    ///
    /// # Errors
    /// [`StoreError::NoStore`], and as [`SledStore::open`].
    pub fn open_existing(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::refuse_if_filling(Engine::open(Folder::take_existing(path.as_ref())?)?)
    }

    /// Reads everything in a folder that can be read, however damaged its files are, and changes nothing. Whole rows go to
    /// `found`, in the order of their tables and keys.
    ///
    /// # Errors
    /// [`StoreError::AlreadyOpen`], [`StoreError::NoStore`], [`StoreError::Io`], and what `found` says.
    pub fn inspect<E: From<StoreError>>(
        path: impl AsRef<Path>,
        found: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<Findings, E> {
        let folder = Folder::take_existing(path.as_ref())?;
        raw::inspect(&folder.sled(), &folder.witness(), found)
    }

    /// Writes the store in a folder anew, as small as it can be: sled's files grow to several times of what is in them.
    /// Whenever this is interrupted, everything is there, in the old files or in the new ones; what is left of the others is
    /// removed when the folder is next opened. `told` hears now and then how many rows of about how many are done.
    ///
    /// # Errors
    /// [`StoreError::NoRoom`] while the disk has less room than the copy needs, [`StoreError::NoStore`], and as
    /// [`SledStore::open`]. Nothing is changed then.
    pub fn compact(
        path: impl AsRef<Path>,
        mut told: impl FnMut(CompactStep, u64, u64),
    ) -> Result<Compacted, StoreError> {
        compacting::compact(Folder::take_existing(path.as_ref())?, &mut told)
    }

    /// Nobody works with half of the records.
    fn refuse_if_filling(engine: Engine) -> Result<Self, StoreError> {
        match engine.read(|view| layout::filling(view))? {
            Some(filling) => Err(filling.unfinished()),
            None => Self::start(engine),
        }
    }

    fn start(engine: Engine) -> Result<Self, StoreError> {
        let engine = Arc::new(engine);
        Ok(Self {
            committer: Committer::start(Arc::clone(&engine))?,
            readers: Readers::start(Arc::clone(&engine))?,
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
        order: Order,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        Box::pin(self.readers.read(move |view| layout::scan(view, table, &range, order, limit)))
    }

    fn answer(&self, id: &EventId) -> StoreFuture<'_, Option<Vec<u8>>> {
        let id = id.clone();
        Box::pin(self.readers.read(move |view| layout::answer(view, &id)))
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        Box::pin(async move {
            batch.check()?;
            let (bytes, writes) = (batch.bytes(), batch.writes.len() + 2);
            self.committer.change(bytes, writes, move |plan| plan.commit(batch)).await
        })
    }

    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize> {
        Box::pin(async move {
            StoreError::check("the number of answers to forget", limit, MAX_PAGE_ROWS)?;
            let (bytes, writes) = (limit * MAX_EVENT_ID_BYTES * 2, limit * 2);
            self.committer.change(bytes, writes, move |plan| plan.forget(before_millis, limit)).await
        })
    }

    fn page(&self, from: Option<Cursor>, limit: usize) -> StoreFuture<'_, Page> {
        Box::pin(self.readers.read(move |view| layout::page(view, from, limit)))
    }

    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>> {
        Box::pin(async {
            let snapshot: Box<dyn Snapshot> = Box::new(SledSnapshot::begin(self.readers.asking()?).await?);
            Ok(snapshot)
        })
    }

    fn filling(&self) -> StoreFuture<'_, Option<Filling>> {
        Box::pin(self.readers.read(|view| layout::filling(view)))
    }

    fn restore(&self, step: Restore) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            step.check()?;
            let (bytes, writes) = match &step {
                Restore::Rows(rows) | Restore::Remove(rows) => {
                    (rows.iter().map(Row::bytes).sum(), rows.len() * 2)
                }
                Restore::Begin | Restore::Fill(_) | Restore::End => (0, 1),
            };
            self.committer.change(bytes, writes, move |plan| plan.restore(step)).await
        })
    }

    fn health(&self) -> watch::Receiver<Health> {
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
