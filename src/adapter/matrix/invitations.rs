//! Rooms the bot is wanted in: whose invitations it takes, how many, and when it leaves. Not here: what it does there.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_matrix::{BoxFuture, Failure, RoomId, RoomState, UserId};
use adoube_store::{StoreError, Write};

use super::{
    Matrix, arrivals, forwarding,
    ids::{self, RoomOrThread},
    queue::{Waiting, What},
    words::Sentence,
};

/// People in a room the bot stays in: it has to know each of them.
const MOST_PEOPLE: usize = 1000;
/// Invitations taken within an hour: of one person, and of all.
const OF_ONE: usize = 6;
const OF_ALL: usize = 60;
const HOUR: Duration = Duration::from_secs(60 * 60);
/// Attempts to enter a room, and the pause between them when the server names none.
const ATTEMPTS: u32 = 4;
const PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The invitations of the last hour.
#[derive(Default)]
pub(super) struct Invitations(Mutex<VecDeque<(Duration, UserId)>>);

impl Invitations {
    /// Whether one more may be taken; then it counts. `now` is a clock's monotonic reading.
    pub(super) fn take(&self, by: &UserId, now: Duration) -> bool {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|(at, _)| now.saturating_sub(*at) < HOUR);
        let of_one = taken.iter().filter(|(_, other)| other == by).count();
        let free = of_one < OF_ONE && taken.len() < OF_ALL;
        if free {
            taken.push_back((now, by.clone()));
        }
        free
    }
}

impl Matrix {
    /// Takes or declines an invitation; nobody waits for it. One that is not answered is told again at the next start.
    /// Nobody speaks in a space.
    pub(super) async fn invited(
        self: &Arc<Self>,
        room: RoomId,
        by: UserId,
        (direct, space): (bool, bool),
    ) -> Result<(), StoreError> {
        if !ids::are_usable(&[&room.0, &by.0]) {
            return Ok(());
        }
        let welcome = !space && self.settings.may_invite(&by.0);
        // Whoever has a room replaced invites those who were in it.
        let is_waited_for = self.waits_for(&room).await?;
        let taken = welcome && (is_waited_for || self.invitations.take(&by, self.clock.monotonic()));
        tracing::info!(room = %room.0, by = %by.0, taken, space, "invited");
        if taken {
            self.expect_by_invitation(&room, by.0, direct).await?;
            self.look_some_day(&room);
        }
        let (matrix, task) = (Arc::clone(self), self.under_way.begin());
        tokio::spawn(async move {
            let _task = task;
            if taken {
                let entered = matrix.enter(&room, direct).await;
                matrix.arrived_or_not(&room, entered, true).await;
            } else if let Err(failure) = matrix.link.leave(&room).await {
                tracing::debug!(%failure, room = %room.0, "an invitation is not declined");
            }
        });
        Ok(())
    }

    /// Takes an invitation. Servers tell those of others of one before they know it themselves, and refuse whoever takes it at
    /// once.
    async fn enter(&self, room: &RoomId, direct: bool) -> Result<(), Failure> {
        let mut attempt = 1;
        loop {
            match self.insist(room, || self.link.join(room, direct)).await {
                Err(Failure::Forbidden(reason)) if attempt < ATTEMPTS => {
                    tracing::warn!(reason, room = %room.0, "an invitation may not be known everywhere yet");
                    tokio::time::sleep(PAUSE).await;
                    attempt += 1;
                }
                outcome => return outcome,
            }
        }
    }

