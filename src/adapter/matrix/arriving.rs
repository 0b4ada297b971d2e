//! Rooms the bot is on its way into, by an invitation or because they are in the place of another one: noted before it asks to be
//! let in, so that whatever becomes of the request, it is greeted, checked, or moved into, once it is there. Not here: which
//! invitations are taken (`invitations`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_matrix::{Failure, RoomId, RoomState, UserId};
use adoube_service::{LedgerError, stored};
use adoube_store::{Key, KeyRange, KeyReader, Order, StoreError, Write};

use super::{
    Matrix, ids,
    records::{self, ARRIVING, StoredArriving, TABLE},
};

/// Rooms looked at in one step.
const PAGE: usize = 64;
/// How long until a room is looked at again that could not be.
const LOOK_AGAIN: Duration = Duration::from_secs(20);

/// Why the bot goes to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// Somebody wants it there.
    Invited {
        /// Who.
        by: String,
        /// Whether for a conversation of two.
        direct: bool,
    },
    /// It is in the place of another one.
    Replaces {
        /// Which.
        room: String,
        /// Whether that was a conversation of two.
        direct: bool,
        /// Whether the bot was in this one before it was told so.
        there: bool,
    },
}

/// A room the bot is on its way into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arriving {
    pub(super) why: Why,
    /// What tells this time from others.
    pub(super) stamp: u64,
}

/// Rooms the bot is in of which the server did not tell what they are like, and when it is asked again, by a clock's monotonic
/// reading. What is not done when the program ends is known by what is kept of each.
#[derive(Default)]
pub(super) struct Unseen(Mutex<HashMap<RoomId, Duration>>);

impl Unseen {
    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Duration>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_at(&self, room: &RoomId, at: Duration) {
        self.rooms().insert(room.clone(), at);
    }

    /// Those that are to be looked at.
    fn due(&self, now: Duration) -> Vec<RoomId> {
        let mut rooms = self.rooms();
        let due: Vec<_> = rooms.iter().filter(|(_, at)| **at <= now).map(|(room, _)| room.clone()).collect();
        rooms.retain(|_, at| *at > now);
        due
    }
}

impl Matrix {
    /// Notes where the bot goes.
    pub(super) async fn expect_to_arrive(&self, room: &RoomId, why: Why) -> Result<(), StoreError> {
        let arriving = Arriving { why, stamp: self.queue.stamp() };
        let Ok(value) = stored::write(&StoredArriving::from(&arriving)) else { return Ok(()) };
        self.write(vec![Write::Put { table: TABLE, key: row(room).into(), value }]).await
    }

    /// A request to be let into a room was answered.
    pub(super) async fn arrived_or_not(self: &Arc<Self>, room: &RoomId, entered: Result<(), Failure>) {
        let noted = match entered {
            Ok(()) => self.arrived(room).await,
            Err(Failure::Later { reason, .. }) => {
                tracing::warn!(reason, room = %room.0, "whether a room is entered, the server tells later");
                Ok(())
            }
            Err(failure) => {
                tracing::warn!(%failure, room = %room.0, "a room cannot be entered");
                self.stays_out(room).await
            }
        };
        if let Err(error) = noted {
            tracing::error!(%error, room = %room.0, "what comes of being in a room waits for the next start");
        }
    }

    /// Whether the bot waits to be let into a room that is in the place of another one.
    pub(super) async fn waits_for(&self, room: &RoomId) -> Result<bool, StoreError> {
        let arriving = self.arriving(room).await?;
        Ok(arriving.is_some_and(|arriving| matches!(arriving.why, Why::Replaces { .. })))
    }

    /// Into a room that is in the place of another one somebody may still invite the bot.
    async fn stays_out(&self, room: &RoomId) -> Result<(), StoreError> {
        if self.waits_for(room).await? { Ok(()) } else { self.write(vec![deletion(room)]).await }
    }

