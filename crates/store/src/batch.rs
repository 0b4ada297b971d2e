//! Types of a batch of writes that commits atomically: version checks (compare-and-swap), writes,
//! and the idempotency key of the event that caused them; and the outcome of a commit.
//!
//! Optimistic concurrency control: whoever decides on an event reads without locks, and the batch names the versions that the
//! decision rests on. Where another batch was faster, nothing is written, and the caller decides again.

use crate::{
    error::StoreError,
    idempotency_key::IdempotencyKey,
    limits::{MAX_BATCH_BYTES, MAX_KEY_BYTES, MAX_VALUE_BYTES, MAX_VERSION_CHECKS, MAX_WRITES},
    table::Table,
};

/// Writes that are applied whole or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The idempotency key of the event this batch answers, with the answer, if an event caused it.
    pub idempotent_answer: Option<IdempotentAnswer>,
    /// Versions that are compared before anything is written (compare-and-swap).
    pub version_checks: Vec<VersionCheck>,
    /// The writes, done in order.
    pub writes: Vec<BatchWrite>,
}

/// An idempotency key and the answer stored under it: an event whose key is stored already acts no second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotentAnswer {
    /// The sender's id of the event.
    pub id: IdempotencyKey,
    /// The answer that a duplicate of the event gets.
    pub answer: Vec<u8>,
    /// When the event was answered, in milliseconds since 1970; old answers are deleted by it.
    pub at_millis: u64,
}

/// A compare-and-swap condition on one key, checked before any write of the batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionCheck {
    /// The table of the key.
    pub table: Table,
    /// The key.
    pub key: Vec<u8>,
    /// The version the record must have; `None` when the key must be absent.
    pub version: Option<u64>,
}

/// One write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchWrite {
    /// Stores a value; its version becomes one more than it was, or 1.
    Put {
        /// The table of the key.
        table: Table,
        /// The key.
        key: Vec<u8>,
        /// The value.
        value: Vec<u8>,
    },
    /// Removes a key, if it is there.
    Delete {
        /// The table of the key.
        table: Table,
        /// The key.
        key: Vec<u8>,
    },
}

/// How a batch ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    /// Everything is written and durable.
    Applied,
    /// The idempotency key was stored before; nothing was written. Takes precedence over a conflict.
    Duplicate {
        /// The answer stored then.
        answer: Vec<u8>,
    },
    /// Version conflict: a version check failed, as another write came first; nothing was written.
    Conflict {
        /// The table of the first key whose version differs.
        table: Table,
        /// That key.
        key: Vec<u8>,
    },
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the batch idempotent: stores `answer` under the key of the event that caused it. `at_millis` is since 1970.
    #[must_use]
    pub fn idempotent(mut self, id: IdempotencyKey, answer: impl Into<Vec<u8>>, at_millis: u64) -> Self {
        self.idempotent_answer = Some(IdempotentAnswer { id, answer: answer.into(), at_millis });
        self
    }

    /// Demands that the key has this version.
    #[must_use]
    pub fn expect_version(self, table: Table, key: impl Into<Vec<u8>>, version: u64) -> Self {
        self.expect(table, key, Some(version))
    }

    /// Demands that the key is absent.
    #[must_use]
    pub fn expect_absent(self, table: Table, key: impl Into<Vec<u8>>) -> Self {
        self.expect(table, key, None)
    }

    /// Demands that the key has this version, or is absent.
    #[must_use]
    pub fn expect(mut self, table: Table, key: impl Into<Vec<u8>>, version: Option<u64>) -> Self {
        self.version_checks.push(VersionCheck { table, key: key.into(), version });
        self
    }

    /// Adds version checks and writes, behind those of the batch.
    pub fn extend(
        &mut self,
        version_checks: impl IntoIterator<Item = VersionCheck>,
        writes: impl IntoIterator<Item = BatchWrite>,
    ) {
        self.version_checks.extend(version_checks);
        self.writes.extend(writes);
    }

    /// Whether the batch compares the version of this key.
    pub fn checks(&self, table: Table, key: &[u8]) -> bool {
        self.version_checks.iter().any(|check| check.table == table && check.key == key)
    }

    /// Adds a value to store.
    #[must_use]
    pub fn put(mut self, table: Table, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) -> Self {
        self.writes.push(BatchWrite::Put { table, key: key.into(), value: value.into() });
        self
    }

    /// Adds a key to remove.
    #[must_use]
    pub fn delete(mut self, table: Table, key: impl Into<Vec<u8>>) -> Self {
        self.writes.push(BatchWrite::Delete { table, key: key.into() });
        self
    }

    /// Bytes of all keys, values and the answer together.
    pub fn bytes(&self) -> usize {
        let idempotent = self
            .idempotent_answer
            .as_ref()
            .map_or(0, |idempotent| idempotent.id.as_str().len() + idempotent.answer.len());
        let expect: usize = self.version_checks.iter().map(|expect| expect.key.len()).sum();
        let writes: usize = self.writes.iter().map(BatchWrite::bytes).sum();
        idempotent + expect + writes
    }

    /// Checks the batch against the limits.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`] names what is over which limit.
    pub fn check(&self) -> Result<(), StoreError> {
        StoreError::check_limit("the number of writes in a batch", self.writes.len(), MAX_WRITES)?;
        StoreError::check_limit(
            "the number of expectations in a batch",
            self.version_checks.len(),
            MAX_VERSION_CHECKS,
        )?;
        if let Some(idempotent) = &self.idempotent_answer {
            StoreError::check_limit("an answer", idempotent.answer.len(), MAX_VALUE_BYTES)?;
        }
        for expect in &self.version_checks {
            StoreError::check_limit("a key", expect.key.len(), MAX_KEY_BYTES)?;
        }
        for write in &self.writes {
            write.check()?;
        }
        StoreError::check_limit("a batch", self.bytes(), MAX_BATCH_BYTES)
    }
}

impl BatchWrite {
    fn bytes(&self) -> usize {
        match self {
            Self::Put { key, value, .. } => key.len() + value.len(),
            Self::Delete { key, .. } => key.len(),
        }
    }

    fn check(&self) -> Result<(), StoreError> {
        match self {
            Self::Put { key, value, .. } => {
                StoreError::check_limit("a key", key.len(), MAX_KEY_BYTES)?;
                StoreError::check_limit("a value", value.len(), MAX_VALUE_BYTES)
            }
            Self::Delete { key, .. } => StoreError::check_limit("a key", key.len(), MAX_KEY_BYTES),
        }
    }
}
