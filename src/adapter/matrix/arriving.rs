//! Rooms the bot is on its way into, by an invitation or because they are in the place of another one: noted before it asks to be
//! let in, so that whatever becomes of the request, it is greeted, checked, or moved into, once it is there. Not here: which
//! invitations are taken (`invitations`).

use std::sync::Arc;

use adoube_matrix::{Failure, Outgoing, RoomId, UserId};
use adoube_service::{ChannelId, LedgerError, stored};
use adoube_store::{Key, KeyRange, KeyReader, Order, StoreError, Write};

use super::{
    Matrix,
    ids::{self, RoomOrThread},
    records::{self, ARRIVING, StoredArriving, TABLE},
    words::Sentence,
};

/// Rooms looked at in one step.
const PAGE: usize = 64;

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
    },
}

/// A room the bot is on its way into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arriving {
    pub(super) why: Why,
    /// What tells this time from others.
    pub(super) stamp: u64,
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

    /// Does what is to be done in a room once the bot is there. Whoever does it a second time finds nothing to do.
    async fn arrived(self: &Arc<Self>, room: &RoomId) -> Result<(), StoreError> {
        let Some(Arriving { why, stamp }) = self.arriving(room).await? else { return Ok(()) };
        self.rooms.forget(room);
        let (Why::Invited { direct, .. } | Why::Replaces { direct, .. }) = why;
        if direct && let Err(failure) = self.link.join(room, true).await {
            tracing::warn!(%failure, room = %room.0, "a conversation of two is not marked as one");
        }
        self.rooms.forget(room);
        if self.is_space(room).await {
            tracing::info!(room = %room.0, "nobody speaks in a space");
        } else if let Why::Replaces { room: old, .. } = why {
            let is_done = self.move_in(&RoomId(old), room).await?;
            return if is_done { self.write(vec![deletion(room)]).await } else { Ok(()) };
        } else if let Why::Invited { by, .. } = why
            && !self.is_alone(room).await
        {
            return self.introduce(room, &UserId(by), (stamp, vec![deletion(room)])).await;
        }
        // Whoever invited it may be gone.
        tracing::info!(room = %room.0, "there is nobody to play with, and the bot leaves");
        self.leave(room).await;
        self.write(vec![deletion(room)]).await
    }

    async fn is_space(&self, room: &RoomId) -> bool {
        self.rooms.get(room).await.is_ok_and(|state| state.space)
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
        // Nobody sends the bot through more rooms this way than by inviting it.
        let taken = self.invitations.take(&UserId(room.0.clone()), self.clock.monotonic());
        tracing::info!(room = %room.0, by = %by.0, taken, "a room was replaced");
        if !taken {
            return Ok(());
        }
        let direct = self.rooms.get(&room).await.is_ok_and(|state| state.direct);
        self.expect_to_arrive(&by, Why::Replaces { room: room.0.clone(), direct }).await?;
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

    /// Goes on into rooms that are in the place of others: what was in the way when the program ended may have passed.
    pub(super) async fn go_on(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut range = KeyRange::prefix(records::key(ARRIVING));
        loop {
            let rows = self.store.scan(TABLE, range.clone(), Order::Ascending, PAGE).await?;
            let Some((last, _)) = rows.last() else { return Ok(()) };
            range = range.after(last);
            for (key, record) in rows {
                let arriving =
                    stored::read_or_tell::<StoredArriving>(&key, &record.value).map(Arriving::from);
                if let Some((Arriving { why: Why::Replaces { room, .. }, .. }, by)) =
                    arriving.zip(room_of(&key))
                {
                    self.go(RoomId(room), by);
                }
            }
        }
    }

    /// Lets the games of a room that was replaced go on in the other one, if that says the same; whether nothing is left to be
    /// done.
    async fn move_in(&self, old: &RoomId, new: &RoomId) -> Result<bool, StoreError> {
        let replaces = match self.rooms.get(new).await {
            Ok(state) => state.replaces.clone(),
            Err(failure) => {
                tracing::warn!(%failure, new = %new.0, "what a room is in the place of is looked up later");
                return Ok(false);
            }
        };
        if replaces.as_ref() != Some(old) {
            tracing::warn!(old = %old.0, new = %new.0, "a room does not say that it is in the place of the other one");
            return Ok(true);
        }
        match self.move_games(old, new).await {
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

    /// Whether all have moved.
    async fn move_games(&self, old: &RoomId, new: &RoomId) -> Result<bool, LedgerError> {
        let mut all = true;
        let [from, to] = [old, new].map(|room| RoomOrThread::new(room, None));
        self.service.settle_in(&from.settings(), &to.settings()).await?;
        self.move_game(&from.channel(), &to.channel()).await?;
        let threads = self.service.played_under(&format!("{}/", from.channel().0)).await?;
        for thread in threads {
            match self.begin_thread(&thread, &to).await {
                Ok(there) => self.move_game(&thread, &there).await?,
                Err(failure) => {
                    tracing::error!(%failure, %thread, "the game of a thread has no place to go on");
                    all &= !matches!(failure, Failure::Later { .. } | Failure::Standstill { .. });
                }
            }
        }
        Ok(all)
    }

    /// A thread in place of one of another room.
    async fn begin_thread(&self, thread: &ChannelId, to: &RoomOrThread) -> Result<ChannelId, Failure> {
        let language = self.people.spoken_in(thread).await.ok().flatten().unwrap_or(self.settings.language);
        let said = self.words.say(language, Sentence::GoesOn, None);
        let message = Outgoing { plain: said.plain, html: said.html, ..Outgoing::default() };
        let transaction = ids::transaction(&[b"goes on", thread.0.as_bytes(), to.room.0.as_bytes()]);
        let send = || self.link.send(&to.room, message.clone(), transaction.clone());
        let root = self.insist(&to.room, send).await?;
        Ok(RoomOrThread { thread: Some(root), ..to.clone() }.channel())
    }

    async fn move_game(&self, from: &ChannelId, to: &ChannelId) -> Result<(), LedgerError> {
        if self.service.relocate(from, to).await? {
            tracing::info!(%from, %to, "a game goes on in another room");
            self.playing.forget(to);
            self.outbox.found(to.clone());
        }
        // Where its board could not be shown any more it can be now.
        self.service.place_found(to).await?;
        Ok(())
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