    /// The bot is in a room, as the server tells.
    pub(super) async fn entered(self: &Arc<Self>, room: RoomId) -> Result<(), StoreError> {
        self.rooms.forget(&room);
        self.look_for_place(&room).await;
        self.arrived(&room).await
    }

    /// Does what is to be done in a room once the bot is there and the server tells what the room is like; until then nothing is
    /// said there, and it is asked again. Whoever does it a second time finds nothing to do.
    async fn arrived(self: &Arc<Self>, room: &RoomId) -> Result<(), StoreError> {
        let Some(Arriving { why, stamp }) = self.arriving(room).await? else { return Ok(()) };
        let (Why::Invited { direct, .. } | Why::Replaces { direct, .. }) = why;
        if direct && let Err(failure) = self.link.mark_direct(room).await {
            tracing::warn!(%failure, room = %room.0, "a conversation of two is not marked as one");
        }
        self.rooms.forget(room);
        let state = match self.rooms.get(room).await {
            Ok(state) => state,
            // It is not there, and may be later.
            Err(Failure::Gone(_)) => return Ok(()),
            Err(failure) => {
                tracing::warn!(%failure, room = %room.0, "what a room is like is asked later");
                self.unseen.look_at(room, self.clock.monotonic() + LOOK_AGAIN);
                return Ok(());
            }
        };
        let done = vec![deletion(room)];
        match why {
            Why::Replaces { room: old, there, .. } => {
                let is_done = match self.replaces(&RoomId(old.clone()), room, &state).await {
                    Ok(true) => Some(self.move_in(&RoomId(old.clone()), room).await?),
                    Ok(false) => None,
                    Err(failure) => {
                        tracing::warn!(%failure, old, "what a room is replaced by is asked later");
                        Some(false)
                    }
                };
                match is_done {
                    Some(true) => return self.write(done).await,
                    Some(false) => {
                        self.unseen.look_at(room, self.clock.monotonic() + LOOK_AGAIN);
                        return Ok(());
                    }
                    None => tracing::warn!(old, new = %room.0, "a room is not in the place of the other one"),
                }
                if there {
                    return self.write(done).await;
                }
            }
            Why::Invited { by, .. } if !state.space && !state.members.is_empty() => {
                return self.introduce((room, &state), &UserId(by), (stamp, done)).await;
            }
            // Whoever invited it may be gone, and nobody speaks in a space.
            Why::Invited { .. } => {
                tracing::info!(room = %room.0, "there is nobody to play with, and the bot leaves");
            }
        }
        self.leave(room).await;
        self.write(done).await
    }

    /// Whether one room is in the place of another one: both have to say so, and the old one by somebody who may.
    async fn replaces(&self, old: &RoomId, new: &RoomId, state: &RoomState) -> Result<bool, Failure> {
        let says_so = !state.space && state.replaces.as_ref() == Some(old);
        Ok(says_so && self.is_replaced(old, new).await?)
    }

    /// Whether the old one says so.
    async fn is_replaced(&self, old: &RoomId, new: &RoomId) -> Result<bool, Failure> {
        match self.rooms.get(old).await {
            Ok(state) => Ok(state.replaced_by.as_ref() == Some(new)),
            // It did when that was noted.
            Err(Failure::Gone(_) | Failure::Forbidden(_)) => Ok(true),
            Err(failure) => Err(failure),
        }
    }

    /// Looks again at rooms that could not be looked at when the bot came.
    pub(super) async fn look_at_unseen(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut outcome = Ok(());
        for room in self.unseen.due(self.clock.monotonic()) {
            let arrived = self.arrived(&room).await;
            if arrived.is_err() {
                self.unseen.look_at(&room, self.clock.monotonic() + LOOK_AGAIN);
            }
            outcome = outcome.and(arrived);
        }
        outcome
    }

