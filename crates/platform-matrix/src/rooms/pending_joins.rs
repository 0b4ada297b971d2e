//! Pending joins: rooms the bot is on its way into, saved before it asks to be let in, with who
//! invited it or which room a room replaces. Not here: what is done once it is there (`join`).

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
/// How long a server may take to let the bot in.
const ENTERING: Duration = Duration::from_secs(24 * 60 * 60);
/// How long people take to invite the bot into a room that is in the place of another one.
const INVITING: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Why the bot goes to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JoinReason {
    /// A person invited it.
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

impl JoinReason {
    /// The room in whose place it is.
    fn old(&self) -> Option<&str> {
        match self {
            Self::Invited { .. } => None,
            Self::Replaces { room, .. } => Some(room),
        }
    }
}

/// Why the bot is on its way into a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingJoin {
    pub(crate) why: JoinReason,
    /// What tells this time from others: when it was, or a little later, in milliseconds since
    /// 1970.
    pub(crate) stamp: u64,
}

impl PendingJoin {
    /// Whether nothing comes of it any more where the bot is not there by now.
    pub(crate) fn is_over(&self, now: u64) -> bool {
        let patience = match self.why {
            JoinReason::Invited { .. } => ENTERING,
            JoinReason::Replaces { .. } => INVITING,
        };
        u128::from(now.saturating_sub(self.stamp)) >= patience.as_millis()
    }

    /// What to write when it is done.
    pub(crate) fn deletion(&self, room: &RoomId) -> BatchWrite {
        deletion(room, self.why.old())
    }
}

/// The same as it is kept.
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

/// The rooms the bot is on its way into, in the store.
pub(crate) struct PendingJoins {
    store: Arc<dyn Store>,
    queue: Arc<ReplyQueue>,
    locks: JoinLocks,
}

impl PendingJoins {
    /// The queue gives stamps that grow.
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

    /// Saves that a person invites the bot.
    pub(crate) async fn expect_by_invitation(
        &self,
        room: &RoomId,
        by: String,
        direct: bool,
    ) -> Result<(), StoreError> {
        let arriving = PendingJoin { why: JoinReason::Invited { by, direct }, stamp: self.queue.stamp() };
        self.write(addition(room, &arriving).into_iter().collect()).await
    }

    /// Saves that one room replaces another one. Other rooms that were said to replace the old one
    /// are forgotten; what was saved of this pair stays.
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

    /// Why the bot is on its way into a room; for nothing if it is not.
    pub(crate) async fn of(&self, room: &RoomId) -> Result<Vec<PendingJoin>, StoreError> {
        let rows = self.in_range(KeyRange::prefix(rows_of(room))).await?;
        Ok(rows.into_iter().map(|(_, arriving)| arriving).collect())
    }

    /// The same for all rooms.
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

/// The room a row is about.
fn room_of(key: &[u8]) -> Option<RoomId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text().map(RoomId)
}

fn addition(room: &RoomId, arriving: &PendingJoin) -> Option<BatchWrite> {
    let value = forms::write(&StoredPendingJoin::from(arriving));
    let value = value.inspect_err(|error| tracing::error!(%error, "where the bot goes cannot be noted"));
    Some(BatchWrite::Put { table: TABLE, key: row(room, arriving.why.old()).into(), value: value.ok()? })
}

fn deletion(room: &RoomId, old: Option<&str>) -> BatchWrite {
    BatchWrite::Delete { table: TABLE, key: row(room, old).into() }
}

/// What to write when nobody invites the bot into a room any more.
pub(crate) fn no_invitation(room: &RoomId) -> BatchWrite {
    deletion(room, None)
}

/// What to write when nothing is left in a room that was replaced.
pub(crate) fn no_replacement(new: &RoomId, old: &RoomId) -> BatchWrite {
    deletion(new, Some(&old.0))
}
