//! How fast the bot writes in one room: moderation bots ban an account that sends ten events in a minute, edits included
//! (`BasicFlooding` of Draupnir and Mjolnir). At most so many events begin in any minute. Boards that had to wait give way to a
//! newer board of their game. Not here: what the homeserver takes from the account in all rooms (`account`).

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{DeliveryError, Notice, OutboxEntry, Timer};
use adoube_matrix_client::{MatrixError, RoomId};

use crate::{
    MatrixPlatform, ids::ChannelAddress, message::render::RenderedMessage, outbound::send_text::Layout,
};

/// The time in which events are counted.
const PERIOD: Duration = Duration::from_secs(60);
/// Why an event waits.
const FULL: &str = "the room was sent as much in a minute as moderation programs bear";
/// How many notices behind a board are looked at for a newer one.
const MAX_LOOK: usize = 64;
/// How many rooms are counted, and how many boards are remembered that had to wait.
const MAX_REMEMBERED: usize = 1000;

/// The events of a room that count.
#[derive(Debug, Default)]
struct Window {
    /// Those of which the server has not said yet whether it took them.
    pending: usize,
    /// When the others were answered, oldest first: no server took them later than that.
    sent: VecDeque<Duration>,
}

impl Window {
    fn forget_old(&mut self, now: Duration) {
        while self.sent.front().is_some_and(|at| *at + PERIOD <= now) {
            self.sent.pop_front();
        }
    }

    /// How long until so many events may begin, if not now.
    fn wait(&mut self, limit: usize, count: usize, now: Duration) -> Option<Duration> {
        self.forget_old(now);
        let over = (self.pending + self.sent.len() + count.min(limit)).saturating_sub(limit);
        if over == 0 {
            return None;
        }
        // While the server has not answered, nothing is known of when.
        Some(self.sent.get(over - 1).map_or(PERIOD, |at| (*at + PERIOD).saturating_sub(now)))
    }
}

#[derive(Default)]
struct RoomTraffic {
    rooms: HashMap<RoomId, Window>,
    /// Boards that had to wait, by the keys of their notices.
    delayed: HashSet<Vec<u8>>,
}

/// The paces of all rooms.
pub(crate) struct RoomPaces {
    /// Events in a minute; no limit where it is 0.
    limit: usize,
    state: Mutex<RoomTraffic>,
}

impl RoomPaces {
    pub(crate) fn new(limit: u32) -> Self {
        Self { limit: usize::try_from(limit).unwrap_or(usize::MAX), state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, RoomTraffic> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long until so many events may begin in a room, if not now.
    fn wait(&self, room: &RoomId, count: usize, now: Duration) -> Option<Duration> {
        if self.limit == 0 {
            return None;
        }
        self.state().rooms.get_mut(room).and_then(|window| window.wait(self.limit, count, now))
    }

    /// An event begins; otherwise how long until it may.
    pub(crate) fn begin(&self, room: &RoomId, now: Duration) -> Result<(), Duration> {
        if self.limit == 0 {
            return Ok(());
        }
        let mut state = self.state();
        if state.rooms.len() >= MAX_REMEMBERED {
            state.rooms.retain(|_, window| {
                window.forget_old(now);
                window.pending > 0 || !window.sent.is_empty()
            });
        }
        let window = state.rooms.entry(room.clone()).or_default();
        if let Some(wait) = window.wait(self.limit, 1, now) {
            return Err(wait);
        }
        window.pending += 1;
        Ok(())
    }

    /// The server has answered, or nobody waits for that any more; `may_be_there` unless it said that it took nothing.
    pub(crate) fn end(&self, room: &RoomId, now: Duration, may_be_there: bool) {
        let mut state = self.state();
        let Some(window) = state.rooms.get_mut(room).filter(|window| window.pending > 0) else { return };
        window.pending -= 1;
        if may_be_there {
            window.sent.push_back(now);
        }
    }

    /// Notes that a board has to wait.
    fn delay(&self, key: &[u8]) {
        let mut state = self.state();
        if state.delayed.len() < MAX_REMEMBERED {
            state.delayed.insert(key.to_vec());
        }
    }

    /// Whether a board had to wait.
    fn was_delayed(&self, key: &[u8]) -> bool {
        self.state().delayed.contains(key)
    }

    fn forget_delay(&self, key: &[u8]) {
        self.state().delayed.remove(key);
    }
}

/// An event on its way to a room. Dropped, it counts as taken.
pub(crate) struct RoomSlot<'p> {
    paces: &'p RoomPaces,
    room: &'p RoomId,
    timer: Arc<dyn Timer>,
    may_be_there: bool,
}

impl RoomSlot<'_> {
    /// The server has answered.
    pub(crate) fn end<T>(mut self, answer: &Result<T, MatrixError>) {
        // Only one that says when to come again, or why not, has surely not taken it.
        self.may_be_there = matches!(answer, Ok(_) | Err(MatrixError::Transient { after: None, .. }));
    }
}

