//! What is known of a channel: in which language it is spoken to, and how: by the bot itself where it is, or as an answer
//! to somebody's interaction where it is not. Not here: the people in it (`people`), how it is kept (`records`).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adoube_bot::{ChannelId, Language, forms};
use adoube_store::{Batch, CommitOutcome, Record, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    records::{self, StoredChannel},
    state::record_cache::RecordCache,
};

/// Channels kept in memory, and others of which nothing is kept.
const REMEMBERED: usize = 10_000;
/// How often something is noted again because somebody else noted something in between.
const ATTEMPTS: usize = 8;
/// How long after an interaction it can be answered, in milliseconds: a little less than Discord's 15 minutes.
pub(crate) const ANSWERABLE: u64 = 14 * 60 * 1000;

/// A channel as it was when somebody last used the bot in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelContext {
    /// The server it is in.
    pub(crate) guild: Option<u64>,
    /// Whether the bot may write there by itself.
    pub(crate) open: bool,
    /// Whether the bot may open threads there and write in them.
    pub(crate) threads: bool,
    /// Whether what the bot writes there by itself may have embeds.
    pub(crate) embeds: bool,
    /// The language the server has chosen.
    pub(crate) chosen: Option<Language>,
    /// The language of whoever spoke last.
    pub(crate) spoken: Language,
    /// An interaction through which the bot can still write there; kept where it cannot otherwise.
    pub(crate) door: Option<InteractionWindow>,
    /// The channel a thread belongs to.
    pub(crate) parent: Option<u64>,
    /// Why nothing can be shown there, while that is so where the bot wrote by itself.
    pub(crate) shut: Option<ChannelBlock>,
}

/// Why nothing can be shown in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChannelBlock {
    /// It is a thread in which only moderators may write.
    Locked,
    /// The bot may not write there.
    Forbidden,
    /// It is no more.
    Gone,
    /// Its server is out of reach: whatever is said there waits.
    Away,
    /// The bot was removed from its server.
    Removed,
}

/// An interaction that can be answered for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InteractionWindow {
    /// Its token.
    pub(crate) token: String,
    /// Until when, in milliseconds since 1970.
    pub(crate) until: u64,
}

impl ChannelContext {
    pub(crate) fn new(guild: Option<u64>, open: bool, chosen: Option<Language>, spoken: Language) -> Self {
        Self {
            guild,
            open,
            threads: false,
            embeds: true,
            chosen,
            spoken,
            door: None,
            parent: None,
            shut: None,
        }
    }

    /// The same where the bot may open threads, or may not.
    pub(crate) fn with_threads(self, threads: bool) -> Self {
        Self { threads, ..self }
    }

    /// The same where the bot may use embeds, or may not.
    pub(crate) fn with_embeds(self, embeds: bool) -> Self {
        Self { embeds, ..self }
    }

    /// A thread the bot has just opened in this channel.
    pub(crate) fn own_thread(&self, parent: Option<u64>) -> Self {
        Self { open: true, threads: false, door: None, parent, shut: None, ..self.clone() }
    }

    /// The way in through an interaction, while there is one; `now` in milliseconds since 1970.
    pub(crate) fn door(&self, now: u64) -> Option<&InteractionWindow> {
        self.door.as_ref().filter(|door| door.until > now)
    }

    /// The language for everybody there, where nothing better is known.
    pub(crate) fn language(&self) -> Language {
        self.chosen.unwrap_or(self.spoken)
    }
}

/// The channels the bot is used in.
///
/// Where other processes write to the store, too, what is in it is read each time: what is known of a channel decides
/// whether anything can be said there, and the next thing that happens in it may come to any process.
pub(crate) struct ChannelContexts {
    store: Arc<dyn Store>,
    is_shared: bool,
    known: Mutex<RecordCache<ChannelId, ChannelContext>>,
}

