//! Which channels there are. Not here: what is said in them (`log`), what a channel may be called (`names`), how they are
//! kept (`records`).

use std::sync::Arc;

use adoube_service::{
    ChannelId, PersonId,
    stored::{self, FormError},
};
use adoube_store::{Batch, Committed, Key, KeyRange, KeyReader, Order, Record, Store, StoreError};
use tokio::sync::{Mutex, watch};

use super::{
    identity::PLATFORM,
    limits::{CHANNELS, CHANNELS_OF_ADDRESS, CHANNELS_OF_PERSON},
    names::{LOBBY, channel_name},
    records::{self, CHANNEL, StoredFounded, TABLE},
};

/// Who made a channel.
#[derive(Clone, Debug)]
pub(super) struct Founded {
    pub(super) by: PersonId,
    /// A mark of the address they came from; older programs kept none.
    pub(super) from: Option<String>,
    /// When, in milliseconds since 1970.
    pub(super) at: u64,
}

/// Who wants to make a channel.
#[derive(Clone, Debug)]
pub(super) struct Founder {
    /// The person.
    pub(super) person: PersonId,
    /// A mark of the address they come from.
    pub(super) from: String,
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
    /// There are as many of one person, or from one address, as there may be.
    #[error("one person or address has made as many channels as it may")]
    OwnLimit,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be written or read.
    #[error(transparent)]
    Form(#[from] FormError),
}

/// The list of channels. Cheap to clone; every clone lists the same ones.
#[derive(Clone)]
pub(super) struct Channels {
    store: Arc<dyn Store>,
    names: watch::Sender<Vec<String>>,
    /// Held while one is made, so that nobody makes two at once where there is room for one.
    making: Arc<Mutex<()>>,
}

impl Channels {
    /// Reads the list.
    pub(super) async fn open(store: Arc<dyn Store>) -> Result<Self, StoreError> {
        let rows = store.scan(TABLE, KeyRange::prefix(list_key()), Order::Ascending, CHANNELS).await?;
        let made = rows.iter().filter_map(|(key, _)| named(key));
        let names = std::iter::once(LOBBY.to_owned()).chain(made).collect();
        Ok(Self { store, names: watch::Sender::new(names), making: Arc::default() })
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

    /// Makes a channel; `now` in milliseconds since 1970.
    pub(super) async fn make(&self, name: &str, founder: Founder, now: u64) -> Result<String, ChannelError> {
        let name = channel_name(name).ok_or(ChannelError::Name)?;
        let _making = self.making.lock().await;
        if self.find(name).is_some() {
            return Err(ChannelError::Taken);
        }
        if self.names.borrow().len() > CHANNELS {
            return Err(ChannelError::Limit);
        }
        let Founder { person, from } = founder;
        let made = self.founded().await?;
        let by_person = made.iter().filter(|other| other.by == person).count();
        let from_there = made.iter().filter(|other| other.from.as_ref() == Some(&from)).count();
        if by_person >= CHANNELS_OF_PERSON || from_there >= CHANNELS_OF_ADDRESS {
            return Err(ChannelError::OwnLimit);
        }
        let key = list_key().text(name);
        let record = Founded { by: person, from: Some(from), at: now };
        let value = stored::write(&StoredFounded::from(&record))?;
        let batch = Batch::new().expect_absent(TABLE, key.clone()).put(TABLE, key, value);
        match self.store.commit(batch).await? {
            Committed::Conflict { .. } => Err(ChannelError::Taken),
            Committed::Applied | Committed::Repeated { .. } => {
                self.names.send_modify(|names| names.push(name.to_owned()));
                Ok(name.to_owned())
            }
        }
    }

    async fn founded(&self) -> Result<Vec<Founded>, StoreError> {
        let range = KeyRange::prefix(list_key());
        let rows = self.store.scan(TABLE, range, Order::Ascending, CHANNELS).await?;
        let read = |(key, record): &(Vec<u8>, Record)| {
            stored::read_or_tell::<StoredFounded>(key, &record.value).map(Founded::from)
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// When a channel was made, in milliseconds since 1970; `None` for the one that is always there.
    pub(super) async fn made_at(&self, channel: &ChannelId) -> Result<Option<u64>, ChannelError> {
        Ok(self.founded_as(channel).await?.map(|founded| founded.at))
    }

    /// Takes a channel off the list.
    pub(super) async fn remove(&self, channel: &ChannelId) -> Result<(), ChannelError> {
        let name = name_of(channel);
        self.store.commit(Batch::new().delete(TABLE, list_key().text(name))).await?;
        self.names.send_modify(|names| names.retain(|other| other != name));
        Ok(())
    }

    /// Whether this person made the channel, and so moderates it.
    pub(super) async fn is_founder(
        &self,
        channel: &ChannelId,
        person: &PersonId,
    ) -> Result<bool, ChannelError> {
        Ok(self.founded_as(channel).await?.is_some_and(|founded| founded.by == *person))
    }

    async fn founded_as(&self, channel: &ChannelId) -> Result<Option<Founded>, ChannelError> {
        let key = list_key().text(name_of(channel));
        let Some(record) = self.store.get(TABLE, key.as_ref()).await? else { return Ok(None) };
        Ok(Some(stored::read::<StoredFounded>(&record.value)?.into()))
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
    records::key(CHANNEL)
}

fn named(key: &[u8]) -> Option<String> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text()
}
