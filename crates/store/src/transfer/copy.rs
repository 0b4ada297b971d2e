//! Resumable copy of a whole store into an empty one. Run again after an interruption, it merges both stores in key order and
//! reconciles rows that are missing, extra or different, as the source may have changed meanwhile. Finally both stores are
//! compared and must be equal. Not here: the merge of two stores (`comparison`).

use std::mem;

use thiserror::Error;

use crate::{
    copy_mark::CopyMark,
    error::StoreError,
    limits::{MAX_BATCH_BYTES, MAX_PAGE_ROWS},
    record::StoreRow,
    snapshot::Snapshot,
    store::{RestoreStep, Store},
    transfer::comparison::{RowDifference, RowPairing, StoreComparison},
};

/// Rows between two updates of the copy mark in the target.
const MARK_INTERVAL_ROWS: u64 = 64 * MAX_PAGE_ROWS as u64;
/// Differences that are reported.
const MAX_DIFFERENCES: usize = 20;

/// A copy did not finish.
#[derive(Debug, Error)]
pub enum CopyError {
    /// The source cannot be read.
    #[error("reading what is to be copied: {0}")]
    Source(#[source] StoreError),
    /// The target cannot be written.
    #[error("{0}")]
    Target(#[source] StoreError),
    /// The target is not empty.
    #[error("there are records where the copy is to go: choose a new folder, or an empty database or schema")]
    NotEmpty,
    /// A copy from another source into the target is unfinished.
    #[error(
        "a copy from {from} was begun there and is not finished: finish that one, or choose another place for this one"
    )]
    OtherSource {
        /// That source.
        from: String,
    },
    /// Another copy fills the target at the same time.
    #[error("another copy to the same place is under way; when it is done, or stopped, try again")]
    ConcurrentCopy,
    /// Source and target differ after the copy.
    #[error("the copy is not like the original in {} rows at least; copying once more puts that right", .0.len())]
    Differs(Vec<RowDifference>),
}

/// Phase of a copy, for progress reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStep {
    /// Rows are copied.
    Copying,
    /// Rows are compared.
    Comparing,
}

/// Result of a copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopyReport {
    /// Rows in both stores.
    pub rows: u64,
    /// Rows written by this run.
    pub written: u64,
    /// Rows present from an interrupted run; `None` for a first one.
    pub resumed: Option<u64>,
}

pub(super) fn from_source(error: StoreError) -> CopyError {
    CopyError::Source(error)
}

pub(super) fn to_target(error: StoreError) -> CopyError {
    match error {
        StoreError::NotEmpty => CopyError::NotEmpty,
        error => CopyError::Target(error),
    }
}

/// Copies everything into an empty store, or resumes an interrupted copy. `from` names the source in words for the operator.
/// `progress` gets the number of rows so far, now and then.
///
/// # Errors
/// [`CopyError`]. The target then refuses commits, but lets the same copy resume.
pub async fn copy(
    source: &mut dyn Snapshot,
    target: &dyn Store,
    from: &str,
    mut progress: impl FnMut(CopyStep, u64),
) -> Result<CopyReport, CopyError> {
    let mark = target.copy_mark().await.map_err(to_target)?;
    if let Some(other) = mark.as_ref().filter(|mark| mark.from != from) {
        return Err(CopyError::OtherSource { from: other.from.clone() });
    }
    let resumed = mark.as_ref().map(|mark| mark.rows);
    let mut filler = CopyTarget::new(target, CopyMark { from: from.to_owned(), rows: resumed.unwrap_or(0) });
    filler.write_mark().await?;
    let mut walk = StoreComparison::new(source, target, resumed.is_none());
    while let Some(pairing) = walk.next().await? {
        filler.reconcile(pairing).await?;
        if walk.passed.is_multiple_of(MAX_PAGE_ROWS as u64) {
            filler.record_progress(walk.passed).await?;
            progress(CopyStep::Copying, walk.passed);
        }
    }
    let rows = walk.passed;
    filler.flush().await?;
    progress(CopyStep::Copying, rows);
    source.rewind().await.map_err(from_source)?;
    let differences = verify_copy(source, target, |rows| progress(CopyStep::Comparing, rows)).await?;
    if !differences.is_empty() {
        return Err(CopyError::Differs(differences));
    }
    target.restore(RestoreStep::End).await.map_err(to_target)?;
    Ok(CopyReport { rows, written: filler.written, resumed })
}

