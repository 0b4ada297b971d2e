//! `adoube store compact`: rewrites the files of a data folder as small as they can be, with its progress on the terminal. Not
//! here: the compaction itself (`adoube-store`).

use adoube_store::{CompactReport, CompactStep, SledStore};

use super::error::TransferCommandError;
use crate::cli::progress_line::ProgressLine;
use crate::storage::Storage;

/// Rewrites the files of a data folder, prints their sizes before and after, and returns the number of rows.
///
/// # Errors
///
/// The records are in a database, the store is damaged or in use, or the disk has not enough room.
pub fn compact(storage: &Storage) -> Result<u64, TransferCommandError> {
    let Some(data) = storage.folder() else { return Err(TransferCommandError::ByTheDatabase) };
    let mut progress = ProgressLine::new("rows");
    let CompactReport { rows, before, after } = SledStore::compact(data, |step, done, of| {
        let doing = match step {
            CompactStep::Reading => "reading",
            CompactStep::Writing => "writing",
            CompactStep::Comparing => "comparing",
        };
        progress.show_of(doing, done, Some(of));
    })?;
    drop(progress);
    if after < before {
        print_status!("{} MB before, {} MB now", megabytes(before), megabytes(after));
    } else {
        print_status!("{} MB, as small as they can be: nothing is changed", megabytes(before));
    }
    Ok(rows)
}

fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}
