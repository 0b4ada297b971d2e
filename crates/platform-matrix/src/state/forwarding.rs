//! Forwards channels whose room was replaced (upgraded): stores that an old channel id, as it
//! stands in lists, profiles and queued replies, leads to the channel that replaces it. Not here:
//! moving games (`rooms/upgrade`).

use adoube_bot::{
    ChannelId,
    forms::{self, StoredForm},
};
use adoube_matrix_client::RoomId;
use adoube_store::{BatchWrite, Key, KeyRange, KeyReader, ScanOrder, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    ids::ChannelAddress,
    records::{self, REPLACED, TABLE},
};

/// Longest chain of forwards that is followed.
const MOST: usize = 16;
/// Rows read in one step.
const PAGE: usize = 256;

/// Stored form of a forward.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredReplacement {
    by: ChannelId,
}

impl StoredForm for StoredReplacement {
    const KIND: &'static str = "the channel in the place of another one on Matrix";
    const VERSION: u64 = 1;
}

/// The write that forwards one channel to another.
pub(crate) fn forward(from: &ChannelId, to: &ChannelId) -> Option<BatchWrite> {
    let value = forms::write(&StoredReplacement { by: to.clone() });
    let value =
        value.inspect_err(|error| tracing::error!(%error, "a channel that is replaced cannot be noted"));
    Some(records::put(row(from), value.ok()?))
}

/// The channel that a stored channel id refers to now.
pub(crate) async fn current(store: &dyn Store, channel: ChannelId) -> Result<ChannelId, StoreError> {
    let mut channel = channel;
    for _ in 0..MOST {
        let key = row(&channel);
        let Some(StoredReplacement { by }) = records::read(store, key.as_ref()).await? else { break };
        channel = by;
    }
    Ok(channel)
}

/// Whether a channel is forwarded.
pub(crate) async fn is_replaced(store: &dyn Store, channel: &ChannelId) -> Result<bool, StoreError> {
    Ok(store.get(TABLE, row(channel).as_ref()).await?.is_some())
}

/// The writes that delete all forwards to a room that the bot has left.
pub(crate) async fn leading_to(store: &dyn Store, room: &RoomId) -> Result<Vec<BatchWrite>, StoreError> {
    let (mut range, mut writes) = (KeyRange::prefix(records::key(REPLACED)), Vec::new());
    loop {
        let rows = store.scan(TABLE, range.clone(), ScanOrder::Ascending, PAGE).await?;
        let Some((last, _)) = rows.last() else { return Ok(writes) };
        range = range.after(last);
        for (key, _) in rows {
            let mut reader = KeyReader::new(&key);
            let Some(channel) = reader.text().and_then(|_| reader.text()).map(ChannelId) else { continue };
            let leads_to = ChannelAddress::of(&current(store, channel).await?);
            if leads_to.is_some_and(|place| place.room == *room) {
                writes.push(records::delete(key));
            }
        }
    }
}

fn row(channel: &ChannelId) -> Key {
    records::key(REPLACED).text(&channel.0)
}
