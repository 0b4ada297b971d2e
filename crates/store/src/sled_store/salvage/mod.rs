//! Salvage: reads damaged files of sled without sled, which gives up a page for one flipped bit, takes a damaged end of its
//! log for one that was never written, and overwrites it when it opens. Nothing here changes a file.
//!
//! Here: the search for a whole state, and the inspection. Parsing the log (`log`), what sled itself would replay
//! (`recovery`), pages (`pages`) and the pairs in their blocks (`pairs`) are each in a file of their own. The file format is
//! that of sled 0.34.7 without compression.

mod bytes;
mod conf;
mod log;
mod pages;
mod pairs;
mod recovery;

use std::path::Path;

use crate::{
    error::StoreError,
    inspection_report::InspectionReport,
    key::describe_key,
    layout,
    record::StoreRow,
    sled_store::{commit_counter_file::CommitCounterFile, counters::StoreCounters, format},
};

use log::SegmentLog;
pub(super) use pages::LogPages;
pub(super) use pairs::each_pair;

/// The pages with all acknowledged writes, if sled would not replay all of them: it takes damage for the end of its log, and
/// overwrites what follows. `None` when sled replays everything. The part of the log covered by sled's snapshot is not read.
pub(super) fn recover_unread_by_sled(
    sled: &Path,
    acknowledged: Option<u64>,
) -> Result<Option<LogPages>, StoreError> {
    let from = log::end_of_snapshot(sled)?;
    // Skipped messages may be unacknowledged or unused; a power cut leaves such places.
    if !recovery::drop_unread_segments(&mut log::read(sled, from)?, from)? {
        return Ok(None);
    }
    match newest_whole_state(sled, acknowledged.unwrap_or_default())? {
        Some(WholeState { is_read: true, .. }) => Ok(None),
        Some(WholeState { pages, .. }) => Ok(Some(pages)),
        // Without a commit counter nothing proves a loss.
        None if acknowledged.is_none() => Ok(None),
        None => Err(StoreError::damaged(format!(
            "there are acknowledged writes behind a damaged place of {}; `adoube store salvage FILE` reads them, and \
             `adoube store import FILE` takes them into a new folder",
            sled.display()
        ))),
    }
}

/// Pages that hold a whole state of the store, as proven by its counters.
struct WholeState {
    pages: LogPages,
    /// The number of writes that led to the state.
    writes: u64,
    /// Whether sled would replay the same state.
    is_read: bool,
}

/// The newest whole state with at least `acknowledged` writes. Damage found elsewhere is unused then. `acknowledged` may be stale, as the
/// commit counter file is not synced, and the state that sled would replay may be whole and older; so where sled skips
/// messages, the whole log is read.
fn newest_whole_state(sled: &Path, acknowledged: u64) -> Result<Option<WholeState>, StoreError> {
    let mut log = log::read(sled, 0)?;
    let passes_over = recovery::drop_unread_segments(&mut log, log::end_of_snapshot(sled)?)?;
    let mut newest = whole_state_of(log)?
        .filter(|(_, writes)| *writes >= acknowledged)
        .map(|(pages, writes)| WholeState { pages, writes, is_read: true });
    if newest.is_some() && !passes_over {
        return Ok(newest);
    }
    for leaves_out_after_a_gap in [true, false] {
        let mut log = log::read(sled, 0)?;
        if leaves_out_after_a_gap {
            recovery::drop_after_gap(&mut log)?;
        }
        if let Some((pages, writes)) = whole_state_of(log)?
            && writes >= newest.as_ref().map_or(acknowledged, |newest| newest.writes + 1)
        {
            newest = Some(WholeState { pages, writes, is_read: false });
        }
    }
    Ok(newest)
}

/// The pages of a log and their number of writes, when they are a whole state.
fn whole_state_of(mut log: SegmentLog) -> Result<Option<(LogPages, u64)>, StoreError> {
    recovery::drop_damage_in_free_segments(&mut log);
    let pages = LogPages::of(log)?;
    let (mut counted, mut stored) = (StoreCounters::default(), None);
    each_pair(&pages, |key, value| {
        if key == layout::counters_key() {
            stored = StoreCounters::decode(key, value).ok();
        } else if layout::is_row(key) && layout::row(key, value).is_ok() {
            counted.add(key, Some(value));
        }
        Ok::<_, StoreError>(())
    })?;
    Ok(stored.filter(|stored| stored.matches(&counted)).map(|stored| (pages, stored.writes)))
}

/// Salvages every row with a right checksum into `found`, and reports losses. The caller holds the folder's lock.
pub(super) fn inspect<E: From<StoreError>>(
    sled: &Path,
    counter_file: &Path,
    mut found: impl FnMut(StoreRow) -> Result<(), E>,
) -> Result<InspectionReport, E> {
    let acknowledged = CommitCounterFile::peek(counter_file).unwrap_or_default();
    let mut findings = InspectionReport::default();
    if !conf::is_whole(sled)? {
        findings.files.push(sled.join("conf"));
    }
    let pages = if let Some(whole) = newest_whole_state(sled, acknowledged)? {
        whole.pages
    } else {
        let log = log::read(sled, 0)?;
        findings.places = log.damaged.len() as u64;
        LogPages::of(log)?
    };
    findings.is_unfinished = pages.get(&layout::restore_mark_key())?.is_some();
    format::check_salvaged(pages.get_whole(&layout::format_key())?.as_deref())?;
    let (mut counted, mut stored) = (StoreCounters::default(), None);
    each_pair(&pages, |key, value| {
        if key == layout::counters_key() {
            stored = StoreCounters::decode(key, value).ok();
        }
        if !layout::is_row(key) {
            return Ok(());
        }
        let Ok(row) = layout::row(key, value) else {
            findings.add_lost(describe_key(key));
            return Ok(());
        };
        counted.add(key, Some(value));
        findings.rows += 1;
        found(row)
    })?;
    let writes = stored.map_or(0, |stored| stored.writes);
    findings.missing_writes = acknowledged.saturating_sub(writes);
    findings.rows_there_were = stored.map(|stored| stored.rows);
    findings.is_proven = stored.is_some_and(|stored| stored.matches(&counted));
    Ok(findings)
}
