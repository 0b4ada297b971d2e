//! A store to lines.

use std::io;

use crate::{
    MAX_PAGE_ROWS, Row, Store,
    transfer::{FORMAT, TransferError, line},
};

/// Writes everything in the store as lines, and says how many rows there were. Nothing else should write to the store
/// meanwhile: a row written during the export may or may not be in it. `told` gets the number of rows so far, now and then.
///
/// # Errors
/// [`TransferError::Store`] and [`TransferError::Write`].
pub async fn export(
    store: &dyn Store,
    out: impl io::Write,
    mut told: impl FnMut(u64),
) -> Result<u64, TransferError> {
    let mut writer = ExportWriter::begin(out)?;
    let mut from = None;
    loop {
        let page = store.page(from, MAX_PAGE_ROWS).await?;
        for row in &page.rows {
            writer.row(row)?;
        }
        told(writer.rows);
        from = page.next;
        if from.is_none() {
            return writer.end();
        }
    }
}

/// Lines of an export, one row after the other.
#[derive(Debug)]
pub struct ExportWriter<W> {
    out: W,
    rows: u64,
}

impl<W: io::Write> ExportWriter<W> {
    /// Writes the first line.
    ///
    /// # Errors
    /// [`TransferError::Write`].
    pub fn begin(out: W) -> Result<Self, TransferError> {
        let mut writer = Self { out, rows: 0 };
        let header = line::Header { adoube: "store".to_owned(), format: FORMAT };
        writer.put(serde_json::to_string(&header))?;
        Ok(writer)
    }

    /// Writes a row.
    ///
    /// # Errors
    /// [`TransferError::Write`].
    pub fn row(&mut self, row: &Row) -> Result<(), TransferError> {
        self.rows += 1;
        self.put(line::write_row(row))
    }

    /// Writes the last line, and says how many rows there were.
    ///
    /// # Errors
    /// [`TransferError::Write`].
    pub fn end(mut self) -> Result<u64, TransferError> {
        self.put(line::write_end(self.rows))?;
        self.out.flush().map_err(TransferError::Write)?;
        Ok(self.rows)
    }

    fn put(&mut self, line: Result<String, serde_json::Error>) -> Result<(), TransferError> {
        let mut line = line.map_err(|error| TransferError::Write(error.into()))?;
        line.push('\n');
        self.out.write_all(line.as_bytes()).map_err(TransferError::Write)
    }
}
