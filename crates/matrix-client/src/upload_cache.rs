//! Attachments that are uploaded and not sent yet. Not here: uploading and sending (`send`).

use std::collections::VecDeque;

use matrix_sdk::ruma::events::room::MediaSource;

/// Uploaded attachments by transaction id.
pub(crate) type UploadCache = VecDeque<(String, MediaSource)>;

/// Most uploaded attachments that are not sent yet.
pub(crate) const MOST_UPLOADS: usize = 32;
