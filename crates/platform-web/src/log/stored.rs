//! Stored forms (JSON) of log entries and of the end of a log.

use adoube_bot::{
    Notice, PersonId, PublicText,
    forms::{FormPart, StoredForm, part},
};

use serde::{Deserialize, Serialize};

use crate::{
    log::entry::{LogContent, LogEntry},
    records::StoredPerson,
};

/// A log entry.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWebEntry {
    at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<u64>,
    what: StoredLogContent,
    /// Bytes ever written to the log, including this entry; 0 in the oldest form, which lacks it.
    #[serde(default)]
    pub(crate) upto: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum StoredLogContent {
    Said {
        by: StoredPerson,
        text: PublicText,
    },
    Command {
        by: StoredPerson,
        text: String,
    },
    Notice(#[serde(with = "part::boxed")] Box<Notice>),
    Private {
        to: PersonId,
        #[serde(with = "part::boxed")]
        notice: Box<Notice>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_place_of: Option<u64>,
    },
}

impl StoredForm for StoredWebEntry {
    const KIND: &'static str = "an entry of a log of the web chat";
    const VERSION: u64 = 1;
    const PARTS: &'static [FormPart] =
        &[FormPart::of::<Notice>("/what/notice"), FormPart::of::<Notice>("/what/private/notice")];
}

impl StoredWebEntry {
    /// The form of an entry; `upto` are the bytes ever written to the log up to it.
    pub(crate) fn new(entry: &LogEntry, upto: u64) -> Self {
        let LogEntry { at, event, after, what } = entry;
        Self { at: *at, event: event.clone(), after: *after, what: what.into(), upto }
    }
}

impl From<StoredWebEntry> for LogEntry {
    fn from(stored: StoredWebEntry) -> Self {
        let StoredWebEntry { at, event, after, what, upto: _ } = stored;
        Self { at, event, after, what: what.into() }
    }
}

impl From<&LogContent> for StoredLogContent {
    fn from(what: &LogContent) -> Self {
        match what {
            LogContent::Said { by, text } => Self::Said { by: by.into(), text: text.clone() },
            LogContent::Command { by, text } => Self::Command { by: by.into(), text: text.clone() },
            LogContent::Notice(notice) => Self::Notice(notice.clone()),
            LogContent::Private { to, notice, in_place_of } => {
                Self::Private { to: to.clone(), notice: notice.clone(), in_place_of: *in_place_of }
            }
        }
    }
}

impl From<StoredLogContent> for LogContent {
    fn from(stored: StoredLogContent) -> Self {
        match stored {
            StoredLogContent::Said { by, text } => Self::Said { by: by.into(), text },
            StoredLogContent::Command { by, text } => Self::Command { by: by.into(), text },
            StoredLogContent::Notice(notice) => Self::Notice(notice),
            StoredLogContent::Private { to, notice, in_place_of } => {
                Self::Private { to, notice, in_place_of }
            }
        }
    }
}

/// The end of a log.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredLogTail {
    /// The last used number.
    pub(crate) newest: u64,
}

impl StoredForm for StoredLogTail {
    const KIND: &'static str = "the end of a log of the web chat";
    const VERSION: u64 = 1;
}
