//! Backups: the whole store as JSON lines, out and in. Not here: what is damaged or missing (`check`), what a row looks like (`adoube-store`), how
//! a running program is asked for its rows (`live_export`).

mod check;
mod compact;
mod copy;
mod source;

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use adoube_store::{CopyError, ExportWriter, SledStore, StoreError, TransferError};

pub use self::{check::check, compact::compact, copy::copy};
use self::{check::print_report, source::SnapshotSource};
use super::{atomic_file::AtomicFile, progress_line::ProgressLine};
use crate::storage::Storage;

/// The name that stands for standard output or standard input, as in other programs; a file of that name is `./-`.
const STANDARD: &str = "-";

/// Why nothing was moved.
#[derive(Debug, thiserror::Error)]
pub enum TransferCommandError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A row cannot be read or written.
    #[error(transparent)]
    Transfer(#[from] TransferError),
    /// A copy did not come to its end.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// Somebody asked to stop.
    #[error(
        "interrupted; the same command once more goes on from here, and until then the bot does not start there"
    )]
    Interrupted,
    /// A copy onto itself.
    #[error("both places of the copy are the same one")]
    SamePlace,
    /// What is there is a part.
    #[error(
        "an import or a copy into this folder is not finished, so these are not all records: the same copy once more goes on \
         with it; an import begins anew, in a new folder"
    )]
    Unfinished,
    /// The files of a database are its own.
    #[error(
        "`salvage` reads the files of a data folder. Those of a database are its own business: `adoube store check` reads all \
         its records, and its backups and replicas (such as pg_basebackup, pg_verifybackup and pg_amcheck) help with the rest"
    )]
    OfADatabase,
    /// A database keeps its files small by itself.
    #[error(
        "`compact` writes the files of a data folder anew. A database sees to its own: PostgreSQL gives room back by VACUUM, \
         which runs by itself, and all of it by VACUUM FULL"
    )]
    ByTheDatabase,
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
    /// The same of a database.
    #[error(
        "the records are damaged or incomplete: those that are named are not read, and the others go on. Bring the database \
         back from a backup of its own, or into a new one what `adoube store export` wrote while everything was whole"
    )]
    DamagedDatabase,
    /// Every row is whole, and some do not fit together.
    #[error(
        "every row that is there is whole, but what is named cannot be read by this program or is missing"
    )]
    Incomplete,
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

/// Writes every record to a file, or to standard output without one or for `-`; says how many rows. A program that runs on the folder
/// is asked for them as they are now.
///
/// # Errors
///
/// The store is damaged or in use by somebody who does not answer, or the file cannot be written.
pub fn export(storage: &Storage, file: Option<&Path>) -> Result<u64, TransferCommandError> {
    let Some(path) = file.filter(|path| *path != Path::new(STANDARD)) else {
        return write_all(storage, io::stdout().lock());
    };
    let mut output = AtomicFile::create(path).map_err(|error| named(path, error))?;
    let rows = write_all(storage, &mut output)?;
    output.commit().map_err(|error| named(path, error))?;
    Ok(rows)
}

/// Fills an empty store from a file, or from standard input without one or for `-`; says how many rows.
///
/// # Errors
///
/// The store is in use or not empty, or a row cannot be read.
pub fn import(storage: &Storage, file: Option<&Path>) -> Result<u64, TransferCommandError> {
    match file.filter(|path| *path != Path::new(STANDARD)) {
        Some(path) => {
            read_all(storage, BufReader::new(File::open(path).map_err(|error| named(path, error))?))
        }
        None => read_all(storage, io::stdin().lock()),
    }
}

/// Writes every row that is whole to a file, or to standard output for `-`, which [`import`] takes, and prints what is left out. Changes nothing.
///
/// # Errors
///
/// The store is in use, or the file cannot be written.
pub fn salvage(storage: &Storage, file: &Path) -> Result<u64, TransferCommandError> {
    let Some(data) = storage.folder() else { return Err(TransferCommandError::OfADatabase) };
    if file == Path::new(STANDARD) {
        return salvage_into(data, io::stdout().lock());
    }
    let mut output = AtomicFile::create(file).map_err(|error| named(file, error))?;
    let rows = salvage_into(data, &mut output)?;
    output.commit().map_err(|error| named(file, error))?;
    Ok(rows)
}

fn salvage_into(data: &Path, out: impl Write) -> Result<u64, TransferCommandError> {
    let mut writer = ExportWriter::begin(out)?;
    let mut progress = ProgressLine::new("rows");
    let findings = SledStore::inspect(data, |row| {
        progress.count();
        writer.row(&row).map_err(TransferCommandError::Transfer)
    })?;
    drop(progress);
    let rows = writer.end()?;
    print_report(&findings);
    Ok(rows)
}

fn write_all(storage: &Storage, out: impl Write) -> Result<u64, TransferCommandError> {
    runtime()?.block_on(async {
        let mut snapshot = SnapshotSource::open(storage).await?.snapshot;
        let of = snapshot.rows();
        let mut progress = ProgressLine::new("rows");
        let told = |rows| progress.show_of("exporting", rows, of);
        Ok(adoube_store::export_snapshot(&mut *snapshot, out, told).await?)
    })
}

fn read_all(storage: &Storage, input: impl BufRead) -> Result<u64, TransferCommandError> {
    runtime()?.block_on(async {
        let store = storage.open().await?;
        let rows = adoube_store::import(&*store, input).await?;
        store.close().await?;
        Ok(rows)
    })
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()
}

fn named(path: &Path, source: io::Error) -> TransferCommandError {
    TransferCommandError::File { file: path.display().to_string(), source }
}
