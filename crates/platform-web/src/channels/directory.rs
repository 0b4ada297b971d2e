//! The channel directory: the list of all channels in memory and in the store; makes and changes
//! channels, and looks them up by name.
//!
//! A channel that does not let a person in does not exist for that person: every request that names
//! a channel begins with [`ChannelDirectory::open_to`]. Not here: entries of channels (`log`),
//! valid names (`identity/name.rs`), rooms of games (`chat/game_rooms.rs`).

use std::sync::{Arc, atomic::AtomicU64};

use adoube_bot::{
    ChannelId, PersonId,
    forms::{self, FormError},
};
use adoube_store::{Batch, CommitOutcome, Key, KeyReader, Record, Store};
use tokio::sync::{Mutex, watch};

use crate::{
    channels::{
        channel::{
            ChannelCreator, ChannelDetails, ChannelError, ChannelList, OF_GAME, OF_PEOPLE, PrivateAccess,
            WebChannel, channel_id, name_of, room_name,
        },
        quota::ChannelKind,
        stored::StoredChannelInfo,
    },
    identity::name::channel_name,
    limits::{CHANNELS, OVER_ROOMS, PRIVATE_ROOMS, ROOMS},
    records::{self, CHANNEL, TABLE, leaving_key},
};

/// Counts requests to refresh the list, so that one read answers many of them.
#[derive(Default)]
pub(crate) struct ListRefresh {
    /// Requests so far.
    pub(crate) asked: AtomicU64,
    /// Requests with smaller numbers are answered.
    pub(crate) answered: AtomicU64,
}

/// Limit of stored channels of all kinds.
pub(crate) const ALL: usize = CHANNELS.most + PRIVATE_ROOMS.most + ROOMS.most + 2 * OVER_ROOMS;

/// The channel directory. Cheap to clone; all clones share one list.
#[derive(Clone)]
pub(crate) struct ChannelDirectory {
    pub(super) store: Arc<dyn Store>,
    /// Whether other processes write to the store too.
    pub(super) is_shared: bool,
    pub(super) list: watch::Sender<ChannelList>,
    /// Locked while a channel is made or changed, so that two requests cannot take the same free
    /// place. Holds the version of the list's version row as of the last read.
    pub(super) making: Arc<Mutex<Option<u64>>>,
    /// Pending requests to refresh the list.
    pub(super) asking: Arc<ListRefresh>,
}

impl ChannelDirectory {
    /// A receiver of the channel list, the lobby first; it changes when a channel is made, changed
    /// or removed.
    pub(crate) fn watched(&self) -> watch::Receiver<ChannelList> {
        self.list.subscribe()
    }

    /// The channel list of this process.
    pub(crate) fn list(&self) -> ChannelList {
        self.list.borrow().clone()
    }

    /// The id of every channel.
    pub(crate) fn ids(&self) -> Vec<ChannelId> {
        self.list.borrow().0.iter().map(|channel| channel_id(&channel.name)).collect()
    }

    /// The id of the channel of this name, if it exists for this person.
    pub(crate) async fn open_to(&self, name: &str, person: &PersonId) -> Option<ChannelId> {
        // Another process may just have made the channel or let the person in.
        let is_open = self.lets_in_now(name, person).await || self.list_now().await.lets_in(name, person);
        is_open.then(|| channel_id(name))
    }

    /// Makes a channel; `now` in milliseconds since 1970. A private channel gets a random name, so
    /// that a name that is already taken gives no private channel away.
    pub(crate) async fn make(
        &self,
        title: &str,
        maker: ChannelCreator,
        is_private: bool,
        now: u64,
    ) -> Result<String, ChannelError> {
        let title = channel_name(title).ok_or(ChannelError::Name)?;
        if !is_private && [OF_GAME, OF_PEOPLE].iter().any(|own| title.starts_with(own)) {
            return Err(ChannelError::Taken);
        }
        let name = if is_private { room_name(&rand::random::<[u8; 6]>()) } else { title.to_owned() };
        let ChannelCreator { person, from } = maker;
        let mut making = self.making.lock().await;
        let private = is_private.then(|| PrivateAccess {
            title: title.to_owned(),
            members: vec![person.clone()],
            link: 1,
        });
        let founded =
            ChannelDetails { by: person.id.clone(), from: Some(from.clone()), at: now, room: None, private };
        loop {
            self.may_make(&name, &person.id, &from, is_private)?;
            if self.found(&name, &founded, &mut making).await? {
                return Ok(name);
            }
        }
    }

    /// Adds a channel under a given name, if `may` allows it; returns whether it is new.
    pub(crate) async fn add(
        &self,
        name: &str,
        founded: ChannelDetails,
        may: impl Fn(&ChannelList) -> Result<(), ChannelError>,
    ) -> Result<bool, ChannelError> {
        let mut making = self.making.lock().await;
        loop {
            let list = self.list();
            if list.find(name).is_some() {
                return Ok(false);
            }
            may(&list)?;
            if self.found(name, &founded, &mut making).await? {
                return Ok(true);
            }
        }
    }

