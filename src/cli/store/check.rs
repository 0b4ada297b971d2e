//! `adoube store check`: reads a whole store and reports damaged rows, unreadable records and missing ones. Changes nothing.
//! Not here: how damage is found (`adoube-store`), how records fit together (`inspection`).

use adoube_store::{InspectionReport, MAX_PAGE_ROWS, SledStore, StoreError};
#[cfg(feature = "postgres")]
use adoube_store::{PostgresSettings, PostgresStore};

use super::{error::TransferCommandError, report::print_report, runtime, source::SnapshotSource};
use crate::cli::progress_line::ProgressLine;
use crate::{
    inspection::{Inspection, Problems},
    storage::Storage,
};

/// Reads the whole store, prints what is damaged or missing, and returns the number of whole rows. The records of a running
/// program are read as of one moment.
///
/// # Errors
///
/// Something is damaged or missing, or the store is in use by a program that does not answer.
pub fn check(storage: &Storage) -> Result<u64, TransferCommandError> {
    let mut inspection = Inspection::default();
    let findings = match storage {
        Storage::Folder(data) => {
            let mut progress = ProgressLine::new("rows");
            let found = SledStore::inspect(data, |row| {
                progress.count();
                inspection.take(&row);
                Ok::<_, TransferCommandError>(())
            });
            drop(progress);
            match found {
                Err(TransferCommandError::Store(StoreError::AlreadyOpen { .. })) => {
                    inspect_live(storage, &mut inspection)?
                }
                found => found?,
            }
        }
        #[cfg(feature = "postgres")]
        Storage::Database(settings) => inspect_database(settings, &mut inspection)?,
    };
    print_report(&findings);
    if findings.is_unfinished {
        return Err(TransferCommandError::Unfinished);
    }
    let problems = inspection.finish();
    print(&problems);
    match (findings.is_whole(), storage) {
        (true, _) if problems.is_empty() => Ok(findings.rows),
        (true, _) => Err(TransferCommandError::Incomplete),
        (false, Storage::Folder(_)) => Err(TransferCommandError::Damaged),
        #[cfg(feature = "postgres")]
        (false, Storage::Database(_)) => Err(TransferCommandError::DamagedDatabase),
    }
}

/// Reads the records of a program that runs on the folder. It reports the first damaged row only; its files are not read.
fn inspect_live(
    storage: &Storage,
    inspection: &mut Inspection,
) -> Result<InspectionReport, TransferCommandError> {
    let read = runtime::start()?.block_on(async {
        let mut snapshot = SnapshotSource::open(storage).await?.snapshot;
        let (of, mut read) = (snapshot.rows(), 0);
        let mut progress = ProgressLine::new("rows");
        loop {
            let rows = snapshot.page(MAX_PAGE_ROWS).await?;
            if rows.is_empty() {
                return Ok::<_, TransferCommandError>(read);
            }
            for row in &rows {
                inspection.take(row);
            }
            read += rows.len() as u64;
            progress.show_of("checking", read, of);
        }
    })?;
    print_status!(
        "adoube is running on {storage}: all of its records were read and checked, as of one moment; the files they are in are \
         read when it is stopped"
    );
    Ok(InspectionReport { rows: read, is_proven: true, ..InspectionReport::default() })
}

#[cfg(feature = "postgres")]
fn inspect_database(
    settings: &PostgresSettings,
    inspection: &mut Inspection,
) -> Result<InspectionReport, TransferCommandError> {
    runtime::start()?.block_on(async {
        let store = PostgresStore::open_existing(settings).await?;
        let mut progress = ProgressLine::new("rows");
        let take = |row| {
            progress.count();
            inspection.take(&row);
            Ok::<_, TransferCommandError>(())
        };
        store.inspect(take).await
    })
}

fn print(problems: &Problems) {
    for line in &problems.lines {
        print_status!("{line}");
    }
    if problems.besides > 0 {
        print_status!("and {} more", problems.besides);
    }
}
