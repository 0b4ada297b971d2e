//! Rooms that people have with the bot alone, of which a homeserver makes only so many: when it is whose turn, and who is told that
//! they wait. Not here: rooms of a real homeserver (the link).

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use adoube_matrix_client::{MatrixError, MatrixEventId, RoomId, UserId};

use super::rate_limited_account::{LONGEST_WISH, RateLimitedAccount, of_one_thing};
use crate::ids::ChannelAddress;

/// How long somebody waits for a room before they are told so.
const LONG_WAIT: Duration = Duration::from_secs(30);

/// Those for whom a room is to be made.
#[derive(Default)]
pub(crate) struct RoomCreationQueue {
    /// When it is whose turn.
    promised: BTreeMap<UserId, Duration>,
    /// What they asked for.
    asked: HashMap<UserId, RoomRequest>,
}

/// Where somebody asked for what they wait for, with which message, and when.
struct RoomRequest {
    place: ChannelAddress,
    event: MatrixEventId,
    at: Duration,
}

/// Who waits for a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoomWaitNotice {
    /// How many come before.
    pub(crate) ahead: usize,
    /// How long it takes.
    pub(crate) lasts: Duration,
}

impl RateLimitedAccount {
    /// Somebody asked there for what is said in their own room: should that have to be made first and wait, they are told.
    pub(crate) fn asked(&self, user: &UserId, place: &ChannelAddress, event: &MatrixEventId) {
        let (mut state, now) = (self.state(), self.timer.now());
        let at = state.waiting.asked.get(user).map_or(now, |before| before.at);
        state
            .waiting
            .asked
            .insert(user.clone(), RoomRequest { place: place.clone(), event: event.clone(), at });
    }

    /// Where somebody is to be told that they wait for a room, once, if that takes long; and whether that is because the server makes
    /// only so many.
    pub(crate) fn take_asked(&self, user: &UserId) -> Option<(ChannelAddress, MatrixEventId, bool)> {
        let (mut state, now) = (self.state(), self.timer.now());
        let at = *state.waiting.promised.get(user)?;
        let is_long = |asked: &RoomRequest| at.max(now).saturating_sub(asked.at) >= LONG_WAIT;
        state.waiting.asked.get(user).filter(|asked| is_long(asked))?;
        let RoomRequest { place, event, .. } = state.waiting.asked.remove(user)?;
        Some((place, event, at > now))
    }

    /// Whether somebody waits for a room, and how long.
    pub(crate) fn room_wait(&self, user: &UserId) -> Option<RoomWaitNotice> {
        let state = self.state();
        let at = *state.waiting.promised.get(user)?;
        let ahead = state.waiting.promised.values().filter(|other| **other < at).count();
        Some(RoomWaitNotice { ahead, lasts: at.saturating_sub(self.timer.now()) })
    }

    /// When it is the turn of this person's room; at first that is promised.
    fn promised(&self, user: &UserId) -> Duration {
        let (mut state, now) = (self.state(), self.timer.now());
        if let Some(at) = state.waiting.promised.get(user) {
            return *at;
        }
        let at = now + state.rooms.wait(now);
        state.rooms.take(now);
        state.waiting.promised.insert(user.clone(), at);
        at
    }

    pub(crate) async fn existing_room_for(
        &self,
        user: &UserId,
        encrypted: bool,
    ) -> Result<Option<RoomId>, MatrixError> {
        let existing = if encrypted {
            self.link.existing_direct_room(user)
        } else {
            self.link.existing_plain_room(user)
        };
        existing.await.map_err(of_one_thing)
    }

    pub(crate) async fn room_for(&self, user: &UserId, encrypted: bool) -> Result<RoomId, MatrixError> {
        if let Some(room) = self.existing_room_for(user, encrypted).await? {
            self.has_room(user);
            return Ok(room);
        }
        let (at, now) = (self.promised(user), self.timer.now());
        if let Some(after) = at.checked_sub(now).filter(|after| !after.is_zero()) {
            let reason = format!("{} waits for a room of their own", user.0);
            return Err(MatrixError::Transient { reason, after: Some(after) });
        }
        // A room counts as a message as well.
        let making = if encrypted { self.link.direct_room(user) } else { self.link.plain_room(user) };
        let made = self.in_turn(making, |state| &mut state.rooms).await;
        match &made {
            Err(MatrixError::Transient { after: Some(after), .. }) => self.put_off_rooms(*after),
            Err(
                MatrixError::Transient { .. } | MatrixError::AccountBlocked { .. } | MatrixError::LoggedOut,
            ) => {}
            // Where there is to be none, whatever is said to them next asks for it anew.
            Ok(_) | Err(_) => self.has_room(user),
        }
        made
    }

    fn has_room(&self, user: &UserId) {
        let mut state = self.state();
        state.waiting.promised.remove(user);
        state.waiting.asked.remove(user);
    }

    /// The server makes none for so long: everybody who waits for one waits so much longer.
    fn put_off_rooms(&self, after: Duration) {
        let (mut state, now) = (self.state(), self.timer.now());
        let until = now + after.min(LONGEST_WISH);
        let first = state.waiting.promised.values().min().map_or(until, |first| (*first).max(now));
        let late = until.saturating_sub(first);
        state.waiting.promised.values_mut().for_each(|at| *at = (*at).max(now) + late);
        state.rooms.stop(until);
    }
}
