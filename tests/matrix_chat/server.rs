//! A homeserver in memory, as far as the link shows one: rooms, members, threads, what was sent, failures on demand, and
//! events that are told again after a restart. Not here: what anybody says in the tests.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Mutex, MutexGuard},
};

use adoube_matrix::{
    BoxFuture, EventId, Failure, Happening, Link, Outgoing, RoomId, RoomState, Said, TransactionId, UserId,
};
use tokio::sync::Notify;

/// The bot.
pub const BOT: &str = "@adoube:x";

/// Something the bot sent.
#[derive(Clone, Debug)]
pub struct Sent {
    pub room: String,
    pub event: EventId,
    pub message: Outgoing,
}

#[derive(Default)]
pub struct State {
    pub rooms: BTreeMap<RoomId, RoomState>,
    pub sent: Vec<Sent>,
    pub failures: VecDeque<Failure>,
    pub moderators: Vec<UserId>,
    pub left: Vec<RoomId>,
    /// How often anything was sent, repetitions and failures included.
    pub attempts: usize,
    happened: Vec<Happening>,
    told: usize,
    done: usize,
    transactions: HashMap<(RoomId, String), EventId>,
    events: usize,
}

impl State {
    /// Takes a message, once for each transaction.
    fn take(&mut self, room: &RoomId, message: Outgoing, transaction: TransactionId) -> EventId {
        let key = (room.clone(), transaction.0);
        if let Some(known) = self.transactions.get(&key) {
            return known.clone();
        }
        self.events += 1;
        let event = EventId(format!("${}", self.events));
        self.transactions.insert(key, event.clone());
        self.sent.push(Sent { room: room.0.clone(), event: event.clone(), message });
        event
    }
}

/// The homeserver.
#[derive(Default)]
pub struct Server {
    state: Mutex<State>,
    changed: Notify,
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
        };
        self.state().rooms.insert(RoomId(id.to_owned()), state);
    }

    /// Lets something happen.
    pub fn happen(&self, happening: Happening) {
        self.state().happened.push(happening);
        self.changed.notify_one();
    }

    pub fn event(&self) -> EventId {
        let mut state = self.state();
        state.events += 1;
        EventId(format!("${}", state.events))
    }

    /// Lets somebody say something; `place` is a room, or `room/$root`.
    pub fn say(&self, name: &str, place: &str, text: &str) -> EventId {
        let (room, thread) = match place.split_once("/$") {
            Some((room, thread)) => (room, Some(EventId(format!("${thread}")))),
            None => (place, None),
        };
        let event = self.event();
        let mentions_bot = text.starts_with("adoube") || text.contains(BOT);
        self.happen(Happening::Said(Said {
            room: RoomId(room.to_owned()),
            event: event.clone(),
            thread,
            reply_to: None,
            sender: user(name),
            text: text.to_owned(),
            mentions_bot,
            mentions: Vec::new(),
            at: 0,
        }));
        event
    }

    /// Whether everything that happened is done with.
    pub fn is_quiet(&self) -> bool {
        let state = self.state();
        state.done == state.happened.len()
    }

    /// After a restart everything is told again that was not done; `again` more as if that had got lost.
    pub fn restart(&self, again: usize) {
        let mut state = self.state();
        state.done = state.done.saturating_sub(again);
        state.told = state.done;
    }
}

/// Ada is `@ada:x`.
pub fn user(name: &str) -> UserId {
    UserId(format!("@{}:x", name.to_lowercase()))
}

impl Link for Server {
    fn user(&self) -> UserId {
        UserId(BOT.to_owned())
    }

    fn next(&self) -> BoxFuture<'_, Option<Happening>> {
        Box::pin(async move {
            loop {
                {
                    let mut state = self.state();
                    if let Some(happening) = state.happened.get(state.told).cloned() {
                        state.told += 1;
                        return Some(happening);
                    }
                }
                self.changed.notified().await;
            }
        })
    }

    fn done(&self) -> BoxFuture<'_, Result<(), Failure>> {
        let mut state = self.state();
        state.done = state.told;
        Box::pin(async { Ok(()) })
    }

    fn join<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), Failure>> {
        self.room(&room.0, &["Ada"], false);
        Box::pin(async { Ok(()) })
    }

    fn leave<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), Failure>> {
        self.state().left.push(room.clone());
        Box::pin(async { Ok(()) })
    }

    fn room<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<RoomState, Failure>> {
        let state = self.state().rooms.get(room).cloned();
        Box::pin(async move { state.ok_or_else(|| Failure::Gone(room.0.clone())) })
    }

    fn moderates<'a>(&'a self, _: &'a RoomId, user: &'a UserId) -> BoxFuture<'a, bool> {
        let moderates = self.state().moderators.contains(user);
        Box::pin(async move { moderates })
    }

    fn send<'a>(
        &'a self,
        room: &'a RoomId,
        message: Outgoing,
        transaction: TransactionId,
    ) -> BoxFuture<'a, Result<EventId, Failure>> {
        let mut state = self.state();
        state.attempts += 1;
        let failure = state.failures.pop_front();
        let outcome = failure.map_or_else(|| Ok(state.take(room, message, transaction)), Err);
        Box::pin(async move { outcome })
    }

    fn direct_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, Failure>> {
        let name = user.0.trim_start_matches('@').trim_end_matches(":x");
        let id = format!("!direct-{name}:x");
        let room = RoomId(id.clone());
        if !self.state().rooms.contains_key(&room) {
            self.room(&id, &[name], true);
        }
        Box::pin(async move { Ok(room) })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}
