//! `adoube store copy`: copies all records to an empty place or resumes an interrupted copy, with
//! its progress on the terminal. Not here: the copy itself (`adoube-store`).

use std::{fs, pin::pin, sync::Arc};

#[cfg(feature = "postgres")]
use adoube_store::PostgresStore;
use adoube_store::{CopyError, CopyReport, CopyStep, SledStore, Store};

use super::{error::TransferCommandError, runtime, source::SnapshotSource};
use crate::cli::progress_line::ProgressLine;
use crate::{start::stop_signal, storage::Storage};

/// Copies every record into an empty place, or resumes an interrupted copy. Returns the number of rows.
///
/// # Errors
///
/// Source or target cannot be used, the target is not empty, or both differ in the end.
pub fn copy(from: &Storage, to: &Storage) -> Result<u64, TransferCommandError> {
    if place(from) == place(to) {
        return Err(TransferCommandError::SamePlace);
    }
    let done = runtime::start()?.block_on(async {
        let stop = stop_signal()?;
        let (copied, stopped) = (pin!(copy_all(from, to)), pin!(stop));
        tokio::select! {
            done = copied => done,
            () = stopped => Err(TransferCommandError::Interrupted),
        }
    })?;
    if let Some(rows) = done.resumed {
        print_status!(
            "it was begun before and had come to {rows} rows or more; {} were written now",
            done.written
        );
    }
    Ok(done.rows)
}

/// The place in words, the same for every path that leads there.
fn place(storage: &Storage) -> String {
    match storage.folder() {
        Some(folder) => fs::canonicalize(folder).as_deref().unwrap_or(folder).display().to_string(),
        None => storage.to_string(),
    }
}

async fn copy_all(from: &Storage, to: &Storage) -> Result<CopyReport, TransferCommandError> {
    let mut source = SnapshotSource::open(from).await?;
    let target = open_to_fill(to).await?;
    let of = source.snapshot.rows();
    print_status!("copying from {from} to {to}");
    if source.is_in_use {
        print_status!("{from} may be in use: what is written there from now on is not in the copy");
    }
    let mut progress = ProgressLine::new("rows");
    let told = |step, rows| {
        let doing = match step {
            CopyStep::Copying => "copying",
            CopyStep::Comparing => "comparing",
        };
        progress.show_of(doing, rows, of);
    };
    let done = adoube_store::copy(&mut *source.snapshot, &*target, &place(from), told).await;
    drop(progress);
    if let Err(CopyError::Differs(differences)) = &done {
        for difference in differences {
            print_status!("{difference}");
        }
    }
    let closed = target.close().await;
    let done = done?;
    closed?;
    Ok(done)
}

#[cfg_attr(not(feature = "postgres"), expect(clippy::unused_async, reason = "a database is waited for"))]
async fn open_to_fill(storage: &Storage) -> Result<Arc<dyn Store>, TransferCommandError> {
    Ok(match storage {
        Storage::Folder(folder) => Arc::new(SledStore::open_for_copy(folder)?),
        #[cfg(feature = "postgres")]
        Storage::Database(settings) => Arc::new(PostgresStore::open_for_copy(settings).await?),
    })
}
