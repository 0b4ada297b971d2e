//! A simulated homeserver in memory, behind the client's interface: rooms, members, threads, sent
//! messages, failures on demand, and events that are reported again after a restart. Not here: what
//! people write in the tests.

use std::{
    sync::{Mutex, MutexGuard},
    time::Duration,
};

use adoube_matrix_client::{
    BoxFuture, MatrixApi, MatrixError, MatrixEvent, MatrixEventId, MatrixMessage, MessageOrigin, RoomId,
    RoomMessage, RoomRoute, RoomState, TransactionId, UserId,
};
use adoube_testing::TEST_TIMEOUT;
use tokio::sync::{Notify, watch};

use crate::shown::Shown;
pub use crate::state::{Media, Sent, State, Unseen};
use crate::{limits::What, state::Stage};

/// The bot.
pub const BOT: &str = "@adoube:x";

/// The homeserver.
#[derive(Default)]
pub struct Server {
    state: Mutex<State>,
    changed: Notify,
    /// Changes with whatever the bot says or has dealt with, for those who wait without looking again and again.
    pub news: watch::Sender<u64>,
    /// Whether it does not answer.
    pub silent: watch::Sender<bool>,
    /// Whether it answers late what is said, which people read before.
    pub is_late: watch::Sender<bool>,
}

