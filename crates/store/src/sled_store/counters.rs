//! What the store counts about itself, written with every group of changes: how many writes there were, how many rows there
//! are, and a sum over all of them. So an old state that looks whole is told from the newest one. Not here: where the number
//! of writes is kept a second time (`witness`).

use crate::{
    StoreError, checksum,
    group_plan::RawChanges,
    layout::{self, RawMap},
};

/// The counts, as of one group of changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StoreCounters {
    /// Writes since the store was made.
    pub(super) writes: u64,
    /// Records and answers.
    pub(super) rows: u64,
    /// The sum of their marks, whatever their order.
    pub(super) sum: u64,
}

impl StoreCounters {
    /// The stored counts; none before the first format that has them.
    pub(super) fn read(pairs: &impl RawMap) -> Result<Option<Self>, StoreError> {
        let key = layout::counters_key();
        pairs.get(&key)?.map(|value| Self::decode(&key, &value)).transpose()
    }

    /// The counts of a stored form.
    pub(super) fn decode(key: &[u8], value: &[u8]) -> Result<Self, StoreError> {
        let (writes, bytes) = checksum::verify_checksum(key, value)?;
        let number =
            |from: usize| -> Option<u64> { Some(u64::from_be_bytes(*bytes.get(from..)?.first_chunk()?)) };
        match (number(0), number(8)) {
            (Some(rows), Some(sum)) => Ok(Self { writes, rows, sum }),
            _ => Err(StoreError::damaged("the store's own counts are cut short")),
        }
    }

    /// Adds the counts as they are to be stored.
    pub(super) fn write_to(self, changes: &mut RawChanges) {
        let key = layout::counters_key();
        let bytes = [self.rows.to_be_bytes(), self.sum.to_be_bytes()].concat();
        let value = checksum::with_checksum(&key, self.writes, &bytes);
        changes.insert(key, Some(value));
    }

    /// The counts after these changes, given what they replace.
    pub(super) fn after(mut self, writes: u64, changes: &RawChanges, before: &RawChanges) -> Self {
        self.writes += writes;
        for (key, value) in changes {
            self.remove(key, before.get(key).and_then(Option::as_deref));
            self.add(key, value.as_deref());
        }
        self
    }

    /// Whether it counts the same rows.
    pub(super) fn matches(&self, rows: &Self) -> bool {
        (self.rows, self.sum) == (rows.rows, rows.sum)
    }

    /// Counts a row in.
    pub(super) fn add(&mut self, key: &[u8], value: Option<&[u8]>) {
        if let Some(value) = value.filter(|value| layout::is_row(key) && checksum::has_checksum(value)) {
            self.rows = self.rows.wrapping_add(1);
            self.sum = self.sum.wrapping_add(checksum::digest(value));
        }
    }

    fn remove(&mut self, key: &[u8], value: Option<&[u8]>) {
        if let Some(value) = value.filter(|value| layout::is_row(key) && checksum::has_checksum(value)) {
            self.rows = self.rows.wrapping_sub(1);
            self.sum = self.sum.wrapping_sub(checksum::digest(value));
        }
    }
}
