//! What one person reads of a channel: what everybody may see and what only they may see, in one order. Their places in
//! it and the ids of entries are made of the numbers of these two logs, so they say nothing of what others were told.
//! Not here: the logs themselves (`log`), how an entry looks (`view`).

use std::{fmt, str::FromStr, sync::Arc};

use adoube_bot::{ChannelId, PersonId};
use serde::{Deserialize, Serialize, Serializer};

use crate::log::{
    cache::LogHead,
    chat_log::{ChatLog, LogEntry, LogError, LogId, NumberedEntry},
};

/// A text that is no id of an entry, or no place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither an entry nor a place among them")]
pub(crate) struct EntryIdError;

/// An entry as its reader calls it: `12`, or `p12` where only they may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum EntryId {
    /// Of the log for everybody.
    Everybody(u64),
    /// Of the reader's own.
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

/// A place among the entries, as numbers of both logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct FeedCursor {
    everybody: u64,
    own: u64,
}

impl FeedCursor {
    /// Whether both numbers are no greater than those.
    pub(crate) fn is_within(self, other: Self) -> bool {
        self.everybody <= other.everybody && self.own <= other.own
    }

    /// The place before the entries that come next.
    pub(crate) fn next(self) -> Self {
        Self { everybody: self.everybody.saturating_add(1), own: self.own.saturating_add(1) }
    }

    /// The same place, but behind this entry of its log.
    fn reaching(self, id: EntryId) -> Self {
        match id {
            EntryId::Everybody(everybody) => Self { everybody, ..self },
            EntryId::Own(own) => Self { own, ..self },
        }
    }

    fn furthest(self, other: Self) -> Self {
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

fn number(digits: &str) -> Result<u64, EntryIdError> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain).ok_or(EntryIdError)
}

/// An entry on its way to its reader.
#[derive(Clone, Debug)]
pub(crate) struct FeedItem {
    /// What the reader calls it.
    pub(crate) id: EntryId,
    /// Everything that stands before it has smaller numbers than these.
    pub(crate) before: FeedCursor,
    /// The entry.
    pub(crate) entry: Arc<LogEntry>,
}

/// The ends of what one person reads of a channel.
pub(crate) struct ReaderFeed {
    everybody: LogHead,
    own: LogHead,
}

impl ReaderFeed {
    /// The newest entries; from here on only newer ones are a change.
    pub(crate) fn newest(&mut self) -> FeedCursor {
        FeedCursor { everybody: self.everybody.newest(), own: self.own.newest() }
    }

    /// Resolves when there is something newer.
    pub(crate) async fn changed(&mut self) {
        tokio::select! {
            () = self.everybody.changed() => {}
            () = self.own.changed() => {}
        }
    }
}

impl ChatLog {
    /// What this person reads of the channel.
    pub(crate) async fn feed(&self, channel: &ChannelId, person: &PersonId) -> Result<ReaderFeed, LogError> {
        let [everybody, own] = logs(channel, person);
        Ok(ReaderFeed { everybody: self.head(&everybody).await?, own: self.head(&own).await? })
    }

    /// Up to `limit` entries behind this place, oldest first, and the place behind them; `newest` when there are no more.
    pub(crate) async fn read_on(
        &self,
        channel: &ChannelId,
        person: &PersonId,
        from: FeedCursor,
        newest: FeedCursor,
        limit: usize,
    ) -> Result<(Vec<FeedItem>, FeedCursor), LogError> {
        let [everybody, own] = logs(channel, person);
        let everybody = self.after(&everybody, from.everybody, limit).await?;
        let own = self.after(&own, from.own, limit).await?;
        let entries: Vec<_> = merged(everybody, own, person, |one, other| one < other).take(limit).collect();
        let read = entries.iter().fold(from, |cursor, (id, _)| cursor.reaching(*id));
        // Fewer than asked for need not be the last ones: what cannot be read is passed over.
        let read = if entries.is_empty() { read.furthest(newest) } else { read };
        Ok((items(from.next(), entries), read))
    }

    /// Up to `limit` entries before this place, oldest first, and the place before which there is more.
    pub(crate) async fn read_back(
        &self,
        channel: &ChannelId,
        person: &PersonId,
        before: FeedCursor,
        limit: usize,
    ) -> Result<(Vec<FeedItem>, Option<FeedCursor>), LogError> {
        let [everybody, own] = logs(channel, person);
        let everybody = self.before(&everybody, before.everybody, limit).await?;
        let own = self.before(&own, before.own, limit).await?;
        let mut entries: Vec<_> =
            merged(everybody, own, person, |one, other| one > other).take(limit).collect();
        let start = entries.iter().fold(before, |cursor, (id, _)| cursor.reaching(*id));
        let is_first = start.everybody <= 1 && start.own <= 1;
        let more = (!entries.is_empty() && !is_first).then_some(start);
        entries.reverse();
        Ok((items(start, entries), more))
    }

    /// The entry this person calls so, if there is one.
    pub(crate) async fn entry_of(
        &self,
        channel: &ChannelId,
        id: EntryId,
        person: &PersonId,
    ) -> Result<Option<Arc<LogEntry>>, LogError> {
        let [everybody, own] = logs(channel, person);
        let entry = match id {
            EntryId::Everybody(number) => self.entry(&everybody, number).await?,
            EntryId::Own(number) => self.entry(&own, number).await?,
        };
        Ok(entry.filter(|entry| entry.is_for(person)))
    }
}

fn logs(channel: &ChannelId, person: &PersonId) -> [LogId; 2] {
    [LogId::Everybody(channel.clone()), LogId::Own(channel.clone(), person.clone())]
}

/// Where an entry stands: one for everybody has its number, one for a person follows the one it was written after.
type FeedRank = (u64, u64);

/// Both in one order, the one first whose rank is `sooner`; each is in that order already.
fn merged(
    everybody: Vec<NumberedEntry>,
    own: Vec<NumberedEntry>,
    person: &PersonId,
    sooner: impl Fn(FeedRank, FeedRank) -> bool,
) -> impl Iterator<Item = (EntryId, Arc<LogEntry>)> {
    let everybody =
        everybody.into_iter().map(|(number, entry)| ((number, 0), EntryId::Everybody(number), entry));
    let own = own
        .into_iter()
        .map(|(number, entry)| ((entry.after.unwrap_or_default(), number), EntryId::Own(number), entry));
    let (mut everybody, mut own) = (everybody.peekable(), own.peekable());
    let next = std::iter::from_fn(move || {
        let own_first = match (everybody.peek(), own.peek()) {
            (Some((one, ..)), Some((other, ..))) => sooner(*other, *one),
            (one, _) => one.is_none(),
        };
        if own_first { own.next() } else { everybody.next() }
    });
    next.map(|(_, id, entry)| (id, entry)).filter(|(_, entry)| entry.is_for(person))
}

/// The entries with the place before each of them, the first of which is given.
fn items(mut before: FeedCursor, entries: Vec<(EntryId, Arc<LogEntry>)>) -> Vec<FeedItem> {
    let place = |(id, entry)| {
        before = before.reaching(id);
        let item = FeedItem { id, before, entry };
        before = match id {
            EntryId::Everybody(number) => FeedCursor { everybody: number.saturating_add(1), ..before },
            EntryId::Own(number) => FeedCursor { own: number.saturating_add(1), ..before },
        };
        item
    };
    entries.into_iter().map(place).collect()
}

#[cfg(test)]
mod tests;