impl Drop for RoomSlot<'_> {
    fn drop(&mut self) {
        self.paces.end(self.room, self.timer.now(), self.may_be_there);
    }
}

/// What becomes of a notice whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoticeTurn {
    /// It may be said.
    Now,
    /// A newer board of its game waits behind it.
    Superseded,
}

impl MatrixPlatform {
    /// One event may begin in a room; where there is no pace, it always may.
    pub(crate) async fn room_slot<'p>(
        &'p self,
        place: &'p ChannelAddress,
    ) -> Result<Option<RoomSlot<'p>>, MatrixError> {
        if self.is_of_two(place).await {
            return Ok(None);
        }
        let (paces, room, timer) = (&self.room_paces, &place.room, self.clock.timer());
        match paces.begin(room, timer.now()) {
            Ok(()) => Ok(Some(RoomSlot { paces, room, timer, may_be_there: true })),
            Err(wait) => Err(MatrixError::Transient { reason: FULL.to_owned(), after: Some(wait) }),
        }
    }

    /// Whether so many events may begin in a room now.
    pub(crate) async fn has_room_for(&self, place: &ChannelAddress, count: usize) -> bool {
        self.is_of_two(place).await
            || self.room_paces.wait(&place.room, count, self.clock.timer().now()).is_none()
    }

    /// Whether a room may be sent the events of a message now; otherwise it is tried when it may.
    pub(crate) async fn wait_for_room(
        &self,
        place: &ChannelAddress,
        body: &RenderedMessage,
    ) -> Result<(), DeliveryError> {
        if self.is_of_two(place).await {
            return Ok(());
        }
        // What keeps anybody from knowing is said when it is tried.
        let Ok(layout) = self.layout(place).await else { return Ok(()) };
        let events = |has_more: bool| if has_more && layout != Layout::OneEvent { 2 } else { 1 };
        let count =
            body.parts.iter().map(|part| events(part.attached().is_some() || !part.mentions.is_empty()));
        match self.room_paces.wait(&place.room, count.sum(), self.clock.timer().now()) {
            None => Ok(()),
            Some(wait) => Err(DeliveryError::Retry { reason: FULL.to_owned(), after: Some(wait) }),
        }
    }

    /// The same for a notice, which may have become out of date while it had to wait.
    pub(crate) async fn turn_of(
        &self,
        delivery: &OutboxEntry,
        place: &ChannelAddress,
        body: &RenderedMessage,
    ) -> Result<NoticeTurn, DeliveryError> {
        let waits = self.wait_for_room(place, body).await;
        let is_board = matches!(delivery.notice, Notice::Board(_));
        if is_board && (waits.is_err() || self.room_paces.was_delayed(delivery.key())) {
            if self.has_newer_board(delivery).await? {
                self.room_paces.forget_delay(delivery.key());
                return Ok(NoticeTurn::Superseded);
            }
            self.room_paces.delay(delivery.key());
        }
        waits?;
        self.room_paces.forget_delay(delivery.key());
        Ok(NoticeTurn::Now)
    }

    /// Whether a newer board of the same game waits in the lane of a board.
    async fn has_newer_board(&self, delivery: &OutboxEntry) -> Result<bool, DeliveryError> {
        let Notice::Board(shown) = &delivery.notice else { return Ok(false) };
        let waiting = self.outbox.waiting_in(&delivery.channel, MAX_LOOK).await?;
        let is_newer = |other: &OutboxEntry| match &other.notice {
            Notice::Board(board) => board.game == shown.game && other.key() > delivery.key(),
            _ => false,
        };
        Ok(waiting.iter().any(is_newer))
    }

    /// Whether nobody but one person is in a room, and so no moderation program.
    pub(crate) async fn is_of_two(&self, place: &ChannelAddress) -> bool {
        self.rooms.get(&place.room).await.is_ok_and(|state| state.people() <= 1)
    }
}

#[cfg(test)]
mod tests;
