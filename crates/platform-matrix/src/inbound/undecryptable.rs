//! Handles messages that cannot be decrypted yet. Some keys arrive a moment later; if a key is
//! overdue, the sender is asked once to write again, and the message no longer counts. The sender
//! is told again only after another message of theirs in the room could be read. Only players,
//! people who reply to the bot, and people in rooms of two are told. Not here: decryption
//! (`adoube-matrix-client`).

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{
    Bot, Clock,
    forms::{self, StoredForm},
};
use adoube_matrix_client::{MatrixApi, MatrixEventId, RoomId, UserId};
use adoube_store::{BatchWrite, Key, KeyRange, KeyReader, MAX_SCAN_ROWS, ScanOrder, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::user_filter::UserFilter;
use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    outbound::{
        queued_reply::{QueuedReply, ReplyContent},
        reply_sender::ReplySender,
    },
    records::{self, SINCE, StoredMark, TABLE, TOLD, UNREADABLE},
    state::{languages::Languages, room_cache::RoomCache},
};

/// Interval of the checks for overdue keys.
pub(crate) const CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// Longest wait for a key, in milliseconds.
const PATIENCE: u64 = 60 * 1000;
/// Messages checked in one step.
const PAGE: usize = 64;
/// Given-up messages that are remembered: more than the client keeps waiting for keys.
const KEPT: usize = 256;

/// A message that waits for its key, or that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndecryptableMessage {
    pub(crate) room: String,
    pub(crate) event: String,
    pub(crate) sender: String,
    pub(crate) since: u64,
    /// Whether the sender was told, so that the message no longer counts.
    pub(crate) told: bool,
}

impl StoredForm for UndecryptableMessage {
    const KIND: &'static str = "a message on Matrix without its key";
    const VERSION: u64 = 1;
}

impl UndecryptableMessage {
    fn id(&self) -> String {
        ids::service_event(&RoomId(self.room.clone()), &MatrixEventId(self.event.clone()))
    }

    /// The key of the message in the index of waiting or of given-up messages.
    fn place(&self) -> Key {
        line(self.told).number(self.since).text(&self.id())
    }

    fn put(&self) -> Vec<BatchWrite> {
        let (missing, mark) = (forms::write(self), forms::write(&StoredMark {}));
        let (Ok(missing), Ok(mark)) = (missing, mark) else { return Vec::new() };
        vec![records::put(row(&self.id()), missing), records::put(self.place(), mark)]
    }

    fn delete(&self) -> Vec<BatchWrite> {
        [row(&self.id()), self.place()].map(records::delete).into()
    }
}

/// Index of the stored messages, so that other messages need no read of the store.
#[derive(Default)]
pub(crate) struct UndecryptableIndex(Mutex<UndecryptableRecord>);

#[derive(Default)]
struct UndecryptableRecord {
    ids: HashSet<String>,
    /// Whether `ids` holds all stored messages.
    is_whole: bool,
}

impl UndecryptableIndex {
    fn written(&self) -> MutexGuard<'_, UndecryptableRecord> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a message may be among the stored ones.
    pub(crate) fn may_concern_bot(&self, room: &RoomId, event: &MatrixEventId) -> bool {
        let written = self.written();
        !written.is_whole || written.ids.contains(&ids::service_event(room, event))
    }
}

/// Handler of messages without keys.
pub(crate) struct UndecryptableMessages {
    pub(super) index: Arc<UndecryptableIndex>,
    pub(super) bot: Bot,
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) rooms: Arc<RoomCache>,
    pub(super) languages: Arc<Languages>,
    pub(super) replies: Arc<ReplySender>,
    pub(super) users: Arc<UserFilter>,
}

impl UndecryptableMessages {
    /// Stores a message that cannot be decrypted yet, if it may concern the bot.
    pub(crate) async fn handle(
        &self,
        (room, event): (&RoomId, &MatrixEventId),
        reply_to: Option<&MatrixEventId>,
        sender: &UserId,
    ) -> Result<(), StoreError> {
        if !ids::are_usable(&[&room.0, &event.0, &sender.0]) || !self.users.hears(sender) {
            return Ok(());
        }
        if !self.concerns_bot(room, sender, reply_to).await {
            return Ok(());
        }
        let missing = UndecryptableMessage {
            room: room.0.clone(),
            event: event.0.clone(),
            sender: sender.0.clone(),
            since: self.clock.now_millis(),
            told: false,
        };
        if self.missing(&missing.id()).await?.is_some() {
            return Ok(());
        }
        self.index.written().ids.insert(missing.id());
        records::write_all(&*self.store, missing.put()).await
    }

    /// Whether the sender may have addressed the bot.
    async fn concerns_bot(&self, room: &RoomId, sender: &UserId, reply_to: Option<&MatrixEventId>) -> bool {
        if !self.games_in(room, sender).await.is_empty() {
            return true;
        }
        if let Some(to) = reply_to
            && self.is_answer_to_bot(room, to).await
        {
            return true;
        }
        self.rooms.get(room).await.is_ok_and(|state| state.is_only_with(sender))
    }

    /// The places of a room where a user plays: the room and its threads.
    async fn games_in(&self, room: &RoomId, user: &UserId) -> Vec<ChannelAddress> {
        let person = ids::person_id(user);
        let games = self.bot.playing(&person, self.languages.default_language()).await;
        let games = games.inspect_err(|error| tracing::error!(%error, %person, "games cannot be looked for"));
        let places = games.into_iter().flatten().filter_map(|game| ChannelAddress::of(&game.channel));
        places.filter(|place| place.room == *room).collect()
    }

    async fn is_answer_to_bot(&self, room: &RoomId, to: &MatrixEventId) -> bool {
        match self.link.is_own(to) {
            Some(is_own) => is_own,
            None => self.link.origin(room, to).await.is_ok_and(|origin| origin.own),
        }
    }

