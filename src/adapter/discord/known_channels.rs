//! What is known of a channel: in which language it is spoken to, and how: by the bot itself where it is, or as an answer
//! to somebody's interaction where it is not. Not here: the people in it (`people`), how it is kept (`records`).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adoube_service::{ChannelId, Language, stored};
use adoube_store::{Batch, Record, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::{
    records::{self, StoredChannel},
    remembered::Remembered,
};

/// Channels kept in memory, and others of which nothing is kept.
const REMEMBERED: usize = 10_000;
/// How long after an interaction it can be answered, in milliseconds: a little less than Discord's 15 minutes.
pub(super) const ANSWERABLE: u64 = 14 * 60 * 1000;

/// A channel as it was when somebody last used the bot in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnownChannel {
    /// The server it is in.
    pub(super) guild: Option<u64>,
    /// Whether the bot may write there by itself.
    pub(super) open: bool,
    /// Whether the bot may open threads there and write in them.
    pub(super) threads: bool,
    /// The language the server has chosen.
    pub(super) chosen: Option<Language>,
    /// The language of whoever spoke last.
    pub(super) spoken: Language,
    /// An interaction through which the bot can still write there; kept where it cannot otherwise.
    pub(super) door: Option<Door>,
    /// The channel a thread belongs to.
    pub(super) parent: Option<u64>,
    /// Why nothing can be shown there, while that is so where the bot wrote by itself.
    pub(super) shut: Option<Shut>,
}

/// Why nothing can be shown in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Shut {
    /// It is a thread in which only moderators may write.
    Locked,
    /// The bot may not write there.
    Forbidden,
    /// It is no more.
    Gone,
}

/// An interaction that can be answered for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Door {
    /// Its token.
    pub(super) token: String,
    /// Until when, in milliseconds since 1970.
    pub(super) until: u64,
}

impl KnownChannel {
    pub(super) fn new(guild: Option<u64>, open: bool, chosen: Option<Language>, spoken: Language) -> Self {
        Self { guild, open, threads: false, chosen, spoken, door: None, parent: None, shut: None }
    }

    /// The same where the bot may open threads, or may not.
    pub(super) fn with_threads(self, threads: bool) -> Self {
        Self { threads, ..self }
    }

    /// A thread the bot has just opened in this channel.
    pub(super) fn own_thread(&self, parent: Option<u64>) -> Self {
        Self { open: true, threads: false, door: None, parent, shut: None, ..self.clone() }
    }

    /// The way in through an interaction, while there is one; `now` in milliseconds since 1970.
    pub(super) fn door(&self, now: u64) -> Option<&Door> {
        self.door.as_ref().filter(|door| door.until > now)
    }

    /// The language for everybody there, where nothing better is known.
    pub(super) fn language(&self) -> Language {
        self.chosen.unwrap_or(self.spoken)
    }
}

/// The channels the bot is used in.
pub(super) struct KnownChannels {
    store: Arc<dyn Store>,
    known: Mutex<Remembered<ChannelId, KnownChannel>>,
}

impl KnownChannels {
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, known: Mutex::new(Remembered::new(REMEMBERED)) }
    }

    fn known(&self) -> MutexGuard<'_, Remembered<ChannelId, KnownChannel>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a channel.
    pub(super) async fn get(&self, channel: &ChannelId) -> Result<Option<KnownChannel>, StoreError> {
        {
            let known = self.known();
            let place = known.get(channel);
            if place.is_some() || known.is_missing(channel) {
                return Ok(place.cloned());
            }
        }
        let key = records::place_key(channel);
        let record = self.store.get(records::TABLE, key.as_ref()).await?;
        let read = |record: Record| stored::read_or_tell::<StoredChannel>(key.as_ref(), &record.value);
        let place = record.and_then(read).map(KnownChannel::from);
        match &place {
            Some(place) => self.known().keep(channel, place.clone()),
            None => self.known().miss(channel),
        }
        Ok(place)
    }

    /// Notes what an interaction says about its channel.
    pub(super) async fn note(&self, channel: &ChannelId, mut place: KnownChannel) -> Result<(), StoreError> {
        let before = self.get(channel).await?;
        place.door = before.as_ref().and_then(|before| before.door.clone());
        place.parent = place.parent.or(before.as_ref().and_then(|before| before.parent));
        place.shut = before.as_ref().and_then(|before| before.shut);
        if before.as_ref() == Some(&place) {
            return Ok(());
        }
        self.write(channel, place).await
    }

    /// Notes that somebody wrote in a channel. What the bot may do there a message does not say: what is known stays, and
    /// where nothing is, it tries.
    pub(super) async fn hear_in(
        &self,
        channel: &ChannelId,
        guild: Option<u64>,
        spoken: Language,
    ) -> Result<(), StoreError> {
        let before = self.get(channel).await?;
        let known = before.clone().unwrap_or_else(|| KnownChannel::new(guild, true, None, spoken));
        let place = KnownChannel { spoken, ..known };
        if before.as_ref() == Some(&place) {
            return Ok(());
        }
        self.write(channel, place).await
    }

    /// Notes to which channel a thread belongs.
    pub(super) async fn belongs_to(&self, thread: &ChannelId, parent: u64) -> Result<(), StoreError> {
        let Some(place) = self.get(thread).await? else { return Ok(()) };
        if place.parent == Some(parent) {
            return Ok(());
        }
        self.write(thread, KnownChannel { parent: Some(parent), ..place }).await
    }

    /// Notes why nothing can be shown in a channel, or that it can again.
    pub(super) async fn set_shut(&self, channel: &ChannelId, shut: Option<Shut>) -> Result<(), StoreError> {
        let known = self.get(channel).await?;
        let place = known.unwrap_or_else(|| KnownChannel::new(None, true, None, Language::default()));
        if place.shut == shut {
            return Ok(());
        }
        self.write(channel, KnownChannel { shut, ..place }).await
    }

    /// Notes an interaction that has been answered and can be answered further.
    pub(super) async fn open_door(&self, channel: &ChannelId, door: Door) -> Result<(), StoreError> {
        let Some(mut place) = self.get(channel).await? else { return Ok(()) };
        place.door = Some(door);
        if place.open {
            // It is only for the case that the bot may suddenly no longer write there.
            self.known().keep(channel, place);
            return Ok(());
        }
        self.write(channel, place).await
    }

    async fn write(&self, channel: &ChannelId, place: KnownChannel) -> Result<(), StoreError> {
        if let Ok(value) = stored::write(&StoredChannel::from(&place)) {
            let key = records::place_key(channel);
            self.store.commit(Batch::new().put(records::TABLE, key, value)).await?;
        }
        self.known().keep(channel, place);
        Ok(())
    }
}
