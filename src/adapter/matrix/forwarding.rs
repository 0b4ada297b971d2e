//! Which channel is in the place of another one whose room was replaced: what names the old one, in conversations of two, in
//! lists, in answers that wait, means the new one from then on. Not here: what moves there (`relocating`).

use adoube_service::{
    ChannelId,
    stored::{self, Form},
};
use adoube_store::{Key, Store, StoreError, Write};
use serde::{Deserialize, Serialize};

use super::records::{self, REPLACED, TABLE};

/// How often a room may have been replaced since something was said about it.
const MOST: usize = 16;

/// The channel in the place of another one.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredReplacement {
    by: ChannelId,
}

impl Form for StoredReplacement {
    const KIND: &'static str = "the channel in the place of another one on Matrix";
    const VERSION: u64 = 1;
}

/// What to write when one channel is in the place of another one.
pub(super) fn forward(from: &ChannelId, to: &ChannelId) -> Option<Write> {
    let value = stored::write(&StoredReplacement { by: to.clone() });
    let value =
        value.inspect_err(|error| tracing::error!(%error, "a channel that is replaced cannot be noted"));
    Some(Write::Put { table: TABLE, key: row(from).into(), value: value.ok()? })
}

/// The channel that is meant by the name of this one now.
pub(super) async fn current(store: &dyn Store, channel: ChannelId) -> Result<ChannelId, StoreError> {
    let mut channel = channel;
    for _ in 0..MOST {
        let key = row(&channel);
        let Some(record) = store.get(TABLE, key.as_ref()).await? else { break };
        let Some(StoredReplacement { by }) = stored::read_or_tell(key.as_ref(), &record.value) else { break };
        channel = by;
    }
    Ok(channel)
}

fn row(channel: &ChannelId) -> Key {
    records::key(REPLACED).text(&channel.0)
}
