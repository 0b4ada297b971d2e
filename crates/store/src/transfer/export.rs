//! Exports a store, or a snapshot of it, as JSON lines.

use std::io;

use crate::{
    limits::MAX_PAGE_ROWS,
    record::StoreRow,
    snapshot::Snapshot,
    store::Store,
    transfer::{FORMAT, TransferError, line},
};

/// Exports a snapshot of the store's present state, and returns the number of rows. `progress` gets the number of rows so
/// far, now and then.
///
/// # Errors
/// [`TransferError::Store`] and [`TransferError::Write`].
pub async fn export(
    store: &dyn Store,
    out: impl io::Write,
    progress: impl FnMut(u64),
) -> Result<u64, TransferError> {
    export_snapshot(&mut *store.snapshot().await?, out, progress).await
}

/// Exports the remaining rows of a snapshot, as [`export`] does.
///
/// # Errors
/// As [`export`].
pub async fn export_snapshot(
    snapshot: &mut dyn Snapshot,
    out: impl io::Write,
    mut progress: impl FnMut(u64),
) -> Result<u64, TransferError> {
    let mut writer = ExportWriter::begin(out)?;
    loop {
        let rows = snapshot.page(MAX_PAGE_ROWS).await?;
        if rows.is_empty() {
            return writer.end();
        }
        for row in &rows {
            writer.row(row)?;
        }
        progress(writer.rows);
    }
}

/// Writer of the lines of an export.
#[derive(Debug)]
pub struct ExportWriter<W> {
    out: W,
    rows: u64,
}

impl<W: io::Write> ExportWriter<W> {
    /// Writes the header line.
    ///
    /// # Errors
    /// [`TransferError::Write`].
    pub fn begin(out: W) -> Result<Self, TransferError> {
        let mut writer = Self { out, rows: 0 };
        let header = line::ExportHeader { adoube: "store".to_owned(), format: FORMAT };
        writer.put(serde_json::to_string(&header))?;
        Ok(writer)
    }

    /// Writes a row.
    ///
    /// # Errors
    /// [`TransferError::Write`].
    pub fn row(&mut self, row: &StoreRow) -> Result<(), TransferError> {
        self.rows += 1;
        self.put(line::write_row(row))
    }

    /// Writes the last line, and returns the number of rows.
    ///
    /// # Errors
    /// [`TransferError::Write`].
    pub fn end(mut self) -> Result<u64, TransferError> {
        self.finish()?;
        Ok(self.rows)
    }

    /// Writes the last line. Nothing may be written afterwards.
    ///
    /// # Errors
    /// [`TransferError::Write`].
    pub fn finish(&mut self) -> Result<(), TransferError> {
        self.put(line::write_end(self.rows))?;
        self.out.flush().map_err(TransferError::Write)
    }

    /// The underlying writer.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    fn put(&mut self, line: Result<String, serde_json::Error>) -> Result<(), TransferError> {
        let mut line = line.map_err(|error| TransferError::Write(error.into()))?;
        line.push('\n');
        self.out.write_all(line.as_bytes()).map_err(TransferError::Write)
    }
}
