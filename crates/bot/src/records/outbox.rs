//! Notices in the outbox, channel by channel: a channel that takes none for a while delays no
//! other, and unreadable notices go to quarantine. Not here: how notices get there (the unit of
//! work).

use adoube_store::{Batch, Key, KeyRange, KeyReader, Record, ScanOrder, Table};

use super::{Repository, RepositoryError, quarantine, read, unreadable};
use crate::{ChannelId, Notice};

/// A notice on its way to its channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxEntry {
    key: Vec<u8>,
    /// Of the row that was read.
    version: u64,
    /// Where to.
    pub channel: ChannelId,
    /// What.
    pub notice: Notice,
}

impl OutboxEntry {
    /// The key under which it waits: the same at every attempt, so that a platform can tell a repetition.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// The channel whose notice has this key, whether or not it waits; nothing for what is no key of a notice.
    pub fn channel_of(key: &[u8]) -> Option<ChannelId> {
        channel_of(key)
    }

    /// The batch that takes it out of the outbox together with what else is expected and written. It conflicts, at first,
    /// when somebody else has delivered it already, or what waits there is not what was read.
    pub(crate) fn done(&self, also: &Batch) -> Batch {
        let mut batch = Batch::new()
            .expect_version(Table::Outbox, self.key.clone(), self.version)
            .delete(Table::Outbox, self.key.clone());
        batch.version_checks.extend(also.version_checks.iter().cloned());
        batch.writes.extend(also.writes.iter().cloned());
        batch
    }
}

/// Where a channel's notices wait; the number follows.
pub(super) fn place(channel: &ChannelId) -> Key {
    Key::new().text(channel.platform()).text(&channel.0)
}

/// The channel whose notice has this key. Whatever else stands in the table is in no channel's place, so nobody would ever
/// find it there and take it out.
pub(super) fn channel_of(key: &[u8]) -> Option<ChannelId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    let (channel, number) = (ChannelId(reader.text()?), reader.number()?);
    (place(&channel).number(number).as_ref() == key).then_some(channel)
}

impl Repository {
    /// Channels of a platform for which notices wait, in the order of their ids: the first `limit` after `after`.
    pub(crate) async fn waiting(
        &self,
        platform: &str,
        after: Option<&ChannelId>,
        limit: usize,
    ) -> Result<Vec<ChannelId>, RepositoryError> {
        let mut rest = KeyRange::prefix(Key::new().text(platform));
        if let Some(channel) = after {
            rest = behind(rest, channel);
        }
        let mut channels = Vec::new();
        while channels.len() < limit {
            let first = self.store.scan(Table::Outbox, rest.clone(), ScanOrder::Ascending, 1).await?;
            let Some((key, record)) = first.into_iter().next() else { break };
            let Some(channel) = channel_of(&key) else {
                let error = unreadable(Table::Outbox, &key, "its key names no channel".to_owned());
                rest = rest.after(&key);
                self.pass_over(key, record, &error).await?;
                continue;
            };
            rest = behind(rest, &channel);
            channels.push(channel);
        }
        Ok(channels)
    }

    /// What waits for one channel, oldest first.
    pub(crate) async fn outbox(
        &self,
        channel: &ChannelId,
        limit: usize,
    ) -> Result<Vec<OutboxEntry>, RepositoryError> {
        let range = KeyRange::prefix(place(channel));
        loop {
            let rows = self.store.scan(Table::Outbox, range.clone(), ScanOrder::Ascending, limit).await?;
            let found = rows.len();
            let mut waiting = Vec::with_capacity(found);
            for (key, record) in rows {
                match read(Table::Outbox, &key, &record.value) {
                    Ok(notice) => {
                        let (version, channel) = (record.version, channel.clone());
                        waiting.push(OutboxEntry { key, version, channel, notice });
                    }
                    // What a newer program has to say waits for one, and what follows it waits behind it.
                    Err(error @ RepositoryError::NewerVersion { .. }) if waiting.is_empty() => {
                        return Err(error);
                    }
                    Err(RepositoryError::NewerVersion { .. }) => return Ok(waiting),
                    Err(error) => self.pass_over(key, record, &error).await?,
                }
            }
            // Nothing is said to wait only when nothing does.
            if found == 0 || !waiting.is_empty() {
                return Ok(waiting);
            }
        }
    }

    /// Whether something waits under the key of a notice that could not be taken out.
    pub(crate) async fn is_still_queued(&self, delivery: &OutboxEntry) -> Result<bool, RepositoryError> {
        Ok(self.store.get(Table::Outbox, &delivery.key).await?.is_some())
    }

    /// Keeps what cannot be read for whoever runs the program, out of the way of what can.
    async fn pass_over(
        &self,
        key: Vec<u8>,
        record: Record,
        error: &RepositoryError,
    ) -> Result<(), RepositoryError> {
        if self.put_aside(Table::Outbox, key, record).await? {
            tracing::error!(%error, "a notice is put aside: nobody is shown it, and those after it go on");
        }
        Ok(())
    }

    /// How many notices of a channel were put aside; counted up to `limit`.
    pub(crate) async fn put_aside_of(
        &self,
        channel: &ChannelId,
        limit: usize,
    ) -> Result<usize, RepositoryError> {
        let prefix = quarantine::place(place(channel).as_ref());
        Ok(self.store.scan(Table::Outbox, KeyRange::prefix(prefix), ScanOrder::Ascending, limit).await?.len())
    }
}

/// The part of a range behind everything of a channel. A number is at most this large, so no key of it is left.
fn behind(range: KeyRange, channel: &ChannelId) -> KeyRange {
    let last: Vec<u8> = place(channel).number(u64::MAX).into();
    range.after(&last)
}
