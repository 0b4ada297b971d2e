//! The id of an incoming event, given by whoever sent it.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

use crate::{MAX_EVENT_ID_BYTES, StoreError};

/// The sender's own id of an incoming event, by which it acts once: 1 to [`MAX_EVENT_ID_BYTES`] bytes of text.
///
/// Ids of different platforms share one space; let them begin with the platform's name. Two are the same when their texts
/// are, wherever they belong.
#[derive(Clone, Debug)]
pub struct EventId {
    id: String,
    home: Option<String>,
}

impl EventId {
    /// Takes the text as an id.
    ///
    /// # Errors
    /// [`StoreError::EmptyEventId`], or [`StoreError::TooLarge`] above [`MAX_EVENT_ID_BYTES`].
    pub fn new(id: impl Into<String>) -> Result<Self, StoreError> {
        let id = id.into();
        if id.is_empty() {
            return Err(StoreError::EmptyEventId);
        }
        StoreError::check("an event id", id.len(), MAX_EVENT_ID_BYTES)?;
        Ok(Self { id, home: None })
    }

    /// The same id, of an event that belongs to a home, such as a channel: a store that is split over machines keeps the
    /// answer with what it caused there. The same event always names the same home.
    #[must_use]
    pub fn at(self, home: impl Into<String>) -> Self {
        Self { home: Some(home.into()), ..self }
    }

    /// The id as it was given.
    pub fn as_str(&self) -> &str {
        &self.id
    }

    /// Where it belongs, if that was said.
    pub(crate) fn home(&self) -> Option<&str> {
        self.home.as_deref()
    }
}

impl PartialEq for EventId {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for EventId {}

impl PartialOrd for EventId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for EventId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl Hash for EventId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}
