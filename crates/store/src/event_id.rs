//! The id of an incoming event, given by whoever sent it.

use std::fmt;

use crate::{MAX_EVENT_ID_BYTES, StoreError};

/// The sender's own id of an incoming event, by which it acts once: 1 to [`MAX_EVENT_ID_BYTES`] bytes of text.
///
/// Ids of different platforms share one space; let them begin with the platform's name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(String);

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
        Ok(Self(id))
    }

    /// The id as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
