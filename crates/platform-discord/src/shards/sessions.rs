//! How far the sessions of shards have come, kept so that another process can go on with them. Not here: who may.

use adoube_bot::{forms, forms::StoredForm};
use adoube_discord_client::ResumableSession;
use adoube_store::{Batch, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::records;

/// For how long Discord keeps a session that nobody goes on with; about, so that few attempts are in vain.
const KEPT: u64 = 4 * 60 * 1000;

/// A session of a shard.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredShardSession {
    /// Of how many shards it is one.
    total: u32,
    id: String,
    url: String,
    heard: u64,
    intents: u64,
    /// When that was noted, in milliseconds since 1970.
    at: u64,
}

impl StoredForm for StoredShardSession {
    const KIND: &'static str = "a session with Discord";
    const VERSION: u64 = 1;
}

/// The batch that notes how far a session has come as well.
pub(crate) fn note(batch: Batch, (shard, total): (u32, u32), session: ResumableSession, now: u64) -> Batch {
    let ResumableSession { id, url, heard, intents } = session;
    match forms::write(&StoredShardSession { total, id, url, heard, intents, at: now }) {
        Ok(value) => batch.put(records::TABLE, records::session_key(shard), value),
        Err(error) => {
            tracing::error!(%error, "a session cannot be noted");
            batch
        }
    }
}

/// The session of a shard that can be gone on with.
pub(crate) async fn read(
    store: &dyn Store,
    (shard, total): (u32, u32),
    now: u64,
) -> Result<Option<ResumableSession>, StoreError> {
    let key = records::session_key(shard);
    let Some(record) = store.get(records::TABLE, key.as_ref()).await? else { return Ok(None) };
    let kept = forms::read_or_tell::<StoredShardSession>(key.as_ref(), &record.value);
    let kept = kept.filter(|kept| kept.total == total && now.abs_diff(kept.at) < KEPT);
    Ok(kept.map(|StoredShardSession { id, url, heard, intents, .. }| ResumableSession {
        id,
        url,
        heard,
        intents,
    }))
}