    async fn arriving(&self, room: &RoomId) -> Result<Option<Arriving>, StoreError> {
        let key = row(room);
        let record = self.store.get(TABLE, key.as_ref()).await?;
        let stored =
            record.and_then(|record| stored::read_or_tell::<StoredArriving>(key.as_ref(), &record.value));
        Ok(stored.map(Arriving::from))
    }

    /// A room says that another one is in its place: the bot goes there. Whether that is so, the other one says.
    pub(super) async fn replaced(self: &Arc<Self>, room: RoomId, by: RoomId) -> Result<(), StoreError> {
        self.rooms.forget(&room);
        if !ids::are_usable(&[&room.0, &by.0]) || room == by {
            return Ok(());
        }
        let new = self.rooms.get(&by).await;
        let says_otherwise = new.as_ref().is_ok_and(|state| state.replaces.as_ref() != Some(&room));
        if says_otherwise || matches!(self.is_replaced(&room, &by).await, Ok(false)) {
            tracing::warn!(room = %room.0, by = %by.0, "a room is said to be in the place of another one, and is not");
            return Ok(());
        }
        // Nobody sends the bot through more rooms this way than by inviting it.
        let taken = self.invitations.take(&UserId(room.0.clone()), self.clock.monotonic());
        tracing::info!(room = %room.0, by = %by.0, taken, "a room was replaced");
        if !taken {
            return Ok(());
        }
        let direct = self.rooms.get(&room).await.is_ok_and(|state| state.direct);
        let there = !matches!(new, Err(Failure::Gone(_)));
        self.expect_to_arrive(&by, Why::Replaces { room: room.0.clone(), direct, there }).await?;
        self.go(room, by);
        Ok(())
    }

    fn go(self: &Arc<Self>, room: RoomId, by: RoomId) {
        let (matrix, task) = (Arc::clone(self), self.under_way.begin());
        tokio::spawn(async move {
            let _task = task;
            let entered = matrix.insist(&by, || matrix.link.follow(&room, &by)).await;
            matrix.arrived_or_not(&by, entered).await;
        });
    }

    /// Goes on where the bot was on its way when the program ended: what was in the way may have passed.
    pub(super) async fn go_on(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut range = KeyRange::prefix(records::key(ARRIVING));
        loop {
            let rows = self.store.scan(TABLE, range.clone(), Order::Ascending, PAGE).await?;
            let Some((last, _)) = rows.last() else { return Ok(()) };
            range = range.after(last);
            for (key, record) in rows {
                let arriving =
                    stored::read_or_tell::<StoredArriving>(&key, &record.value).map(Arriving::from);
                match arriving.zip(room_of(&key)) {
                    Some((Arriving { why: Why::Replaces { room, .. }, .. }, by)) => self.go(RoomId(room), by),
                    // It may be there, and what the room is like was not known.
                    Some((Arriving { why: Why::Invited { .. }, .. }, room)) => {
                        self.unseen.look_at(&room, self.clock.monotonic());
                    }
                    None => {}
                }
            }
        }
    }

    /// Lets all of a room that was replaced go on in the other one; whether nothing is left to be done.
    async fn move_in(&self, old: &RoomId, new: &RoomId) -> Result<bool, StoreError> {
        match self.move_all(old, new).await {
            Ok(true) => {
                self.leave(old).await;
                Ok(true)
            }
            // Whoever left now would leave games behind.
            Ok(false) => Ok(false),
            Err(LedgerError::Store(error)) => Err(error),
            Err(error) => {
                tracing::error!(%error, old = %old.0, "a game stays in a room that was replaced");
                Ok(true)
            }
        }
    }
}

fn row(room: &RoomId) -> Key {
    records::key(ARRIVING).text(&room.0)
}

/// The room a row is about.
fn room_of(key: &[u8]) -> Option<RoomId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text().map(RoomId)
}

fn deletion(room: &RoomId) -> Write {
    Write::Delete { table: TABLE, key: row(room).into() }
}