    /// Called for each message that can be read, perhaps after a late key. Returns whether the
    /// message still counts.
    pub(crate) async fn still_counts(
        &self,
        room: &RoomId,
        event: &MatrixEventId,
        sender: &UserId,
    ) -> Result<bool, StoreError> {
        let mark = mark(&room.0, &sender.0);
        if self.store.get(TABLE, mark.as_ref()).await?.is_some() {
            records::write_all(&*self.store, vec![records::delete(mark)]).await?;
        }
        if !self.index.may_concern_bot(room, event) {
            return Ok(true);
        }
        match self.missing(&ids::service_event(room, event)).await? {
            Some(missing) if missing.told => Ok(false),
            Some(missing) => {
                records::write_all(&*self.store, missing.delete()).await?;
                self.index.written().ids.remove(&missing.id());
                Ok(true)
            }
            None => Ok(true),
        }
    }

    async fn missing(&self, id: &str) -> Result<Option<UndecryptableMessage>, StoreError> {
        let key = row(id);
        records::read(&*self.store, key.as_ref()).await
    }

    /// Loads the ids of messages stored before the start.
    async fn know_unread(&self) -> Result<(), StoreError> {
        if self.index.written().is_whole {
            return Ok(());
        }
        let range = KeyRange::prefix(records::key(UNREADABLE));
        let rows = self.store.scan(TABLE, range, ScanOrder::Ascending, MAX_SCAN_ROWS).await?;
        let id = |(key, _): &(Vec<u8>, _)| {
            let mut reader = KeyReader::new(key);
            reader.text().and_then(|_| reader.text())
        };
        let mut written = self.index.written();
        written.ids.extend(rows.iter().filter_map(id));
        written.is_whole = rows.len() < MAX_SCAN_ROWS;
        Ok(())
    }

    /// Gives up the messages whose keys are overdue, and tells their senders.
    pub(crate) async fn check_overdue(&self) -> Result<(), StoreError> {
        self.know_unread().await?;
        let now = self.clock.now_millis();
        let places = self.places(false, PAGE).await?;
        let overdue = places.into_iter().take_while(|(_, since, _)| now.saturating_sub(*since) >= PATIENCE);
        let mut is_any = false;
        for (place, _, id) in overdue {
            is_any = true;
            match self.missing(&id).await? {
                Some(missing) if !missing.told => self.give_up_reading(missing, place).await?,
                _ => records::write_all(&*self.store, vec![records::delete(place)]).await?,
            }
        }
        if is_any { self.forget_oldest().await } else { Ok(()) }
    }

    /// The waiting or the given-up messages, oldest first: key, time and id.
    async fn places(&self, told: bool, limit: usize) -> Result<Vec<(Vec<u8>, u64, String)>, StoreError> {
        let range = KeyRange::prefix(line(told));
        let rows = self.store.scan(TABLE, range, ScanOrder::Ascending, limit).await?;
        let parts = |(key, _): (Vec<u8>, _)| {
            let mut reader = KeyReader::new(&key);
            let parts = (reader.text(), reader.text(), reader.number(), reader.text());
            let (Some(since), Some(id)) = (parts.2, parts.3) else { return (key, 0, String::new()) };
            (key, since, id)
        };
        Ok(rows.into_iter().map(parts).collect())
    }

    /// Gives up a message. The sender is told, unless they were told before and no message of
    /// theirs could be read since.
    async fn give_up_reading(&self, missing: UndecryptableMessage, place: Vec<u8>) -> Result<(), StoreError> {
        let missing = UndecryptableMessage { told: true, ..missing };
        let mut writes = missing.put();
        writes.push(records::delete(place));
        let mark = mark(&missing.room, &missing.sender);
        if self.store.get(TABLE, mark.as_ref()).await?.is_some() {
            return records::write_all(&*self.store, writes).await;
        }
        if let Ok(value) = forms::write(&StoredMark {}) {
            writes.push(records::put(mark, value));
        }
        self.tell_unreadable(&missing, writes).await
    }

    async fn forget_oldest(&self) -> Result<(), StoreError> {
        let mut told = self.places(true, KEPT + PAGE).await?;
        told.truncate(told.len().saturating_sub(KEPT));
        for (_, _, id) in &told {
            self.index.written().ids.remove(id);
        }
        let writes = told.into_iter();
        records::write_all(
            &*self.store,
            writes.flat_map(|(place, _, id)| [records::delete(place), records::delete(row(&id))]).collect(),
        )
        .await
    }

    async fn tell_unreadable(
        &self,
        missing: &UndecryptableMessage,
        also: Vec<BatchWrite>,
    ) -> Result<(), StoreError> {
        let place = ChannelAddress { room: RoomId(missing.room.clone()), thread: None }.channel();
        let person = ids::person_id(&UserId(missing.sender.clone()));
        let language = self.languages.language_of(&person).await;
        let transaction = ids::transaction(&[b"unreadable", missing.event.as_bytes()]).0;
        let what = ReplyContent::Sentence(MatrixSentence::Unreadable, None);
        let waiting = QueuedReply {
            reply_to: Some(missing.event.clone()),
            ..QueuedReply::new(place.clone(), (person, language), what, transaction)
        };
        self.replies.enqueue(place, &waiting, also).await
    }
}

fn row(id: &str) -> Key {
    records::key(UNREADABLE).text(id)
}

/// Key of the mark that a user was told in a room.
fn mark(room: &str, user: &str) -> Key {
    records::key(TOLD).text(room).text(user)
}

fn line(told: bool) -> Key {
    records::key(SINCE).text(if told { "told" } else { "waits" })
}
