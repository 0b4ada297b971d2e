//! A store hook that counts calls by kind and table.

use std::collections::BTreeMap;

use adoube_store::{StoreError, Table};
use tokio::sync::watch;

use super::{StoreCall, StoreCallResult, StoreHook};

/// The counted calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreCallCounts {
    gets: BTreeMap<Table, usize>,
    scans: BTreeMap<Table, usize>,
    rows: BTreeMap<Table, usize>,
    /// Lookups of stored answers.
    pub answers: usize,
    /// Commits.
    pub commits: usize,
}

impl StoreCallCounts {
    /// Reads of single records of a table.
    pub fn gets(&self, table: Table) -> usize {
        self.gets.get(&table).copied().unwrap_or_default()
    }

    /// Scans of a table.
    pub fn scans(&self, table: Table) -> usize {
        self.scans.get(&table).copied().unwrap_or_default()
    }

    /// Records that scans of a table returned.
    pub fn rows(&self, table: Table) -> usize {
        self.rows.get(&table).copied().unwrap_or_default()
    }

    /// Reads of single records of all tables.
    pub fn all_gets(&self) -> usize {
        self.gets.values().sum()
    }

    /// All reading calls.
    pub fn reads(&self) -> usize {
        self.gets.values().chain(self.scans.values()).sum()
    }
}

/// Counts the calls of a store.
#[derive(Default)]
pub struct CountingHook(watch::Sender<StoreCallCounts>);

impl CountingHook {
    /// Takes the counts since the last call.
    pub fn take(&self) -> StoreCallCounts {
        self.0.send_replace(StoreCallCounts::default())
    }

    /// The counts since the last `take`.
    pub fn so_far(&self) -> StoreCallCounts {
        self.0.borrow().clone()
    }

    /// Waits until the counts are enough.
    pub async fn until(&self, is_enough: impl FnMut(&StoreCallCounts) -> bool) -> StoreCallCounts {
        let mut counts = self.0.subscribe();
        let enough = counts.wait_for(is_enough).await;
        // The sender is `self`, so the wait cannot fail.
        enough.map_or_else(|_| StoreCallCounts::default(), |counts| counts.clone())
    }
}

impl StoreHook for CountingHook {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        self.0.send_modify(|counts| match asked {
            StoreCall::Get(table, _) => *counts.gets.entry(table).or_default() += 1,
            StoreCall::Scan(table, _) => *counts.scans.entry(table).or_default() += 1,
            StoreCall::Versions(table, keys) => *counts.gets.entry(table).or_default() += keys.len(),
            StoreCall::Answer(_) => counts.answers += 1,
            StoreCall::Commit(_) => counts.commits += 1,
            StoreCall::Forget => {}
        });
        Ok(())
    }

    async fn after(&self, asked: StoreCall<'_>, told: StoreCallResult) -> Result<(), StoreError> {
        if let (StoreCall::Scan(table, _), StoreCallResult::Rows(rows)) = (asked, told) {
            self.0.send_modify(|counts| *counts.rows.entry(table).or_default() += rows);
        }
        Ok(())
    }
}
