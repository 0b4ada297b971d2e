//! Idempotency key: the sender's id of an event, under which its answer is stored so that the event acts once.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

use crate::{error::StoreError, limits::MAX_IDEMPOTENCY_KEY_BYTES};

/// The sender's id of an event: 1 to [`MAX_IDEMPOTENCY_KEY_BYTES`] bytes of text.
///
/// Keys of different platforms share one key space; each begins with the platform's name. Two keys are equal when their
/// texts are, whatever shard they are assigned to.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    id: String,
    shard: Option<String>,
}

impl IdempotencyKey {
    /// An idempotency key of this text.
    ///
    /// # Errors
    /// [`StoreError::EmptyIdempotencyKey`], or [`StoreError::TooLarge`] above [`MAX_IDEMPOTENCY_KEY_BYTES`].
    pub fn new(id: impl Into<String>) -> Result<Self, StoreError> {
        let id = id.into();
        if id.is_empty() {
            return Err(StoreError::EmptyIdempotencyKey);
        }
        StoreError::check_limit("an event id", id.len(), MAX_IDEMPOTENCY_KEY_BYTES)?;
        Ok(Self { id, shard: None })
    }

    /// The same key, assigned to a shard by name, such as a channel's: a database that is split over nodes stores the answer
    /// on the node of the records that the event changes. An event must always name the same shard.
    #[must_use]
    pub fn in_shard(self, home: impl Into<String>) -> Self {
        Self { shard: Some(home.into()), ..self }
    }

    /// The text of the key.
    pub fn as_str(&self) -> &str {
        &self.id
    }

    /// The name of its shard, if one was assigned.
    pub(crate) fn shard(&self) -> Option<&str> {
        self.shard.as_deref()
    }
}

impl PartialEq for IdempotencyKey {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for IdempotencyKey {}

impl PartialOrd for IdempotencyKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for IdempotencyKey {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl Hash for IdempotencyKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}
