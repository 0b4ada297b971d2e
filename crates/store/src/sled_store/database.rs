//! The sled database itself: opening it, reading it as it is on disk, and writing a group of changes durably.
//!
//! # Why not sled as it comes
//!
//! sled's `flush` ends in `sync_file_range`, which writes data but neither the file's length nor the drive's own cache:
//! a power cut loses what was "flushed". So its background flusher is off, and after each flush the log file is synced
//! before anything is acknowledged. Two more facts of version 0.34.7 shape this file:
//!
//! * A page of more than a quarter of a segment goes to a file of its own in `blobs/`, which nobody syncs. Segments are
//!   therefore large enough for 20 neighbouring blocks, each of the largest record ([`crate::MAX_VALUE_BYTES`]).
//! * A segment whose pages have moved is overwritten when at least one whole segment was written after the move. As
//!   long as less than that is written between two syncs, the move is durable before its source is gone; see
//!   `GROUP_COST` of the committer. With segments of the usual size, large records are lost in the power-cut test.
//!
//! Here pairs are those of the store; what sled has to write for them is worked out in `blocks`.
//!
//! What it costs: sled cleans its log only as it rewrites pages, so under steady writing of small records the log takes
//! about five times the bytes of what is stored (`compacting` makes it small again).

use std::{
    fs::File,
    path::Path,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    thread,
    time::Duration,
};

use tokio::sync::watch;

use crate::{
    StoreError,
    group_plan::RawChanges,
    layout::{self, RawPair},
    sled_store::{
        blocks::{self, BlockPacker},
        commit_counter_file::CommitCounterFile,
        committed_view::CommittedView,
        counters::StoreCounters,
        folder::{self, StoreFolder},
        format,
        salvage::{self, LogPages},
        snapshot_images::{SnapshotPreImages, SnapshotSet},
        write_gate::{StoreHealth, WriteGate},
    },
};

/// Bytes of sled's cache.
const CACHE_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes of a segment of sled's log.
pub(super) const SEGMENT_BYTES: usize = 8 * 1024 * 1024;

/// Pairs of sled's that are written at once where nobody waits.
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
    /// Released after the database.
    folder: Option<StoreFolder>,
    /// What the keys of the group being written held before it, so that nobody reads what is not durable.
    pre_images: RawChanges,
    /// What is counted as of the last durable group.
    counters: StoreCounters,
    /// Who is still to read what was there before.
    snapshots: SnapshotSet,
}

impl SledDatabase {
    /// Opens the database in a folder, creating it if need be.
    pub(super) fn open(folder: StoreFolder) -> Result<Self, StoreError> {
        folder.create(create_database)?;
        let (witness, noted) = CommitCounterFile::open(&folder.commit_counter_path())?;
        folder.quarantine_damaged_snapshots()?;
        if let Some(pages) = salvage::recover_unread_by_sled(&folder.sled(), noted)? {
            tracing::warn!(path = %folder.path().display(), "sled would not read all of its log; it is written anew");
            folder.replace(|path| rebuild_from_pages(path, &pages))?;
        }
        let db = open_synced(&folder)?;
        let tally = read_counters(&db)?;
        check_acknowledged(noted, tally, &folder)?;
        witness.record(tally.writes);
        let log = folder.log()?;
        let state = SledState {
            db: Some(db),
            folder: Some(folder),
            pre_images: RawChanges::new(),
            counters: tally,
            snapshots: SnapshotSet::default(),
        };
        let engine =
            Self { state: RwLock::new(state), log, commit_counter: witness, write_gate: WriteGate::new() };
        format::migrate(&engine)?;
        // An import that was interrupted cannot go on, a copy can.
        engine.read(|view| layout::copy_mark(view))?;
        Ok(engine)
    }

    /// Reads the database as it is on disk.
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

    /// Writes the changes, all or none, and returns when they are durable. After a failure nothing is written any more,
    /// for nobody knows what the disk holds; reads go on showing what was durable before.
    pub(super) fn write(&self, changes: RawChanges) -> Result<(), StoreError> {
        self.commit(0, changes)
    }

    /// [`Engine::write`] of the changes of so many requests.
    pub(super) fn commit(&self, writes: u64, mut changes: RawChanges) -> Result<(), StoreError> {
        self.write_gate.check_open()?;
        if changes.is_empty() {
            return Ok(());
        }
        let (db, mut before) = self.read(|view| Ok((view.db().clone(), view.pre_images_of(&changes)?)))?;
        let tally = self.reading().counters.after(writes, &changes, &before);
        before.extend([self.read(|view| view.pre_image(&layout::counters_key()))?]);
        tally.write_to(&mut changes);
        // A block that cannot be read fails these changes; nothing is written, and the others go on.
        let blocks = blocks::changed_blocks(&db, &changes)?;
        self.writing().pre_images = before;
        self.write_durably(&db, &blocks)?;
        let mut state = self.writing();
        let SledState { pre_images: before, snapshots: pasts, .. } = &mut *state;
        pasts.record(before);
        before.clear();
        state.counters = tally;
        self.commit_counter.record(tally.writes);
        Ok(())
    }

