//! Key layout: maps tables, records and answers to keys of one ordered key-value map, which is all
//! that a store must provide, and reads and scans them there.
//!
//! One map and not one per table, because sled makes a batch atomic only within one tree. A key is the name of its key
//! space, a zero byte, and the key within the space. Names of tables are letters; spaces internal to the store begin with
//! `~` and sort behind them, internal pairs last.

use crate::{
    checksum,
    copy_mark::CopyMark,
    error::StoreError,
    idempotency_key::IdempotencyKey,
    limits::{MAX_KEY_BYTES, MAX_PAGE_ROWS, MAX_SCAN_ROWS},
    range::{self, KeyRange, ScanOrder},
    record::{Record, StoreRow, WalkCursor, WalkPage},
    table::Table,
};

/// The key space of answers, behind every table.
pub(crate) const ANSWER: &str = "~answer";
const ANSWER_AGE: &str = "~answered";
const COUNTERS_KEY: &[u8] = b"~commits\0";
const FORMAT_KEY: &[u8] = b"~format\0";
const RESTORE_MARK_KEY: &[u8] = b"~importing\0";

/// A key and its value in the map.
pub(crate) type RawPair = (Vec<u8>, Vec<u8>);

/// A range of keys of the map; the start belongs to it, the end does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawRange {
    pub(crate) start: Vec<u8>,
    pub(crate) end: Vec<u8>,
}

/// Read access to the ordered map.
pub(crate) trait RawMap {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;
    fn range(&self, span: &RawRange, order: ScanOrder, limit: usize) -> Result<Vec<RawPair>, StoreError>;
}

/// The key of a record.
pub(crate) fn record_key(table: Table, key: &[u8]) -> Result<Vec<u8>, StoreError> {
    StoreError::check_limit("a key", key.len(), MAX_KEY_BYTES)?;
    Ok(in_space(table.name(), key))
}

/// The key of an answer.
pub(crate) fn answer_key(id: &IdempotencyKey) -> Vec<u8> {
    in_space(ANSWER, id.as_str().as_bytes())
}

/// The key of the index of answers by age.
pub(crate) fn answer_age_key(at_millis: u64, id: &IdempotencyKey) -> Vec<u8> {
    let mut key = in_space(ANSWER_AGE, &at_millis.to_be_bytes());
    key.extend_from_slice(id.as_str().as_bytes());
    key
}

/// The key of the store's format number.
pub(crate) fn format_key() -> Vec<u8> {
    FORMAT_KEY.to_vec()
}

/// The key of the restore mark, which exists while rows are being restored: empty for an import, a copy mark for a copy.
pub(crate) fn restore_mark_key() -> Vec<u8> {
    RESTORE_MARK_KEY.to_vec()
}

/// The key of the store's counters.
pub(crate) fn counters_key() -> Vec<u8> {
    COUNTERS_KEY.to_vec()
}

/// Whether the pair is internal to the store: counters, format number or restore mark.
pub(crate) fn is_internal(key: &[u8]) -> bool {
    [COUNTERS_KEY, FORMAT_KEY, RESTORE_MARK_KEY].contains(&key)
}

/// Whether a key is that of a record or an answer.
pub(crate) fn is_row(key: &[u8]) -> bool {
    key < row_range().end.as_slice()
}

/// The range of all records and answers, without internal pairs.
pub(crate) fn row_range() -> RawRange {
    RawRange { start: Vec::new(), end: in_space(ANSWER_AGE, &[]) }
}

/// The index range of answers given before a moment, oldest first.
pub(crate) fn answers_before(millis: u64) -> RawRange {
    RawRange { start: in_space(ANSWER_AGE, &[]), end: in_space(ANSWER_AGE, &millis.to_be_bytes()) }
}

/// The idempotency key in a key of the index by age.
pub(crate) fn answer_id(key: &[u8]) -> Result<IdempotencyKey, StoreError> {
    let id = key.get(ANSWER_AGE.len() + 1 + size_of::<u64>()..).unwrap_or_default();
    event_id(id)
}

/// The record stored under a key.
pub(crate) fn get(pairs: &impl RawMap, table: Table, key: &[u8]) -> Result<Option<Record>, StoreError> {
    let key = record_key(table, key)?;
    pairs.get(&key)?.map(|value| record(&key, &value)).transpose()
}

/// The records of a range of a table, with their keys.
pub(crate) fn scan(
    pairs: &impl RawMap,
    table: Table,
    range: &KeyRange,
    order: ScanOrder,
    limit: usize,
) -> Result<Vec<(Vec<u8>, Record)>, StoreError> {
    StoreError::check_limit("the number of records of a scan", limit, MAX_SCAN_ROWS)?;
    let space = table.name().len() + 1;
    let end = match &range.end {
        Some(end) => in_space(table.name(), end),
        None => end_of_space(table.name()),
    };
    let span = RawRange { start: in_space(table.name(), &range.start), end };
    let pairs = pairs.range(&span, order, limit)?;
    pairs.into_iter().map(|(key, value)| Ok((tail(&key, space), record(&key, &value)?))).collect()
}

