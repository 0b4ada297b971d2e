//! Types of the ids of log entries and of cursors between entries, written and parsed as pages send
//! and receive them.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize, Serializer};

/// Error for a text that is neither an entry id nor a feed cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither an entry nor a place among them")]
pub(crate) struct EntryIdError;

/// The id of an entry for its reader: `12`, or `p12` for an entry that only this reader may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum EntryId {
    /// An entry of the log for everybody.
    Everybody(u64),
    /// An entry of the reader's own log.
    Own(u64),
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everybody(number) => write!(f, "{number}"),
            Self::Own(number) => write!(f, "p{number}"),
        }
    }
}

impl TryFrom<String> for EntryId {
    type Error = EntryIdError;

    fn try_from(text: String) -> Result<Self, EntryIdError> {
        match text.strip_prefix('p') {
            Some(digits) => number(digits).map(Self::Own),
            None => number(&text).map(Self::Everybody),
        }
    }
}

impl Serialize for EntryId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A position between entries, as one number for each of the two logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct FeedCursor {
    pub(crate) everybody: u64,
    pub(crate) own: u64,
}

impl FeedCursor {
    /// Whether both numbers are at most those of `other`.
    pub(crate) fn is_within(self, other: Self) -> bool {
        self.everybody <= other.everybody && self.own <= other.own
    }

    /// The cursor before the entries that come next.
    pub(crate) fn next(self) -> Self {
        Self { everybody: self.everybody.saturating_add(1), own: self.own.saturating_add(1) }
    }

    /// The same cursor, moved behind this entry in the entry's log.
    pub(crate) fn reaching(self, id: EntryId) -> Self {
        match id {
            EntryId::Everybody(everybody) => Self { everybody, ..self },
            EntryId::Own(own) => Self { own, ..self },
        }
    }

    pub(crate) fn furthest(self, other: Self) -> Self {
        Self { everybody: self.everybody.max(other.everybody), own: self.own.max(other.own) }
    }
}

impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.everybody, self.own)
    }
}

impl FromStr for FeedCursor {
    type Err = EntryIdError;

    fn from_str(text: &str) -> Result<Self, EntryIdError> {
        let (everybody, own) = text.split_once('.').ok_or(EntryIdError)?;
        Ok(Self { everybody: number(everybody)?, own: number(own)? })
    }
}

impl TryFrom<String> for FeedCursor {
    type Error = EntryIdError;

    fn try_from(text: String) -> Result<Self, EntryIdError> {
        text.parse()
    }
}

impl Serialize for FeedCursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

pub(crate) fn number(digits: &str) -> Result<u64, EntryIdError> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain).ok_or(EntryIdError)
}
