//! The sled database behind a store: opens it, reads committed data, commits a group of changes
//! durably, and recovers after a failed write.
//!
//! # Durability on top of sled
//!
//! sled is log-structured: its write-ahead log is also where its pages lie.
//!
//! sled's `flush` ends in `sync_file_range`, which writes data but neither the file's length nor the drive's own cache:
//! a power cut loses "flushed" data. So its background flusher is off, and after each flush the log file is synced before
//! anything is acknowledged. Two more facts of version 0.34.7 shape this file:
//!
//! * A page of more than a quarter of a segment goes to a file of its own in `blobs/`, which is never synced. Segments are
//!   therefore large enough for 20 neighbouring blocks, each of the largest record ([`crate::MAX_VALUE_BYTES`]).
//! * A segment whose pages have moved is overwritten when at least one whole segment was written after the move. As
//!   long as less than that is written between two syncs, the move is durable before its source is gone; see
//!   `MAX_GROUP_COST` of the commit thread. With segments of the default size, large records are lost in the power-cut test.
//!
//! Pairs here are those of the store; `blocks` translates them into sled's.
//!
//! Space amplification: sled cleans its log only as it rewrites pages, so under steady writing of small records the log takes
//! about five times the bytes of the data (`compaction` makes it small again).

use std::{
    fs::File,
    path::Path,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use tokio::sync::watch;

use crate::{
    error::StoreError,
    group_plan::RawChanges,
    layout::{self, RawMap as _, RawPair},
    sled_store::{
        blocks::{self, BlockPacker},
        commit_counter_file::CommitCounterFile,
        committed_view::CommittedView,
        counters::StoreCounters,
        folder::{self, StoreFolder},
        format,
        salvage::{self, LogPages},
        sled_engine::{apply, from_sled, open_sled},
        snapshot_images::{SnapshotPreImages, SnapshotSet},
        write_gate::WriteGate,
    },
    store::StoreHealth,
};

/// Pairs of sled's written in one batch while files are rebuilt.
const MAX_BATCH_PAIRS: usize = 256;

/// An open database.
#[derive(Debug)]
pub(super) struct SledDatabase {
    state: RwLock<SledState>,
    log: File,
    commit_counter: CommitCounterFile,
    write_gate: WriteGate,
}

#[derive(Debug)]
struct SledState {
    /// `None` once closed.
    db: Option<sled::Db>,
    /// Unlocked after the database was closed.
    folder: Option<StoreFolder>,
    /// Pre-images of the keys of the group in flight: reads see these until the group is durable.
    pre_images: RawChanges,
    /// Counters as of the last durable group.
    counters: StoreCounters,
    /// Open snapshots, which collect pre-images of later groups.
    snapshots: SnapshotSet,
}

impl SledDatabase {
    /// Opens the database in a folder, creating it if need be.
    pub(super) fn open(folder: StoreFolder) -> Result<Self, StoreError> {
        folder.create(create_database)?;
        let (commit_counter, acknowledged) = CommitCounterFile::open(&folder.commit_counter_path())?;
        folder.quarantine_damaged_snapshots()?;
        if let Some(pages) = salvage::recover_unread_by_sled(&folder.sled(), acknowledged)? {
            format::check_salvaged(pages.get_whole(&layout::format_key())?.as_deref())?;
            tracing::warn!(path = %folder.path().display(), "sled would not read all of its log; it is written anew");
            folder.replace(|path| rebuild_from_pages(path, &pages))?;
        }
        let db = open_synced(&folder)?;
        format::check(read_idle_database(&db, |view| view.get(&layout::format_key()))?.as_deref())?;
        let counters = read_counters(&db)?;
        check_acknowledged(acknowledged, counters, &folder)?;
        commit_counter.record(counters.writes);
        let log = folder.log()?;
        let state = SledState {
            db: Some(db),
            folder: Some(folder),
            pre_images: RawChanges::new(),
            counters,
            snapshots: SnapshotSet::default(),
        };
        let engine = Self { state: RwLock::new(state), log, commit_counter, write_gate: WriteGate::new() };
        // An import that was interrupted cannot go on, a copy can.
        engine.read(|view| layout::copy_mark(view))?;
        Ok(engine)
    }

    /// Reads committed data.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&CommittedView<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let state = self.reading();
        let db = state.db.as_ref().ok_or_else(|| self.stopped_or(StoreError::Closed))?;
        let result = read(&CommittedView::new(db, &state.pre_images));
        if let Err(error @ StoreError::Damaged { .. }) = &result {
            tracing::error!(%error, "a record cannot be read");
        }
        result
    }

    /// Commits the changes of a number of requests atomically, and returns when they are durable. A failure closes the write
    /// gate, as the state on disk is unknown then; reads still see what was durable before.
    pub(super) fn commit(&self, writes: u64, mut changes: RawChanges) -> Result<(), StoreError> {
        self.write_gate.check_open()?;
        if changes.is_empty() {
            return Ok(());
        }
        let (db, mut pre_images) =
            self.read(|view| Ok((view.db().clone(), view.pre_images_of(&changes)?)))?;
        let counters = self.reading().counters.after(writes, &changes, &pre_images);
        pre_images.extend([self.read(|view| view.pre_image(&layout::counters_key()))?]);
        counters.write_to(&mut changes);
        // A damaged block fails these changes before anything is written; the write gate stays open.
        let blocks = blocks::changed_blocks(&db, &changes)?;
        self.writing().pre_images = pre_images;
        self.write_durably(&db, &blocks)?;
        let mut state = self.writing();
        let SledState { pre_images, snapshots, .. } = &mut *state;
        snapshots.record(pre_images);
        pre_images.clear();
        state.counters = counters;
        self.commit_counter.record(counters.writes);
        Ok(())
    }

    /// Begins a snapshot of the present state.
    pub(super) fn begin_snapshot(&self) -> Result<Arc<SnapshotPreImages>, StoreError> {
        let mut state = self.writing();
        if state.db.is_none() {
            drop(state);
            return Err(self.stopped_or(StoreError::Closed));
        }
        let rows = state.counters.rows;
        state.snapshots.begin(rows)
    }

    /// Closes the write gate for good.
    pub(super) fn stop_writes(&self, cause: &str) {
        self.write_gate.close_permanently(cause);
    }

    /// Whether writes are taken, as a channel that reports changes.
    pub(super) fn health(&self) -> watch::Receiver<StoreHealth> {
        self.write_gate.health()
    }

    /// Whether [`SledDatabase::reread_after_failure`] may open the write gate again.
    pub(super) fn is_paused(&self) -> bool {
        self.write_gate.is_paused()
    }

    /// Recovers after a failed write, such as on a full disk: syncs and reads the on-disk state again, checks that it holds every
    /// acknowledged write, and rolls the failed group back with its pre-images. Its requests may then be repeated.
    pub(super) fn reread_after_failure(&self) {
        if !self.is_paused() {
            return;
        }
        // A failed sync loses dirty pages while reads still show them ("fsyncgate"), so it closes the gate for good. After a
        // successful one, everything that can be read is on disk.
        if let Err(error) = self.sync_log() {
            return self.write_gate.close_permanently(&error.to_string());
        }
        let mut state = self.writing();
        let SledState { db, folder: Some(folder), pre_images, counters, .. } = &mut *state else {
            return;
        };
        if folder.has_room().is_err() {
            return;
        }
        let (found, opened) = match reopen(db.take(), folder).and_then(|db| Ok((read_counters(&db)?, db))) {
            Ok((found, opened)) => (found, db.insert(opened)),
            Err(error) => return tracing::warn!(%error, "the store cannot be opened anew yet"),
        };
        if let Err(error) = check_acknowledged(Some(counters.writes), found, folder) {
            return self.write_gate.close_permanently(&error.to_string());
        }
        if found != *counters
            && let Err(error) = blocks::changed_blocks(opened, pre_images)
                .and_then(|blocks| self.write_durably(opened, &blocks))
        {
            return tracing::warn!(%error, "a failed write that is on disk cannot be taken back yet");
        }
        pre_images.clear();
        self.write_gate.open_gate();
    }

    /// The error for a request that got no answer.
    pub(super) fn refusal(&self) -> StoreError {
        self.stopped_or(match self.reading().db {
            Some(_) => StoreError::damaged("sled panicked; the log of the program says where"),
            None => StoreError::Closed,
        })
    }

    /// Checkpoint: reopens the database, because sled writes a snapshot of its index only when it opens; without one an opening
    /// after a crash would replay everything since the last opening. Reads wait meanwhile, about a tenth of a second.
    pub(super) fn checkpoint(&self) {
        // Unsynced data of a failed write must not be read back as if it were durable.
        if self.write_gate.check_open().is_err() {
            return;
        }
        let mut state = self.writing();
        let (Some(db), Some(folder)) = (state.db.take(), &state.folder) else { return };
        match reopen(Some(db), folder).and_then(|db| {
            check_acknowledged(Some(state.counters.writes), read_counters(&db)?, folder).map(|()| db)
        }) {
            Ok(db) => state.db = Some(db),
            Err(error @ StoreError::Io { .. }) => self.write_gate.close_gate(&error),
            Err(error) => self.write_gate.close_permanently(&error.to_string()),
        }
    }

    /// Closes the database and keeps its folder.
    pub(super) fn release(self) -> Result<StoreFolder, StoreError> {
        let mut state = self.writing();
        drop(state.db.take());
        let folder = state.folder.take().ok_or(StoreError::Closed)?;
        drop(state);
        folder::wait_until_released(&folder.sled())?;
        self.commit_counter.sync()?;
        Ok(folder)
    }

    /// Closes the database and unlocks its folder. Does nothing the second time.
    pub(super) fn close(&self) -> Result<(), StoreError> {
        let mut state = self.writing();
        drop(state.db.take());
        match state.folder.take() {
            Some(folder) => {
                folder::wait_until_released(&folder.sled()).and_then(|()| self.commit_counter.sync())
            }
            None => Ok(()),
        }
    }

    /// Commits changes of sled's pairs atomically, and returns when they are durable. A failed write closes the write gate until
    /// recovery, a failed sync for good.
    fn write_durably(&self, db: &sled::Db, changes: &RawChanges) -> Result<(), StoreError> {
        apply(db, changes)
            .and_then(|()| db.flush().map(drop).map_err(|error| from_sled("flushing", error)))
            .inspect_err(|error| self.write_gate.close_gate(error))?;
        self.sync_log().inspect_err(|error| self.write_gate.close_permanently(&error.to_string()))
    }

    fn sync_log(&self) -> Result<(), StoreError> {
        self.log.sync_all().map_err(|error| StoreError::io("syncing the log", error))
    }

    fn stopped_or(&self, otherwise: StoreError) -> StoreError {
        self.write_gate.check_open().err().unwrap_or(otherwise)
    }

    fn reading(&self) -> RwLockReadGuard<'_, SledState> {
        // A panic while the lock was held left nothing half changed: each change is one assignment.
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn writing(&self) -> RwLockWriteGuard<'_, SledState> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SledDatabase {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            tracing::error!(%error, "closing the store");
        }
    }
}

