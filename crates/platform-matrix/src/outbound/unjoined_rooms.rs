//! Notes private rooms whose person has not joined, because they ignore the invitation or are on a
//! bridge that accepts none. They cannot read the replies there, so the bot tells them so by name
//! in the place of their action, once a day, without the content. Not here: creating the room and
//! the invitation (`adoube-matrix-client`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_bot::{
    ChannelId, Clock, Notice, PersonId,
    forms::{self, StoredForm},
};
use adoube_matrix_client::{MatrixApi, MatrixError, RoomId, UserId};
use adoube_store::{BatchWrite, Key, KeyRange, KeyReader, MAX_SCAN_ROWS, ScanOrder, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::{
    queued_reply::{QueuedReply, ReplyContent},
    reply_sender::ReplySender,
};
use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    records::{self, ABSENT, TABLE},
    state::{forwarding, languages::Languages, room_cache::RoomCache},
};

/// Time a person has to join their private room, in milliseconds.
const PATIENCE: u64 = 2 * 60 * 1000;
/// Time before a person is told again, in milliseconds.
const SILENCE: u64 = 24 * 60 * 60 * 1000;

/// A private reply that was sent to a room whose person had not joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredAbsence {
    /// The private room.
    pub(crate) private: String,
    /// The channel in which they are told.
    pub(crate) about: ChannelId,
    /// Time of the reply, or when the person was told.
    pub(crate) since: u64,
    /// Whether the person was told.
    pub(crate) told: bool,
}

impl StoredForm for StoredAbsence {
    const KIND: &'static str = "somebody on Matrix who has not come into their own room";
    const VERSION: u64 = 1;
}

impl StoredAbsence {
    fn due(&self) -> u64 {
        self.since.saturating_add(if self.told { SILENCE } else { PATIENCE })
    }
}

/// Time of the next check of each absence, by the key of its record.
#[derive(Default)]
struct AbsenceQueue(Mutex<AbsenceSchedule>);

#[derive(Default)]
struct AbsenceSchedule {
    due: HashMap<Vec<u8>, u64>,
    /// Whether absences stored before the start are loaded.
    is_whole: bool,
}

impl AbsenceQueue {
    fn schedule(&self) -> MutexGuard<'_, AbsenceSchedule> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn due(&self, now: u64) -> Vec<Vec<u8>> {
        let schedule = self.schedule();
        schedule.due.iter().filter(|(_, at)| **at <= now).map(|(key, _)| key.clone()).collect()
    }

    fn set(&self, key: Vec<u8>, at: u64) {
        self.schedule().due.insert(key, at);
    }
}

/// Tells people that they have not joined their private room.
pub(crate) struct UnjoinedRooms {
    absent: AbsenceQueue,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    link: Arc<dyn MatrixApi>,
    rooms: Arc<RoomCache>,
    languages: Arc<Languages>,
    replies: Arc<ReplySender>,
}

impl UnjoinedRooms {
    pub(crate) fn new(
        (store, clock): (Arc<dyn Store>, Arc<dyn Clock>),
        (link, rooms): (Arc<dyn MatrixApi>, Arc<RoomCache>),
        languages: Arc<Languages>,
        replies: Arc<ReplySender>,
    ) -> Self {
        Self { absent: AbsenceQueue::default(), store, clock, link, rooms, languages, replies }
    }

    /// The writes after a private reply to a person who has not joined their room.
    pub(crate) async fn note_absence(
        &self,
        lane: &ChannelId,
        place: &ChannelAddress,
        waiting: &QueuedReply,
    ) -> Result<Vec<BatchWrite>, StoreError> {
        let is_answer = match &waiting.what {
            ReplyContent::Notice(notice) => !matches!(**notice, Notice::Reminder(_)),
            ReplyContent::Menu(_) => true,
            ReplyContent::Sentence(..) => false,
        };
        let Some(user) = ids::user_of_direct(lane).filter(|_| is_answer) else { return Ok(Vec::new()) };
        // The cached state is read first, because most rooms are cached. It may be some minutes old
        // unless a member joined or left.
        if !self.rooms.get(&place.room).await.is_ok_and(|state| state.invited.contains(&user)) {
            return Ok(Vec::new());
        }
        let about = forwarding::current(&*self.store, waiting.about.clone()).await?;
        let asked_in = ChannelAddress::of(&about).filter(|asked_in| asked_in.room != place.room);
        let Some(ChannelAddress { room, .. }) = asked_in else { return Ok(Vec::new()) };
        let (key, now) = (row(&room, &waiting.person), self.clock.now_millis());
        let before = self.load_absence(&key).await?;
        if before.is_some_and(|before| before.due() > now || !before.told) {
            return Ok(Vec::new());
        }
        let absence = StoredAbsence { private: place.room.0.clone(), about, since: now, told: false };
        self.absent.set(key.clone(), absence.due());
        Ok(put(key, &absence))
    }

