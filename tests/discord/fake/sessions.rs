//! Gateway sessions of the fake Discord, with their shards and intents: which events each is sent,
//! all stored in order for a resume; and how many may begin in a day. Not here: the connections
//! (`gateway`).

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{APPLICATION, Fake, State};

/// How many sessions may begin in a day.
pub const STARTS: u32 = 1000;

/// What a session wants to hear of.
pub mod intents {
    pub const GUILDS: u64 = 1;
    pub const GUILD_MESSAGES: u64 = 1 << 9;
    pub const DIRECT_MESSAGES: u64 = 1 << 12;
    pub const MESSAGE_CONTENT: u64 = 1 << 15;
    pub const GUILD_MEMBERS: u64 = 1 << 1;
    pub const GUILD_PRESENCES: u64 = 1 << 8;
    /// Those an application has to be granted.
    pub const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
    /// All there are.
    pub const ALL: u64 = 0x1_ffff | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25;

    /// Flags of an application that say what it is granted, each also in its form for small applications.
    const FLAGS: [(u64, u64); 3] =
        [(3 << 12, GUILD_PRESENCES), (3 << 14, GUILD_MEMBERS), (3 << 18, MESSAGE_CONTENT)];

    /// What an application with these flags is granted.
    pub fn granted(flags: u64) -> u64 {
        let granted = FLAGS.iter().filter(|(flag, _)| flags & flag != 0);
        granted.fold(0, |all, (_, intent)| all | intent)
    }
}

/// A day of sessions that begin.
#[derive(Clone, Copy, Debug)]
pub struct Day {
    pub ends: Instant,
    /// So many times faster than ours the bot's time passes.
    pub faster: u32,
    /// How many began, also with programs that are not here.
    pub begun: u32,
}

impl State {
    /// How many sessions may begin, and after how long in the bot's time there are all of them again.
    pub fn starts_left(&self) -> (u32, Duration) {
        let day = self.day.filter(|day| day.ends > Instant::now());
        day.map_or((STARTS, Duration::ZERO), |day| {
            let left = day.ends.saturating_duration_since(Instant::now());
            (STARTS.saturating_sub(day.begun), left * day.faster)
        })
    }

    /// One begins.
    pub fn count_start(&mut self) {
        if self.starts_left().0 == 0 {
            self.over_day += 1;
        }
        if let Some(day) = &mut self.day {
            day.begun += 1;
        }
    }
}

/// What a connection belongs to.
#[derive(Clone, Debug)]
pub struct Session {
    /// Its shard, and of how many.
    shard: (u64, u64),
    intents: u64,
    /// Events with their numbers, but for as many of the first as were forgotten.
    log: Vec<Value>,
    forgotten: usize,
    /// What the present connection shall do.
    order: Option<Order>,
    /// Which connection is the present one.
    connection: u32,
    /// Large payloads are compressed.
    pub compress: bool,
}

/// What a connection has to do next.
pub struct News {
    pub events: Vec<Value>,
    pub order: Option<Order>,
    pub compress: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Close(u16),
    Reconnect,
    /// The session is none any more, or not for this connection.
    Invalid(bool),
}

impl Session {
    pub fn new(shard: (u64, u64), intents: u64) -> Self {
        Self { shard, intents, log: Vec::new(), forgotten: 0, order: None, connection: 1, compress: false }
    }

    /// Which shard it is of.
    pub fn shard(&self) -> u64 {
        self.shard.0
    }

    /// How many events there were.
    pub fn count(&self) -> usize {
        self.forgotten + self.log.len()
    }

    /// Forgets all but the newest events.
    pub fn forget(&mut self, most: usize) {
        let old = self.log.len().saturating_sub(most);
        self.log.drain(..old);
        self.forgotten += old;
    }

    /// Another connection takes it up; says which that is.
    pub fn take_up(&mut self) -> u32 {
        self.order = None;
        self.connection += 1;
        self.add("RESUMED", &json!({}));
        self.connection
    }

    pub fn add(&mut self, name: &str, data: &Value) {
        let number = self.count() + 1;
        self.log.push(json!({ "op": 0, "t": name, "s": number, "d": data }));
    }

    /// Whether a server's events come to it; those of direct messages come to the first shard.
    pub fn is_of(&self, guild: Option<u64>) -> bool {
        let (shard, count) = self.shard;
        guild.map_or(0, |guild| (guild >> 22) % count) == shard
    }

    /// Whether it wants to hear of such events.
    fn hears(&self, name: &str, guild: Option<u64>) -> bool {
        let needed = match name {
            "MESSAGE_CREATE" | "MESSAGE_UPDATE" if guild.is_some() => intents::GUILD_MESSAGES,
            "MESSAGE_CREATE" | "MESSAGE_UPDATE" => intents::DIRECT_MESSAGES,
            "GUILD_CREATE" | "CHANNEL_UPDATE" | "CHANNEL_DELETE" | "THREAD_CREATE" | "THREAD_UPDATE"
            | "THREAD_DELETE" => intents::GUILDS,
            _ => 0,
        };
        self.intents & needed == needed
    }

