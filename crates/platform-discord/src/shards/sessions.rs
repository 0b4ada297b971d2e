//! Reads and writes the stored gateway sessions of shards, so that another process can resume them.

use adoube_bot::{forms, forms::StoredForm};
use adoube_discord_client::ResumableSession;
use adoube_store::{Batch, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::records;

/// About how long Discord keeps an interrupted session.
const RESUMABLE_MS: u64 = 4 * 60 * 1000;

/// Stored form of a resumable session.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredShardSession {
    /// The total number of shards in that session.
    total: u32,
    id: String,
    url: String,
    heard: u64,
    intents: u64,
    /// When the session was stored, in milliseconds since 1970.
    at: u64,
}

impl StoredForm for StoredShardSession {
    const KIND: &'static str = "a session with Discord";
    const VERSION: u64 = 1;
}

/// Adds the write of a session to a batch.
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

/// The session of a shard, if it can be resumed.
pub(crate) async fn read(
    store: &dyn Store,
    (shard, total): (u32, u32),
    now: u64,
) -> Result<Option<ResumableSession>, StoreError> {
    let (kept, _) = records::read::<StoredShardSession>(store, &records::session_key(shard)).await?;
    let kept = kept.filter(|kept| kept.total == total && now.abs_diff(kept.at) < RESUMABLE_MS);
    Ok(kept.map(|StoredShardSession { id, url, heard, intents, .. }| ResumableSession {
        id,
        url,
        heard,
        intents,
    }))
}
