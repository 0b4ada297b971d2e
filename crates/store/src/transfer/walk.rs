//! Two stores side by side, in the order of their rows: what is in one of them alone, and what differs. Not here: what is done
//! about it (`copy`).

use std::{cmp::Ordering, collections::VecDeque, fmt};

use crate::{
    Cursor, MAX_PAGE_ROWS, Row, Snapshot, Store, layout,
    transfer::copy::{CopyError, from_source, to_target},
};

/// A row and its like in another store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pairing {
    /// Both have it, the same or not.
    Both {
        source: Row,
        target: Row,
    },
    Source(Row),
    Target(Row),
}

/// A row in which two stores differ, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It is missing in the second.
    Missing(String),
    /// It is in the second alone.
    Extra(String),
    /// It is in both, and not the same.
    Changed(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "missing: {name}"),
            Self::Extra(name) => write!(f, "too much: {name}"),
            Self::Changed(name) => write!(f, "different: {name}"),
        }
    }
}

impl Difference {
    /// How a pairing differs, if it does.
    pub(super) fn of(pairing: &Pairing) -> Option<Self> {
        match pairing {
            Pairing::Both { source, target } => (source != target).then(|| Self::Changed(named(source))),
            Pairing::Source(row) => Some(Self::Missing(named(row))),
            Pairing::Target(row) => Some(Self::Extra(named(row))),
        }
    }
}

fn named(row: &Row) -> String {
    let (space, key) = place(row);
    format!("{} {}", space.trim_start_matches('~'), key.escape_ascii())
}

/// Where a row stands among all.
fn place(row: &Row) -> (&str, &[u8]) {
    match row {
        Row::Record { table, key, .. } => (table.name(), key),
        Row::Answer { id, .. } => (layout::ANSWER, id.as_str().as_bytes()),
    }
}

/// A walk over both. The target may be written to behind it.
pub(super) struct Walk<'a> {
    source: &'a mut dyn Snapshot,
    target: &'a dyn Store,
    of_source: VecDeque<Row>,
    of_target: VecDeque<Row>,
    is_source_at_end: bool,
    /// Where the target goes on; nothing at its beginning.
    next_of_target: Option<Cursor>,
    is_target_at_end: bool,
    /// Rows of the source that were passed.
    pub(super) passed: u64,
}

impl<'a> Walk<'a> {
    /// `is_target_empty` saves looking.
    pub(super) fn new(source: &'a mut dyn Snapshot, target: &'a dyn Store, is_target_empty: bool) -> Self {
        Self {
            source,
            target,
            of_source: VecDeque::new(),
            of_target: VecDeque::new(),
            is_source_at_end: false,
            next_of_target: None,
            is_target_at_end: is_target_empty,
            passed: 0,
        }
    }

    /// The next row of either; none at the end of both.
    pub(super) async fn next(&mut self) -> Result<Option<Pairing>, CopyError> {
        while self.of_source.is_empty() && !self.is_source_at_end {
            let rows = self.source.page(MAX_PAGE_ROWS).await.map_err(from_source)?;
            self.is_source_at_end = rows.is_empty();
            self.of_source = rows.into();
        }
        while self.of_target.is_empty() && !self.is_target_at_end {
            let from = self.next_of_target.take();
            let page = self.target.page(from, MAX_PAGE_ROWS).await.map_err(to_target)?;
            self.of_target = page.rows.into();
            self.is_target_at_end = page.next.is_none();
            self.next_of_target = page.next;
        }
        let order = match (self.of_source.front(), self.of_target.front()) {
            (None, None) => return Ok(None),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(source), Some(target)) => place(source).cmp(&place(target)),
        };
        let source = if order.is_le() { self.of_source.pop_front() } else { None };
        let target = if order.is_ge() { self.of_target.pop_front() } else { None };
        self.passed += u64::from(source.is_some());
        Ok(match (source, target) {
            (Some(source), Some(target)) => Some(Pairing::Both { source, target }),
            (Some(row), None) => Some(Pairing::Source(row)),
            (None, row) => row.map(Pairing::Target),
        })
    }
}
