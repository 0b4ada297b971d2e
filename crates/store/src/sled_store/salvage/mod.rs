//! sled's files read without sled, for when they are damaged: sled gives up a page for one flipped bit, takes a damaged end
//! of its log for one that was never written, and overwrites it when it opens. Nothing here changes a file.
//!
//! Here: what is looked for and found. The log's segments and messages, how much of them sled reads, the pages they make up,
//! the pairs in their blocks, and bytes that may be anything are each in a file of their own. The form is that of sled 0.34.7
//! without compression.

mod bytes;
mod conf;
mod log;
mod pages;
mod pairs;
mod recovery;

use std::path::Path;

use crate::{
    InspectionReport, StoreError, StoreRow, checksum, layout,
    sled_store::{commit_counter_file::CommitCounterFile, counters::StoreCounters},
};

use log::SegmentLog;
pub(super) use pages::LogPages;
pub(super) use pairs::each_pair;

/// Everything that was acknowledged, when sled would not read all of it: it takes a damaged place for the end of its log,
/// and overwrites what follows when it opens. None when sled reads it all. What it has read before is in its snapshot and
/// not looked at.
pub(super) fn recover_unread_by_sled(
    sled: &Path,
    noted: Option<u64>,
) -> Result<Option<LogPages>, StoreError> {
    let from = log::end_of_snapshot(sled)?;
    // Something may be passed over where nothing was acknowledged, or nothing is of use; a power cut leaves such places.
    if !recovery::drop_unread_segments(&mut log::read(sled, from)?, from)? {
        return Ok(None);
    }
    match newest_whole_state(sled, noted.unwrap_or_default())? {
        Some(WholeState { is_read: true, .. }) => Ok(None),
        Some(WholeState { pages, .. }) => Ok(Some(pages)),
        // An older program did not count.
        None if noted.is_none() => Ok(None),
        None => Err(StoreError::damaged(format!(
            "there are acknowledged writes behind a damaged place of {}; `adoube store salvage FILE` reads them, and \
             `adoube store import FILE` takes them into a new folder",
            sled.display()
        ))),
    }
}

/// Pages that hold a whole state of the store, by its own count and sum.
struct WholeState {
    pages: LogPages,
    /// How many writes came before it.
    writes: u64,
    /// Whether sled would read the same.
    is_read: bool,
}

/// The newest whole state, if it holds at least so many writes. Damaged places are of no use then. The number may be an old
/// one, as the witness is not synced, and what sled would read may be whole and older; so where it passes over something, all
/// there is to read is looked at.
fn newest_whole_state(sled: &Path, noted: u64) -> Result<Option<WholeState>, StoreError> {
    let mut log = log::read(sled, 0)?;
    let passes_over = recovery::drop_unread_segments(&mut log, log::end_of_snapshot(sled)?)?;
    let mut newest = whole_state_of(log)?
        .filter(|(_, writes)| *writes >= noted)
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
            && writes >= newest.as_ref().map_or(noted, |newest| newest.writes + 1)
        {
            newest = Some(WholeState { pages, writes, is_read: false });
        }
    }
    Ok(newest)
}

/// The pages of a log and the number of writes before them, when they are a whole state.
fn whole_state_of(mut log: SegmentLog) -> Result<Option<(LogPages, u64)>, StoreError> {
    recovery::drop_damage_in_free_segments(&mut log);
    let pages = LogPages::of(log)?;
    let (mut counted, mut stored) = (StoreCounters::default(), None);
    each_pair(&pages, |key, value, _| {
        if key == layout::counters_key() {
            stored = StoreCounters::decode(key, value).ok();
        } else if layout::is_row(key) && layout::row(key, value).is_ok() {
            counted.add(key, Some(value));
        }
        Ok::<_, StoreError>(())
    })?;
    Ok(stored.filter(|stored| stored.matches(&counted)).map(|stored| (pages, stored.writes)))
}

/// Gives every whole row to `found`, and says what else there is. The folder is the caller's alone.
pub(super) fn inspect<E: From<StoreError>>(
    sled: &Path,
    witness: &Path,
    mut found: impl FnMut(StoreRow) -> Result<(), E>,
) -> Result<InspectionReport, E> {
    let noted = CommitCounterFile::peek(witness).unwrap_or_default();
    let mut findings = InspectionReport::default();
    if !conf::is_whole(sled)? {
        findings.files.push(sled.join("conf"));
    }
    let pages = if let Some(whole) = newest_whole_state(sled, noted)? {
        whole.pages
    } else {
        let log = log::read(sled, 0)?;
        findings.places = log.damaged.len() as u64;
        LogPages::of(log)?
    };
    findings.is_unfinished = pages.get(&layout::restore_mark_key())?.is_some();
    let format = pages.get(&layout::format_key())?;
    let is_old = format.is_some_and(|number| number == 1_u64.to_be_bytes());
    let (mut counted, mut stored) = (StoreCounters::default(), None);
    each_pair(&pages, |key, value, is_doubtful| {
        if key == layout::counters_key() {
            stored = StoreCounters::decode(key, value).ok();
        }
        if !layout::is_row(key) {
            return Ok(());
        }
        // Without a checksum only that of the whole page says that a value is as it was.
        let upgraded = if is_old && !is_doubtful { checksum::add_checksum(key, value)? } else { None };
        let value = upgraded.as_deref().unwrap_or(value);
        let Ok(row) = layout::row(key, value) else {
            findings.add_lost(layout::describe_key(key));
            return Ok(());
        };
        counted.add(key, Some(value));
        findings.rows += 1;
        found(row)
    })?;
    let writes = stored.map_or(0, |stored| stored.writes);
    findings.missing_writes = noted.saturating_sub(writes);
    findings.rows_there_were = stored.map(|stored| stored.rows);
    findings.is_proven = match stored {
        Some(stored) => stored.matches(&counted),
        None => is_old,
    };
    Ok(findings)
}