/// The counters stored in a database; zero where they are lost, which shows as missing writes.
pub(super) fn read_counters(db: &sled::Db) -> Result<StoreCounters, StoreError> {
    Ok(read_idle_database(db, |view| StoreCounters::read(view))?.unwrap_or_default())
}

/// Reads a database that is not being written.
pub(super) fn read_idle_database<T>(db: &sled::Db, read: impl FnOnce(&CommittedView<'_>) -> T) -> T {
    read(&CommittedView::new(db, &RawChanges::new()))
}

/// Compares the number of acknowledged writes with the counters: sled takes a damaged end of its log for one that was never
/// written.
fn check_acknowledged(
    acknowledged: Option<u64>,
    counters: StoreCounters,
    folder: &StoreFolder,
) -> Result<(), StoreError> {
    match acknowledged.map(|acknowledged| acknowledged.saturating_sub(counters.writes)) {
        Some(0) => Ok(()),
        Some(missing) => Err(StoreError::Missing { missing, path: folder.path().to_path_buf() }),
        None => {
            if counters.writes > 0 {
                let path = folder.commit_counter_path();
                tracing::warn!(path = %path.display(), "the count of acknowledged writes is missing or damaged");
            }
            Ok(())
        }
    }
}

/// Creates an empty database of the present format.
fn create_database(path: &Path) -> Result<(), StoreError> {
    let db = open_sled(path, path)?;
    apply(&db, &format::initial())?;
    db.flush().map_err(|error| from_sled("flushing", error))?;
    drop(db);
    folder::wait_until_released(path)
}

/// Creates a database with the pairs of salvaged pages. Blocks are packed again: where a page is older than its neighbour, both
/// may hold pairs that were moved from one to the other.
fn rebuild_from_pages(path: &Path, pages: &LogPages) -> Result<(), StoreError> {
    let db = open_sled(path, path)?;
    let (mut packing, mut changes) = (BlockPacker::default(), RawChanges::new());
    let put = |changes: &mut RawChanges, pairs: Vec<RawPair>| {
        changes.extend(pairs.into_iter().map(|(key, value)| (key, Some(value))));
    };
    salvage::each_pair(pages, |key, value| {
        put(&mut changes, packing.push((key.to_vec(), value.to_vec())));
        if changes.len() < MAX_BATCH_PAIRS { Ok(()) } else { apply(&db, &std::mem::take(&mut changes)) }
    })?;
    put(&mut changes, packing.finish());
    apply(&db, &changes)?;
    db.flush().map_err(|error| from_sled("flushing", error))?;
    drop(db);
    folder::wait_until_released(path)
}

fn reopen(db: Option<sled::Db>, folder: &StoreFolder) -> Result<sled::Db, StoreError> {
    drop(db);
    folder::wait_until_released(&folder.sled())?;
    open_synced(folder)
}

/// Opens the database of a folder and syncs what sled wrote while opening.
pub(super) fn open_synced(folder: &StoreFolder) -> Result<sled::Db, StoreError> {
    folder.remove_leftovers()?;
    folder.quarantine_damaged_snapshots()?;
    let db = open_sled(&folder.sled(), folder.path())?;
    folder.sync()?;
    Ok(db)
}

#[cfg(test)]
mod tests;
