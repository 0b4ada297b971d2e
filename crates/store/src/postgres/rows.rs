//! Decodes result rows into records and answers, and verifies their checksums. Not here: the
//! statements (`statements`), how a checksum is computed (`checksum`).

use tokio_postgres::{Row as Found, types::FromSql};

use super::checksum;
use crate::{
    error::StoreError,
    idempotency_key::IdempotencyKey,
    record::{Record, StoreRow},
    shard_key::ShardKey,
    table::Table,
};

/// A record of this table and key whose version, value and checksum are the columns from `first` on.
pub(super) fn record(row: &Found, first: usize, kind: &str, key: &[u8]) -> Result<Record, StoreError> {
    let (number, value): (i64, Vec<u8>) = (column(row, first)?, column(row, first + 1)?);
    let computed = checksum::numbered(checksum::of_record(kind, key, &value), number);
    checksum::compare(kind, key, computed, column(row, first + 2)?)?;
    Ok(Record { version: version(number)?, value })
}

/// The answer to this event whose text, time, shard key and checksum are the columns from `first` on.
pub(super) fn answer(row: &Found, first: usize, id: &[u8]) -> Result<Vec<u8>, StoreError> {
    let answer: Vec<u8> = column(row, first)?;
    let (at, home): (i64, i32) = (column(row, first + 1)?, column(row, first + 2)?);
    checksum::compare_answer(id, (home, at, &answer), column(row, first + 3)?)?;
    Ok(answer)
}

/// A row of the statement that pages records.
pub(super) fn record_row(row: &Found) -> Result<StoreRow, StoreError> {
    let (name, key): (String, Vec<u8>) = (column(row, 0)?, column(row, 1)?);
    let table = Table::from_name(&name)
        .ok_or_else(|| StoreError::damaged(format!("there is no table of the name {name:?}")))?;
    // A record with a wrong shard key would not be found by its key.
    if column::<i32>(row, 5)? != ShardKey::of_key(table, &key).as_i32() {
        return Err(checksum::damaged(&name, &key));
    }
    let record = record(row, 2, &name, &key)?;
    Ok(StoreRow::Record { table, key, record })
}

/// A row of the statement that pages answers.
pub(super) fn answer_row(row: &Found) -> Result<StoreRow, StoreError> {
    let (id, at): (Vec<u8>, i64) = (column(row, 0)?, column(row, 2)?);
    let answer = answer(row, 1, &id)?;
    let id = String::from_utf8(id).map_err(|_| StoreError::damaged("an event id is not text"))?;
    Ok(StoreRow::Answer {
        id: IdempotencyKey::new(id)?,
        at_millis: u64::try_from(at).unwrap_or_default(),
        answer,
    })
}

/// A version as callers know it.
pub(super) fn version(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| StoreError::damaged("a version is below zero"))
}

/// A column of a result row.
pub(super) fn column<'r, T: FromSql<'r>>(row: &'r Found, place: usize) -> Result<T, StoreError> {
    row.try_get(place).map_err(|error| StoreError::damaged(error.to_string()))
}

/// Logs damage. Other errors concern the caller alone.
pub(super) fn log_damage(error: &StoreError) {
    if matches!(error, StoreError::Damaged { .. }) {
        tracing::error!(%error, "a record cannot be read");
    }
}
