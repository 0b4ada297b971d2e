//! Entries of the chat log: what was said, by whom, and who may see it.

use std::sync::Arc;

use adoube_bot::{ChannelId, Notice, Person, PersonId, PublicText, forms::FormError};
use adoube_store::StoreError;

use crate::log::log_id::LogId;

/// Something said in a channel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LogEntry {
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The sender's id of the event it came from.
    pub(crate) event: Option<String>,
    /// Of an entry for one person: the number of the last entry for everybody before it.
    pub(crate) after: Option<u64>,
    /// What.
    pub(crate) what: LogContent,
}

/// What was said, and by whom.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LogContent {
    /// Words to everybody.
    Said {
        /// Who.
        by: Person,
        /// The words, as the bot lets everybody read them.
        text: PublicText,
    },
    /// A command; only its giver sees it, because what comes of it is told to everybody anyway. So are words that the
    /// service does not let others read.
    Command {
        /// Who.
        by: Person,
        /// The line, with its slash if it has one.
        text: String,
    },
    /// The bot to everybody.
    Notice(Box<Notice>),
    /// The bot to one person.
    Private {
        /// To whom.
        to: PersonId,
        /// What.
        notice: Box<Notice>,
        /// The number, in the same log, of the first message in whose place this one stands.
        in_place_of: Option<u64>,
    },
}

impl LogEntry {
    /// Something that happens now.
    pub(crate) fn new(at: u64, event: Option<String>, what: LogContent) -> Self {
        Self { at, event, after: None, what }
    }

    /// The person whom it is for, when it is not for everybody. The only place that decides this.
    fn addressee(&self) -> Option<&PersonId> {
        match &self.what {
            LogContent::Said { .. } | LogContent::Notice(_) => None,
            LogContent::Command { by, .. } => Some(&by.id),
            LogContent::Private { to, .. } => Some(to),
        }
    }

    /// The log it belongs to in this channel.
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

    /// Somebody's words in it, and whose they are.
    pub(crate) fn words(&self) -> Option<(&Person, &str)> {
        match &self.what {
            LogContent::Said { by, text } => Some((by, text.text())),
            LogContent::Command { by, text } => Some((by, text)),
            LogContent::Notice(_) | LogContent::Private { .. } => None,
        }
    }

    /// The bot's words in it.
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
        /// Where.
        channel: ChannelId,
        /// Which.
        number: u64,
        /// What is wrong.
        reason: FormError,
    },
}
