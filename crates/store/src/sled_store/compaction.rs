//! Offline compaction: rewrites sled's files beside the old ones, as small as possible, compares both, and swaps the new ones
//! in. Not here: the swap (`folder`).
//!
//! Compaction also saves memory, as sled holds an entry for each page of its files. Rows are packed into full blocks. A page
//! has room for 16 blocks, but inserting in order fills only 9: sled splits a full page, and its lower half gets no more. So
//! of 16 blocks 9 are inserted first, and the others between them once the next page is begun, which fills each page.

use std::{fs, io, path::Path, thread, time::Duration};

use crate::{
    error::StoreError,
    key::describe_key,
    layout::{self, RawMap, RawPair, RawRange},
    range::ScanOrder,
    sled_store::{
        blocks::BlockPacker,
        committed_view::CommittedView,
        database::{self, SledDatabase},
        folder::{self, StoreFolder},
        sled_engine::{self, SEGMENT_BYTES},
    },
};

/// Blocks of a full page.
const BLOCKS_PER_PAGE: usize = 16;
/// Pairs read at once, and blocks deferred at once; a multiple of a page.
const WINDOW_BLOCKS: usize = 16 * BLOCKS_PER_PAGE;
/// A key behind all others.
const END_OF_KEYS: &[u8] = &[0xff; 4];
/// The interval of sled's own cleaning meanwhile, which moves pages out of segments that are nearly empty.
const SLED_CLEANING_INTERVAL: Duration = Duration::from_millis(50);
/// How long the files must stay unchanged to count as settled.
const SETTLED_AFTER: Duration = Duration::from_millis(500);

/// Phase of a compaction, for progress reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompactStep {
    /// Everything is read, to learn how much disk is needed.
    Reading,
    /// Everything is written into new files.
    Writing,
    /// Old and new files are compared.
    Comparing,
}

/// Result of a compaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompactReport {
    /// Records and answers.
    pub rows: u64,
    /// Bytes of the files before.
    pub before: u64,
    /// Bytes of the files now.
    pub after: u64,
}

/// Progress callback: phase, amount done, total amount.
type CompactProgress<'a> = &'a mut dyn FnMut(CompactStep, u64, u64);

/// Size of the data in a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CompactStats {
    /// Pairs of the map; an answer has two.
    pairs: u64,
    rows: u64,
    bytes: u64,
}

impl CompactStats {
    /// Free bytes the disk must have: sled writes a page several times while it fills, and needs room to move pages.
    const fn room(self) -> u64 {
        self.bytes * 3 + 4 * SEGMENT_BYTES as u64
    }
}

/// Compacts the store in a folder. After an interruption at any point the old files or the new ones are there, whole; the next
/// opening removes the remains of the others.
pub(super) fn compact(
    folder: StoreFolder,
    progress: CompactProgress<'_>,
) -> Result<CompactReport, StoreError> {
    // Opening checks for damage, missing writes, an unfinished import and another format.
    let engine = SledDatabase::open(folder)?;
    if let Some(mark) = engine.read(|view| layout::copy_mark(view))? {
        return Err(mark.into_error());
    }
    let folder = engine.release()?;
    let db = database::open_synced(&folder)?;
    let old = CompactSource { db: &db, rows: database::read_counters(&db)?.rows };
    let before = bytes_of(&folder.sled())?;
    let live = old.measure(progress)?;
    check_room(live, folder.path())?;
    let made = folder.build_new(|path| {
        old.rewrite(path, live.pairs, progress)?;
        old.compare(path, live.pairs, progress)
    });
    let made = made.inspect_err(|_| folder.remove_new())?;
    let after = bytes_of(&made)?;
    let rows = old.rows;
    drop(db);
    folder::wait_until_released(&folder.sled())?;
    if after >= before {
        folder.remove_new();
        return Ok(CompactReport { rows, before, after: before });
    }
    folder.swap_in(&made)?;
    Ok(CompactReport { rows, before, after })
}

/// The store to be compacted.
struct CompactSource<'a> {
    db: &'a sled::Db,
    rows: u64,
}

impl CompactSource<'_> {
    /// Counts rows and bytes.
    fn measure(&self, progress: CompactProgress<'_>) -> Result<CompactStats, StoreError> {
        let mut live = CompactStats::default();
        each_window(self.db, |pairs| {
            for (key, value) in &pairs {
                live.pairs += 1;
                live.rows += u64::from(layout::is_row(key));
                live.bytes += (key.len() + value.len()) as u64;
            }
            progress(CompactStep::Reading, live.rows, self.rows);
            Ok(())
        })?;
        Ok(live)
    }

    /// Writes everything into a new database with full pages.
    fn rewrite(
        &self,
        path: &Path,
        pairs_there: u64,
        progress: CompactProgress<'_>,
    ) -> Result<(), StoreError> {
        let db = sled_engine::open_with_cleaning(path, SLED_CLEANING_INTERVAL)?;
        let (mut packing, mut pouring, mut written) = (BlockPacker::default(), CompactWriter::new(&db), 0);
        each_window(self.db, |pairs| {
            written += pairs.len() as u64;
            for pair in pairs {
                pouring.push(packing.push(pair))?;
            }
            progress(CompactStep::Writing, written, pairs_there);
            Ok(())
        })?;
        pouring.push(packing.finish())?;
        pouring.finish()?;
        wait_until_settled(&db, path)?;
        drop(db);
        folder::wait_until_released(path)
    }

    /// Compares the new files, opened afresh, with the store. Opening also makes sled write a snapshot of its index.
    fn compare(
        &self,
        path: &Path,
        pairs_there: u64,
        progress: CompactProgress<'_>,
    ) -> Result<(), StoreError> {
        let db = sled_engine::open_sled(path, path)?;
        let (mut compared, mut from) = (0, Vec::new());
        each_window(self.db, |pairs| {
            compared += pairs.len() as u64;
            let Some((last, _)) = pairs.last() else { return Ok(()) };
            let upto = [last.as_slice(), &[0]].concat();
            let span = RawRange { start: std::mem::replace(&mut from, upto.clone()), end: upto };
            if window(&db, &span, WINDOW_BLOCKS + 1)? != pairs {
                return Err(StoreError::damaged(format!(
                    "what was written anew is not what there was, up to {}; nothing is changed",
                    describe_key(last)
                )));
            }
            progress(CompactStep::Comparing, compared, pairs_there);
            Ok(())
        })?;
        let rest = RawRange { start: from, end: END_OF_KEYS.to_vec() };
        if database::read_counters(&db)? != database::read_counters(self.db)?
            || !window(&db, &rest, 1)?.is_empty()
        {
            return Err(StoreError::damaged("more was written anew than there was; nothing is changed"));
        }
        drop(db);
        folder::wait_until_released(path)
    }
}

