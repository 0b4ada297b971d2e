//! From one store to another, which is empty at first. Interrupted wherever it may be, the same copy once more goes on: it walks
//! over both and puts right what is missing, too much or different, as the source may have changed meanwhile. At the end
//! both are walked over again, and must be the same. Not here: how two stores are walked over (`walk`).

use std::mem;

use thiserror::Error;

use crate::{
    CopyMark, MAX_BATCH_BYTES, MAX_PAGE_ROWS, RestoreStep, Snapshot, Store, StoreError, StoreRow,
    transfer::comparison::{RowDifference, RowPairing, StoreComparison},
};

/// How many rows are passed between two notes in the target of how far the copy is.
const MARK_INTERVAL_ROWS: u64 = 64 * MAX_PAGE_ROWS as u64;
/// Differences that are named.
const MAX_DIFFERENCES: usize = 20;

/// Why a copy did not come to its end.
#[derive(Debug, Error)]
pub enum CopyError {
    /// The source cannot be read.
    #[error("reading what is to be copied: {0}")]
    Source(#[source] StoreError),
    /// The target cannot be written.
    #[error("{0}")]
    Target(#[source] StoreError),
    /// There is something in the target.
    #[error("there are records where the copy is to go: choose a new folder, or an empty database or schema")]
    NotEmpty,
    /// A copy of another source was begun into it.
    #[error(
        "a copy from {from} was begun there and is not finished: finish that one, or choose another place for this one"
    )]
    OtherSource {
        /// That source.
        from: String,
    },
    /// Somebody else is filling the target at the same time.
    #[error("another copy to the same place is under way; when it is done, or stopped, try again")]
    ConcurrentCopy,
    /// The two are not the same in the end.
    #[error("the copy is not like the original in {} rows at least; copying once more puts that right", .0.len())]
    Differs(Vec<RowDifference>),
}

/// What is being done, for whoever watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStep {
    /// Rows are copied.
    Copying,
    /// Rows are compared.
    Comparing,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopyReport {
    /// Rows in both now.
    pub rows: u64,
    /// Rows that were written this time.
    pub written: u64,
    /// Rows that were there from an earlier attempt; nothing for the first.
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

/// Copies everything into an empty store, or goes on with a copy that was interrupted. `from` names the source for people.
/// `told` gets the number of rows so far, now and then.
///
/// # Errors
/// [`CopyError`]. The target then takes no commits, but the same copy once more.
pub async fn copy(
    source: &mut dyn Snapshot,
    target: &dyn Store,
    from: &str,
    mut told: impl FnMut(CopyStep, u64),
) -> Result<CopyReport, CopyError> {
    let noted = target.copy_mark().await.map_err(to_target)?;
    if let Some(other) = noted.as_ref().filter(|noted| noted.from != from) {
        return Err(CopyError::OtherSource { from: other.from.clone() });
    }
    let resumed = noted.as_ref().map(|noted| noted.rows);
    let mut filler = CopyTarget::new(target, CopyMark { from: from.to_owned(), rows: resumed.unwrap_or(0) });
    filler.write_mark().await?;
    let mut walk = StoreComparison::new(source, target, resumed.is_none());
    while let Some(pairing) = walk.next().await? {
        filler.reconcile(pairing).await?;
        if walk.passed.is_multiple_of(MAX_PAGE_ROWS as u64) {
            filler.record_progress(walk.passed).await?;
            told(CopyStep::Copying, walk.passed);
        }
    }
    let rows = walk.passed;
    filler.flush().await?;
    told(CopyStep::Copying, rows);
    source.rewind().await.map_err(from_source)?;
    let differences = verify_copy(source, target, |rows| told(CopyStep::Comparing, rows)).await?;
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
    mut told: impl FnMut(u64),
) -> Result<Vec<RowDifference>, CopyError> {
    let mut walk = StoreComparison::new(source, target, false);
    let mut differences = Vec::new();
    while let Some(pairing) = walk.next().await? {
        differences.extend(RowDifference::of(&pairing));
        if differences.len() >= MAX_DIFFERENCES {
            break;
        }
        if walk.passed.is_multiple_of(MAX_PAGE_ROWS as u64) {
            told(walk.passed);
        }
    }
    Ok(differences)
}

/// Writes to the target, many rows at once.
struct CopyTarget<'a> {
    target: &'a dyn Store,
    /// As it is noted there.
    mark: CopyMark,
    rows: RowBuffer,
    removed: RowBuffer,
    written: u64,
}

/// Rows that fit into one step.
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
    fn new(target: &'a dyn Store, noted: CopyMark) -> Self {
        Self { target, mark: noted, rows: RowBuffer::default(), removed: RowBuffer::default(), written: 0 }
    }

    async fn write_mark(&self) -> Result<(), CopyError> {
        self.target.restore(RestoreStep::Mark(self.mark.clone())).await.map_err(to_target)
    }

    async fn reconcile(&mut self, pairing: RowPairing) -> Result<(), CopyError> {
        match pairing {
            RowPairing::Both { source, target } if source == target => Ok(()),
            RowPairing::Both { source, target } => {
                // An answer is also found by its age, which may be another one.
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

    /// Writes what has piled up. What is removed goes first, as it may come again.
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

    /// Notes now and then how far the copy is; and that nobody else is at the same.
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
