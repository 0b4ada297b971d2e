//! Type of the id of a log, which gives its keys in the store and its retention limits.
//!
//! Each channel has one log for everybody, and one for each person of what only that person may
//! see.

use adoube_bot::{ChannelId, PersonId};
use adoube_store::{Key, KeyReader};

use crate::{
    limits::{KEPT_BYTES, KEPT_ENTRIES, KEPT_OWN_BYTES, KEPT_OWN_ENTRIES},
    records::{self, HEAD, LOG, OWN},
};

/// Entries for everybody that are cached, since all connected people are about to read them.
pub(crate) const RECENT: usize = 128;

/// The id of a log.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum LogId {
    /// The log of a channel for everybody.
    Everybody(ChannelId),
    /// The log of a channel for one person.
    Own(ChannelId, PersonId),
}

impl LogId {
    pub(crate) fn key(&self) -> Key {
        match self {
            Self::Everybody(channel) => records::key(LOG).text(&channel.0),
            Self::Own(channel, person) => records::key(OWN).text(&channel.0).text(&person.0),
        }
    }

    pub(crate) fn entry_key(&self, number: u64) -> Key {
        self.key().number(number)
    }

    /// The number in the key of one of its entries.
    pub(crate) fn number_in(&self, key: &[u8]) -> Option<u64> {
        KeyReader::new(key.strip_prefix(self.key().as_ref())?).number()
    }

    /// The key of its tail row, in a store that several processes share.
    pub(crate) fn head_key(&self) -> Key {
        match self {
            Self::Everybody(channel) => records::key(HEAD).text(&channel.0),
            Self::Own(channel, person) => records::key(HEAD).text(&channel.0).text(&person.0),
        }
    }

    pub(crate) fn channel(&self) -> &ChannelId {
        match self {
            Self::Everybody(channel) | Self::Own(channel, _) => channel,
        }
    }

    /// Its retention limits.
    pub(crate) fn room(&self) -> LogRetention {
        match self {
            Self::Everybody(_) => LogRetention { entries: KEPT_ENTRIES, bytes: KEPT_BYTES, recent: RECENT },
            Self::Own(..) => LogRetention { entries: KEPT_OWN_ENTRIES, bytes: KEPT_OWN_BYTES, recent: 0 },
        }
    }
}

/// Retention limits of a log.
pub(crate) struct LogRetention {
    /// Entries.
    pub(crate) entries: u64,
    /// Total size of the entries in bytes, give or take one entry.
    pub(crate) bytes: u64,
    /// Entries that are also cached.
    pub(crate) recent: usize,
}
