//! Backup and moving house: the whole store as JSON lines, out and in. Not here: what a row looks like (`adoube-store`), and
//! how a running program is asked for its rows (`live_export`).

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use adoube_store::{
    ExportWriter, Findings, Row, SledStore, Snapshot, Store, StoreError, StoreFuture, TransferError,
};

use super::{output::Output, progress::Progress};
#[cfg(unix)]
use crate::live_export::LiveSnapshot;

/// Why nothing was moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A row cannot be read or written.
    #[error(transparent)]
    Transfer(#[from] TransferError),
    /// The file cannot be used.
    #[error("{file}: {source}")]
    File {
        /// Its path.
        file: String,
        /// The system's answer.
        source: io::Error,
    },
    /// Not everything in the store is whole.
    #[error(
        "the records are damaged: salvage what is whole (`adoube store salvage FILE`), and import it into a new folder"
    )]
    Damaged,
    /// Another process has the folder open, and is none that answers.
    #[error(
        "another adoube is running on this data folder ({}) and cannot be asked for its records; stop it first, or if it is \
         just starting, try again", .path.display()
    )]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The asynchronous runtime could not be had.
    #[error("the system does not let the program start: {0}")]
    System(#[from] io::Error),
}

/// Writes every record to a file, or to standard output without one; says how many rows. A program that runs on the folder
/// is asked for them as they are now.
///
/// # Errors
///
/// The store is damaged or in use by somebody who does not answer, or the file cannot be written.
pub fn export(data: &Path, file: Option<&Path>) -> Result<u64, MoveError> {
    let Some(path) = file else { return write_all(data, io::stdout().lock()) };
    let mut output = Output::beside(path).map_err(|error| named(path, error))?;
    let rows = write_all(data, &mut output)?;
    output.keep().map_err(|error| named(path, error))?;
    Ok(rows)
}

/// Fills an empty store from a file, or from standard input without one; says how many rows.
///
/// # Errors
///
/// The store is in use or not empty, or a row cannot be read.
pub fn import(data: &Path, file: Option<&Path>) -> Result<u64, MoveError> {
    match file {
        Some(path) => read_all(data, BufReader::new(File::open(path).map_err(|error| named(path, error))?)),
        None => read_all(data, io::stdin().lock()),
    }
}

/// Reads everything in the store, prints what is lost, and says how many rows are whole. Changes nothing.
///
/// # Errors
///
/// Something is damaged or missing, or the store is in use.
pub fn check(data: &Path) -> Result<u64, MoveError> {
    let mut progress = Progress::new("rows");
    let findings = SledStore::inspect(data, |_| {
        progress.count();
        Ok::<_, MoveError>(())
    })?;
    drop(progress);
    tell(&findings);
    if findings.is_whole() { Ok(findings.rows) } else { Err(MoveError::Damaged) }
}

/// Writes every row that is whole to a file, which [`import`] takes, and prints what is left out. Changes nothing.
///
/// # Errors
///
/// The store is in use, or the file cannot be written.
pub fn salvage(data: &Path, file: &Path) -> Result<u64, MoveError> {
    let mut output = Output::beside(file).map_err(|error| named(file, error))?;
    let mut writer = ExportWriter::begin(&mut output)?;
    let mut progress = Progress::new("rows");
    let findings = SledStore::inspect(data, |row| {
        progress.count();
        writer.row(&row).map_err(MoveError::Transfer)
    })?;
    drop(progress);
    let rows = writer.end()?;
    output.keep().map_err(|error| named(file, error))?;
    tell(&findings);
    Ok(rows)
}

/// Prints what is damaged or missing.
fn tell(findings: &Findings) {
    for key in &findings.lost {
        eprintln!("lost: {key}");
    }
    let Findings { rows, lost_besides, places, missing_writes, rows_there_were, is_proven, .. } = findings;
    if *lost_besides > 0 {
        eprintln!("and {lost_besides} more");
    }
    if *places > 0 {
        eprintln!("{places} damaged places in the log");
    }
    if *missing_writes > 0 {
        eprintln!("the {missing_writes} newest writes are missing");
    }
    match rows_there_were {
        _ if *is_proven => {}
        Some(there_were) if there_were != rows => eprintln!("{rows} of {there_were} rows are whole"),
        Some(_) => eprintln!("some rows are older than they were"),
        None => eprintln!("how many rows there were is lost, too"),
    }
}

fn write_all(data: &Path, out: impl Write) -> Result<u64, MoveError> {
    runtime()?.block_on(async {
        let mut snapshot = snapshot(data).await?;
        let mut progress = Progress::new("rows");
        Ok(adoube_store::export_snapshot(&mut *snapshot, out, |rows| progress.show(rows)).await?)
    })
}

/// The records in a folder as they are now, also while a program runs on it.
async fn snapshot(data: &Path) -> Result<Box<dyn Snapshot>, MoveError> {
    match SledStore::open_existing(data) {
        Ok(store) => {
            let snapshot = store.snapshot().await?;
            Ok(Box::new(Held { snapshot, _store: store }))
        }
        #[cfg(unix)]
        Err(StoreError::AlreadyOpen { path }) => match LiveSnapshot::ask(data)? {
            Some(snapshot) => Ok(Box::new(snapshot)),
            None => Err(MoveError::Busy { path }),
        },
        Err(error) => Err(error.into()),
    }
}

/// A snapshot with the store it is of, which would otherwise be closed.
struct Held {
    snapshot: Box<dyn Snapshot>,
    _store: SledStore,
}

impl Snapshot for Held {
    fn rows(&self) -> Option<u64> {
        self.snapshot.rows()
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<Row>> {
        self.snapshot.page(limit)
    }

    fn rewind(&mut self) -> StoreFuture<'_, ()> {
        self.snapshot.rewind()
    }
}

fn read_all(data: &Path, input: impl BufRead) -> Result<u64, MoveError> {
    runtime()?.block_on(async {
        let store = SledStore::open(data)?;
        let rows = adoube_store::import(&store, input).await?;
        store.close().await?;
        Ok(rows)
    })
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().build()
}

fn named(path: &Path, source: io::Error) -> MoveError {
    MoveError::File { file: path.display().to_string(), source }
}
