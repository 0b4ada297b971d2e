//! Lines to a store.

use std::io::{BufRead, Read};

use crate::{
    MAX_BATCH_BYTES, MAX_PAGE_ROWS, Restore, Store,
    transfer::{
        FORMAT, MAX_LINE_BYTES, TransferError,
        line::{self, Header, Line, LineError},
    },
};

/// Fills an empty store with the rows of an export, versions included, and says how many there were. A store whose
/// import failed half-way takes no commits: it is to be removed, and the import made into a new one.
///
/// # Errors
/// [`TransferError`] names the line. Nothing is changed if the store is not empty or the first line is not that of an
/// export.
pub async fn import(store: &dyn Store, input: impl BufRead) -> Result<u64, TransferError> {
    let mut lines = Lines { input, number: 0 };
    check_header(lines.next()?.as_deref())?;
    store.restore(Restore::Begin).await?;
    let mut count = 0;
    let mut rows = Vec::new();
    let mut bytes = 0;
    loop {
        let Some(text) = lines.next()? else { return Err(TransferError::CutShort { rows: count }) };
        let row = match line::read(&text).map_err(|problem| lines.wrong(problem))? {
            Line::Row(row) => row,
            Line::End(said) => {
                end(&mut lines, said, count)?;
                break;
            }
        };
        if rows.len() == MAX_PAGE_ROWS || bytes + row.bytes() > MAX_BATCH_BYTES {
            store.restore(Restore::Rows(std::mem::take(&mut rows))).await?;
            bytes = 0;
        }
        bytes += row.bytes();
        rows.push(row);
        count += 1;
    }
    store.restore(Restore::Rows(rows)).await?;
    store.restore(Restore::End).await?;
    Ok(count)
}

fn check_header(text: Option<&[u8]>) -> Result<(), TransferError> {
    let header: Header =
        serde_json::from_slice(text.unwrap_or_default()).map_err(|_| TransferError::NotAnExport)?;
    if header.adoube != "store" || header.format == 0 {
        return Err(TransferError::NotAnExport);
    }
    if header.format > FORMAT {
        return Err(TransferError::NewerFormat { found: header.format, known: FORMAT });
    }
    Ok(())
}

fn end(lines: &mut Lines<impl BufRead>, said: u64, found: u64) -> Result<(), TransferError> {
    if said != found {
        return Err(lines.wrong(LineError::Count { said, found }));
    }
    match lines.next()? {
        Some(_) => Err(lines.wrong(LineError::AfterEnd)),
        None => Ok(()),
    }
}

/// Lines of bounded length, counted.
struct Lines<R> {
    input: R,
    number: u64,
}

impl<R: BufRead> Lines<R> {
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
