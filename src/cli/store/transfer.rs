//! `adoube store export`, `import` and `salvage`: records as JSON lines, to and from files. Not here: the form of a line
//! (`adoube-store`).

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::Path,
};

use adoube_store::{ExportWriter, SledStore};

use super::{error::TransferCommandError, report::print_report, runtime, source::SnapshotSource};
use crate::{
    cli::{atomic_file::AtomicFile, progress_line::ProgressLine},
    storage::Storage,
};

/// The name of standard output or standard input. A file of that name is `./-`.
const STANDARD: &str = "-";

/// Writes every record to a file, else to standard output, and returns the number of rows. A program that runs on the folder is
/// asked for its records.
///
/// # Errors
///
/// The store is damaged, or in use by a program that does not answer, or the file cannot be written.
pub fn export(storage: &Storage, file: Option<&Path>) -> Result<u64, TransferCommandError> {
    let Some(path) = file.filter(|path| *path != Path::new(STANDARD)) else {
        return write_all(storage, io::stdout().lock());
    };
    let mut output = AtomicFile::create(path).map_err(|error| named(path, error))?;
    let rows = write_all(storage, &mut output)?;
    output.commit().map_err(|error| named(path, error))?;
    Ok(rows)
}

/// Fills an empty store from a file, else from standard input, and returns the number of rows.
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

/// Writes every row that is whole to a file for [`import`], or to standard output for `-`, and prints what is left out. Changes
/// nothing.
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
    runtime::start()?.block_on(async {
        let mut snapshot = SnapshotSource::open(storage).await?.snapshot;
        let of = snapshot.rows();
        let mut progress = ProgressLine::new("rows");
        let told = |rows| progress.show_of("exporting", rows, of);
        Ok(adoube_store::export_snapshot(&mut *snapshot, out, told).await?)
    })
}

fn read_all(storage: &Storage, input: impl BufRead) -> Result<u64, TransferCommandError> {
    runtime::start()?.block_on(async {
        let store = storage.open().await?;
        let rows = adoube_store::import(&*store, input).await?;
        store.close().await?;
        Ok(rows)
    })
}

fn named(path: &Path, source: io::Error) -> TransferCommandError {
    TransferCommandError::File { file: path.display().to_string(), source }
}
