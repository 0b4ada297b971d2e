//! Which channels there are, and whom each lets in. Not here: what is said in them (`log`), what a channel may be called
//! (`names`), how they are kept (`records`), rooms of games (`rooms`), who is let into private ones (`members`).
//!
//! A channel that does not let somebody in is none for them: whatever they ask for by its name begins with
//! [`ChannelDirectory::open_to`].

use std::sync::Arc;

use adoube_bot::{
    ChannelId, Person, PersonId,
    forms::{self, FormError},
};
use adoube_store::{Batch, CommitOutcome, Key, KeyReader, Record, Store, StoreError};
use tokio::sync::{Mutex, watch};

use crate::channels::list_sync::ListRefresh;
use crate::channels::removal::leaving_key;
use crate::{
    chat::channel_displacement::ChannelKind,
    identity::{cookie::PLATFORM, name::channel_name},
    limits::{CHANNELS, OVER_ROOMS, PRIVATE_ROOMS, ROOMS},
    records::{self, CHANNEL, HIDDEN, StoredChannelInfo, TABLE},
};

/// What the names of rooms begin with, which nobody can choose.
const OF_GAME: &str = "game-";
const OF_PEOPLE: &str = "room-";
/// Channels that are kept at most, of every kind.
pub(crate) const ALL: usize = CHANNELS.most + PRIVATE_ROOMS.most + ROOMS.most + 2 * OVER_ROOMS;

/// Who made a channel, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelDetails {
    pub(crate) by: PersonId,
    /// Marks of the networks they came from; none where no address was seen.
    pub(crate) from: Option<String>,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The game whose room it is.
    pub(crate) room: Option<GameRoomInfo>,
    /// Whom it lets in, when not everybody.
    pub(crate) private: Option<PrivateAccess>,
}

/// A room of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRoomInfo {
    /// The channel in which the game was agreed.
    pub(crate) parent: String,
    /// Who plays: White first, once it is known.
    pub(crate) players: Vec<Person>,
    /// When the game was over, in milliseconds since 1970.
    pub(crate) over_at: Option<u64>,
}

/// Whom a channel lets in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PrivateAccess {
    /// What its maker calls it; nothing for the room of a game.
    pub(crate) title: String,
    /// Who may come in, its maker too.
    pub(crate) members: Vec<Person>,
    /// The number of the link that invites; another one makes the links before it worthless.
    pub(crate) link: u64,
}

impl ChannelDetails {
    /// Whether this person is let in; `parent` says so of the channel that this is a room of.
    pub(crate) fn lets_in(&self, person: &PersonId, parent: impl FnOnce(&str) -> bool) -> bool {
        let has = |people: &[Person]| people.iter().any(|one| one.id == *person);
        match (&self.room, &self.private) {
            (Some(room), _) if has(&room.players) => true,
            (_, Some(private)) => has(&private.members),
            (Some(room), None) => parent(&room.parent),
            (None, None) => true,
        }
    }
}

/// A channel there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebChannel {
    pub(crate) name: String,
    /// Nothing for the one that is always there.
    pub(crate) founded: Option<ChannelDetails>,
}

/// All channels there are, the lobby first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelList(pub(crate) Arc<Vec<WebChannel>>);

impl ChannelList {
    pub(crate) fn find(&self, name: &str) -> Option<&WebChannel> {
        self.0.iter().find(|channel| channel.name == name)
    }

    /// Whether a channel lets everybody in.
    pub(crate) fn is_for_everybody(&self, name: &str) -> bool {
        self.lets_in(name, &PersonId(String::new()))
    }

    /// Whether there is a channel of this name, for this person.
    pub(crate) fn lets_in(&self, name: &str, person: &PersonId) -> bool {
        self.find(name).is_some_and(|channel| {
            let parent = |name: &str| {
                let founded = self.find(name).map(|parent| parent.founded.as_ref());
                // Rooms have no rooms.
                founded
                    .is_some_and(|founded| founded.is_none_or(|founded| founded.lets_in(person, |_| false)))
            };
            channel.founded.as_ref().is_none_or(|founded| founded.lets_in(person, parent))
        })
    }
}

/// Who wants to make a channel.
#[derive(Clone, Debug)]
pub(crate) struct ChannelCreator {
    /// The person.
    pub(crate) person: Person,
    /// Marks of the networks they come from.
    pub(crate) from: String,
}

