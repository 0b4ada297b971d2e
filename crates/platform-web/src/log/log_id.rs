//! Identifies one log, with its keys in the store and its retention limits.
//!
//! Each channel has a log for everybody, and one for each person of what that person alone may see.

use adoube_bot::{ChannelId, PersonId};
use adoube_store::{Key, KeyReader};

use crate::{
    limits::{KEPT_BYTES, KEPT_ENTRIES, KEPT_OWN_BYTES, KEPT_OWN_ENTRIES},
    records::{self, HEAD, LOG, OWN},
};

/// Entries for everybody that are kept in memory, because everybody who is connected is about to read them.
pub(crate) const RECENT: usize = 128;

/// One log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LogId {
    /// What everybody may see of a channel.
    Everybody(ChannelId),
    /// What one person alone may see of it.
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

    /// Where its end is told, in a store that other processes write, too.
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

    /// How much of it is kept.
    pub(crate) fn room(&self) -> LogRetention {
        match self {
            Self::Everybody(_) => LogRetention { entries: KEPT_ENTRIES, bytes: KEPT_BYTES, recent: RECENT },
            Self::Own(..) => LogRetention { entries: KEPT_OWN_ENTRIES, bytes: KEPT_OWN_BYTES, recent: 0 },
        }
    }
}

/// How much of a log is kept.
pub(crate) struct LogRetention {
    /// Entries.
    pub(crate) entries: u64,
    /// Bytes of these, to the nearest entry.
    pub(crate) bytes: u64,
    /// Entries that are also kept in memory.
    pub(crate) recent: usize,
}
