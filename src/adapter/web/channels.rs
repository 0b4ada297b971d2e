//! Which channels there are. Not here: what is said in them (`log`), what a channel may be called (`names`).
//!
//! | table | key | value |
//! |---|---|---|
//! | index | `web-channel`, name | [`Founded`] |

use std::sync::Arc;

use adoube_service::{ChannelId, PersonId};
use adoube_store::{Batch, Committed, Key, KeyRange, KeyReader, Order, Store, StoreError, Table};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::{
    identity::PLATFORM,
    limits::CHANNELS,
    names::{LOBBY, channel_name},
};

/// Who made a channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Founded {
    by: PersonId,
}

/// Why there is no new channel.
#[derive(Debug, thiserror::Error)]
pub(super) enum ChannelError {
    /// No channel can be called so.
    #[error("a channel cannot be called so")]
    Name,
    /// There is one of that name.
    #[error("there is a channel of that name")]
    Taken,
    /// There are as many as there may be.
    #[error("there are {CHANNELS} channels, which is the limit")]
    Limit,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be written or read.
    #[error("the record of a channel: {0}")]
    Form(#[from] serde_json::Error),
}

/// The list of channels. Cheap to clone; every clone lists the same ones.
#[derive(Clone)]
pub(super) struct Channels {
    store: Arc<dyn Store>,
    names: watch::Sender<Vec<String>>,
}

impl Channels {
    /// Reads the list.
    pub(super) async fn open(store: Arc<dyn Store>) -> Result<Self, StoreError> {
        let rows = store.scan(Table::Index, KeyRange::prefix(list_key()), Order::Ascending, CHANNELS).await?;
        let made = rows.iter().filter_map(|(key, _)| named(key));
        let names = std::iter::once(LOBBY.to_owned()).chain(made).collect();
        Ok(Self { store, names: watch::Sender::new(names) })
    }

    /// Every channel, the lobby first; changes when one is made.
    pub(super) fn names(&self) -> watch::Receiver<Vec<String>> {
        self.names.subscribe()
    }

    /// The id of every channel.
    pub(super) fn ids(&self) -> Vec<ChannelId> {
        self.names.borrow().iter().map(|name| channel_id(name)).collect()
    }

    /// The id of the channel of this name, if there is one.
    pub(super) fn find(&self, name: &str) -> Option<ChannelId> {
        self.names.borrow().iter().any(|known| known == name).then(|| channel_id(name))
    }

    /// Makes a channel.
    pub(super) async fn make(&self, name: &str, by: &PersonId) -> Result<String, ChannelError> {
        let name = channel_name(name).ok_or(ChannelError::Name)?;
        if self.find(name).is_some() {
            return Err(ChannelError::Taken);
        }
        if self.names.borrow().len() > CHANNELS {
            return Err(ChannelError::Limit);
        }
        let key = list_key().text(name);
        let value = serde_json::to_vec(&Founded { by: by.clone() })?;
        let batch = Batch::new().expect_absent(Table::Index, key.clone()).put(Table::Index, key, value);
        match self.store.commit(batch).await? {
            Committed::Conflict { .. } => Err(ChannelError::Taken),
            Committed::Applied | Committed::Repeated { .. } => {
                self.names.send_modify(|names| names.push(name.to_owned()));
                Ok(name.to_owned())
            }
        }
    }

    /// Whether this person made the channel, and so moderates it.
    pub(super) async fn is_founder(
        &self,
        channel: &ChannelId,
        person: &PersonId,
    ) -> Result<bool, ChannelError> {
        let Some(record) = self.store.get(Table::Index, list_key().text(name_of(channel)).as_ref()).await?
        else {
            return Ok(false);
        };
        Ok(serde_json::from_slice::<Founded>(&record.value)?.by == *person)
    }
}

/// The id of the channel of this name.
pub(super) fn channel_id(name: &str) -> ChannelId {
    ChannelId(format!("{PLATFORM}:{name}"))
}

/// The name in a channel's id.
pub(super) fn name_of(channel: &ChannelId) -> &str {
    channel.0.split_once(':').map_or("", |(_, name)| name)
}

fn list_key() -> Key {
    Key::new().text("web-channel")
}

fn named(key: &[u8]) -> Option<String> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text()
}
