//! Rooms the bot is wanted in: whose invitations it takes, how many, and when it leaves. Not here: what it does there.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adoube_matrix_client::{BoxFuture, MatrixError, RoomId, RoomState, UserId};
use adoube_store::{BatchWrite, StoreError};

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    outbound::reply_queue::{QueuedReply, ReplyContent},
    rooms::pending_joins,
    settings::MatrixSettings,
    state::forwarding,
};

const HOUR: Duration = Duration::from_secs(60 * 60);
/// Attempts to enter a room, and the pause between them when the server names none.
const ATTEMPTS: u32 = 4;
const PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The invitations of the last hour, and how many are taken within one.
pub(crate) struct InvitationLimiter {
    taken: Mutex<VecDeque<(Duration, UserId)>>,
    /// Of one person, and of all; nothing where there is no limit.
    limit_each: Option<usize>,
    limit: Option<usize>,
}

impl InvitationLimiter {
    pub(crate) fn new(settings: &MatrixSettings) -> Self {
        let limit = |count: u32| usize::try_from(count).ok().filter(|count| *count > 0);
        Self {
            taken: Mutex::default(),
            limit_each: limit(settings.invitations_per_hour_each),
            limit: limit(settings.invitations_per_hour),
        }
    }

    /// Whether one more may be taken; then it counts. `now` is a clock's monotonic reading.
    pub(crate) fn take(&self, by: &UserId, now: Duration) -> bool {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|(at, _)| now.saturating_sub(*at) < HOUR);
        let of_one = taken.iter().filter(|(_, other)| other == by).count();
        let is_below = |count: usize, limit: Option<usize>| limit.is_none_or(|limit| count < limit);
        let free = is_below(of_one, self.limit_each) && is_below(taken.len(), self.limit);
        if free {
            taken.push_back((now, by.clone()));
        }
        free
    }
}

impl MatrixPlatform {
    /// Takes or declines an invitation; nobody waits for it. One that is not answered is told again at the next start.
    /// Nobody speaks in a space.
    pub(crate) async fn invited(
        self: &Arc<Self>,
        room: RoomId,
        by: UserId,
        (direct, space): (bool, bool),
    ) -> Result<(), StoreError> {
        if !ids::are_usable(&[&room.0, &by.0]) {
            return Ok(());
        }
        let declined = self.declined(&room, &by, space).await?;
        tracing::info!(room = %room.0, by = %by.0, ?declined, "invited");
        if declined.is_none() {
            self.expect_by_invitation(&room, by.0.clone(), direct).await?;
            self.schedule_room_check(&room);
        }
        let (matrix, task) = (Arc::clone(self), self.under_way.start());
        tokio::spawn(async move {
            let _task = task;
            match declined {
                None => {
                    let entered = matrix.enter(&room, direct).await;
                    matrix.finish_join(&room, entered, true).await;
                }
                Some(reason) => matrix.turn_down(&room, &by, reason).await,
            }
        });
        Ok(())
    }

    /// Why an invitation is declined, if it is.
    async fn declined(
        &self,
        room: &RoomId,
        by: &UserId,
        space: bool,
    ) -> Result<Option<MatrixSentence>, StoreError> {
        if !self.settings.may_invite(&by.0) {
            return Ok(Some(MatrixSentence::DeclineNotAllowed));
        }
        if space {
            return Ok(Some(MatrixSentence::DeclineSpace));
        }
        // The person who upgrades a room invites its members.
        let is_waited_for = self.waits_for(room).await?;
        let taken = is_waited_for || self.invitations.take(by, self.clock.monotonic());
        Ok((!taken).then_some(MatrixSentence::DeclineTooOften))
    }

    /// Declines an invitation, with the reason in the language of the person who has invited the bot.
    async fn turn_down(&self, room: &RoomId, by: &UserId, reason: MatrixSentence) {
        let language = self.language_of(&ids::person_id(by)).await;
        let reason = self.words.say(language, reason, None).plain;
        if let Err(failure) = self.link.turn_down(room, &reason).await {
            tracing::debug!(%failure, room = %room.0, "an invitation is not declined");
        }
    }

