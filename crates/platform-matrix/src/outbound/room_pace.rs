//! Limits the rate of events in each room: moderation bots ban an account that sends ten events in
//! a minute, edits included (`BasicFlooding` of Draupnir and Mjolnir). A sliding window counts the
//! events that begin in any minute. Not here: the rate limit of the account in all rooms
//! (`rate_limited_account`), and boards superseded by newer ones (`notice_turn`).

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::Timer;
use adoube_matrix_client::{MatrixError, RoomId};

use crate::{ids::ChannelAddress, state::room_cache::RoomCache};

/// Length of the sliding window.
const PERIOD: Duration = Duration::from_secs(60);
/// Reason of the delay, for the log.
pub(super) const FULL: &str = "the room was sent as much in a minute as moderation programs bear";
/// Most rooms that are counted.
const MAX_REMEMBERED: usize = 1000;

/// Counted events of a room.
#[derive(Debug, Default)]
struct Window {
    /// Events that the server has not answered yet.
    pending: usize,
    /// Answer times of the other events, oldest first; no server accepted them later than that.
    sent: VecDeque<Duration>,
}

impl Window {
    fn forget_old(&mut self, now: Duration) {
        while self.sent.front().is_some_and(|at| *at + PERIOD <= now) {
            self.sent.pop_front();
        }
    }

    /// Time until `count` events may begin; `None` if they may begin now.
    fn wait(&mut self, limit: usize, count: usize, now: Duration) -> Option<Duration> {
        self.forget_old(now);
        let over = (self.pending + self.sent.len() + count.min(limit)).saturating_sub(limit);
        if over == 0 {
            return None;
        }
        // The end of the window is unknown while answers are outstanding.
        Some(self.sent.get(over - 1).map_or(PERIOD, |at| (*at + PERIOD).saturating_sub(now)))
    }
}

/// Windows of all rooms.
struct RoomPaces {
    /// Most events in a minute; 0 for no limit.
    limit: usize,
    windows: Mutex<HashMap<RoomId, Window>>,
}

impl RoomPaces {
    fn new(limit: u32) -> Self {
        Self { limit: usize::try_from(limit).unwrap_or(usize::MAX), windows: Mutex::default() }
    }

    fn windows(&self) -> MutexGuard<'_, HashMap<RoomId, Window>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Time until `count` events may begin in a room; `None` if they may begin now.
    fn wait(&self, room: &RoomId, count: usize, now: Duration) -> Option<Duration> {
        if self.limit == 0 {
            return None;
        }
        self.windows().get_mut(room).and_then(|window| window.wait(self.limit, count, now))
    }

    /// Begins an event, or returns the time until it may begin.
    fn begin(&self, room: &RoomId, now: Duration) -> Result<(), Duration> {
        if self.limit == 0 {
            return Ok(());
        }
        let mut windows = self.windows();
        if windows.len() >= MAX_REMEMBERED {
            windows.retain(|_, window| {
                window.forget_old(now);
                window.pending > 0 || !window.sent.is_empty()
            });
        }
        let window = windows.entry(room.clone()).or_default();
        if let Some(wait) = window.wait(self.limit, 1, now) {
            return Err(wait);
        }
        window.pending += 1;
        Ok(())
    }

    /// Ends an event, because the server has answered or the send was cancelled. `may_be_there` is
    /// false only if the server said that it did not accept the event.
    fn end(&self, room: &RoomId, now: Duration, may_be_there: bool) {
        let mut windows = self.windows();
        let Some(window) = windows.get_mut(room).filter(|window| window.pending > 0) else { return };
        window.pending -= 1;
        if may_be_there {
            window.sent.push_back(now);
        }
    }
}

/// An event in flight to a room. If dropped, the event counts as accepted.
pub(crate) struct RoomSlot<'p> {
    paces: &'p RoomPaces,
    room: &'p RoomId,
    timer: Arc<dyn Timer>,
    may_be_there: bool,
}

impl RoomSlot<'_> {
    /// Ends the event with the server's answer.
    pub(crate) fn end<T>(mut self, answer: &Result<T, MatrixError>) {
        // Only an answer with a retry-after or a reason means that the server did not accept the
        // event.
        self.may_be_there = matches!(answer, Ok(_) | Err(MatrixError::Transient { after: None, .. }));
    }
}

impl Drop for RoomSlot<'_> {
    fn drop(&mut self) {
        self.paces.end(self.room, self.timer.now(), self.may_be_there);
    }
}

/// Rate limiter of rooms, by the clock.
pub(crate) struct RoomPacer {
    paces: RoomPaces,
    rooms: Arc<RoomCache>,
    timer: Arc<dyn Timer>,
}

impl RoomPacer {
    /// Permits `limit` events in a minute; 0 for no limit.
    pub(crate) fn new(limit: u32, rooms: Arc<RoomCache>, timer: Arc<dyn Timer>) -> Self {
        Self { paces: RoomPaces::new(limit), rooms, timer }
    }

    /// Whether a room has a limit. Rooms of two have none.
    pub(super) async fn has_limit(&self, place: &ChannelAddress) -> bool {
        self.paces.limit > 0 && !self.rooms.is_of_two(&place.room).await
    }

    /// Begins an event in a room. A room without a limit needs no slot.
    pub(crate) async fn room_slot<'p>(
        &'p self,
        place: &'p ChannelAddress,
    ) -> Result<Option<RoomSlot<'p>>, MatrixError> {
        if !self.has_limit(place).await {
            return Ok(None);
        }
        let (paces, room, timer) = (&self.paces, &place.room, Arc::clone(&self.timer));
        match paces.begin(room, timer.now()) {
            Ok(()) => Ok(Some(RoomSlot { paces, room, timer, may_be_there: true })),
            Err(wait) => Err(MatrixError::Transient { reason: FULL.to_owned(), after: Some(wait) }),
        }
    }

    /// Time until `count` events may begin in a room; `None` if they may begin now, and always in a
    /// room without a limit.
    pub(super) async fn wait(&self, place: &ChannelAddress, count: usize) -> Option<Duration> {
        if !self.has_limit(place).await {
            return None;
        }
        self.paces.wait(&place.room, count, self.timer.now())
    }
}

#[cfg(test)]
mod tests;