    async fn has_not_come(&self, private: &RoomId, user: &UserId) -> Result<bool, MatrixError> {
        Ok(self.link.room(private).await?.invited.contains(user))
    }

    async fn load_absence(&self, key: &[u8]) -> Result<Option<StoredAbsence>, StoreError> {
        records::read(&*self.store, key).await
    }

    /// Tells people who have not joined by now, and deletes records of people told long ago.
    pub(crate) async fn check_due(&self) -> Result<(), StoreError> {
        self.know_absent().await?;
        for key in self.absent.due(self.clock.now_millis()) {
            match self.load_absence(&key).await? {
                Some(absence) if !absence.told => self.look_for(key, absence).await?,
                _ => self.forget_absence(key).await?,
            }
        }
        Ok(())
    }

    /// Loads absences stored before the start.
    async fn know_absent(&self) -> Result<(), StoreError> {
        if self.absent.schedule().is_whole {
            return Ok(());
        }
        let mut range = KeyRange::prefix(records::key(ABSENT));
        loop {
            let rows = self.store.scan(TABLE, range.clone(), ScanOrder::Ascending, MAX_SCAN_ROWS).await?;
            let mut schedule = self.absent.schedule();
            let Some((last, _)) = rows.last() else {
                schedule.is_whole = true;
                return Ok(());
            };
            range = range.after(last);
            for (key, record) in rows {
                if let Some(absence) = forms::read_or_tell::<StoredAbsence>(&key, &record.value) {
                    // A record written meanwhile is newer than the row that was read.
                    schedule.due.entry(key).or_insert(absence.due());
                }
            }
        }
    }

    /// Tells the person, unless they have joined.
    async fn look_for(&self, key: Vec<u8>, absence: StoredAbsence) -> Result<(), StoreError> {
        let Some(person) = person_of(&key) else { return self.forget_absence(key).await };
        let Some(user) = ids::user_id(&person) else { return self.forget_absence(key).await };
        match self.has_not_come(&RoomId(absence.private.clone()), &user).await {
            Ok(true) => self.tell_absent(key, absence, person).await,
            // The server does not answer now.
            Err(
                MatrixError::Transient { .. } | MatrixError::AccountBlocked { .. } | MatrixError::LoggedOut,
            ) => {
                self.absent.set(key, self.clock.now_millis().saturating_add(PATIENCE));
                Ok(())
            }
            Ok(false) | Err(_) => self.forget_absence(key).await,
        }
    }

    async fn tell_absent(
        &self,
        key: Vec<u8>,
        absence: StoredAbsence,
        person: PersonId,
    ) -> Result<(), StoreError> {
        let about = forwarding::current(&*self.store, absence.about.clone()).await?;
        let transaction = ids::transaction(&[b"has not come", &key, &absence.since.to_be_bytes()]).0;
        let language = self.languages.language_of(&person).await;
        let what = ReplyContent::Sentence(MatrixSentence::NotCome, None);
        let waiting = QueuedReply::new(about.clone(), (person, language), what, transaction);
        let told = StoredAbsence { since: self.clock.now_millis(), told: true, ..absence };
        self.replies.enqueue(about, &waiting, put(key.clone(), &told)).await?;
        self.absent.set(key, told.due());
        Ok(())
    }

    async fn forget_absence(&self, key: Vec<u8>) -> Result<(), StoreError> {
        records::write_all(&*self.store, vec![records::delete(key.clone())]).await?;
        self.absent.schedule().due.remove(&key);
        Ok(())
    }
}

/// The record is one of the room, threads included, so that a person is not told in each thread.
fn row(room: &RoomId, person: &PersonId) -> Vec<u8> {
    let key: Key = records::key(ABSENT).text(&room.0).text(&person.0);
    key.into()
}

/// The person of a row.
fn person_of(key: &[u8]) -> Option<PersonId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text()?;
    reader.text().map(PersonId)
}

fn put(key: Vec<u8>, absence: &StoredAbsence) -> Vec<BatchWrite> {
    let value = forms::write(absence).ok();
    value.map(|value| records::put(key, value)).into_iter().collect()
}