    /// Brings some of the pairs that are in no block yet into blocks; how many bytes, and none when there are no more. For the
    /// start alone, when nobody else reads or writes.
    pub(super) fn gather(&self) -> Result<Option<usize>, StoreError> {
        self.write_gate.check_open()?;
        let db = self.read(|view| Ok(view.db().clone()))?;
        let Some((changes, bytes)) = blocks::gathered(&db)? else { return Ok(None) };
        self.write_durably(&db, &changes)?;
        Ok(Some(bytes))
    }

    /// Begins to keep what is there now, for a snapshot.
    pub(super) fn begin_snapshot(&self) -> Result<Arc<SnapshotPreImages>, StoreError> {
        let mut state = self.writing();
        if state.db.is_none() {
            drop(state);
            return Err(self.stopped_or(StoreError::Closed));
        }
        let rows = state.counters.rows;
        state.snapshots.begin(rows)
    }

    /// Refuses every later write.
    pub(super) fn stop_writes(&self, cause: &str) {
        self.write_gate.close_permanently(cause);
    }

    /// Whether something is written, and tells when that changes.
    pub(super) fn health(&self) -> watch::Receiver<StoreHealth> {
        self.write_gate.health()
    }

    /// Whether [`Engine::recover`] may help.
    pub(super) fn is_paused(&self) -> bool {
        self.write_gate.is_paused()
    }

    /// Tries to take writes again after one that failed, such as on a full disk: what reached the disk is synced and read
    /// anew, must hold everything that was acknowledged, and what it holds of the failed write is taken back. So whoever was
    /// refused then may ask again.
    pub(super) fn reread_after_failure(&self) {
        if !self.is_paused() {
            return;
        }
        // A sync that fails has lost what it was to make durable, and shows it as if it were on disk: that is for good.
        // While it succeeds, what can be read is on disk.
        if let Err(error) = self.sync_log() {
            return self.write_gate.close_permanently(&error.to_string());
        }
        let mut state = self.writing();
        let SledState { db, folder: Some(folder), pre_images: before, counters: tally, .. } = &mut *state
        else {
            return;
        };
        if folder.has_room().is_err() {
            return;
        }
        let (found, opened) = match reopen(db.take(), folder).and_then(|db| Ok((read_counters(&db)?, db))) {
            Ok((found, opened)) => (found, db.insert(opened)),
            Err(error) => return tracing::warn!(%error, "the store cannot be opened anew yet"),
        };
        if let Err(error) = check_acknowledged(Some(tally.writes), found, folder) {
            return self.write_gate.close_permanently(&error.to_string());
        }
        if found != *tally
            && let Err(error) =
                blocks::changed_blocks(opened, before).and_then(|blocks| self.write_durably(opened, &blocks))
        {
            return tracing::warn!(%error, "a failed write that is on disk cannot be taken back yet");
        }
        before.clear();
        self.write_gate.open_gate();
    }

    /// Why a request got no answer.
    pub(super) fn refusal(&self) -> StoreError {
        self.stopped_or(match self.reading().db {
            Some(_) => StoreError::damaged("sled panicked; the log of the program says where"),
            None => StoreError::Closed,
        })
    }

