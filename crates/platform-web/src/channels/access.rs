//! Checks whether a channel lets a person in, read from the store; also for channels that were
//! removed.

use adoube_bot::{ChannelId, PersonId, forms};
use adoube_store::Store;

use crate::{
    channels::{
        channel::{ChannelDetails, ChannelError, name_of},
        stored::StoredChannelInfo,
    },
    records::{self, CHANNEL, HIDDEN, TABLE},
};

/// Whether a person may know of a channel; also for removed channels.
pub(crate) async fn lets_in(
    store: &dyn Store,
    channel: &ChannelId,
    person: &PersonId,
) -> Result<bool, ChannelError> {
    let Some(founded) = kept_of(store, name_of(channel)).await? else { return Ok(true) };
    let of_parent = match &founded.room {
        Some(room) => kept_of(store, &room.parent).await?,
        None => None,
    };
    Ok(founded.lets_in(person, |_| of_parent.is_none_or(|parent| parent.lets_in(person, |_| false))))
}

async fn kept_of(store: &dyn Store, name: &str) -> Result<Option<ChannelDetails>, ChannelError> {
    for kind in [CHANNEL, HIDDEN] {
        let key = records::key(kind).text(name);
        if let Some(record) = store.get(TABLE, key.as_ref()).await? {
            return Ok(Some(forms::read::<StoredChannelInfo>(&record.value)?.into()));
        }
    }
    Ok(None)
}
