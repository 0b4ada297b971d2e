//! How tables, records and answers lie in one ordered map of bytes, which is all a store needs to provide.
//!
//! One map and not one per table, because sled makes a batch atomic only within one tree. A key is the name of its
//! space, a zero byte, and the key within the space; names of tables are letters, so the spaces the store keeps for
//! itself begin with `~` and sort behind them.

use crate::{
    Cursor, EventId, Filling, KeyRange, MAX_KEY_BYTES, MAX_PAGE_ROWS, MAX_SCAN_ROWS, Order, Page, Record,
    Row, StoreError, Table, range, sealed,
};

/// The space of answers; behind every table, as the first letter is.
pub(crate) const ANSWER: &str = "~answer";
const ANSWERED: &str = "~answered";
const COMMITS_KEY: &[u8] = b"~commits\0";
const FORMAT_KEY: &[u8] = b"~format\0";
const IMPORTING_KEY: &[u8] = b"~importing\0";

/// A key and its value, as they lie in the map.
pub(crate) type Pair = (Vec<u8>, Vec<u8>);

/// A range of keys of the map; the start belongs to it, the end does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: Vec<u8>,
    pub(crate) end: Vec<u8>,
}

/// The ordered map, as far as it is read.
pub(crate) trait Pairs {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;
    fn range(&self, span: &Span, order: Order, limit: usize) -> Result<Vec<Pair>, StoreError>;
}

/// The key of a record.
pub(crate) fn record_key(table: Table, key: &[u8]) -> Result<Vec<u8>, StoreError> {
    StoreError::check("a key", key.len(), MAX_KEY_BYTES)?;
    Ok(in_space(table.name(), key))
}

/// The key of an answer.
pub(crate) fn answer_key(id: &EventId) -> Vec<u8> {
    in_space(ANSWER, id.as_str().as_bytes())
}

/// The key under which an answer is found by its age.
pub(crate) fn answered_key(at_millis: u64, id: &EventId) -> Vec<u8> {
    let mut key = in_space(ANSWERED, &at_millis.to_be_bytes());
    key.extend_from_slice(id.as_str().as_bytes());
    key
}

/// The key of the format's number.
pub(crate) fn format_key() -> Vec<u8> {
    FORMAT_KEY.to_vec()
}

/// The key that is there while rows are being restored: empty for an import, else what is noted about a copy.
pub(crate) fn importing_key() -> Vec<u8> {
    IMPORTING_KEY.to_vec()
}

/// The key of what the store counts about itself.
pub(crate) fn commits_key() -> Vec<u8> {
    COMMITS_KEY.to_vec()
}

/// Whether the store keeps this pair for itself, and not for finding answers.
pub(crate) fn is_own(key: &[u8]) -> bool {
    [COMMITS_KEY, FORMAT_KEY, IMPORTING_KEY].contains(&key)
}

/// Whether a key is that of a record or an answer.
pub(crate) fn is_row(key: &[u8]) -> bool {
    key < rows_span().end.as_slice()
}

/// Every record and every answer, but nothing the store keeps for itself.
pub(crate) fn rows_span() -> Span {
    Span { start: Vec::new(), end: in_space(ANSWERED, &[]) }
}

/// Answers given before a moment, oldest first.
pub(crate) fn answered_before(millis: u64) -> Span {
    Span { start: in_space(ANSWERED, &[]), end: in_space(ANSWERED, &millis.to_be_bytes()) }
}

/// The event id at the end of a key by age.
pub(crate) fn answered_id(key: &[u8]) -> Result<EventId, StoreError> {
    let id = key.get(ANSWERED.len() + 1 + size_of::<u64>()..).unwrap_or_default();
    event_id(id)
}

/// The record stored under a key.
pub(crate) fn get(pairs: &impl Pairs, table: Table, key: &[u8]) -> Result<Option<Record>, StoreError> {
    let key = record_key(table, key)?;
    pairs.get(&key)?.map(|value| record(&key, &value)).transpose()
}

