//! Opens sled with the settings that durability depends on, applies atomic batches of pairs, and
//! converts its errors. Not here: when data is synced, and what follows a failure (`database`).

use std::{path::Path, thread, time::Duration};

use crate::{error::StoreError, group_plan::RawChanges};

/// Bytes of sled's cache.
const CACHE_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes of a segment of sled's log.
pub(super) const SEGMENT_BYTES: usize = 8 * 1024 * 1024;

/// The settings of sled that durability depends on; see `database`.
fn config(path: &Path) -> sled::Config {
    sled::Config::new()
        .path(path)
        .mode(sled::Mode::LowSpace)
        .cache_capacity(CACHE_BYTES)
        .segment_size(SEGMENT_BYTES)
        .flush_every_ms(None)
}

/// Opens a database for bulk loading, with sled's background cleaning about this often. Pages moved by it may be lost in a
/// power cut, so the files must not be in use yet.
pub(super) fn open_with_cleaning(path: &Path, every: Duration) -> Result<sled::Db, StoreError> {
    let every = u64::try_from(every.as_millis()).unwrap_or(u64::MAX);
    open_with(&config(path).flush_every_ms(Some(every)), path, path)
}

pub(super) fn open_sled(path: &Path, shown: &Path) -> Result<sled::Db, StoreError> {
    open_with(&config(path), path, shown)
}

fn open_with(config: &sled::Config, path: &Path, shown: &Path) -> Result<sled::Db, StoreError> {
    // sled panics on some damage. Opening runs in a thread of its own, whose name marks the panic as sled's in the log.
    let opened = thread::scope(|scope| {
        let opening = thread::Builder::new().name("sled-opening".to_owned());
        let opening = opening
            .spawn_scoped(scope, || config.open())
            .map_err(|error| StoreError::io("starting a thread", error))?;
        opening.join().map_err(|_| StoreError::damaged(format!("{} cannot be opened", path.display())))
    })?;
    opened.map_err(|error| match error {
        // This process holds the folder's lock, so another program that uses sled has the files open.
        sled::Error::Io(error) if error.to_string().starts_with("could not acquire lock") => {
            StoreError::AlreadyOpen { path: shown.to_path_buf() }
        }
        error => from_sled("opening", error),
    })
}

/// Applies changes of sled's pairs as one atomic batch.
pub(super) fn apply(db: &sled::Db, changes: &RawChanges) -> Result<(), StoreError> {
    let mut batch = sled::Batch::default();
    for (key, value) in changes {
        match value {
            Some(value) => batch.insert(key.as_slice(), value.as_slice()),
            None => batch.remove(key.as_slice()),
        }
    }
    db.apply_batch(batch).map_err(|error| from_sled("writing", error))?;
    // sled splits and merges pages when they are next read, which needs writing. Reading each key now has it done before a
    // write can fail; only if this fails itself are these pages unreadable until recovery.
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
