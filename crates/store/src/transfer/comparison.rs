//! Compares two stores by a merge in key order: yields every row of either store, paired with the
//! row of the other store under the same key, and describes the difference of a pair (missing,
//! extra, changed). Not here: reconciling them (`copy`).

use std::{cmp::Ordering, collections::VecDeque, fmt};

use crate::{
    layout,
    limits::MAX_PAGE_ROWS,
    record::{StoreRow, WalkCursor},
    snapshot::Snapshot,
    store::Store,
    transfer::copy::{CopyError, from_source, to_target},
};

/// A row of the source, of the target, or of both under one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RowPairing {
    /// Both stores have a row under the key, equal or not.
    Both {
        source: StoreRow,
        target: StoreRow,
    },
    Source(StoreRow),
    Target(StoreRow),
}

/// A row in which two stores differ, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowDifference {
    /// Only the source has it.
    Missing(String),
    /// Only the target has it.
    Extra(String),
    /// Both have it, with different contents.
    Changed(String),
}

impl fmt::Display for RowDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "missing: {name}"),
            Self::Extra(name) => write!(f, "too much: {name}"),
            Self::Changed(name) => write!(f, "different: {name}"),
        }
    }
}

impl RowDifference {
    /// The difference of a pairing, if there is one.
    pub(super) fn of(pairing: &RowPairing) -> Option<Self> {
        match pairing {
            RowPairing::Both { source, target } => {
                (source != target).then(|| Self::Changed(describe_row(source)))
            }
            RowPairing::Source(row) => Some(Self::Missing(describe_row(row))),
            RowPairing::Target(row) => Some(Self::Extra(describe_row(row))),
        }
    }
}

fn describe_row(row: &StoreRow) -> String {
    let (space, key) = sort_key(row);
    format!("{} {}", space.trim_start_matches('~'), key.escape_ascii())
}

/// The position of a row in the order of all rows: key space, key.
fn sort_key(row: &StoreRow) -> (&str, &[u8]) {
    match row {
        StoreRow::Record { table, key, .. } => (table.name(), key),
        StoreRow::Answer { id, .. } => (layout::ANSWER, id.as_str().as_bytes()),
    }
}

/// A merge of both stores in key order. The target may be written behind the present position.
pub(super) struct StoreComparison<'a> {
    source: &'a mut dyn Snapshot,
    target: &'a dyn Store,
    source_rows: VecDeque<StoreRow>,
    target_rows: VecDeque<StoreRow>,
    is_source_at_end: bool,
    /// The cursor of the target's next page; `None` at its beginning.
    target_cursor: Option<WalkCursor>,
    is_target_at_end: bool,
    /// Rows of the source that were read.
    pub(super) passed: u64,
}

impl<'a> StoreComparison<'a> {
    /// `is_target_empty` saves reading an empty target.
    pub(super) fn new(source: &'a mut dyn Snapshot, target: &'a dyn Store, is_target_empty: bool) -> Self {
        Self {
            source,
            target,
            source_rows: VecDeque::new(),
            target_rows: VecDeque::new(),
            is_source_at_end: false,
            target_cursor: None,
            is_target_at_end: is_target_empty,
            passed: 0,
        }
    }

    /// The next row of either store; `None` at the end of both.
    pub(super) async fn next(&mut self) -> Result<Option<RowPairing>, CopyError> {
        while self.source_rows.is_empty() && !self.is_source_at_end {
            let rows = self.source.page(MAX_PAGE_ROWS).await.map_err(from_source)?;
            self.is_source_at_end = rows.is_empty();
            self.source_rows = rows.into();
        }
        while self.target_rows.is_empty() && !self.is_target_at_end {
            let from = self.target_cursor.take();
            let page = self.target.page(from, MAX_PAGE_ROWS).await.map_err(to_target)?;
            self.target_rows = page.rows.into();
            self.is_target_at_end = page.next.is_none();
            self.target_cursor = page.next;
        }
        let order = match (self.source_rows.front(), self.target_rows.front()) {
            (None, None) => return Ok(None),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(source), Some(target)) => sort_key(source).cmp(&sort_key(target)),
        };
        let source = if order.is_le() { self.source_rows.pop_front() } else { None };
        let target = if order.is_ge() { self.target_rows.pop_front() } else { None };
        self.passed += u64::from(source.is_some());
        Ok(match (source, target) {
            (Some(source), Some(target)) => Some(RowPairing::Both { source, target }),
            (Some(row), None) => Some(RowPairing::Source(row)),
            (None, row) => row.map(RowPairing::Target),
        })
    }
}
