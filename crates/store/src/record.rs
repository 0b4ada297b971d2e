//! Records as they are read, and rows as they are exported.

use crate::{IdempotencyKey, MAX_KEY_BYTES, MAX_VALUE_BYTES, StoreError, Table, checksum, layout};

/// A stored value and how often its key has been written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// 1 for the first write of the key, one more for every later one. A deleted key begins at 1 again, so keys whose
    /// versions people hold for long (games) are better marked as over than deleted.
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
    /// What an incoming event was answered.
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
    /// The row that lies in a store under this key, with its checksum: for whoever reads the map of bytes underneath.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when it is none, or not as it was written.
    pub fn decode(key: &[u8], value: &[u8]) -> Result<Self, StoreError> {
        layout::row(key, value)
    }

    /// The key and the value, with its checksum, as which it lies there.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`].
    pub fn encode(&self) -> Result<(Vec<u8>, Vec<u8>), StoreError> {
        self.check()?;
        let (key, number, bytes) = match self {
            Self::Record { table, key, record } => {
                (layout::record_key(*table, key)?, record.version, &record.value)
            }
            Self::Answer { id, at_millis, answer } => (layout::answer_key(id), *at_millis, answer),
        };
        let value = checksum::with_checksum(&key, number, bytes);
        Ok((key, value))
    }

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

/// Where a walk over the whole store goes on; only the store that made it can read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkCursor(pub(crate) Vec<u8>);

/// A piece of the whole store, in the store's own order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkPage {
    /// The rows of this piece. Rows of a table come in the order of their keys.
    pub rows: Vec<StoreRow>,
    /// Where the next piece begins; `None` after the last.
    pub next: Option<WalkCursor>,
}