impl Server {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("a lock")
    }

    /// Makes a room with these people.
    pub fn room(&self, id: &str, people: &[&str], direct: bool) {
        let member = |name: &&str| (user(name), (*name).to_owned());
        let state = RoomState {
            members: people.iter().map(member).collect(),
            encrypted: direct,
            direct,
            may_send: true,
            ..RoomState::default()
        };
        let id = RoomId(id.to_owned());
        self.state().company.entry(id.clone()).or_insert(state.members.len());
        self.state().rooms.insert(id, state);
    }

    /// The bot asks to be let into a room.
    fn enter(&self, room: &RoomId) -> Result<(), MatrixError> {
        self.state().asked_in += 1;
        self.state().count(&[What::Join, What::Message])?;
        if self.state().far.contains(room) {
            return Err(MatrixError::Transient {
                reason: "operation timed out".to_owned(),
                after: Some(Duration::ZERO),
            });
        }
        if self.state().closed.contains(room) {
            return Err(MatrixError::Forbidden("You are not invited to this room.".to_owned()));
        }
        let was_outside = self.state().outside.remove(room);
        if was_outside {
            self.happen(MatrixEvent::Joined { room: room.clone() });
        } else if !self.state().rooms.contains_key(room) {
            self.lets_in(room, &["Ada"]);
        }
        Ok(())
    }

    /// The bot asks to be let into a room without an invitation.
    fn visited(&self, route: &RoomRoute) -> Result<(), MatrixError> {
        let mut state = self.state();
        if state.banned.contains(&route.room) {
            return Err(MatrixError::Forbidden("You are banned from this room".to_owned()));
        }
        // A server that is in no room with these people has to ask one that is.
        if route.via.is_empty() && !route.room.0.ends_with(":x") {
            return Err(MatrixError::NotFound("Can't join remote room because no servers".to_owned()));
        }
        state.visited.push(route.clone());
        drop(state);
        self.enter(&route.room)
    }

    /// The bot is in a room with these people at last, and the server tells so.
    pub fn lets_in(&self, room: &RoomId, people: &[&str]) {
        self.state().far.remove(room);
        self.room(&room.0, people, false);
        self.happen(MatrixEvent::Joined { room: room.clone() });
    }

    /// Waits until this is so. What never comes shall fail a test instead of stopping it.
    pub async fn until(&self, is_so: impl Fn(&Self) -> bool) {
        let waiting = async {
            while !is_so(self) {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, waiting).await.expect("it comes to that");
    }

    /// Lets something happen.
    pub fn happen(&self, happening: MatrixEvent) {
        self.state().happened.push((happening, Stage::Untold));
        self.changed.notify_one();
    }

    pub fn event(&self) -> MatrixEventId {
        self.state().next_event(None)
    }

    /// Lets somebody say something; `place` is a room, or `room/$root`.
    pub fn say(&self, name: &str, place: &str, text: &str) -> MatrixEventId {
        self.reply(name, place, text, None)
    }

    /// The same as an answer to a message.
    pub fn reply(&self, name: &str, place: &str, text: &str, to: Option<&MatrixEventId>) -> MatrixEventId {
        let now = self.state().now + 1;
        self.say_at(name, place, text, (to, now))
    }

    /// The same, said when its writer's server shows this, which the bot's server may hear of much later:
    /// <https://spec.matrix.org/v1.16/client-server-api/#room-event-format> has `origin_server_ts`.
    pub fn say_at(
        &self,
        name: &str,
        place: &str,
        text: &str,
        (to, at): (Option<&MatrixEventId>, u64),
    ) -> MatrixEventId {
        let (room, thread) = match place.split_once("/$") {
            Some((room, thread)) => (room, Some(MatrixEventId(format!("${thread}")))),
            None => (place, None),
        };
        let event = self.state().next_event(thread.clone());
        let mentions_bot = text.contains("adoube");
        self.happen(MatrixEvent::Message(RoomMessage {
            room: RoomId(room.to_owned()),
            event: event.clone(),
            thread,
            reply_to: to.cloned(),
            sender: user(name),
            text: text.to_owned(),
            mentions_bot,
            mentions: Vec::new(),
            at,
        }));
        event
    }

    /// Tells once more what somebody said.
    pub fn tell_again(&self, event: &MatrixEventId) {
        let is_it = |(each, _): &&(MatrixEvent, Stage)| matches!(each, MatrixEvent::Message(said) if said.event == *event);
        let happening = self.state().happened.iter().find(is_it).cloned();
        self.happen(happening.expect("it was said").0);
    }

    /// Lets somebody set a sign under a message.
    pub fn set_sign(&self, name: &str, room: &str, to: &MatrixEventId, key: &str) {
        let (room, event, sender) = (RoomId(room.to_owned()), self.event(), user(name));
        self.happen(MatrixEvent::Reaction { room, event, sender, to: to.clone(), key: key.to_owned() });
    }

    /// Which room is somebody's own, made or not.
    fn private_room(&self, user: &UserId, encrypted: bool) -> RoomId {
        let misdirected = self.state().misdirects_to.clone();
        let kind = if encrypted { "direct" } else { "plain" };
        RoomId(misdirected.unwrap_or_else(|| format!("!{kind}-{}:x", name_of(user))))
    }

    fn existing_room_for(&self, user: &UserId, encrypted: bool) -> Option<RoomId> {
        let room = self.private_room(user, encrypted);
        self.state().rooms.contains_key(&room).then_some(room)
    }

    fn room_for(&self, user: &UserId, encrypted: bool) -> Result<RoomId, MatrixError> {
        if let Some(room) = self.existing_room_for(user, encrypted) {
            return Ok(room);
        }
        let refusal = self.state().makes_no_rooms.clone();
        if let Some(failure) = refusal {
            self.state().rooms_refused += 1;
            return Err(failure);
        }
        self.state().count(&[What::Room, What::Message])?;
        let room = self.private_room(user, encrypted);
        let (first, rest) = name_of(user).split_at(1);
        self.room(&room.0, &[&format!("{}{rest}", first.to_uppercase())], true);
        self.state().own_room_is_made(&room, user, encrypted);
        Ok(room)
    }

    /// Whether everything that happened is done with.
    pub fn is_quiet(&self) -> bool {
        self.state().happened.iter().all(|(_, stage)| *stage == Stage::Done)
    }

    /// The same, but for what happened in rooms that are slow.
    pub fn is_quiet_elsewhere(&self) -> bool {
        let state = self.state();
        let mut others =
            state.happened.iter().filter(|(happening, _)| !state.slow.contains(happening.room()));
        others.all(|(_, stage)| *stage == Stage::Done)
    }

    /// A slow room is told of from now on.
    pub fn catch_up(&self, room: &str) {
        self.state().slow.remove(&RoomId(room.to_owned()));
    }

    /// After a restart everything is told again that was not done; `again` more as if that had got lost.
    pub fn restart(&self, again: usize) {
        let mut state = self.state();
        let done = state.happened.iter_mut().rev().filter(|(_, stage)| *stage == Stage::Done);
        done.take(again).for_each(|(_, stage)| *stage = Stage::Told);
        let told = state.happened.iter_mut().filter(|(_, stage)| *stage == Stage::Told);
        told.for_each(|(_, stage)| *stage = Stage::Untold);
    }
}