    fn may_make(&self, name: &str, by: &PersonId, from: &str, is_private: bool) -> Result<(), ChannelError> {
        let list = self.list.borrow();
        if list.find(name).is_some() {
            return Err(ChannelError::Taken);
        }
        let kind = if is_private { ChannelKind::Private } else { ChannelKind::Open };
        list.admit(kind, by, Some(from))
    }

    /// The batch that adds a new channel.
    pub(crate) fn opening(&self, name: &str, founded: &ChannelDetails) -> Result<Batch, FormError> {
        let key = list_key().text(name);
        let value = forms::write(&StoredChannelInfo::from(founded))?;
        let batch = Batch::new().expect_absent(TABLE, leaving_key(&channel_id(name)));
        self.telling(batch.expect_absent(TABLE, key.clone()).put(TABLE, key, value))
    }

    /// The batch that applies `change` to a channel, and the changed details; `None` if there is no
    /// such channel, or `change` changes nothing.
    pub(crate) async fn changing(
        &self,
        name: &str,
        change: impl FnOnce(&mut ChannelDetails) -> bool,
    ) -> Result<Option<(Batch, ChannelDetails)>, ChannelError> {
        let key = list_key().text(name);
        let Some(record) = self.store.get(TABLE, key.as_ref()).await? else { return Ok(None) };
        let mut founded = ChannelDetails::from(forms::read::<StoredChannelInfo>(&record.value)?);
        if !change(&mut founded) {
            return Ok(None);
        }
        let value = forms::write(&StoredChannelInfo::from(&founded))?;
        let batch = Batch::new().expect(TABLE, key.clone(), Some(record.version)).put(TABLE, key, value);
        Ok(Some((self.telling(batch)?, founded)))
    }

    /// Changes a channel; returns whether anything changed.
    pub(crate) async fn change(
        &self,
        name: &str,
        change: impl Fn(&mut ChannelDetails) -> bool,
    ) -> Result<bool, ChannelError> {
        let _making = self.making.lock().await;
        loop {
            let Some((batch, founded)) = self.changing(name, &change).await? else { return Ok(false) };
            if !matches!(self.store.commit(batch).await?, CommitOutcome::Conflict { .. }) {
                self.note(name, founded);
                return Ok(true);
            }
        }
    }

    /// Changes a channel together with the batch `also`; if nothing changes, `also` is written
    /// alone. Returns `false` on a version conflict.
    pub(crate) async fn change_with(
        &self,
        name: &str,
        change: impl FnOnce(&mut ChannelDetails) -> bool,
        mut also: Batch,
    ) -> Result<bool, ChannelError> {
        let _making = self.making.lock().await;
        let changed = self.changing(name, change).await?;
        let founded = changed.map(|(batch, founded)| {
            also.extend(batch.version_checks, batch.writes);
            founded
        });
        if matches!(self.store.commit(also).await?, CommitOutcome::Conflict { .. }) {
            return Ok(false);
        }
        if let Some(founded) = founded {
            self.note(name, founded);
        }
        Ok(true)
    }

    /// Lists a channel that was written in another batch as `founded`. A newer stored version wins.
    pub(crate) async fn merge_remote_channel(&self, name: &str, founded: ChannelDetails) {
        let _making = self.making.lock().await;
        let key = list_key().text(name);
        let kept = self.store.get(TABLE, key.as_ref()).await.map_err(ChannelError::from);
        let read =
            |record: Record| Ok(ChannelDetails::from(forms::read::<StoredChannelInfo>(&record.value)?));
        match kept.and_then(|record| record.map(read).transpose()) {
            Ok(Some(kept)) => self.note(name, kept),
            Ok(None) => {}
            Err(error) => {
                tracing::error!(%error, name, "a channel that was just written cannot be read");
                self.note(name, founded);
            }
        }
    }

    /// Puts a channel into the list. The caller holds the lock under which it was written or read.
    pub(crate) fn note(&self, name: &str, founded: ChannelDetails) {
        self.list.send_modify(|list| {
            let channels = Arc::make_mut(&mut list.0);
            match channels.iter_mut().find(|channel| channel.name == name) {
                Some(channel) => channel.founded = Some(founded),
                None => channels.push(WebChannel { name: name.to_owned(), founded: Some(founded) }),
            }
        });
    }

    /// Whether this person made the channel and so moderates it. The room of a game is moderated by
    /// the maker of its parent channel.
    pub(crate) fn is_founder(&self, channel: &ChannelId, person: &PersonId) -> bool {
        let list = self.list.borrow();
        let founded = |name: &str| list.find(name).and_then(|channel| channel.founded.as_ref());
        match founded(name_of(channel)) {
            Some(ChannelDetails { room: Some(room), .. }) => {
                founded(&room.parent).is_some_and(|parent| parent.by == *person)
            }
            Some(ChannelDetails { by, .. }) => by == person,
            None => false,
        }
    }
}

pub(crate) fn list_key() -> Key {
    records::key(CHANNEL)
}

pub(crate) fn named(key: &[u8]) -> Option<String> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text()
}
