//! Imports an export into an empty store.

use std::io::BufRead;

use crate::{
    limits::{MAX_BATCH_BYTES, MAX_PAGE_ROWS},
    store::{RestoreStep, Store},
    transfer::{ExportReader, TransferError},
};

/// Restores the rows of an export into an empty store, versions included, and returns their number. A store whose import
/// failed half-way refuses commits: remove it and import into a new one.
///
/// # Errors
/// [`TransferError`] names the line. Nothing is changed if the store is not empty or the first line is not that of an
/// export.
pub async fn import(store: &dyn Store, input: impl BufRead) -> Result<u64, TransferError> {
    let mut export = ExportReader::begin(input)?;
    store.restore(RestoreStep::Begin).await?;
    let mut rows = Vec::new();
    let mut bytes = 0;
    while let Some(row) = export.row()? {
        if rows.len() == MAX_PAGE_ROWS || bytes + row.bytes() > MAX_BATCH_BYTES {
            store.restore(RestoreStep::Rows(std::mem::take(&mut rows))).await?;
            bytes = 0;
        }
        bytes += row.bytes();
        rows.push(row);
    }
    store.restore(RestoreStep::Rows(rows)).await?;
    store.restore(RestoreStep::End).await?;
    Ok(export.rows())
}
