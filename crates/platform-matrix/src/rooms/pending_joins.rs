//! Stores pending joins: rooms the bot is about to join, saved before the join, with the inviting
//! person or the replaced room. Not here: the work after joining (`join`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_bot::forms::{self, StoredForm};
use adoube_matrix_client::RoomId;
use adoube_store::{BatchWrite, Key, KeyRange, KeyReader, ScanOrder, Store, StoreError};
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedMutexGuard;

use crate::{
    outbound::reply_queue::ReplyQueue,
    records::{self, ARRIVING, TABLE},
};

/// Rows read in one step.
const PAGE: usize = 64;
/// Longest time a server may take for a join.
const ENTERING: Duration = Duration::from_secs(24 * 60 * 60);
/// Longest wait for an invitation to a room that replaces another one.
const INVITING: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Reason for a join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JoinReason {
    /// A person invited the bot.
    Invited {
        /// The inviting user.
        by: String,
        /// Whether the room is a conversation of two.
        direct: bool,
    },
    /// The room replaces another one.
    Replaces {
        /// The replaced room.
        room: String,
        /// Whether the replaced room was a conversation of two.
        direct: bool,
        /// Whether the bot was in the new room already.
        there: bool,
    },
}

impl JoinReason {
    /// The replaced room, if any.
    fn old(&self) -> Option<&str> {
        match self {
            Self::Invited { .. } => None,
            Self::Replaces { room, .. } => Some(room),
        }
    }
}

/// A join the bot is about to make, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingJoin {
    pub(crate) why: JoinReason,
    /// Increasing number that identifies this join: its time in milliseconds since 1970, or
    /// slightly more.
    pub(crate) stamp: u64,
}

impl PendingJoin {
    /// Whether the bot no longer waits for this join.
    pub(crate) fn is_over(&self, now: u64) -> bool {
        let patience = match self.why {
            JoinReason::Invited { .. } => ENTERING,
            JoinReason::Replaces { .. } => INVITING,
        };
        u128::from(now.saturating_sub(self.stamp)) >= patience.as_millis()
    }

    /// The write that deletes the pending join.
    pub(crate) fn deletion(&self, room: &RoomId) -> BatchWrite {
        deletion(room, self.why.old())
    }
}

/// Stored form of a pending join.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredPendingJoin {
    why: StoredJoinReason,
    stamp: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum StoredJoinReason {
    Invited { by: String, direct: bool },
    Replaces { room: String, direct: bool, there: bool },
}

impl StoredForm for StoredPendingJoin {
    const KIND: &'static str = "a room on Matrix the bot goes to";
    const VERSION: u64 = 1;
}

impl From<&PendingJoin> for StoredPendingJoin {
    fn from(arriving: &PendingJoin) -> Self {
        let why = match arriving.why.clone() {
            JoinReason::Invited { by, direct } => StoredJoinReason::Invited { by, direct },
            JoinReason::Replaces { room, direct, there } => {
                StoredJoinReason::Replaces { room, direct, there }
            }
        };
        Self { why, stamp: arriving.stamp }
    }
}

impl From<StoredPendingJoin> for PendingJoin {
    fn from(stored: StoredPendingJoin) -> Self {
        let why = match stored.why {
            StoredJoinReason::Invited { by, direct } => JoinReason::Invited { by, direct },
            StoredJoinReason::Replaces { room, direct, there } => {
                JoinReason::Replaces { room, direct, there }
            }
        };
        Self { why, stamp: stored.stamp }
    }
}

/// A lock for each room, so that joins of one room do not overlap.
#[derive(Default)]
struct JoinLocks(Mutex<HashMap<RoomId, Arc<tokio::sync::Mutex<()>>>>);

impl JoinLocks {
    /// Waits for the lock of a room.
    async fn of(&self, room: &RoomId) -> OwnedMutexGuard<()> {
        let turn = {
            // Every change is a single step, so a panic elsewhere leaves nothing half done.
            let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(turns.entry(room.clone()).or_default())
        };
        turn.lock_owned().await
    }
}

/// Pending joins in the store.
pub(crate) struct PendingJoins {
    store: Arc<dyn Store>,
    queue: Arc<ReplyQueue>,
    locks: JoinLocks,
}

impl PendingJoins {
    /// The queue provides increasing stamps.
    pub(crate) fn new(store: Arc<dyn Store>, queue: Arc<ReplyQueue>) -> Self {
        Self { store, queue, locks: JoinLocks::default() }
    }

