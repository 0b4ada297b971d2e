//! A store to lines.

use std::io;

use crate::{
    MAX_PAGE_ROWS, Store,
    transfer::{FORMAT, TransferError, line},
};

/// Writes everything in the store as lines, and says how many rows there were. Nothing else should write to the store
/// meanwhile: a row written during the export may or may not be in it.
///
/// # Errors
/// [`TransferError::Store`] and [`TransferError::Write`].
pub async fn export(store: &dyn Store, mut out: impl io::Write) -> Result<u64, TransferError> {
    let header = line::Header { adoube: "store".to_owned(), format: FORMAT };
    put(&mut out, serde_json::to_string(&header))?;
    let mut rows = 0;
    let mut from = None;
    loop {
        let page = store.page(from, MAX_PAGE_ROWS).await?;
        for row in &page.rows {
            put(&mut out, line::write_row(row))?;
            rows += 1;
        }
        from = page.next;
        if from.is_none() {
            break;
        }
    }
    put(&mut out, line::write_end(rows))?;
    out.flush().map_err(TransferError::Write)?;
    Ok(rows)
}

fn put(out: &mut impl io::Write, line: Result<String, serde_json::Error>) -> Result<(), TransferError> {
    let mut line = line.map_err(|error| TransferError::Write(error.into()))?;
    line.push('\n');
    out.write_all(line.as_bytes()).map_err(TransferError::Write)
}
