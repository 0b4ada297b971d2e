//! Reader of an export: yields its rows one by one and checks header, row count and end. Not here: writing them to a store
//! (`import`).

use std::io::{BufRead, Read};

use crate::{
    record::StoreRow,
    transfer::{
        FORMAT, MAX_LINE_BYTES, TransferError,
        line::{self, ExportHeader, ExportLine, LineError},
    },
};

/// Reads an export row by row; lines are counted and of bounded length.
#[derive(Debug)]
pub struct ExportReader<R> {
    input: R,
    number: u64,
    rows: u64,
    is_at_end: bool,
}

impl<R: BufRead> ExportReader<R> {
    /// Reads the header line.
    ///
    /// # Errors
    /// [`TransferError::NotAnExport`], [`TransferError::OlderFormat`], [`TransferError::NewerFormat`], [`TransferError::Read`].
    pub fn begin(input: R) -> Result<Self, TransferError> {
        let mut reader = Self { input, number: 0, rows: 0, is_at_end: false };
        check_header(reader.next()?.as_deref())?;
        Ok(reader)
    }

    /// The next row; `None` at the end, after the row count of the last line was checked and nothing follows.
    ///
    /// # Errors
    /// [`TransferError`] names the line.
    pub fn row(&mut self) -> Result<Option<StoreRow>, TransferError> {
        if self.is_at_end {
            return Ok(None);
        }
        let Some(text) = self.next()? else { return Err(TransferError::CutShort { rows: self.rows }) };
        match line::read(&text).map_err(|problem| self.wrong(problem))? {
            ExportLine::Row(row) => {
                self.rows += 1;
                Ok(Some(row))
            }
            ExportLine::End(said) if said != self.rows => {
                Err(self.wrong(LineError::Count { said, found: self.rows }))
            }
            ExportLine::End(_) => {
                self.is_at_end = true;
                match self.next()? {
                    Some(_) => Err(self.wrong(LineError::AfterEnd)),
                    None => Ok(None),
                }
            }
        }
    }

    /// The number of rows read so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The underlying reader.
    pub fn into_inner(self) -> R {
        self.input
    }

    /// The next line without its end.
    fn next(&mut self) -> Result<Option<Vec<u8>>, TransferError> {
        let mut text = Vec::new();
        let read = self.input.by_ref().take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut text);
        if read.map_err(TransferError::Read)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if text.len() as u64 > MAX_LINE_BYTES {
            return Err(self.wrong(LineError::TooLong(MAX_LINE_BYTES)));
        }
        if text.last() == Some(&b'\n') {
            text.pop();
        }
        Ok(Some(text))
    }

    fn wrong(&self, problem: LineError) -> TransferError {
        TransferError::Line { line: self.number, problem }
    }
}

fn check_header(text: Option<&[u8]>) -> Result<(), TransferError> {
    let header: ExportHeader =
        serde_json::from_slice(text.unwrap_or_default()).map_err(|_| TransferError::NotAnExport)?;
    match header.format {
        found if found == 0 || header.adoube != "store" => Err(TransferError::NotAnExport),
        found if found < FORMAT => Err(TransferError::OlderFormat { found, oldest: FORMAT }),
        found if found > FORMAT => Err(TransferError::NewerFormat { found, known: FORMAT }),
        _ => Ok(()),
    }
}
