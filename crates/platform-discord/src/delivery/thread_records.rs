//! Reads and writes the records of threads opened for games in each server; they are checked after
//! a restart.

use adoube_bot::{ChannelId, forms, forms::StoredForm};
use adoube_discord_client::GuildId;
use adoube_store::{BatchWrite, Key, KeyRange, KeyReader, ScanOrder, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::records;

/// Threads read in one page.
const PAGE: usize = 256;

/// Stored form of a thread opened for a game; the key holds all data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredThread {}

impl StoredForm for StoredThread {
    const KIND: &'static str = "that a thread on Discord was opened for a game";
    const VERSION: u64 = 1;
}

/// The write for a thread opened for a game in a server.
pub(crate) fn opened_write(guild: u64, thread: &ChannelId) -> Option<BatchWrite> {
    let value = forms::write(&StoredThread {}).ok()?;
    Some(BatchWrite::Put { table: records::TABLE, key: key(guild, thread).into(), value })
}

/// The write for a closed thread.
pub(crate) fn closed_write(guild: u64, thread: &ChannelId) -> BatchWrite {
    BatchWrite::Delete { table: records::TABLE, key: key(guild, thread).into() }
}

/// Whether a thread is recorded as open.
pub(crate) async fn is_open(store: &dyn Store, guild: u64, thread: &ChannelId) -> Result<bool, StoreError> {
    Ok(store.get(records::TABLE, key(guild, thread).as_ref()).await?.is_some())
}

/// The threads of a server that are recorded as open.
pub(crate) async fn open_threads(store: &dyn Store, guild: GuildId) -> Result<Vec<ChannelId>, StoreError> {
    let mut range = KeyRange::prefix(records::threads_key(guild.get()));
    let mut threads = Vec::new();
    loop {
        let page = store.scan(records::TABLE, range.clone(), ScanOrder::Ascending, PAGE).await?;
        let Some((last, _)) = page.last() else { return Ok(threads) };
        range = range.after(last);
        threads.extend(page.iter().filter_map(|(key, _)| thread_of(key)));
    }
}

fn key(guild: u64, thread: &ChannelId) -> Key {
    records::threads_key(guild).text(&thread.0)
}

/// The thread in a row's key.
fn thread_of(key: &[u8]) -> Option<ChannelId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.number()?;
    Some(ChannelId(reader.text()?))
}
