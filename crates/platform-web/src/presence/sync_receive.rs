//! What other processes told of who is there, as far as somebody here is in the same channel. Not here: when it is looked
//! (`elsewhere`), and what this process tells them.

use std::collections::BTreeMap;

use adoube_bot::{ChannelId, forms};
use adoube_store::{KeyRange, KeyReader, Record, ScanOrder, StoreError};
use futures_util::{StreamExt, stream};

use crate::{WebState, presence::board::PresenceList};
use crate::{
    presence::sync::{PLACES, here_key, present_key},
    records::{
        self, HERE, TABLE,
        shared::{StoredPresenceList, StoredPresenceSlot},
    },
};

/// Channels asked for at once.
const AT_ONCE: usize = 16;

/// What is known of places.
#[derive(Default)]
pub(crate) struct RemotePresence {
    own: Option<u64>,
    /// Versions of the rows of places, as they were read.
    seen: BTreeMap<u64, u64>,
    others: BTreeMap<u64, RemoteProcess>,
}

/// Another process.
struct RemoteProcess {
    session: String,
    /// How many changes it had told.
    newest: u64,
    /// Whether it has written since it was met: otherwise it may be long gone.
    is_there: bool,
}

impl RemotePresence {
    /// This process has a place.
    pub(crate) fn begin(&mut self, own: u64) {
        self.own = Some(own);
        self.others.remove(&own);
    }

    /// Whether nobody else is there.
    pub(crate) fn is_alone(&self) -> bool {
        self.others.is_empty()
    }

    /// The places of others.
    pub(crate) fn places(&self) -> Vec<u64> {
        self.others.keys().copied().collect()
    }

    fn there(&self) -> Vec<u64> {
        self.others.iter().filter(|(_, other)| other.is_there).map(|(place, _)| *place).collect()
    }
}

/// The keys of the rows of places, which tell of changes by their versions.
pub(crate) fn place_keys() -> impl Iterator<Item = Vec<u8>> {
    (0..PLACES as u64).map(|place| here_key(place).into())
}

fn session_in(place: u64, record: &Record) -> Option<StoredPresenceSlot> {
    forms::read_or_tell(here_key(place).as_ref(), &record.value)
}

impl WebState {
    /// The rows of places have these versions.
    pub(crate) async fn saw_places(&self, versions: Vec<Option<u64>>) -> Result<(), StoreError> {
        let mut known = self.attendance.known.lock().await;
        let Some(own) = known.own else { return Ok(()) };
        for (place, version) in (0..).zip(versions) {
            if place != own && version != known.seen.get(&place).copied() {
                self.look_at_place(&mut known, place).await?;
            }
        }
        Ok(())
    }

    /// Asks who else is in a channel that nobody here was in until now.
    pub(crate) async fn ask_who_else_is_in(&self, channel: &ChannelId) {
        if !self.people.here.is_unasked(channel) {
            return;
        }
        let known = self.attendance.known.lock().await;
        let mut said = Vec::new();
        for place in known.there() {
            match self.told_of(place, channel).await {
                Ok(listed) => said.push((place, listed)),
                Err(error) => tracing::warn!(%error, "not everybody who is here is listed"),
            }
        }
        self.people.here.hear(channel, said);
    }

    /// Nobody else is known to be anywhere.
    pub(crate) async fn forget_others(&self) {
        let mut known = self.attendance.known.lock().await;
        for place in known.places() {
            self.people.here.forget(place);
        }
        *known = RemotePresence::default();
    }

    /// Who is at another place than this one, before this process is met there.
    pub(crate) async fn those_before(&self, own: u64) -> Result<RemotePresence, StoreError> {
        let range = KeyRange::prefix(records::key(HERE));
        let mut known = RemotePresence::default();
        for (key, record) in self.store.scan(TABLE, range, ScanOrder::Ascending, PLACES).await? {
            let mut reader = KeyReader::new(&key);
            let Some(place) = reader.text().and_then(|_| reader.number()).filter(|place| *place != own)
            else {
                continue;
            };
            known.seen.insert(place, record.version);
            let Some(StoredPresenceSlot { session: Some(session), newest, .. }) = session_in(place, &record)
            else {
                continue;
            };
            known.others.insert(place, RemoteProcess { session, newest, is_there: false });
        }
        Ok(known)
    }

    async fn look_at_place(&self, known: &mut RemotePresence, place: u64) -> Result<(), StoreError> {
        let here = &self.people.here;
        let Some(record) = self.store.get(TABLE, here_key(place).as_ref()).await? else { return Ok(()) };
        let told = session_in(place, &record);
        let Some((told, session)) = told.and_then(|told| told.session.clone().map(|session| (told, session)))
        else {
            known.seen.insert(place, record.version);
            known.others.remove(&place);
            here.forget(place);
            return Ok(());
        };
        let before = known.others.get(&place).filter(|other| other.session == session);
        if before.is_none() {
            here.forget(place);
        }
        let news =
            before.filter(|other| other.is_there).map(|other| told.newest.saturating_sub(other.newest));
        let news = news.and_then(|count| told.changed.len().checked_sub(usize::try_from(count).ok()?));
        let followed = here.followed();
        let asked: Vec<ChannelId> = match news.and_then(|from| told.changed.get(from..)) {
            Some(changed) => followed.into_iter().filter(|channel| changed.contains(channel)).collect(),
            None => followed,
        };
        let is_new = before.is_none();
        // What fails is asked again at the next look.
        for heard in self.told_of_all(place, asked).await {
            let (channel, listed) = heard?;
            here.hear(&channel, [(place, listed)]);
        }
        known.seen.insert(place, record.version);
        known.others.insert(place, RemoteProcess { session, newest: told.newest, is_there: true });
        if is_new {
            self.attendance.met.send_replace(());
        }
        Ok(())
    }

    async fn told_of_all(
        &self,
        place: u64,
        channels: Vec<ChannelId>,
    ) -> Vec<Result<(ChannelId, PresenceList), StoreError>> {
        let asking = channels.into_iter().map(async |channel| {
            let listed = self.told_of(place, &channel).await?;
            Ok((channel, listed))
        });
        stream::iter(asking).buffer_unordered(AT_ONCE).collect().await
    }

    async fn told_of(&self, place: u64, channel: &ChannelId) -> Result<PresenceList, StoreError> {
        let key = present_key(place, channel);
        let record = self.store.get(TABLE, key.as_ref()).await?;
        let told: Option<StoredPresenceList> =
            record.and_then(|record| forms::read_or_tell(key.as_ref(), &record.value));
        Ok(told.map(PresenceList::from).unwrap_or_default())
    }
}
