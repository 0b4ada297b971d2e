//! The id of an incoming event, given by whoever sent it.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

use crate::{MAX_IDEMPOTENCY_KEY_BYTES, StoreError};

/// The sender's own id of an incoming event, by which it acts once: 1 to [`MAX_EVENT_ID_BYTES`] bytes of text.
///
/// Ids of different platforms share one space; let them begin with the platform's name. Two are the same when their texts
/// are, wherever they belong.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    id: String,
    shard: Option<String>,
}

impl IdempotencyKey {
    /// Takes the text as an id.
    ///
    /// # Errors
    /// [`StoreError::EmptyEventId`], or [`StoreError::TooLarge`] above [`MAX_EVENT_ID_BYTES`].
    pub fn new(id: impl Into<String>) -> Result<Self, StoreError> {
        let id = id.into();
        if id.is_empty() {
            return Err(StoreError::EmptyIdempotencyKey);
        }
        StoreError::check_limit("an event id", id.len(), MAX_IDEMPOTENCY_KEY_BYTES)?;
        Ok(Self { id, shard: None })
    }

    /// The same id, of an event that belongs to a home, such as a channel: a store that is split over machines keeps the
    /// answer with what it caused there. The same event always names the same home.
    #[must_use]
    pub fn in_shard(self, home: impl Into<String>) -> Self {
        Self { shard: Some(home.into()), ..self }
    }

    /// The id as it was given.
    pub fn as_str(&self) -> &str {
        &self.id
    }

    /// Where it belongs, if that was said.
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