    /// Tries something that is about entering a room some times. A request that took too long may have been taken all the same:
    /// that the bot is there, the server tells then.
    pub(super) async fn insist<'a, T>(
        &self,
        room: &RoomId,
        attempt_it: impl Fn() -> BoxFuture<'a, Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let mut attempt = 1;
        loop {
            match attempt_it().await {
                Err(Failure::Later { reason, after }) if attempt < ATTEMPTS => {
                    tracing::warn!(reason, room = %room.0, "what is to be done about a room is tried again");
                    tokio::time::sleep(after.unwrap_or(PAUSE).min(LONGEST_PAUSE)).await;
                    attempt += 1;
                }
                outcome => return outcome,
            }
        }
    }

    /// Says hello, or says to whoever invited the bot why it cannot. `stamp` tells this invitation from others.
    pub(super) async fn introduce(
        &self,
        (room, state): (&RoomId, &RoomState),
        by: &UserId,
        (stamp, also): (u64, Vec<Write>),
    ) -> Result<(), StoreError> {
        let sentence = match state {
            state if state.members.len() > MOST_PEOPLE => Sentence::TooMany,
            state if !state.may_send => Sentence::MayNotSend,
            _ => Sentence::Greeting,
        };
        let place = RoomOrThread::new(room, None).channel();
        let person = ids::person_id(by);
        let language = self.language_of(&person).await;
        let lane = if sentence == Sentence::Greeting { place.clone() } else { ids::direct(&person) };
        // Whoever invites the bot again is greeted again.
        let transaction = ids::transaction(&[b"hello", room.0.as_bytes(), &stamp.to_be_bytes()]).0;
        let what = What::Sentence(sentence, Some(room.0.clone()));
        let waiting = Waiting::new(place, (person, language), what, transaction);
        self.queue.add(&lane, &waiting, also).await?;
        self.outbox.found(lane);
        if sentence == Sentence::TooMany {
            tracing::info!(room = %room.0, "there are too many people in a room");
            self.leave(room).await;
        }
        Ok(())
    }

    /// Looks anew at who is in a room; leaves it when the last of them has left.
    pub(super) async fn members_changed(self: &Arc<Self>, room: RoomId, left: bool) {
        self.rooms.forget(&room);
        self.look_for_place(&room).await;
        let is_gone = matches!(self.rooms.get(&room).await, Err(Failure::Gone(_)));
        // In a room the bot has just made there is nobody yet.
        let is_alone = left && self.is_alone(&room).await;
        if !is_gone && !is_alone {
            return;
        }
        if let Err(error) = self.forget_room(&room).await {
            tracing::error!(%error, room = %room.0, "what was noted of a room that is left stays");
        }
        let (matrix, task) = (Arc::clone(self), self.under_way.begin());
        tokio::spawn(async move {
            let _task = task;
            if is_alone {
                tracing::info!(room = %room.0, "the bot is alone and leaves");
            }
            // One that the bot was put out of is forgotten by it.
            matrix.leave(&room).await;
        });
    }

    /// Forgets what was noted for the sake of a room that is left: nobody means it any more. What is in its place stays noted.
    async fn forget_room(&self, room: &RoomId) -> Result<(), StoreError> {
        let mut writes = forwarding::leading_to(&*self.store, room).await?;
        writes.push(arrivals::no_invitation(room));
        self.write(writes).await
    }

    pub(super) async fn is_alone(&self, room: &RoomId) -> bool {
        match self.rooms.get(room).await {
            Ok(state) => state.members.is_empty(),
            Err(failure) => {
                tracing::debug!(%failure, room = %room.0, "who is in a room cannot be asked");
                false
            }
        }
    }

    pub(super) async fn leave(&self, room: &RoomId) {
        if let Err(failure) = self.link.leave(room).await {
            tracing::warn!(%failure, room = %room.0, "a room cannot be left");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitations_are_bounded_for_each_and_for_all() {
        let invitations = Invitations::default();
        let nearly_an_hour = HOUR.saturating_sub(Duration::from_millis(1));
        let user = |number: usize| UserId(format!("@u{number}:x"));
        for _ in 0..OF_ONE {
            assert!(invitations.take(&user(0), Duration::ZERO));
        }
        assert!(!invitations.take(&user(0), nearly_an_hour));
        for number in OF_ONE..OF_ALL {
            assert!(invitations.take(&user(number), Duration::ZERO));
        }
        assert!(!invitations.take(&user(1), nearly_an_hour));
        assert!(invitations.take(&user(0), HOUR));
    }
}
