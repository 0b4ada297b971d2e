//! Types of stored data: a record with its version (for optimistic concurrency), and a row (a record, or the answer stored under an
//! idempotency key), as a walk over a whole store yields them.

use crate::{
    error::StoreError,
    idempotency_key::IdempotencyKey,
    limits::{MAX_KEY_BYTES, MAX_VALUE_BYTES},
    table::Table,
};

/// A stored value and how often its key has been written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// 1 for the first write of the key, one more for every later one. A deleted key begins at 1 again (ABA), so a record
    /// whose version is held for long, such as a game's, is better marked as over than deleted.
    pub version: u64,
    /// The bytes as they were put.
    pub value: Vec<u8>,
}

/// One row of a whole store: a record, or the answer to an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreRow {
    /// A record of a table.
    Record {
        /// The table it is in.
        table: Table,
        /// Its key.
        key: Vec<u8>,
        /// Version and value.
        record: Record,
    },
    /// The answer stored under an idempotency key.
    Answer {
        /// The event's id.
        id: IdempotencyKey,
        /// When it was answered, in milliseconds since 1970 as told by the caller.
        at_millis: u64,
        /// The answer as it was stored.
        answer: Vec<u8>,
    },
}

impl StoreRow {
    /// Bytes of key and value, or of id and answer.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Record { key, record, .. } => key.len() + record.value.len(),
            Self::Answer { id, answer, .. } => id.as_str().len() + answer.len(),
        }
    }

    /// Checks the row against the limits.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`] names what is over which limit.
    pub fn check(&self) -> Result<(), StoreError> {
        match self {
            Self::Record { key, record, .. } => {
                StoreError::check_limit("a key", key.len(), MAX_KEY_BYTES)?;
                StoreError::check_limit("a value", record.value.len(), MAX_VALUE_BYTES)
            }
            Self::Answer { answer, .. } => {
                StoreError::check_limit("an answer", answer.len(), MAX_VALUE_BYTES)
            }
        }
    }
}

/// Position of a walk over the whole store; only the store that made it can read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkCursor(pub(crate) Vec<u8>);

/// A page of a walk over the whole store, in the store's own order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkPage {
    /// The rows of this page. Rows of a table come in the order of their keys.
    pub rows: Vec<StoreRow>,
    /// The cursor of the next page; `None` after the last.
    pub next: Option<WalkCursor>,
}
