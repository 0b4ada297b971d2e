//! Counters of a sled store, written with every group: number of writes, number of rows, and an order-independent sum of the
//! rows' digests. They tell a stale state that looks whole from the newest one, and show missing rows. Not here: the second
//! copy of the number of writes (`commit_counter_file`).

use crate::{
    checksum,
    error::StoreError,
    group_plan::RawChanges,
    layout::{self, RawMap},
};

/// The counters as of one group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StoreCounters {
    /// Writes since the store was created.
    pub(super) writes: u64,
    /// Records and answers.
    pub(super) rows: u64,
    /// The wrapping sum of the rows' digests.
    pub(super) sum: u64,
}

impl StoreCounters {
    /// The stored counters; `None` where they are lost.
    pub(super) fn read(pairs: &impl RawMap) -> Result<Option<Self>, StoreError> {
        let key = layout::counters_key();
        pairs.get(&key)?.map(|value| Self::decode(&key, &value)).transpose()
    }

    /// The counters in a stored form.
    pub(super) fn decode(key: &[u8], value: &[u8]) -> Result<Self, StoreError> {
        let (writes, bytes) = checksum::verify_checksum(key, value)?;
        let number =
            |from: usize| -> Option<u64> { Some(u64::from_be_bytes(*bytes.get(from..)?.first_chunk()?)) };
        match (number(0), number(8)) {
            (Some(rows), Some(sum)) => Ok(Self { writes, rows, sum }),
            _ => Err(StoreError::damaged("the store's own counts are cut short")),
        }
    }

    /// Adds the counters to the changes of a group.
    pub(super) fn write_to(self, changes: &mut RawChanges) {
        let key = layout::counters_key();
        let bytes = [self.rows.to_be_bytes(), self.sum.to_be_bytes()].concat();
        let value = checksum::with_checksum(&key, self.writes, &bytes);
        changes.insert(key, Some(value));
    }

    /// The counters after these changes, given their pre-images.
    pub(super) fn after(mut self, writes: u64, changes: &RawChanges, before: &RawChanges) -> Self {
        self.writes += writes;
        for (key, value) in changes {
            self.remove(key, before.get(key).and_then(Option::as_deref));
            self.add(key, value.as_deref());
        }
        self
    }

    /// Whether both count the same rows.
    pub(super) fn matches(&self, rows: &Self) -> bool {
        (self.rows, self.sum) == (rows.rows, rows.sum)
    }

    /// Counts a row.
    pub(super) fn add(&mut self, key: &[u8], value: Option<&[u8]>) {
        if let Some(value) = value.filter(|value| layout::is_row(key) && checksum::is_stored_form(value)) {
            self.rows = self.rows.wrapping_add(1);
            self.sum = self.sum.wrapping_add(checksum::digest(value));
        }
    }

    fn remove(&mut self, key: &[u8], value: Option<&[u8]>) {
        if let Some(value) = value.filter(|value| layout::is_row(key) && checksum::is_stored_form(value)) {
            self.rows = self.rows.wrapping_sub(1);
            self.sum = self.sum.wrapping_sub(checksum::digest(value));
        }
    }
}
