//! Remembers messages for a session: order and origin, uploads not sent yet, messages without a
//! key, and who sent which. Not here: events to report (`catch_up`).

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use matrix_sdk::ruma::{
    events::{AnySyncTimelineEvent, room::MediaSource},
    serde::Raw,
};

use crate::{message_timeline::MessageTimeline, recency_map::RecencyMap};

/// Attachments that are uploaded and not sent yet, by transaction id.
pub(crate) type UploadCache = VecDeque<(String, MediaSource)>;

/// Most messages whose sender is remembered, so that a reaction needs no request.
const MOST_KNOWN: usize = 4000;

/// Memory of a session's recent messages.
pub(crate) struct MessageMemory {
    pub(crate) timeline: MessageTimeline,
    uploads: Mutex<UploadCache>,
    undecrypted: Mutex<HashMap<String, Raw<AnySyncTimelineEvent>>>,
    own: Mutex<RecencyMap<bool>>,
}

impl Default for MessageMemory {
    fn default() -> Self {
        Self {
            timeline: MessageTimeline::default(),
            uploads: Mutex::default(),
            undecrypted: Mutex::default(),
            own: Mutex::new(RecencyMap::new(MOST_KNOWN)),
        }
    }
}

impl MessageMemory {
    pub(crate) fn uploads(&self) -> MutexGuard<'_, UploadCache> {
        self.uploads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Undecrypted messages by event id.
    pub(crate) fn undecrypted(&self) -> MutexGuard<'_, HashMap<String, Raw<AnySyncTimelineEvent>>> {
        self.undecrypted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers whether the bot sent a message.
    pub(crate) fn remember(&self, event: &str, is_own: bool) {
        self.own.lock().unwrap_or_else(PoisonError::into_inner).put(event, is_own);
    }

    /// Whether the bot sent a message, if that is remembered.
    pub(crate) fn is_own(&self, event: &str) -> Option<bool> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner).get(event).copied()
    }
}
