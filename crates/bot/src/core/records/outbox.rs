//! Writes the notices of a batch into the outbox, reads the waiting ones, channel by channel, and
//! builds their removal. A channel that takes none for a while delays no other, and unreadable
//! notices go to quarantine. Not here: their numbers (`unit_of_work`).

use adoube_store::{
    Batch, BatchWrite, Key, KeyRange, KeyReader, Record, ScanOrder, Store, StoreError, Table,
};

use super::{
    codec::{read, unreadable, write},
    error::RepositoryError,
    quarantine,
    repository::Repository,
};
use crate::{ChannelId, Notice};

/// A notice in the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxEntry {
    key: Vec<u8>,
    /// The version of the row.
    version: u64,
    /// The channel.
    pub channel: ChannelId,
    /// The notice.
    pub notice: Notice,
}

impl OutboxEntry {
    /// The key of its row: the same at every attempt, so that a platform can recognise a
    /// repetition.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// The channel in the key of a notice, queued or not; `None` for any other key.
    pub fn channel_of(key: &[u8]) -> Option<ChannelId> {
        channel_of(key)
    }

    /// The batch that removes the entry, together with other checks and writes. Its first check is
    /// the entry's version: it conflicts when another process has removed the entry or changed the
    /// row.
    pub(crate) fn done(&self, also: &Batch) -> Batch {
        let mut batch = Batch::new()
            .expect_version(Table::Outbox, self.key.clone(), self.version)
            .delete(Table::Outbox, self.key.clone());
        batch.extend(also.version_checks.iter().cloned(), also.writes.iter().cloned());
        batch
    }
}

/// Notices that one batch posts to a channel, oldest first.
#[derive(Clone)]
pub(crate) struct LanePosts {
    /// The channel.
    pub(crate) lane: ChannelId,
    /// The number of the first notice.
    pub(super) first: u64,
    /// The notices; at least one.
    pub(crate) notices: Vec<Notice>,
    /// Whether a game or a challenge is open in the channel after the batch.
    pub(crate) is_used: bool,
}

impl LanePosts {
    /// The writes that put the notices into the outbox.
    pub(super) fn writes(&self) -> Result<Vec<BatchWrite>, RepositoryError> {
        let numbered = (0..).zip(&self.notices);
        let put = |(index, notice): (u64, &Notice)| {
            let key = place(&self.lane).number(self.first.wrapping_add(index)).into();
            Ok(BatchWrite::Put { table: Table::Outbox, key, value: write(notice)? })
        };
        numbered.map(put).collect()
    }

    /// Whether a notice asks for a thread of its own, which has to be opened first.
    pub(crate) fn needs_thread(&self) -> bool {
        self.notices.iter().any(|notice| matches!(notice, Notice::OpenThread { .. }))
    }
}

/// The key prefix of a channel's notices; the number follows.
pub(crate) fn place(channel: &ChannelId) -> Key {
    Key::new().text(channel.platform()).text(&channel.0)
}

/// The channel in the key of a notice. A row with any other key would belong to no channel, and no
/// lane would ever find and remove it.
fn channel_of(key: &[u8]) -> Option<ChannelId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    let (channel, number) = (ChannelId(reader.text()?), reader.number()?);
    (place(&channel).number(number).as_ref() == key).then_some(channel)
}

/// Whether no notice waits in a lane. A post changes the version of its channel, so this holds until
/// a batch is committed that expects a version read before.
pub(super) async fn is_empty(store: &dyn Store, lane: &ChannelId) -> Result<bool, StoreError> {
    let range = KeyRange::prefix(place(lane));
    Ok(store.scan(Table::Outbox, range, ScanOrder::Ascending, 1).await?.is_empty())
}

impl Repository {
    /// Whether no notice waits in a lane, as long as the channel keeps the version that was read
    /// before.
    pub(crate) async fn is_lane_empty(&self, lane: &ChannelId) -> Result<bool, RepositoryError> {
        Ok(is_empty(&*self.store, lane).await?)
    }

    /// Channels of a platform with queued notices, ordered by id: the first `limit` after `after`.
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

    /// The queued notices of a channel, oldest first.
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
                    // A notice of a newer program waits for such a program, and later notices wait
                    // behind it.
                    Err(error @ RepositoryError::NewerVersion { .. }) if waiting.is_empty() => {
                        return Err(error);
                    }
                    Err(RepositoryError::NewerVersion { .. }) => return Ok(waiting),
                    Err(error) => self.pass_over(key, record, &error).await?,
                }
            }
            // A page of unreadable rows alone is no empty lane: read the next one.
            if found == 0 || !waiting.is_empty() {
                return Ok(waiting);
            }
        }
    }

    /// Whether a row is still queued under the key of a notice that could not be removed.
    pub(crate) async fn is_still_queued(&self, delivery: &OutboxEntry) -> Result<bool, RepositoryError> {
        Ok(self.store.get(Table::Outbox, &delivery.key).await?.is_some())
    }

    /// Moves an unreadable row to quarantine, where the operator finds it and it blocks nothing.
    async fn pass_over(
        &self,
        key: Vec<u8>,
        record: Record,
        error: &RepositoryError,
    ) -> Result<(), RepositoryError> {
        if quarantine::put_aside(&*self.store, Table::Outbox, key, record).await? {
            tracing::error!(%error, "a notice is put aside: nobody is shown it, and those after it go on");
        }
        Ok(())
    }

    /// The number of a channel's notices in quarantine; counted up to `limit`.
    pub(crate) async fn put_aside_of(
        &self,
        channel: &ChannelId,
        limit: usize,
    ) -> Result<usize, RepositoryError> {
        let prefix = quarantine::place(place(channel).as_ref());
        Ok(self.store.scan(Table::Outbox, KeyRange::prefix(prefix), ScanOrder::Ascending, limit).await?.len())
    }
}

/// The part of a range behind all rows of a channel: its last possible key has the largest number.
fn behind(range: KeyRange, channel: &ChannelId) -> KeyRange {
    let last: Vec<u8> = place(channel).number(u64::MAX).into();
    range.after(&last)
}
