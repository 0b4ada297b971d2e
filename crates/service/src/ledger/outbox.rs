//! Notices that wait for their platform, channel by channel: a channel that takes none for a while keeps no other one
//! waiting. Not here: how they get into the outbox (with everything else an event causes).

use adoube_store::{Batch, Key, KeyRange, KeyReader, Order, Table, Write};

use super::{Ledger, LedgerError, read, unreadable};
use crate::{ChannelId, Notice};

/// A notice on its way to its channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    key: Vec<u8>,
    /// Where to.
    pub channel: ChannelId,
    /// What.
    pub notice: Notice,
}

impl Delivery {
    /// The key under which it waits: the same at every attempt, so that a platform can tell a repetition.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// The batch that takes it out of the outbox together with what the adapter writes about it. It conflicts when
    /// somebody else has delivered it already.
    pub(crate) fn done(&self, also: Vec<Write>) -> Batch {
        // An entry is written once and never changed, so its version is 1 as long as it waits.
        let mut batch = Batch::new()
            .expect_version(Table::Outbox, self.key.clone(), 1)
            .delete(Table::Outbox, self.key.clone());
        batch.writes.extend(also);
        batch
    }
}

/// Where a channel's notices wait; the number follows.
pub(super) fn place(channel: &ChannelId) -> Key {
    Key::new().text(channel.platform()).text(&channel.0)
}

fn channel_of(key: &[u8]) -> Option<ChannelId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text().map(ChannelId)
}

impl Ledger {
    /// Channels of a platform for which notices wait, in the order of their ids: the first `limit` after `after`.
    pub(crate) async fn waiting(
        &self,
        platform: &str,
        after: Option<&ChannelId>,
        limit: usize,
    ) -> Result<Vec<ChannelId>, LedgerError> {
        let mut rest = KeyRange::prefix(Key::new().text(platform));
        if let Some(channel) = after {
            rest = behind(rest, channel);
        }
        let mut channels = Vec::new();
        while channels.len() < limit {
            let first = self.store.scan(Table::Outbox, rest.clone(), Order::Ascending, 1).await?;
            let Some((key, _)) = first.first() else { break };
            let channel = channel_of(key)
                .ok_or_else(|| unreadable(Table::Outbox, key, "its key names no channel".to_owned()))?;
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
    ) -> Result<Vec<Delivery>, LedgerError> {
        let range = KeyRange::prefix(place(channel));
        let rows = self.store.scan(Table::Outbox, range, Order::Ascending, limit).await?;
        rows.into_iter()
            .map(|(key, record)| {
                let notice = read(Table::Outbox, &key, &record.value)?;
                Ok(Delivery { key, channel: channel.clone(), notice })
            })
            .collect()
    }
}

/// The part of a range behind everything of a channel. A number is at most this large, so no key of it is left.
fn behind(range: KeyRange, channel: &ChannelId) -> KeyRange {
    let last: Vec<u8> = place(channel).number(u64::MAX).into();
    range.after(&last)
}
