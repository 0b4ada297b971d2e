//! `adoube store check`: reads everything in a store, as the store and as the program that uses it, and names what is damaged or
//! missing. Changes nothing. Not here: how damage is found (`adoube-store`), how records fit together (`inspection`).

use adoube_store::{InspectionReport, MAX_PAGE_ROWS, SledStore, StoreError};
#[cfg(feature = "postgres")]
use adoube_store::{PostgresSettings, PostgresStore};

use super::{TransferCommandError, runtime, source::SnapshotSource};
use crate::cli::progress_line::ProgressLine;
use crate::{
    inspection::{Inspection, Problems},
    storage::Storage,
};

/// Reads everything in the store, prints what is lost, and says how many rows are whole. Beside a program that runs, as of one
/// moment.
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

/// Reads the records of a program that runs on its folder. It tells of the first damaged one, and its files are its own.
fn inspect_live(
    storage: &Storage,
    inspection: &mut Inspection,
) -> Result<InspectionReport, TransferCommandError> {
    let read = runtime()?.block_on(async {
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
    runtime()?.block_on(async {
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

/// Prints what is damaged or missing.
pub(super) fn print_report(findings: &InspectionReport) {
    for key in &findings.lost {
        print_status!("lost: {key}");
    }
    let InspectionReport {
        rows,
        lost_besides,
        places,
        missing_writes,
        rows_there_were,
        is_proven,
        is_unfinished,
        files,
        ..
    } = findings;
    for file in files {
        print_status!(
            "damaged: {}; adoube does not start with it. The rows are in another file and were read all the same: `adoube store \
             salvage FILE` saves them, and `adoube store import FILE` takes them into a new folder",
            file.display()
        );
    }
    if *lost_besides > 0 {
        print_status!("and {lost_besides} more");
    }
    if *places > 0 {
        print_status!("{places} damaged places in the log");
    }
    if *missing_writes > 0 {
        print_status!("the {missing_writes} newest writes are missing");
    }
    if *is_unfinished {
        print_status!("an import or a copy into this folder is not finished: {rows} rows are there so far");
    }
    match rows_there_were {
        _ if *is_proven => {}
        Some(there_were) if there_were != rows => print_status!("{rows} of {there_were} rows are whole"),
        Some(_) => print_status!("some rows are older than they were"),
        None => print_status!("how many rows there were is lost, too"),
    }
}