    /// Waits for the lock of a room, which is held as long as the guard lives.
    pub(crate) async fn lock(&self, room: &RoomId) -> OwnedMutexGuard<()> {
        self.locks.of(room).await
    }

    /// Commits writes about rooms.
    pub(crate) async fn write(&self, writes: Vec<BatchWrite>) -> Result<(), StoreError> {
        records::write_all(&*self.store, writes).await
    }

    /// Saves an invitation by a person.
    pub(crate) async fn expect_by_invitation(
        &self,
        room: &RoomId,
        by: String,
        direct: bool,
    ) -> Result<(), StoreError> {
        let arriving = PendingJoin { why: JoinReason::Invited { by, direct }, stamp: self.queue.stamp() };
        self.write(addition(room, &arriving).into_iter().collect()).await
    }

    /// Saves that `new` replaces `old`. Pending joins of other rooms that claim to replace the old
    /// room are deleted; a saved one of this pair stays.
    pub(crate) async fn expect_in_place_of(
        &self,
        old: &RoomId,
        new: &RoomId,
        (direct, there): (bool, bool),
    ) -> Result<(), StoreError> {
        let of_old = self.all().await?.into_iter().filter(|(_, each)| each.why.old() == Some(&old.0));
        let (same, others): (Vec<_>, Vec<_>) = of_old.partition(|(room, _)| room == new);
        let mut writes: Vec<BatchWrite> = others.iter().map(|(room, each)| each.deletion(room)).collect();
        if same.is_empty() {
            let why = JoinReason::Replaces { room: old.0.clone(), direct, there };
            writes.extend(addition(new, &PendingJoin { why, stamp: self.queue.stamp() }));
        }
        self.write(writes).await
    }

    /// Pending joins of a room.
    pub(crate) async fn of(&self, room: &RoomId) -> Result<Vec<PendingJoin>, StoreError> {
        let rows = self.in_range(KeyRange::prefix(rows_of(room))).await?;
        Ok(rows.into_iter().map(|(_, arriving)| arriving).collect())
    }

    /// Pending joins of all rooms.
    pub(crate) async fn all(&self) -> Result<Vec<(RoomId, PendingJoin)>, StoreError> {
        self.in_range(KeyRange::prefix(records::key(ARRIVING))).await
    }

    async fn in_range(&self, mut range: KeyRange) -> Result<Vec<(RoomId, PendingJoin)>, StoreError> {
        let mut found = Vec::new();
        loop {
            let rows = self.store.scan(TABLE, range.clone(), ScanOrder::Ascending, PAGE).await?;
            let Some((last, _)) = rows.last() else { return Ok(found) };
            range = range.after(last);
            for (key, record) in rows {
                let arriving = forms::read_or_tell::<StoredPendingJoin>(&key, &record.value);
                found.extend(room_of(&key).zip(arriving.map(PendingJoin::from)));
            }
        }
    }

    /// Whether the bot waits to be let into a room that replaces another one.
    pub(crate) async fn waits_for(&self, room: &RoomId) -> Result<bool, StoreError> {
        Ok(self.of(room).await?.iter().any(|arriving| arriving.why.old().is_some()))
    }

    /// Whether it is saved that one room replaces another one.
    pub(crate) async fn is_noted_for(&self, old: &RoomId, new: &RoomId) -> Result<bool, StoreError> {
        Ok(self.store.get(TABLE, row(new, Some(&old.0)).as_ref()).await?.is_some())
    }
}

fn rows_of(room: &RoomId) -> Key {
    records::key(ARRIVING).text(&room.0)
}

fn row(room: &RoomId, old: Option<&str>) -> Key {
    rows_of(room).text(old.unwrap_or_default())
}

/// The room of a row.
fn room_of(key: &[u8]) -> Option<RoomId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text().map(RoomId)
}

fn addition(room: &RoomId, arriving: &PendingJoin) -> Option<BatchWrite> {
    let value = forms::write(&StoredPendingJoin::from(arriving));
    let value = value.inspect_err(|error| tracing::error!(%error, "where the bot goes cannot be noted"));
    Some(records::put(row(room, arriving.why.old()), value.ok()?))
}

fn deletion(room: &RoomId, old: Option<&str>) -> BatchWrite {
    records::delete(row(room, old))
}

/// The write that deletes an invitation.
pub(crate) fn no_invitation(room: &RoomId) -> BatchWrite {
    deletion(room, None)
}

/// The write that deletes a replacement whose games have moved.
pub(crate) fn no_replacement(new: &RoomId, old: &RoomId) -> BatchWrite {
    deletion(new, Some(&old.0))
}
