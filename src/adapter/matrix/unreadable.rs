//! Messages whose key is not here yet: some come a moment later, and of the others the person is told, once. Not here:
//! decrypting, which the link does.
//!
//! | table | key | value |
//! |---|---|---|
//! | message | `matrix-unreadable`, room, event | [`Missing`] |

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use adoube_matrix::{EventId, RoomId, UserId};
use adoube_store::{Batch, Key, KeyRange, Order, StoreError, Table, Write};
use serde::{Deserialize, Serialize};

use super::{
    Matrix,
    ids::{self, Place},
    queue::{Waiting, What},
    words::Sentence,
};

/// How often it is looked whether a key is overdue.
pub(super) const LOOK: Duration = Duration::from_millis(500);
/// How long a key may take, in milliseconds.
const PATIENCE: u64 = 60 * 1000;
/// How long somebody is told nothing more about it in a room.
const TOLD: u64 = 60 * 60 * 1000;
/// Those who were told, as far as they are remembered.
const REMEMBERED: usize = 1000;
/// Messages looked at in one step.
const PAGE: usize = 64;

/// A message that waits for its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Missing {
    room: String,
    event: String,
    sender: String,
    since: u64,
}

/// Who was told when in which room.
#[derive(Default)]
pub(super) struct Told(Mutex<HashMap<(String, String), u64>>);

impl Told {
    /// Whether somebody is to be told now; then they are.
    fn tell(&self, room: &str, sender: &str, now: u64) -> bool {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.retain(|_, at| now.saturating_sub(*at) < TOLD);
        if told.len() >= REMEMBERED {
            return false;
        }
        told.insert((room.to_owned(), sender.to_owned()), now).is_none()
    }
}

impl Matrix {
    /// A message cannot be read yet.
    pub(super) async fn cannot_read(
        &self,
        room: &RoomId,
        event: &EventId,
        sender: &UserId,
    ) -> Result<(), StoreError> {
        if !ids::are_usable(&[&room.0, &event.0, &sender.0]) {
            return Ok(());
        }
        let missing = Missing {
            room: room.0.clone(),
            event: event.0.clone(),
            sender: sender.0.clone(),
            since: self.clock.now_millis(),
        };
        let key = key(&room.0, &event.0);
        if self.store.get(Table::Message, key.as_ref()).await?.is_some() {
            return Ok(());
        }
        if let Ok(value) = serde_json::to_vec(&missing) {
            self.store.commit(Batch::new().put(Table::Message, key, value)).await?;
        }
        Ok(())
    }

    /// A message can be read; perhaps it could not before.
    pub(super) async fn can_read(&self, room: &RoomId, event: &EventId) -> Result<(), StoreError> {
        let key = key(&room.0, &event.0);
        if self.store.get(Table::Message, key.as_ref()).await?.is_some() {
            self.store.commit(Batch::new().delete(Table::Message, key)).await?;
        }
        Ok(())
    }

    /// Tells those whose messages cannot be read for too long.
    pub(super) async fn look_for_overdue(&self) -> Result<(), StoreError> {
        let range = KeyRange::prefix(Key::new().text("matrix-unreadable"));
        let rows = self.store.scan(Table::Message, range, Order::Ascending, PAGE).await?;
        let now = self.clock.now_millis();
        for (key, record) in rows {
            let delete = Write::Delete { table: Table::Message, key };
            let missing = serde_json::from_slice::<Missing>(&record.value).ok();
            let Some(missing) = missing else {
                self.store.commit(Batch { writes: vec![delete], ..Batch::new() }).await?;
                continue;
            };
            if now.saturating_sub(missing.since) < PATIENCE {
                continue;
            }
            if !self.told.tell(&missing.room, &missing.sender, now) {
                self.store.commit(Batch { writes: vec![delete], ..Batch::new() }).await?;
                continue;
            }
            self.tell_unreadable(&missing, delete).await?;
        }
        Ok(())
    }

    async fn tell_unreadable(&self, missing: &Missing, also: Write) -> Result<(), StoreError> {
        let place = Place { room: RoomId(missing.room.clone()), thread: None }.channel();
        let person = ids::person_id(&UserId(missing.sender.clone()));
        let language = self.language_of(&person).await;
        let transaction = ids::transaction(&[b"unreadable", missing.event.as_bytes()]).0;
        let what = What::Sentence(Sentence::Unreadable, None);
        let waiting = Waiting {
            reply_to: Some(missing.event.clone()),
            ..Waiting::new(place.clone(), (person, language), what, transaction)
        };
        self.queue.add(&place, &waiting, vec![also]).await?;
        self.lanes.changed.notify_one();
        Ok(())
    }
}

fn key(room: &str, event: &str) -> Key {
    Key::new().text("matrix-unreadable").text(room).text(event)
}