/// The first differences between two stores.
async fn verify_copy(
    source: &mut dyn Snapshot,
    target: &dyn Store,
    mut progress: impl FnMut(u64),
) -> Result<Vec<RowDifference>, CopyError> {
    let mut walk = StoreComparison::new(source, target, false);
    let mut differences = Vec::new();
    while let Some(pairing) = walk.next().await? {
        differences.extend(RowDifference::of(&pairing));
        if differences.len() >= MAX_DIFFERENCES {
            break;
        }
        if walk.passed.is_multiple_of(MAX_PAGE_ROWS as u64) {
            progress(walk.passed);
        }
    }
    Ok(differences)
}

/// The target of a copy; rows are written to it in buffers.
struct CopyTarget<'a> {
    target: &'a dyn Store,
    /// The copy mark stored in the target.
    mark: CopyMark,
    rows: RowBuffer,
    removed: RowBuffer,
    written: u64,
}

/// Buffer of rows for one restore step.
#[derive(Default)]
struct RowBuffer {
    rows: Vec<StoreRow>,
    bytes: usize,
}

impl RowBuffer {
    fn has_room(&self, row: &StoreRow) -> bool {
        self.rows.len() < MAX_PAGE_ROWS && self.bytes + row.bytes() <= MAX_BATCH_BYTES
    }

    fn push(&mut self, row: StoreRow) {
        self.bytes += row.bytes();
        self.rows.push(row);
    }

    fn take(&mut self) -> Vec<StoreRow> {
        mem::take(self).rows
    }
}

impl<'a> CopyTarget<'a> {
    fn new(target: &'a dyn Store, mark: CopyMark) -> Self {
        Self { target, mark, rows: RowBuffer::default(), removed: RowBuffer::default(), written: 0 }
    }

    async fn write_mark(&self) -> Result<(), CopyError> {
        self.target.restore(RestoreStep::Mark(self.mark.clone())).await.map_err(to_target)
    }

    async fn reconcile(&mut self, pairing: RowPairing) -> Result<(), CopyError> {
        match pairing {
            RowPairing::Both { source, target } if source == target => Ok(()),
            RowPairing::Both { source, target } => {
                // The entry in the index by age goes with the old answer.
                if matches!(target, StoreRow::Answer { .. }) {
                    self.remove(target).await?;
                }
                self.write(source).await
            }
            RowPairing::Source(row) => self.write(row).await,
            RowPairing::Target(row) => self.remove(row).await,
        }
    }

    async fn write(&mut self, row: StoreRow) -> Result<(), CopyError> {
        if !self.rows.has_room(&row) {
            self.flush().await?;
        }
        self.rows.push(row);
        Ok(())
    }

    async fn remove(&mut self, row: StoreRow) -> Result<(), CopyError> {
        if !self.removed.has_room(&row) {
            self.flush().await?;
        }
        self.removed.push(row);
        Ok(())
    }

    /// Writes both buffers. Removals go first, as an answer may be removed and written again.
    async fn flush(&mut self) -> Result<(), CopyError> {
        let removed = self.removed.take();
        if !removed.is_empty() {
            self.target.restore(RestoreStep::Remove(removed)).await.map_err(to_target)?;
        }
        let rows = self.rows.take();
        if !rows.is_empty() {
            self.written += rows.len() as u64;
            self.target.restore(RestoreStep::Rows(rows)).await.map_err(to_target)?;
        }
        Ok(())
    }

    /// Updates the copy mark now and then, after checking that no other copy has changed it.
    async fn record_progress(&mut self, rows: u64) -> Result<(), CopyError> {
        if rows < self.mark.rows + MARK_INTERVAL_ROWS {
            return Ok(());
        }
        if self.target.copy_mark().await.map_err(to_target)?.as_ref() != Some(&self.mark) {
            return Err(CopyError::ConcurrentCopy);
        }
        self.flush().await?;
        self.mark.rows = rows;
        self.write_mark().await
    }
}
