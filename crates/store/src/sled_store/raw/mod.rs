//! sled's files read without sled, for when they are damaged: sled gives up a page for one flipped bit, takes a damaged end
//! of its log for one that was never written, and overwrites it when it opens. Nothing here changes a file.
//!
//! Here: what is looked for and found. The log's segments and messages, how much of them sled reads, the pages they make up,
//! the pairs in their blocks, and bytes that may be anything are each in a file of their own. The form is that of sled 0.34.7
//! without compression.

mod bytes;
mod conf;
mod log;
mod opening;
mod pages;
mod recovery;

use std::path::Path;

use crate::{
    Findings, Row, StoreError, layout, sealed,
    sled_store::{tally::Tally, witness::Witness},
};

use log::Log;
pub(super) use opening::each_pair;
pub(super) use pages::Pages;

/// Everything that was acknowledged, when sled would not read all of it: it takes a damaged place for the end of its log,
/// and overwrites what follows when it opens. None when sled reads it all. What it has read before is in its snapshot and
/// not looked at.
pub(super) fn unread_by_sled(sled: &Path, noted: Option<u64>) -> Result<Option<Pages>, StoreError> {
    let from = log::end_of_snapshot(sled)?;
    // Something may be passed over where nothing was acknowledged, or nothing is of use; a power cut leaves such places.
    if !recovery::leave_out_what_is_not_read(&mut log::read(sled, from)?, from)? {
        return Ok(None);
    }
    match everything(sled, noted.unwrap_or_default())? {
        Some(Whole { is_read: true, .. }) => Ok(None),
        Some(Whole { pages, .. }) => Ok(Some(pages)),
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
struct Whole {
    pages: Pages,
    /// How many writes came before it.
    writes: u64,
    /// Whether sled would read the same.
    is_read: bool,
}

/// The newest whole state, if it holds at least so many writes. Damaged places are of no use then. The number may be an old
/// one, as the witness is not synced, and what sled would read may be whole and older; so where it passes over something, all
/// there is to read is looked at.
fn everything(sled: &Path, noted: u64) -> Result<Option<Whole>, StoreError> {
    let mut log = log::read(sled, 0)?;
    let passes_over = recovery::leave_out_what_is_not_read(&mut log, log::end_of_snapshot(sled)?)?;
    let mut newest = whole(log)?.filter(|(_, writes)| *writes >= noted).map(|(pages, writes)| Whole {
        pages,
        writes,
        is_read: true,
    });
    if newest.is_some() && !passes_over {
        return Ok(newest);
    }
    for leaves_out_after_a_gap in [true, false] {
        let mut log = log::read(sled, 0)?;
        if leaves_out_after_a_gap {
            recovery::leave_out_after_a_gap(&mut log)?;
        }
        if let Some((pages, writes)) = whole(log)?
            && writes >= newest.as_ref().map_or(noted, |newest| newest.writes + 1)
        {
            newest = Some(Whole { pages, writes, is_read: false });
        }
    }
    Ok(newest)
}

/// The pages of a log and the number of writes before them, when they are a whole state.
fn whole(mut log: Log) -> Result<Option<(Pages, u64)>, StoreError> {
    recovery::leave_out_damage_of_free_segments(&mut log);
    let pages = Pages::of(log)?;
    let (mut counted, mut stored) = (Tally::default(), None);
    each_pair(&pages, |key, value, _| {
        if key == layout::commits_key() {
            stored = Tally::parse(key, value).ok();
        } else if layout::is_row(key) && layout::row(key, value).is_ok() {
            counted.add(key, Some(value));
        }
        Ok::<_, StoreError>(())
    })?;
    Ok(stored.filter(|stored| stored.is_of(&counted)).map(|stored| (pages, stored.writes)))
}

/// Gives every whole row to `found`, and says what else there is. The folder is the caller's alone.
pub(super) fn inspect<E: From<StoreError>>(
    sled: &Path,
    witness: &Path,
    mut found: impl FnMut(Row) -> Result<(), E>,
) -> Result<Findings, E> {
    let noted = Witness::peek(witness).unwrap_or_default();
    let mut findings = Findings::default();
    if !conf::is_whole(sled)? {
        findings.files.push(sled.join("conf"));
    }
    let pages = if let Some(whole) = everything(sled, noted)? {
        whole.pages
    } else {
        let log = log::read(sled, 0)?;
        findings.places = log.damaged.len() as u64;
        Pages::of(log)?
    };
    findings.is_unfinished = pages.get(&layout::importing_key())?.is_some();
    let format = pages.get(&layout::format_key())?;
    let is_old = format.is_some_and(|number| number == 1_u64.to_be_bytes());
    let (mut counted, mut stored) = (Tally::default(), None);
    each_pair(&pages, |key, value, is_doubtful| {
        if key == layout::commits_key() {
            stored = Tally::parse(key, value).ok();
        }
        if !layout::is_row(key) {
            return Ok(());
        }
        // Without a checksum only that of the whole page says that a value is as it was.
        let upgraded = if is_old && !is_doubtful { sealed::upgrade(key, value)? } else { None };
        let value = upgraded.as_deref().unwrap_or(value);
        let Ok(row) = layout::row(key, value) else {
            findings.lose(layout::named(key));
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
        Some(stored) => stored.is_of(&counted),
        None => is_old,
    };
    Ok(findings)
}