    /// Takes an invitation. Servers tell those of others of one before they know it themselves, and refuse whoever takes it at
    /// once.
    async fn enter(&self, room: &RoomId, direct: bool) -> Result<(), MatrixError> {
        let mut attempt = 1;
        loop {
            match self.retry_join(room, || self.link.join(room, direct)).await {
                Err(MatrixError::Forbidden(reason)) if attempt < ATTEMPTS => {
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
    pub(crate) async fn retry_join<'a, T>(
        &self,
        room: &RoomId,
        attempt_it: impl Fn() -> BoxFuture<'a, Result<T, MatrixError>>,
    ) -> Result<T, MatrixError> {
        let mut attempt = 1;
        loop {
            match attempt_it().await {
                Err(MatrixError::Transient { reason, after }) if attempt < ATTEMPTS => {
                    tracing::warn!(reason, room = %room.0, "what is to be done about a room is tried again");
                    tokio::time::sleep(after.unwrap_or(PAUSE).min(LONGEST_PAUSE)).await;
                    attempt += 1;
                }
                outcome => return outcome,
            }
        }
    }

    /// Says hello, or says to whoever invited the bot why it cannot. `stamp` tells this invitation from others.
    pub(crate) async fn introduce(
        &self,
        (room, state): (&RoomId, &RoomState),
        by: &UserId,
        (stamp, also): (u64, Vec<BatchWrite>),
    ) -> Result<(), StoreError> {
        let sentence = self.welcome(state);
        let place = ChannelAddress::new(room, None).channel();
        let person = ids::person_id(by);
        let language = self.language_of(&person).await;
        let lane = if sentence == MatrixSentence::Greeting { place.clone() } else { ids::direct(&person) };
        // Whoever invites the bot again is greeted again.
        let transaction = ids::transaction(&[b"hello", room.0.as_bytes(), &stamp.to_be_bytes()]).0;
        let what = ReplyContent::Sentence(sentence, Some(room.0.clone()));
        let waiting = QueuedReply::new(place, (person, language), what, transaction);
        self.enqueue(lane, &waiting, also).await?;
        if sentence == MatrixSentence::TooMany {
            tracing::info!(room = %room.0, "there are too many people in a room");
            self.leave(room).await;
        }
        Ok(())
    }

    /// What is said first in a room, or about it if the bot cannot be there.
    pub(crate) fn welcome(&self, state: &RoomState) -> MatrixSentence {
        let limit = u64::from(self.settings.max_people_encrypted);
        let is_too_large = state.encrypted && limit > 0 && state.people() > limit;
        match state {
            _ if is_too_large => MatrixSentence::TooMany,
            state if !state.may_send => MatrixSentence::MayNotSend,
            _ => MatrixSentence::Greeting,
        }
    }

    /// Looks anew at who is in a room; leaves it when the last of them has left.
    pub(crate) async fn members_changed(self: &Arc<Self>, room: RoomId, left: bool) {
        self.rooms.forget(&room);
        self.look_for_place(&room).await;
        let is_gone = matches!(self.rooms.get(&room).await, Err(MatrixError::NotFound(_)));
        // In a room the bot has just made there is nobody yet.
        let is_alone = left && self.is_alone(&room).await;
        if !is_gone && !is_alone {
            return;
        }
        if let Err(error) = self.forget_room(&room).await {
            tracing::error!(%error, room = %room.0, "what was noted of a room that is left stays");
        }
        let (matrix, task) = (Arc::clone(self), self.under_way.start());
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
        writes.push(pending_joins::no_invitation(room));
        self.write(writes).await
    }

    pub(crate) async fn is_alone(&self, room: &RoomId) -> bool {
        match self.rooms.get(room).await {
            Ok(state) => state.people() == 0,
            Err(failure) => {
                tracing::debug!(%failure, room = %room.0, "who is in a room cannot be asked");
                false
            }
        }
    }

    pub(crate) async fn leave(&self, room: &RoomId) {
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
        let settings = MatrixSettings::default();
        let invitations = InvitationLimiter::new(&settings);
        let nearly_an_hour = HOUR.saturating_sub(Duration::from_millis(1));
        let user = |number: u32| UserId(format!("@u{number}:x"));
        let (of_one, of_all) = (settings.invitations_per_hour_each, settings.invitations_per_hour);
        for _ in 0..of_one {
            assert!(invitations.take(&user(0), Duration::ZERO));
        }
        assert!(!invitations.take(&user(0), nearly_an_hour));
        for number in of_one..of_all {
            assert!(invitations.take(&user(number), Duration::ZERO));
        }
        assert!(!invitations.take(&user(1), nearly_an_hour));
        assert!(invitations.take(&user(0), HOUR));
        let unlimited = MatrixSettings { invitations_per_hour_each: 0, invitations_per_hour: 0, ..settings };
        let invitations = InvitationLimiter::new(&unlimited);
        assert!((0..2 * of_all).all(|_| invitations.take(&user(0), Duration::ZERO)));
    }
}
