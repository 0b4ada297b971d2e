//! Data types of an entry of the chat log: content, author, and who may see it.

use std::sync::Arc;

use adoube_bot::{ChannelId, Notice, Person, PersonId, PublicText, forms::FormError};
use adoube_store::StoreError;

use crate::log::log_id::LogId;

/// An entry of a channel's log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LogEntry {
    /// When it was written, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The sender's id of the event that caused it.
    pub(crate) event: Option<String>,
    /// For an entry of a person's own log: the number of the last entry for everybody before it.
    pub(crate) after: Option<u64>,
    /// The content.
    pub(crate) what: LogContent,
}

/// The content of an entry, with its author or addressee.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LogContent {
    /// Text of a person, for everybody.
    Said {
        /// The author.
        by: Person,
        /// The text, as the bot lets everybody read it.
        text: PublicText,
    },
    /// A command, visible to its author only, since its results are announced anyway. Also text
    /// that the bot does not let others read.
    Command {
        /// The author.
        by: Person,
        /// The line, with its slash if it has one.
        text: String,
    },
    /// A notice for everybody.
    Notice(Box<Notice>),
    /// A notice for one person.
    Private {
        /// The addressee.
        to: PersonId,
        /// The notice.
        notice: Box<Notice>,
        /// The number, in the same log, of the first message that this one replaces.
        in_place_of: Option<u64>,
    },
}

impl LogEntry {
    /// An entry that is written at the instant `at`.
    pub(crate) fn new(at: u64, event: Option<String>, what: LogContent) -> Self {
        Self { at, event, after: None, what }
    }

    /// The only person who may see it; `None` if everybody may. The only place that decides this.
    fn addressee(&self) -> Option<&PersonId> {
        match &self.what {
            LogContent::Said { .. } | LogContent::Notice(_) => None,
            LogContent::Command { by, .. } => Some(&by.id),
            LogContent::Private { to, .. } => Some(to),
        }
    }

    /// The log of this channel that it belongs to.
    pub(crate) fn log(&self, channel: &ChannelId) -> LogId {
        match self.addressee() {
            None => LogId::Everybody(channel.clone()),
            Some(person) => LogId::Own(channel.clone(), person.clone()),
        }
    }

    /// Whether this person may see it.
    pub(crate) fn is_for(&self, person: &PersonId) -> bool {
        self.addressee().is_none_or(|addressee| addressee == person)
    }

    /// A person's text in it, and its author.
    pub(crate) fn words(&self) -> Option<(&Person, &str)> {
        match &self.what {
            LogContent::Said { by, text } => Some((by, text.text())),
            LogContent::Command { by, text } => Some((by, text)),
            LogContent::Notice(_) | LogContent::Private { .. } => None,
        }
    }

    /// The bot's notice in it.
    pub(crate) fn notice(&self) -> Option<&Notice> {
        match &self.what {
            LogContent::Notice(notice) | LogContent::Private { notice, .. } => Some(notice),
            LogContent::Said { .. } | LogContent::Command { .. } => None,
        }
    }
}

/// An entry and its number in its log.
pub(crate) type NumberedEntry = (u64, Arc<LogEntry>);

/// Why an entry cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LogError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An entry cannot be read or written.
    #[error("entry {number} of {channel}: {reason}")]
    Form {
        /// The channel.
        channel: ChannelId,
        /// The entry's number.
        number: u64,
        /// The cause.
        reason: FormError,
    },
}
