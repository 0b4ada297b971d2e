//! Types of what a sync response has to report: events, and messages that cannot be decrypted yet.
//! Not here: reading the response (`sync_response`).

use matrix_sdk::ruma::{events::AnySyncTimelineEvent, serde::Raw};

use crate::catch_up::{KeyWait, SyncItem};

/// Events to report.
#[derive(Default)]
pub(crate) struct SyncReport {
    pub(crate) items: Vec<SyncItem>,
    pub(crate) sealed: Vec<UndecryptedMessage>,
}

/// A message without its key.
pub(crate) struct UndecryptedMessage {
    pub(crate) waiting: KeyWait,
    pub(crate) raw: Raw<AnySyncTimelineEvent>,
}