fn untold() -> MatrixError {
    MatrixError::Transient { reason: "operation timed out".to_owned(), after: None }
}

/// Ada is `@ada:x`, and `Ada:y` is on another server.
pub fn user(name: &str) -> UserId {
    let server = if name.contains(':') { "" } else { ":x" };
    UserId(format!("@{}{server}", name.to_lowercase()))
}

fn name_of(user: &UserId) -> &str {
    user.0.trim_start_matches('@').trim_end_matches(":x")
}

impl MatrixApi for Server {
    fn user(&self) -> UserId {
        UserId(BOT.to_owned())
    }

    fn next(&self) -> BoxFuture<'_, Option<MatrixEvent>> {
        Box::pin(async move {
            loop {
                if let Some(happening) = self.state().tell() {
                    return Some(happening);
                }
                self.changed.notified().await;
            }
        })
    }

    fn done<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.state().is_done(room);
        self.changed.notify_one();
        self.news.send_modify(|count| *count += 1);
        Box::pin(async { Ok(()) })
    }

    fn company(&self, room: &RoomId) -> Option<u64> {
        self.state()
            .company
            .get(room)
            .and_then(|people| u64::try_from(*people).ok())
            .filter(|people| *people > 0)
    }

    fn is_own(&self, event: &MatrixEventId) -> Option<bool> {
        self.state().origins.get(event).map(|origin| origin.own)
    }

    fn thread_of(&self, event: &MatrixEventId) -> Option<MatrixEventId> {
        self.state().origins.get(event)?.thread.clone()
    }

    fn join<'a>(&'a self, room: &'a RoomId, direct: bool) -> BoxFuture<'a, Result<(), MatrixError>> {
        let outcome = self.enter(room);
        // Conversations of two are such by the account's own word.
        if let Some(state) = self.state().rooms.get_mut(room).filter(|_| direct) {
            state.direct = true;
        }
        Box::pin(async { outcome })
    }

    fn mark_direct<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        let mut state = self.state();
        state.marked.push(room.clone());
        if let Some(room) = state.rooms.get_mut(room) {
            room.direct = true;
        }
        Box::pin(async { Ok(()) })
    }

    fn follow<'a>(&'a self, _: &'a RoomId, to: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        let outcome = self.enter(to);
        Box::pin(async { outcome })
    }

    fn decline<'a>(
        &'a self,
        request: &'a MatrixEventId,
        _: &'a UserId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.state().declined.push(request.clone());
        Box::pin(async { Ok(()) })
    }

    fn resolve<'a>(&'a self, alias: &'a str) -> BoxFuture<'a, Result<RoomRoute, MatrixError>> {
        let found = self.state().aliases.get(alias).cloned();
        let via = vec!["x".to_owned()];
        let found =
            found.map(|room| RoomRoute { room, via }).ok_or_else(|| MatrixError::NotFound(alias.to_owned()));
        Box::pin(async { found })
    }

    fn visit<'a>(&'a self, route: &'a RoomRoute) -> BoxFuture<'a, Result<(), MatrixError>> {
        let outcome = self.visited(route);
        Box::pin(async { outcome })
    }

    fn leave<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.state().left.push(room.clone());
        Box::pin(async { Ok(()) })
    }

    fn turn_down<'a>(&'a self, room: &'a RoomId, reason: &'a str) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.state().turned_down.push((room.clone(), reason.to_owned()));
        self.leave(room)
    }

    fn room<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<RoomState, MatrixError>> {
        self.state().looked += 1;
        Box::pin(async move {
            while self.state().slow.contains(room) {
                tokio::task::yield_now().await;
            }
            let state = self.state();
            if state.unseen.contains_key(room) {
                return Err(untold());
            }
            let found = state.rooms.get(room).filter(|_| !state.outside.contains(room));
            found.map(|found| state.listed(room, found)).ok_or_else(|| MatrixError::NotFound(room.0.clone()))
        })
    }

    fn member<'a>(
        &'a self,
        room: &'a RoomId,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<String>, MatrixError>> {
        let mut state = self.state();
        state.members_asked += 1;
        let name = state.rooms.get(room).and_then(|state| state.name_of(user)).map(str::to_owned);
        Box::pin(async { Ok(name) })
    }

    fn is_encrypted<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<bool, MatrixError>> {
        Box::pin(async move {
            let state = self.state();
            if state.unseen.get(room) == Some(&Unseen::All) {
                return Err(untold());
            }
            let found = state.rooms.get(room).ok_or_else(|| MatrixError::NotFound(room.0.clone()))?;
            Ok(found.encrypted)
        })
    }

    fn moderates<'a>(&'a self, _: &'a RoomId, user: &'a UserId) -> BoxFuture<'a, bool> {
        let moderates = self.state().moderators.contains(user);
        Box::pin(async move { moderates })
    }

    fn upload<'a>(
        &'a self,
        _: &'a RoomId,
        message: &'a MatrixMessage,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        assert!(message.attached().is_some(), "there is nothing to upload");
        Box::pin(async move {
            let mut is_slow = false;
            loop {
                let outcome = self.state().upload(transaction);
                if let Some(outcome) = outcome {
                    return outcome;
                }
                if !std::mem::replace(&mut is_slow, true) {
                    self.state().slow_uploads += 1;
                }
                tokio::task::yield_now().await;
            }
        })
    }

    fn stands_behind<'a>(
        &'a self,
        _: &'a RoomId,
        _: &'a MatrixEventId,
        other: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<bool, MatrixError>> {
        let is_there = !self.state().unheard.contains(other);
        Box::pin(async move { Ok(is_there) })
    }

    fn said<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<Option<RoomMessage>, MatrixError>> {
        let state = self.state();
        let said = state.happened.iter().find_map(|(happening, _)| match happening {
            MatrixEvent::Message(said) if said.event == *event && said.room == *room => Some(said.clone()),
            _ => None,
        });
        let answer = if state.untold_events { Err(untold()) } else { Ok(said) };
        Box::pin(async { answer })
    }

    fn origin<'a>(
        &'a self,
        _: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<MessageOrigin, MatrixError>> {
        let origin = self.state().origins.get(event).cloned();
        Box::pin(async move { origin.ok_or_else(|| MatrixError::NotFound(event.0.clone())) })
    }

    fn send<'a>(
        &'a self,
        room: &'a RoomId,
        message: MatrixMessage,
        transaction: TransactionId,
    ) -> BoxFuture<'a, Result<MatrixEventId, MatrixError>> {
        let is_there = message.attached().is_none() || self.state().uploaded.contains(&transaction.0);
        assert!(is_there, "a picture is sent that was not uploaded");
        let outcome = self.state().judge(room, message, transaction);
        self.news.send_modify(|count| *count += 1);
        let mut late = self.is_late.subscribe();
        Box::pin(async move {
            // A server that is gone is not late.
            let _ = late.wait_for(|is_late| !is_late).await;
            outcome
        })
    }

    fn react<'a>(
        &'a self,
        room: &'a RoomId,
        to: &'a MatrixEventId,
        key: &'a str,
        _: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        let outcome = self.state().take_sign(room, to, key);
        Box::pin(async { outcome })
    }

    fn mark_read<'a>(
        &'a self,
        _: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        let outcome = self.state().show(Shown::Read(event.clone()));
        Box::pin(async { outcome })
    }

    fn show_typing<'a>(
        &'a self,
        room: &'a RoomId,
        time: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        let outcome = self.state().show(Shown::Typing(room.clone(), time));
        Box::pin(async { outcome })
    }

    fn encrypts<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<bool, MatrixError>> {
        let state = self.state();
        let encrypts = if state.hides_devices { Err(untold()) } else { Ok(!state.keyless.contains(user)) };
        Box::pin(async { encrypts })
    }

    fn existing_direct_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>> {
        Box::pin(async { Ok(self.existing_room_for(user, true)) })
    }

    fn direct_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>> {
        Box::pin(async { self.room_for(user, true) })
    }

    fn existing_plain_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>> {
        Box::pin(async { Ok(self.existing_room_for(user, false)) })
    }

    fn plain_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>> {
        Box::pin(async { self.room_for(user, false) })
    }

    fn answers(&self, known: bool) -> BoxFuture<'_, bool> {
        let mut silent = self.silent.subscribe();
        Box::pin(
            async move { silent.wait_for(|silent| *silent == known).await.map_or(known, |silent| !*silent) },
        )
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}
