//! Rooms the bot is wanted in: whose invitations it takes, how many, and when it leaves. Not here: what it does there.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_matrix::{Failure, RoomId, UserId};

use super::{
    Matrix,
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
    pub(super) fn invited(self: &Arc<Self>, room: RoomId, by: UserId) {
        if !ids::are_usable(&[&room.0, &by.0]) {
            return;
        }
        let welcome = self.settings.may_invite(&by.0);
        let taken = welcome && self.invitations.take(&by, self.clock.monotonic());
        tracing::info!(room = %room.0, by = %by.0, taken, "invited");
        let (matrix, task) = (Arc::clone(self), self.under_way.begin());
        tokio::spawn(async move {
            let _task = task;
            if taken {
                matrix.enter(&room, &by).await;
            } else if let Err(failure) = matrix.link.leave(&room).await {
                tracing::debug!(%failure, room = %room.0, "an invitation is not declined");
            }
        });
    }

    async fn enter(&self, room: &RoomId, by: &UserId) {
        let mut attempt = 1;
        loop {
            match self.link.join(room).await {
                Ok(()) => break,
                Err(Failure::Later { reason, after }) if attempt < ATTEMPTS => {
                    tracing::warn!(reason, room = %room.0, "a room is entered later");
                    tokio::time::sleep(after.unwrap_or(PAUSE).min(LONGEST_PAUSE)).await;
                    attempt += 1;
                }
                Err(failure) => {
                    tracing::warn!(%failure, room = %room.0, "a room cannot be entered");
                    return;
                }
            }
        }
        self.rooms.forget(room);
        // Whoever invited it may be gone.
        if self.is_alone(room).await {
            tracing::info!(room = %room.0, "the bot is alone and leaves");
            self.leave(room).await;
        } else {
            self.introduce(room, by).await;
        }
    }

    /// Says hello, or says to whoever invited the bot why it cannot.
    async fn introduce(&self, room: &RoomId, by: &UserId) {
        let state = self.rooms.get(room).await.inspect_err(|failure| {
            tracing::warn!(%failure, room = %room.0, "what may be done in a room cannot be asked");
        });
        let sentence = match state {
            Ok(state) if state.members.len() > MOST_PEOPLE => Sentence::TooMany,
            Ok(state) if !state.may_send => Sentence::MayNotSend,
            Ok(_) | Err(_) => Sentence::Greeting,
        };
        let place = RoomOrThread::new(room, None).channel();
        let person = ids::person_id(by);
        let language = self.language_of(&person).await;
        let lane = if sentence == Sentence::Greeting { place.clone() } else { ids::direct(&person) };
        // Whoever invites the bot again is greeted again.
        let stamp = self.queue.stamp().to_be_bytes();
        let transaction = ids::transaction(&[b"hello", room.0.as_bytes(), &stamp]).0;
        let what = What::Sentence(sentence, Some(room.0.clone()));
        let waiting = Waiting::new(place, (person, language), what, transaction);
        if let Err(error) = self.queue.add(&lane, &waiting, Vec::new()).await {
            tracing::error!(%error, room = %room.0, "nothing is said in a new room");
        }
        self.outbox.found(lane);
        if sentence == Sentence::TooMany {
            tracing::info!(room = %room.0, "there are too many people in a room");
            self.leave(room).await;
        }
    }

    /// Looks anew at who is in a room; leaves it when the last of them has left.
    pub(super) async fn members_changed(self: &Arc<Self>, room: RoomId, left: bool) {
        self.rooms.forget(&room);
        self.look_for_place(&room).await;
        // In a room the bot has just made there is nobody yet.
        if !left || !self.is_alone(&room).await {
            return;
        }
        let (matrix, task) = (Arc::clone(self), self.under_way.begin());
        tokio::spawn(async move {
            let _task = task;
            tracing::info!(room = %room.0, "the bot is alone and leaves");
            matrix.leave(&room).await;
        });
    }

    async fn is_alone(&self, room: &RoomId) -> bool {
        match self.rooms.get(room).await {
            Ok(state) => state.members.is_empty(),
            Err(failure) => {
                tracing::debug!(%failure, room = %room.0, "who is in a room cannot be asked");
                false
            }
        }
    }

    async fn leave(&self, room: &RoomId) {
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