/// Writer that inserts blocks in an order that fills sled's pages.
struct CompactWriter<'a> {
    db: &'a sled::Db,
    /// Blocks of the next window.
    pending: Vec<RawPair>,
    /// Blocks of the last window that are inserted between others later.
    deferred: Vec<RawPair>,
}

impl<'a> CompactWriter<'a> {
    const fn new(db: &'a sled::Db) -> Self {
        Self { db, pending: Vec::new(), deferred: Vec::new() }
    }

    /// Adds the next blocks, which come in order.
    fn push(&mut self, pairs: Vec<RawPair>) -> Result<(), StoreError> {
        self.pending.extend(pairs);
        if self.pending.len() < WINDOW_BLOCKS { Ok(()) } else { self.write_window() }
    }

    fn finish(mut self) -> Result<(), StoreError> {
        self.write_window()?;
        insert(self.db, &self.deferred)
    }

    /// Inserts the first blocks of the pending window, then the deferred ones of the window before, whose last page is split
    /// by then.
    fn write_window(&mut self) -> Result<(), StoreError> {
        let (mut first, mut later) = (Vec::new(), Vec::new());
        for (place, pair) in self.pending.drain(..).enumerate() {
            if comes_first(place) { first.push(pair) } else { later.push(pair) }
        }
        insert(self.db, &first)?;
        insert(self.db, &std::mem::replace(&mut self.deferred, later))
    }
}

/// Whether the block at this index is one of the 9 of 16 that are inserted first. The others lie between them, so that they
/// belong to the same page.
const fn comes_first(place: usize) -> bool {
    let place = place % BLOCKS_PER_PAGE;
    place.is_multiple_of(2) || place == BLOCKS_PER_PAGE - 1
}

/// Calls `take` with all pairs, in order, a window at a time.
fn each_window(
    db: &sled::Db,
    mut take: impl FnMut(Vec<RawPair>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut span = RawRange { start: Vec::new(), end: END_OF_KEYS.to_vec() };
    loop {
        let pairs = window(db, &span, WINDOW_BLOCKS)?;
        let Some((last, _)) = pairs.last() else { return Ok(()) };
        span.start = [last.as_slice(), &[0]].concat();
        take(pairs)?;
    }
}

fn window(db: &sled::Db, span: &RawRange, limit: usize) -> Result<Vec<RawPair>, StoreError> {
    database::read_idle_database(db, |view: &CommittedView<'_>| view.range(span, ScanOrder::Ascending, limit))
}

fn insert(db: &sled::Db, pairs: &[RawPair]) -> Result<(), StoreError> {
    pairs.iter().try_for_each(|(key, value)| {
        let inserted = db.insert(key.as_slice(), value.as_slice());
        inserted.map(drop).map_err(|error| sled_engine::from_sled("writing", error))
    })
}

/// Waits until sled's background cleaning has stopped writing.
fn wait_until_settled(db: &sled::Db, path: &Path) -> Result<(), StoreError> {
    let state = || -> io::Result<_> {
        let log = fs::metadata(path.join("db"))?;
        Ok((log.len(), log.modified()?))
    };
    let failed = |error| StoreError::io(format!("reading {}", path.display()), error);
    db.flush().map_err(|error| sled_engine::from_sled("flushing", error))?;
    loop {
        let before = state().map_err(failed)?;
        thread::sleep(SETTLED_AFTER);
        if state().map_err(failed)? == before {
            return Ok(());
        }
    }
}

/// Refuses when the disk has not enough room, where the system can tell.
fn check_room(live: CompactStats, folder: &Path) -> Result<(), StoreError> {
    match free_bytes(folder) {
        Some(free) if free < live.room() => {
            Err(StoreError::NoRoom { needed: live.room(), free, path: folder.to_path_buf() })
        }
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_folder: &Path) -> Option<u64> {
    None
}

/// Bytes of the files below a folder.
fn bytes_of(folder: &Path) -> Result<u64, StoreError> {
    fn sum(folder: &Path) -> io::Result<u64> {
        fs::read_dir(folder)?.try_fold(0, |bytes, entry| {
            let entry = entry?;
            let more =
                if entry.file_type()?.is_dir() { sum(&entry.path())? } else { entry.metadata()?.len() };
            Ok(bytes + more)
        })
    }
    sum(folder).map_err(|error| StoreError::io(format!("reading {}", folder.display()), error))
}
