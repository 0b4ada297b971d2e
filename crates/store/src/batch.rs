//! What is written at once: expectations, writes, and the event that caused them.

use crate::{
    EventId, MAX_BATCH_BYTES, MAX_EXPECTS, MAX_KEY_BYTES, MAX_VALUE_BYTES, MAX_WRITES, StoreError, Table,
};

/// A set of writes that happens whole or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The incoming event this batch answers, if any.
    pub once: Option<Once>,
    /// What must be true for the writes to happen.
    pub expect: Vec<Expect>,
    /// The writes, done in order.
    pub writes: Vec<Write>,
}

/// An incoming event that must act once, and what it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Once {
    /// The sender's id of the event.
    pub id: EventId,
    /// What a repetition of the event gets as its answer.
    pub answer: Vec<u8>,
    /// Now, in milliseconds since 1970; old answers are forgotten by it.
    pub at_millis: u64,
}

/// A condition on one key, checked before any write of the batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// The table of the key.
    pub table: Table,
    /// The key.
    pub key: Vec<u8>,
    /// The version the record must have; `None` when the key must be absent.
    pub version: Option<u64>,
}

/// One write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
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
pub enum Committed {
    /// Everything is written and durable.
    Applied,
    /// The event had acted before; nothing was written. Wins over a conflict.
    Repeated {
        /// What it was answered then.
        answer: Vec<u8>,
    },
    /// An expectation did not hold; nothing was written.
    Conflict {
        /// The table of the first key that was not as expected.
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

    /// Adds the event this batch answers; `at_millis` since 1970.
    #[must_use]
    pub fn once(mut self, id: EventId, answer: impl Into<Vec<u8>>, at_millis: u64) -> Self {
        self.once = Some(Once { id, answer: answer.into(), at_millis });
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
        self.expect.push(Expect { table, key: key.into(), version });
        self
    }

    /// Adds a value to store.
    #[must_use]
    pub fn put(mut self, table: Table, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) -> Self {
        self.writes.push(Write::Put { table, key: key.into(), value: value.into() });
        self
    }

    /// Adds a key to remove.
    #[must_use]
    pub fn delete(mut self, table: Table, key: impl Into<Vec<u8>>) -> Self {
        self.writes.push(Write::Delete { table, key: key.into() });
        self
    }

    /// Bytes of all keys, values and the answer together.
    pub fn bytes(&self) -> usize {
        let once = self.once.as_ref().map_or(0, |once| once.id.as_str().len() + once.answer.len());
        let expect: usize = self.expect.iter().map(|expect| expect.key.len()).sum();
        let writes: usize = self.writes.iter().map(Write::bytes).sum();
        once + expect + writes
    }

    /// Checks the batch against the limits.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`] names what is over which limit.
    pub fn check(&self) -> Result<(), StoreError> {
        StoreError::check("the number of writes in a batch", self.writes.len(), MAX_WRITES)?;
        StoreError::check("the number of expectations in a batch", self.expect.len(), MAX_EXPECTS)?;
        if let Some(once) = &self.once {
            StoreError::check("an answer", once.answer.len(), MAX_VALUE_BYTES)?;
        }
        for expect in &self.expect {
            StoreError::check("a key", expect.key.len(), MAX_KEY_BYTES)?;
        }
        for write in &self.writes {
            write.check()?;
        }
        StoreError::check("a batch", self.bytes(), MAX_BATCH_BYTES)
    }
}

impl Write {
    fn bytes(&self) -> usize {
        match self {
            Self::Put { key, value, .. } => key.len() + value.len(),
            Self::Delete { key, .. } => key.len(),
        }
    }

    fn check(&self) -> Result<(), StoreError> {
        match self {
            Self::Put { key, value, .. } => {
                StoreError::check("a key", key.len(), MAX_KEY_BYTES)?;
                StoreError::check("a value", value.len(), MAX_VALUE_BYTES)
            }
            Self::Delete { key, .. } => StoreError::check("a key", key.len(), MAX_KEY_BYTES),
        }
    }
}