impl ChannelContexts {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { is_shared: store.is_shared(), store, known: Mutex::new(RecordCache::new(REMEMBERED)) }
    }

    fn cache(&self) -> MutexGuard<'_, RecordCache<ChannelId, ChannelContext>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a channel.
    pub(crate) async fn get(&self, channel: &ChannelId) -> Result<Option<ChannelContext>, StoreError> {
        if !self.is_shared {
            let known = self.cache();
            let place = known.get(channel);
            if place.is_some() || known.is_missing(channel) {
                return Ok(place.cloned());
            }
        }
        let (place, _) = self.read(channel).await?;
        match &place {
            // There it is kept for its door alone.
            _ if self.is_shared => {}
            Some(place) => self.cache().keep(channel, place.clone()),
            None => self.cache().miss(channel),
        }
        Ok(place)
    }

    /// What the store has of a channel, and its version.
    async fn read(&self, channel: &ChannelId) -> Result<(Option<ChannelContext>, Option<u64>), StoreError> {
        let key = records::place_key(channel);
        let record = self.store.get(records::TABLE, key.as_ref()).await?;
        let version = record.as_ref().map(|record| record.version);
        let read = |record: Record| forms::read_or_tell::<StoredChannel>(key.as_ref(), &record.value);
        let mut place = record.and_then(read).map(ChannelContext::from);
        if let Some(place) = place.as_mut().filter(|place| self.is_shared && place.open) {
            // The one through which this process answered last.
            place.door = self.cache().get(channel).and_then(|known| known.door.clone());
        }
        Ok((place, version))
    }

    /// Notes what an interaction says about its channel.
    pub(crate) async fn note(&self, channel: &ChannelId, place: ChannelContext) -> Result<(), StoreError> {
        self.change(channel, |before| {
            let (mut place, before) = (place.clone(), before.as_ref());
            place.door = before.and_then(|before| before.door.clone());
            place.parent = place.parent.or(before.and_then(|before| before.parent));
            place.shut = before.and_then(|before| before.shut);
            Some(place)
        })
        .await
    }

    /// Notes that somebody wrote in a channel. What the bot may do there a message does not say: what is known stays, and
    /// where nothing is, it tries.
    pub(crate) async fn hear_in(
        &self,
        channel: &ChannelId,
        guild: Option<u64>,
        spoken: Language,
    ) -> Result<(), StoreError> {
        self.change(channel, |before| {
            let known = before.unwrap_or_else(|| ChannelContext::new(guild, true, None, spoken));
            Some(ChannelContext { spoken, ..known })
        })
        .await
    }

    /// Notes to which channel a thread belongs.
    pub(crate) async fn belongs_to(&self, thread: &ChannelId, parent: u64) -> Result<(), StoreError> {
        self.change(thread, |before| before.map(|place| ChannelContext { parent: Some(parent), ..place }))
            .await
    }

    /// Notes why nothing can be shown in a channel, or that it can again.
    pub(crate) async fn set_block(
        &self,
        channel: &ChannelId,
        shut: Option<ChannelBlock>,
    ) -> Result<(), StoreError> {
        self.change(channel, |before| {
            let unknown = || ChannelContext::new(None, true, None, Language::default());
            match before {
                None if shut.is_none() => None,
                before => Some(ChannelContext { shut, ..before.unwrap_or_else(unknown) }),
            }
        })
        .await
    }

    /// Notes of the channels of a server that were used last that the bot may write there, as far as it knows: it tries.
    pub(crate) async fn reopen(&self, guild: u64) -> Result<(), StoreError> {
        let closed: Vec<ChannelId> = {
            let known = self.cache();
            let closed = known.all().filter(|(_, place)| place.guild == Some(guild) && !place.open);
            closed.map(|(channel, _)| channel.clone()).collect()
        };
        for channel in closed {
            self.change(&channel, |before| before.map(|place| ChannelContext { open: true, ..place }))
                .await?;
        }
        Ok(())
    }

    /// Notes an interaction that has been answered and can be answered further.
    pub(crate) async fn open_window(
        &self,
        channel: &ChannelId,
        door: InteractionWindow,
    ) -> Result<(), StoreError> {
        let Some(mut place) = self.get(channel).await? else { return Ok(()) };
        if place.open {
            // It is only for the case that the bot may suddenly no longer write there.
            place.door = Some(door);
            self.cache().keep(channel, place);
            return Ok(());
        }
        self.change(channel, |before| {
            before.map(|place| ChannelContext { door: Some(door.clone()), ..place })
        })
        .await
    }

    /// Writes what somebody makes of what is known, if that is anything else. Where others write, too, it is made of what
    /// was there when it is written.
    async fn change(
        &self,
        channel: &ChannelId,
        make: impl Fn(Option<ChannelContext>) -> Option<ChannelContext>,
    ) -> Result<(), StoreError> {
        for _ in 0..ATTEMPTS {
            let (before, version) =
                if self.is_shared { self.read(channel).await? } else { (self.get(channel).await?, None) };
            let Some(place) = make(before.clone()) else { return Ok(()) };
            if before.as_ref() == Some(&place) {
                return Ok(());
            }
            if let Ok(value) = forms::write(&StoredChannel::from(&place)) {
                let key = records::place_key(channel);
                let mut batch = Batch::new();
                if self.is_shared {
                    batch = batch.expect(records::TABLE, key.clone(), version);
                }
                if self.store.commit(batch.put(records::TABLE, key, value)).await? != CommitOutcome::Applied {
                    continue;
                }
            }
            if !self.is_shared {
                self.cache().keep(channel, place);
            }
            return Ok(());
        }
        // Whoever was faster has seen the channel just now.
        tracing::debug!(%channel, "others keep noting things about a channel");
        Ok(())
    }
}

#[cfg(test)]
mod tests;
