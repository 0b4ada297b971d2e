//! Reads which people other processes serve, for channels that people here follow. Not here: the
//! polling (`sync/store_poller.rs`), what this process writes (`sync.rs`).

use adoube_bot::ChannelId;
use adoube_store::{KeyRange, KeyReader, ScanOrder, StoreError};
use futures_util::{StreamExt, stream};

use crate::{
    presence::{
        board::PresenceList,
        places::{PLACES, RemotePresence, RemoteProcess, here_key, present_key, session_in},
        stored::{StoredPresenceList, StoredPresenceSlot},
        sync::PresenceSync,
    },
    records::{self, HERE, TABLE},
};
use adoube_bot::forms;

/// Channels read at once.
const AT_ONCE: usize = 16;

impl PresenceSync {
    /// Reads the slots whose rows have other versions than when they were read last.
    pub(crate) async fn saw_places(&self, versions: Vec<Option<u64>>) -> Result<(), StoreError> {
        let mut known = self.known.lock().await;
        let Some(own) = known.own else { return Ok(()) };
        for (place, version) in (0..).zip(versions) {
            if place != own && version != known.seen.get(&place).copied() {
                self.look_at_place(&mut known, place).await?;
            }
        }
        Ok(())
    }

    /// Reads the lists of other processes for a channel that nobody at this process followed
    /// before.
    pub(crate) async fn ask_who_else_is_in(&self, channel: &ChannelId) {
        if !self.presence.is_unasked(channel) {
            return;
        }
        let known = self.known.lock().await;
        let mut said = Vec::new();
        for place in known.there() {
            match self.told_of(place, channel).await {
                Ok(listed) => said.push((place, listed)),
                Err(error) => tracing::warn!(%error, "not everybody who is here is listed"),
            }
        }
        self.presence.hear(channel, said);
    }

    /// Forgets the people of all other processes.
    pub(crate) async fn forget_others(&self) {
        let mut known = self.known.lock().await;
        for place in known.places() {
            self.presence.forget(place);
        }
        *known = RemotePresence::default();
    }

    /// The other slots as they are before this process takes its own.
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
        let here = &self.presence;
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
        // After an error the version is not stored, so the next look reads the slot again.
        for heard in self.told_of_all(place, asked).await {
            let (channel, listed) = heard?;
            here.hear(&channel, [(place, listed)]);
        }
        known.seen.insert(place, record.version);
        known.others.insert(place, RemoteProcess { session, newest: told.newest, is_there: true });
        if is_new {
            self.met.send_replace(());
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