    /// Adds an event if it is for this session.
    fn tell(&mut self, name: &str, data: &Value) {
        let guild = if name.starts_with("GUILD_") { &data["id"] } else { &data["guild_id"] };
        let guild = guild.as_str().and_then(|id| id.parse().ok());
        if !self.is_of(guild) || !self.hears(name, guild) {
            return;
        }
        let reads_all = self.intents & intents::MESSAGE_CONTENT != 0;
        if name.starts_with("MESSAGE_") && guild.is_some() && !reads_all {
            self.add(name, &without_content(data));
        } else {
            self.add(name, data);
        }
    }
}

/// A message as those get it who may not read everything: what it says is left out unless it is the bot's own or
/// mentions it. Direct messages never come here.
fn without_content(message: &Value) -> Value {
    let bot = json!(APPLICATION.to_string());
    let mut mentions = message["mentions"].as_array().into_iter().flatten();
    let exempt = message["author"]["id"] == bot || mentions.any(|user| user["id"] == bot);
    let mut message = message.clone();
    if !exempt {
        message["content"] = json!("");
        for list in ["embeds", "attachments", "components"] {
            message[list] = json!([]);
        }
    }
    if message["referenced_message"].is_object() {
        message["referenced_message"] = without_content(&message["referenced_message"]);
    }
    message
}

impl State {
    /// Tells the sessions concerned what happened; those without a connection hear it when they resume. An interaction goes
    /// to the gateway or to an address, never to both;
    /// <https://discord.com/developers/docs/interactions/receiving-and-responding#receiving-an-interaction>.
    pub fn tell(&mut self, name: &str, data: &Value) {
        if name == "INTERACTION_CREATE" && self.endpoint.is_some() {
            return;
        }
        self.sessions.values_mut().for_each(|session| session.tell(name, data));
    }
}

impl Fake {
    /// Tells the sessions concerned what happened.
    pub fn dispatch(&self, name: &str, data: &Value) {
        self.change(|state| state.tell(name, data));
    }

    /// What a connection of a session has to do; nothing when the session has another connection, or is gone.
    pub fn news(&self, session: &str, connection: u32, sent: usize) -> Option<News> {
        let mut state = self.state();
        let known = state.sessions.get_mut(session).filter(|known| known.connection == connection)?;
        let unsent = sent.checked_sub(known.forgotten).expect("nothing is forgotten that was not sent");
        let events = known.log.get(unsent..).unwrap_or_default().to_vec();
        let news = News { events, order: known.order.take(), compress: known.compress };
        if matches!(news.order, Some(Order::Close(4009) | Order::Invalid(false))) {
            state.sessions.remove(session);
        }
        Some(news)
    }

    /// A session without a connection: what it is told is looked at with [`Fake::told`].
    pub fn open_session(&self, intents: u64) -> String {
        self.change(|state| {
            let id = format!("session-{}", state.id());
            state.sessions.insert(id.clone(), Session::new((0, 1), intents));
            id
        })
    }

    /// Everything a session was told.
    pub fn told(&self, session: &str) -> Vec<Value> {
        self.state().sessions.get(session).map(|session| session.log.clone()).unwrap_or_default()
    }

    /// What was told last.
    pub fn last_event(&self) -> Value {
        let state = self.state();
        let session = state.sessions.values().next().expect("a session");
        let mut events = session.log.iter().filter(|event| event["t"] == "INTERACTION_CREATE");
        events.next_back().expect("an event")["d"].clone()
    }

    fn order(&self, order: Order) {
        self.change(|state| state.sessions.values_mut().for_each(|session| session.order = Some(order)));
    }

    /// Closes every connection with this code.
    pub fn close_connections(&self, code: u16) {
        self.order(Order::Close(code));
    }

    /// The gateway is gone, until it is [there again](Fake::come_back).
    pub fn go_away(&self) {
        self.change(|state| state.is_away = true);
        self.close_connections(4000);
    }

    /// The gateway is there again, for every shard.
    pub fn come_back(&self) {
        self.change(|state| {
            state.is_away = false;
            state.lost_shards.clear();
        });
    }

    /// One shard loses its connection and is not let in.
    pub fn lose_shard(&self, shard: u64) {
        self.change(|state| {
            state.lost_shards.insert(shard);
            let sessions = state.sessions.values_mut().filter(|session| session.shard.0 == shard);
            sessions.for_each(|session| session.order = Some(Order::Close(4000)));
        });
    }

    /// Asks every connection to come back.
    pub fn ask_to_reconnect(&self) {
        self.order(Order::Reconnect);
    }

    /// Tells every connection that its session is none, or can only be taken up by another connection.
    pub fn invalidate_sessions(&self, resumable: bool) {
        self.order(Order::Invalid(resumable));
    }

    /// Forgets every session: nothing can be resumed.
    pub fn forget_sessions(&self) {
        self.change(|state| state.sessions.clear());
    }
}