    /// Opens the database anew. sled notes how far it has read its log only when it opens; without this an opening
    /// after a crash would read everything written since the last one. Reads wait meanwhile: about a tenth of a second
    /// for what the committer writes between two calls.
    pub(super) fn checkpoint(&self) {
        // What a failed write left unsynced must not be read back as if it were durable.
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

    /// Closes the database and releases its folder. Nothing happens the second time.
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

    /// Writes changes of sled's pairs, all or none, and returns when they are durable; otherwise the store stops: for a while
    /// if the disk did not take them, and for good if it lost them.
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
        // Whoever panicked holding the lock had changed nothing by halves: each change is one assignment.
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

/// The settings this store depends on; see the top of the file.
fn config(path: &Path) -> sled::Config {
    sled::Config::new()
        .path(path)
        .mode(sled::Mode::LowSpace)
        .cache_capacity(CACHE_BYTES)
        .segment_size(SEGMENT_BYTES)
        .flush_every_ms(None)
}

/// What is counted in a database; nothing yet in one that an older program made.
pub(super) fn read_counters(db: &sled::Db) -> Result<StoreCounters, StoreError> {
    Ok(read_idle_database(db, |view| StoreCounters::read(view))?.unwrap_or_default())
}

/// Reads a database to which nobody writes.
pub(super) fn read_idle_database<T>(db: &sled::Db, read: impl FnOnce(&CommittedView<'_>) -> T) -> T {
    read(&CommittedView::new(db, &RawChanges::new()))
}

/// Compares what was acknowledged with what is there. sled takes a damaged end of its log for one that was never written.
fn check_acknowledged(
    noted: Option<u64>,
    tally: StoreCounters,
    folder: &StoreFolder,
) -> Result<(), StoreError> {
    match noted.map(|noted| noted.saturating_sub(tally.writes)) {
        Some(0) => Ok(()),
        Some(missing) => Err(StoreError::Missing { missing, path: folder.path().to_path_buf() }),
        None => {
            if tally.writes > 0 {
                let path = folder.commit_counter_path();
                tracing::warn!(path = %path.display(), "the count of acknowledged writes is missing or damaged");
            }
            Ok(())
        }
    }
}

/// Makes an empty database of the present format.
fn create_database(path: &Path) -> Result<(), StoreError> {
    let db = open_sled(path, path)?;
    apply(&db, &format::initial())?;
    db.flush().map_err(|error| from_sled("flushing", error))?;
    drop(db);
    folder::wait_until_released(path)
}

/// Makes a database that holds these pages' pairs. Blocks are made anew: where a page is older than its neighbour, one of them
/// may have what was moved to the next.
fn rebuild_from_pages(path: &Path, pages: &LogPages) -> Result<(), StoreError> {
    let db = open_sled(path, path)?;
    let has_blocks = format::has_blocks(pages.get(&layout::format_key())?.as_deref());
    let (mut packing, mut changes) = (BlockPacker::default(), RawChanges::new());
    let put = |changes: &mut RawChanges, pairs: Vec<RawPair>| {
        changes.extend(pairs.into_iter().map(|(key, value)| (key, Some(value))));
    };
    salvage::each_pair(pages, |key, value, _| {
        let pair = (key.to_vec(), value.to_vec());
        put(&mut changes, if has_blocks { packing.push(pair) } else { vec![pair] });
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

/// Opens what is in the folder and syncs what sled wrote while opening.
pub(super) fn open_synced(folder: &StoreFolder) -> Result<sled::Db, StoreError> {
    folder.remove_leftovers()?;
    folder.quarantine_damaged_snapshots()?;
    let db = open_sled(&folder.sled(), folder.path())?;
    folder.sync()?;
    Ok(db)
}

/// Opens a database that nobody is told of yet, to which much is written: sled cleans its files meanwhile, in a thread of its
/// own, about this often. What is moved then is not durable in time for a power cut.
pub(super) fn open_with_cleaning(path: &Path, every: Duration) -> Result<sled::Db, StoreError> {
    let every = u64::try_from(every.as_millis()).unwrap_or(u64::MAX);
    open_with(&config(path).flush_every_ms(Some(every)), path, path)
}

pub(super) fn open_sled(path: &Path, shown: &Path) -> Result<sled::Db, StoreError> {
    open_with(&config(path), path, shown)
}

fn open_with(config: &sled::Config, path: &Path, shown: &Path) -> Result<sled::Db, StoreError> {
    // sled checks some of what it reads by assertions, and believes lengths that it reads. The name of the thread tells whoever
    // reports a panic that it is sled's, also where the standard library says where it happened.
    let opened = thread::scope(|scope| {
        let opening = thread::Builder::new().name("sled-opening".to_owned());
        let opening = opening
            .spawn_scoped(scope, || config.open())
            .map_err(|error| StoreError::io("starting a thread", error))?;
        opening.join().map_err(|_| StoreError::damaged(format!("{} cannot be opened", path.display())))
    })?;
    opened.map_err(|error| match error {
        // The folder's lock is ours, so this is another program that uses sled.
        sled::Error::Io(error) if error.to_string().starts_with("could not acquire lock") => {
            StoreError::AlreadyOpen { path: shown.to_path_buf() }
        }
        error => from_sled("opening", error),
    })
}

/// Changes sled's pairs.
pub(super) fn apply(db: &sled::Db, changes: &RawChanges) -> Result<(), StoreError> {
    let mut batch = sled::Batch::default();
    for (key, value) in changes {
        match value {
            Some(value) => batch.insert(key.as_slice(), value.as_slice()),
            None => batch.remove(key.as_slice()),
        }
    }
    db.apply_batch(batch).map_err(|error| from_sled("writing", error))?;
    // sled divides and joins pages when they are next read, which it cannot once writing fails. So it is done now; only where
    // this fails itself, nobody can read there until the store has recovered.
    for key in changes.keys() {
        db.get(key).map_err(|error| from_sled("writing", error))?;
    }
    Ok(())
}

pub(super) fn from_sled(doing: &str, error: sled::Error) -> StoreError {
    match error {
        sled::Error::Io(error) => StoreError::io(format!("{doing} the store"), error),
        error => StoreError::damaged(format!("{doing} the store: {error}")),
    }
}

#[cfg(test)]
mod tests;