/// The records of a range of a table, with their keys.
pub(crate) fn scan(
    pairs: &impl Pairs,
    table: Table,
    range: &KeyRange,
    order: Order,
    limit: usize,
) -> Result<Vec<(Vec<u8>, Record)>, StoreError> {
    StoreError::check("the number of records of a scan", limit, MAX_SCAN_ROWS)?;
    let space = table.name().len() + 1;
    let end = match &range.end {
        Some(end) => in_space(table.name(), end),
        None => end_of_space(table.name()),
    };
    let span = Span { start: in_space(table.name(), &range.start), end };
    let pairs = pairs.range(&span, order, limit)?;
    pairs.into_iter().map(|(key, value)| Ok((tail(&key, space), record(&key, &value)?))).collect()
}

/// By which copy a store is being filled.
pub(crate) fn filling(pairs: &impl Pairs) -> Result<Option<Filling>, StoreError> {
    match pairs.get(&importing_key())? {
        None => Ok(None),
        Some(noted) if noted.is_empty() => Err(StoreError::ImportUnfinished),
        Some(noted) => Filling::of(&noted).map(Some),
    }
}

/// The stored answer to an event.
pub(crate) fn answer(pairs: &impl Pairs, id: &EventId) -> Result<Option<Vec<u8>>, StoreError> {
    let key = answer_key(id);
    let Some(value) = pairs.get(&key)? else { return Ok(None) };
    Ok(Some(sealed::open(&key, &value)?.1.to_vec()))
}

/// Rows from where the last page ended.
pub(crate) fn page(pairs: &impl Pairs, from: Option<Cursor>, limit: usize) -> Result<Page, StoreError> {
    StoreError::check("the number of rows of a page", limit, MAX_PAGE_ROWS)?;
    let mut span = rows_span();
    span.start = from.map(|cursor| cursor.0).unwrap_or_default();
    let mut found = pairs.range(&span, Order::Ascending, limit + 1)?;
    let next = if found.len() > limit { found.pop().map(|(key, _)| Cursor(key)) } else { None };
    let rows = found.into_iter().map(|(key, value)| row(&key, &value)).collect::<Result<_, _>>()?;
    Ok(Page { rows, next })
}

/// The row that lies under a key.
pub(crate) fn row(key: &[u8], value: &[u8]) -> Result<Row, StoreError> {
    let zero = key.iter().position(|&byte| byte == 0).unwrap_or(key.len());
    let space = key.get(..zero).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default();
    let inner = tail(key, zero + 1);
    if space == ANSWER {
        let (at_millis, answer) = sealed::open(key, value)?;
        return Ok(Row::Answer { id: event_id(&inner)?, at_millis, answer: answer.to_vec() });
    }
    let table = Table::from_name(space)
        .ok_or_else(|| StoreError::damaged(format!("there is no table of the name {space:?}")))?;
    Ok(Row::Record { table, key: inner, record: record(key, value)? })
}

fn record(key: &[u8], value: &[u8]) -> Result<Record, StoreError> {
    let (version, value) = sealed::open(key, value)?;
    Ok(Record { version, value: value.to_vec() })
}

fn event_id(bytes: &[u8]) -> Result<EventId, StoreError> {
    let text = std::str::from_utf8(bytes).map_err(|_| StoreError::damaged("an event id is not text"))?;
    EventId::new(text).map_err(|error| StoreError::damaged(error.to_string()))
}

/// What lies under a key, in words: a table and a key as text.
pub(crate) fn named(key: &[u8]) -> String {
    let zero = key.iter().position(|&byte| byte == 0).unwrap_or(key.len());
    let (space, inner) = (key.get(..zero).unwrap_or_default(), key.get(zero + 1..).unwrap_or_default());
    let space = String::from_utf8_lossy(space);
    format!("{} {}", space.trim_start_matches('~'), inner.escape_ascii())
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