/// Why there is no new channel.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChannelError {
    /// No channel can be called so.
    #[error("a channel cannot be called so")]
    Name,
    /// There is one of that name.
    #[error("there is a channel of that name")]
    Taken,
    /// There are as many as there may be.
    #[error("there are as many channels as there may be")]
    Limit,
    /// There are as many as there may be, and one of these has to make way first: the names, in the order in which they do.
    #[error("another channel has to make way first")]
    Full {
        /// Those that may.
        instead: Vec<String>,
    },
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
pub(crate) struct ChannelDirectory {
    pub(crate) store: Arc<dyn Store>,
    /// Whether other processes may write there, too.
    pub(crate) is_shared: bool,
    pub(crate) list: watch::Sender<ChannelList>,
    /// Held while one is made or changed, so that nobody makes two at once where there is room for one; the version of the
    /// row that tells of changes, as it was when the list was read.
    pub(crate) making: Arc<Mutex<Option<u64>>>,
    /// Who asks together for the list as it is now.
    pub(crate) asking: Arc<ListRefresh>,
}

impl ChannelDirectory {
    /// Every channel, the lobby first; changes when one is made, changed or removed.
    pub(crate) fn watched(&self) -> watch::Receiver<ChannelList> {
        self.list.subscribe()
    }

    /// Every channel as it is now.
    pub(crate) fn list(&self) -> ChannelList {
        self.list.borrow().clone()
    }

    /// The id of every channel.
    pub(crate) fn ids(&self) -> Vec<ChannelId> {
        self.list.borrow().0.iter().map(|channel| channel_id(&channel.name)).collect()
    }

    /// The id of the channel of this name, if there is one for this person.
    pub(crate) async fn open_to(&self, name: &str, person: &PersonId) -> Option<ChannelId> {
        // It may have been made a moment ago by another process, or somebody let in.
        let is_open = self.lets_in_now(name, person).await || self.list_now().await.lets_in(name, person);
        is_open.then(|| channel_id(name))
    }

    /// Makes a channel; `now` in milliseconds since 1970. A private one has a name that is drawn, so that nobody learns
    /// from a name that is taken that there is one.
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

    /// Makes a channel of a name that was drawn for it, if `may` finds place for it; whether it was not there yet.
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

    /// What writes a channel that is not there yet.
    pub(crate) fn opening(&self, name: &str, founded: &ChannelDetails) -> Result<Batch, FormError> {
        let key = list_key().text(name);
        let value = forms::write(&StoredChannelInfo::from(founded))?;
        let batch = Batch::new().expect_absent(TABLE, leaving_key(&channel_id(name)));
        self.telling(batch.expect_absent(TABLE, key.clone()).put(TABLE, key, value))
    }

    /// What writes a channel as `change` makes it, and how it is then; nothing when there is none, or nothing to change.
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

    /// Changes a channel; whether there was anything to change.
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

    /// Changes a channel and writes something else in the same batch; that alone where there is nothing to change. `false`
    /// when somebody else wrote one of the two first.
    pub(crate) async fn change_with(
        &self,
        name: &str,
        change: impl FnOnce(&mut ChannelDetails) -> bool,
        mut also: Batch,
    ) -> Result<bool, ChannelError> {
        let _making = self.making.lock().await;
        let changed = self.changing(name, change).await?;
        let founded = changed.map(|(batch, founded)| {
            also.version_checks.extend(batch.version_checks);
            also.writes.extend(batch.writes);
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

    /// Lists a channel that was written elsewhere as `founded`, as it is kept by now: what was written later stays.
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

    /// Lists a channel as it is kept; called with the lock held under which it was written or read.
    pub(crate) fn note(&self, name: &str, founded: ChannelDetails) {
        self.list.send_modify(|list| {
            let channels = Arc::make_mut(&mut list.0);
            match channels.iter_mut().find(|channel| channel.name == name) {
                Some(channel) => channel.founded = Some(founded),
                None => channels.push(WebChannel { name: name.to_owned(), founded: Some(founded) }),
            }
        });
    }

    /// Whether this person made the channel, and so moderates it; a room of a game belongs to nobody, but to the channel it
    /// is a room of.
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

/// Whether a person may know of a channel, also of one that is no more.
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

/// The name of the room of a game.
pub(crate) fn game_room(game: &str) -> String {
    format!("{OF_GAME}{game}")
}

/// Whether a channel of this name is the room of a game that was agreed elsewhere.
pub(crate) fn is_game_room(name: &str) -> bool {
    name.starts_with(OF_GAME)
}

/// The name of a room that is not for everybody, from what was drawn for it.
pub(crate) fn room_name(drawn: &[u8]) -> String {
    drawn.iter().fold(OF_PEOPLE.to_owned(), |name, byte| format!("{name}{byte:02x}"))
}

/// The id of the channel of this name.
pub(crate) fn channel_id(name: &str) -> ChannelId {
    ChannelId(format!("{PLATFORM}:{name}"))
}

/// The name in a channel's id.
pub(crate) fn name_of(channel: &ChannelId) -> &str {
    channel.0.split_once(':').map_or("", |(_, name)| name)
}

pub(crate) fn list_key() -> Key {
    records::key(CHANNEL)
}

pub(crate) fn named(key: &[u8]) -> Option<String> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text()
}
