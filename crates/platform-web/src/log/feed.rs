//! Reads a person's feed of a channel: the log for everybody and the person's own, merged into one
//! order. Not here: the logs themselves (`chat_log.rs`), presentation of entries (`view`).

use std::sync::Arc;

use adoube_bot::{ChannelId, PersonId};

use crate::{
    log::{
        cache::LogHead,
        chat_log::ChatLog,
        entry::{LogEntry, LogError, NumberedEntry},
        log_id::LogId,
    },
    wire::entry_id::{EntryId, FeedCursor},
};

/// An entry of a feed.
#[derive(Clone, Debug)]
pub(crate) struct FeedItem {
    /// The entry's id for its reader.
    pub(crate) id: EntryId,
    /// The cursor before it: all entries before it have smaller numbers.
    pub(crate) before: FeedCursor,
    /// The entry.
    pub(crate) entry: Arc<LogEntry>,
}

/// The ends of the two logs that a person reads of a channel.
pub(crate) struct ReaderFeed {
    everybody: LogHead,
    own: LogHead,
}

impl ReaderFeed {
    /// The cursor at the newest entries; from now on only newer ones count as a change.
    pub(crate) fn newest(&mut self) -> FeedCursor {
        FeedCursor { everybody: self.everybody.newest(), own: self.own.newest() }
    }

    /// Whether there is a newer entry.
    pub(crate) fn has_changed(&self) -> bool {
        self.everybody.has_changed() || self.own.has_changed()
    }

    /// Resolves when there is a newer entry.
    pub(crate) async fn changed(&mut self) {
        tokio::select! {
            () = self.everybody.changed() => {}
            () = self.own.changed() => {}
        }
    }
}

impl ChatLog {
    /// The feed of this person in the channel.
    pub(crate) async fn feed(&self, channel: &ChannelId, person: &PersonId) -> Result<ReaderFeed, LogError> {
        let [everybody, own] = logs(channel, person);
        Ok(ReaderFeed { everybody: self.head(&everybody).await?, own: self.head(&own).await? })
    }

    /// Up to `limit` entries after a cursor, oldest first, and the cursor behind them; `newest` if
    /// there are no more.
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
        let mut own = self.after(&own, from.own, limit).await?;
        // Later ones are stored but not published: entries for everybody that come before them may
        // not be found yet.
        own.retain(|(number, _)| *number <= newest.own);
        let entries: Vec<_> = merged(everybody, own, person, |one, other| one < other).take(limit).collect();
        let read = entries.iter().fold(from, |cursor, (id, _)| cursor.reaching(*id));
        // Fewer than `limit` need not be the end: entries that cannot be read are skipped.
        let read = if entries.is_empty() { read.furthest(newest) } else { read };
        Ok((items(from.next(), entries), read))
    }

    /// Up to `limit` entries before a cursor, oldest first, and the cursor before which there are
    /// more.
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

    /// The entry with this id for a person, if there is one.
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

/// Sort key: an entry for everybody has its number, an entry for a person follows the one it was
/// written after.
type FeedRank = (u64, u64);

/// Merges two sorted lists; `sooner` ranks the entry that comes first.
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

/// Feed items with the cursor before each of them; the first cursor is given.
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