/// The mark of the copy that fills the store, if one does.
pub(crate) fn copy_mark(pairs: &impl RawMap) -> Result<Option<CopyMark>, StoreError> {
    match pairs.get(&restore_mark_key())? {
        None => Ok(None),
        Some(stored) if stored.is_empty() => Err(StoreError::ImportUnfinished),
        Some(stored) => CopyMark::decode(&stored).map(Some),
    }
}

/// The stored answer to an event.
pub(crate) fn answer(pairs: &impl RawMap, id: &IdempotencyKey) -> Result<Option<Vec<u8>>, StoreError> {
    let key = answer_key(id);
    let Some(value) = pairs.get(&key)? else { return Ok(None) };
    Ok(Some(checksum::verify_checksum(&key, &value)?.1.to_vec()))
}

/// The page of rows at a cursor, or the first page.
pub(crate) fn page(
    pairs: &impl RawMap,
    from: Option<WalkCursor>,
    limit: usize,
) -> Result<WalkPage, StoreError> {
    StoreError::check_limit("the number of rows of a page", limit, MAX_PAGE_ROWS)?;
    let mut span = row_range();
    span.start = from.map(|cursor| cursor.0).unwrap_or_default();
    let mut found = pairs.range(&span, ScanOrder::Ascending, limit + 1)?;
    let next = if found.len() > limit { found.pop().map(|(key, _)| WalkCursor(key)) } else { None };
    let rows = found.into_iter().map(|(key, value)| row(&key, &value)).collect::<Result<_, _>>()?;
    Ok(WalkPage { rows, next })
}

/// Decodes a pair into a row.
pub(crate) fn row(key: &[u8], value: &[u8]) -> Result<StoreRow, StoreError> {
    let zero = key.iter().position(|&byte| byte == 0).unwrap_or(key.len());
    let space = key.get(..zero).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default();
    let inner = tail(key, zero + 1);
    if space == ANSWER {
        let (at_millis, answer) = checksum::verify_checksum(key, value)?;
        return Ok(StoreRow::Answer { id: event_id(&inner)?, at_millis, answer: answer.to_vec() });
    }
    let table = Table::from_name(space)
        .ok_or_else(|| StoreError::damaged(format!("there is no table of the name {space:?}")))?;
    Ok(StoreRow::Record { table, key: inner, record: record(key, value)? })
}

impl StoreRow {
    /// Decodes a pair of the map under a store into a row, and verifies its checksum: for tools that read the map itself.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when the pair is no row, or its checksum is wrong.
    pub fn decode(key: &[u8], value: &[u8]) -> Result<Self, StoreError> {
        row(key, value)
    }

    /// Encodes the row as a pair of that map: key, and value with checksum.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`].
    pub fn encode(&self) -> Result<(Vec<u8>, Vec<u8>), StoreError> {
        self.check()?;
        let (key, number, bytes) = match self {
            Self::Record { table, key, record } => (record_key(*table, key)?, record.version, &record.value),
            Self::Answer { id, at_millis, answer } => (answer_key(id), *at_millis, answer),
        };
        let value = checksum::with_checksum(&key, number, bytes);
        Ok((key, value))
    }
}

fn record(key: &[u8], value: &[u8]) -> Result<Record, StoreError> {
    let (version, value) = checksum::verify_checksum(key, value)?;
    Ok(Record { version, value: value.to_vec() })
}

fn event_id(bytes: &[u8]) -> Result<IdempotencyKey, StoreError> {
    let text = std::str::from_utf8(bytes).map_err(|_| StoreError::damaged("an event id is not text"))?;
    IdempotencyKey::new(text).map_err(|error| StoreError::damaged(error.to_string()))
}

fn in_space(name: &str, key: &[u8]) -> Vec<u8> {
    let mut full = Vec::with_capacity(name.len() + 1 + key.len());
    full.extend_from_slice(name.as_bytes());
    full.push(0);
    full.extend_from_slice(key);
    full
}

fn end_of_space(name: &str) -> Vec<u8> {
    range::after_prefix(&in_space(name, &[])).unwrap_or_default()
}

fn tail(key: &[u8], from: usize) -> Vec<u8> {
    key.get(from..).unwrap_or_default().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_keys_sort_behind_all_others() {
        let internal = [COUNTERS_KEY, FORMAT_KEY, RESTORE_MARK_KEY];
        assert!(internal.iter().all(|key| is_internal(key) && end_of_space(ANSWER_AGE).as_slice() <= *key));
    }
}
