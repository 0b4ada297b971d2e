//! One shard: connected, connected again, its session gone on with where that is possible and begun anew where it is not
//! (<https://discord.com/developers/docs/events/gateway>). Not here: which shards there are (`gateway`), when a session may
//! begin (`allotment`), what comes of events (`events`).

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher as _, Hasher as _},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde::Deserialize;
use serde_json::json;
use tokio::{
    sync::oneshot,
    time::{Instant, sleep_until, timeout},
};

use crate::{
    Allotment, BoxFuture, Happening, Left, Listener, Session,
    events::{self, Told},
    line::{Heard, Line, Payload},
    own::Own,
    watching::Watch,
};

/// How long to wait before connecting again, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// So often a shard asks in a row to be let in, before it does so only after long pauses: few enough attempts a day that
/// Discord does not take the token away.
const ATTEMPTS: u32 = 3;
const REFUSED_PAUSE: Duration = Duration::from_secs(15 * 60);
/// How long anything may take that Discord does at once.
const EXCHANGE: Duration = Duration::from_secs(20);
/// So soon after it was let a session is begun, or it is asked for again: the next one of the bucket would be too near.
const PROMPT: Duration = Duration::from_millis(600);
/// What lasted less than this is connected to again only after a pause.
const SHORT: Duration = Duration::from_secs(5);
/// How long Discord takes to say goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

mod op {
    pub(super) const DISPATCH: u8 = 0;
    pub(super) const HEARTBEAT: u8 = 1;
    pub(super) const IDENTIFY: u8 = 2;
    pub(super) const RESUME: u8 = 6;
    pub(super) const RECONNECT: u8 = 7;
    pub(super) const INVALID_SESSION: u8 = 9;
    pub(super) const HELLO: u8 = 10;
    pub(super) const HEARTBEAT_ACK: u8 = 11;
}

mod code {
    pub(super) const NORMAL: u16 = 1000;
    /// The session can be gone on with.
    pub(super) const UNKNOWN: u16 = 4000;
    pub(super) const NOT_AUTHENTICATED: u16 = 4003;
    pub(super) const AUTHENTICATION_FAILED: u16 = 4004;
    pub(super) const INVALID_SEQ: u16 = 4007;
    pub(super) const TIMED_OUT: u16 = 4009;
    pub(super) const INVALID_SHARD: u16 = 4010;
    pub(super) const SHARDING_REQUIRED: u16 = 4011;
    pub(super) const INVALID_INTENTS: u16 = 4013;
    pub(super) const DISALLOWED_INTENTS: u16 = 4014;
}

/// What the shards of a process have in common.
pub(crate) struct Common {
    pub(crate) token: String,
    pub(crate) gateway: String,
    pub(crate) intents: u64,
    pub(crate) allotment: Arc<dyn Allotment>,
    pub(crate) listener: Listener,
    pub(crate) own: Arc<Own>,
    pub(crate) watch: Arc<Watch>,
}

/// How a shard is.
#[derive(Default)]
pub(crate) struct Condition {
    is_up: AtomicBool,
    latency: Mutex<Option<Duration>>,
    session: Mutex<Option<Session>>,
}

impl Condition {
    pub(crate) fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }

    pub(crate) fn latency(&self) -> Option<Duration> {
        *self.latency.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far its session has come.
    pub(crate) fn session(&self) -> Option<Session> {
        self.with_session(|session| session.clone())
    }

    fn with_session<T>(&self, change: impl FnOnce(&mut Option<Session>) -> T) -> T {
        change(&mut self.session.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// As somebody wanted.
    Asked,
    /// Nothing helps.
    Left(Left),
}

/// How one connection ended.
enum Cut {
    Asked,
    Left(Left),
    /// It can be tried again; whether there was a session over it.
    Broken {
        was_up: bool,
    },
}

/// A shard that is run.
pub(crate) struct Shard {
    pub(crate) common: Arc<Common>,
    pub(crate) id: u32,
    pub(crate) total: u32,
    pub(crate) condition: Arc<Condition>,
}

/// One connection, as it stands.
struct Connection {
    line: Line,
    interval: Duration,
    next_beat: Instant,
    /// When the last heartbeat was sent that nobody has answered.
    unanswered: Option<Instant>,
    /// Until when Discord has to have let the shard in, once it was asked.
    patience: Option<Instant>,
    was_up: bool,
}

#[derive(Deserialize)]
struct Hello {
    heartbeat_interval: u64,
}

#[derive(Deserialize)]
struct Ready {
    session_id: String,
    resume_gateway_url: String,
    user: ReadyUser,
    #[serde(default)]
    guilds: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct ReadyUser {
    id: serenity::all::UserId,
    username: String,
}

impl Shard {
    /// Stays connected until it is to stop.
    pub(crate) async fn run(self, mut stop: oneshot::Receiver<()>) -> Ended {
        let inherited = self.common.allotment.session(self.id).await;
        self.condition.with_session(|session| *session = inherited);
        let (mut pause, mut attempts) = (FIRST_PAUSE, 0);
        let ended = loop {
            let began = Instant::now();
            let cut = self.connect(&mut stop, &mut attempts).await;
            self.set_up(false);
            match cut {
                Cut::Asked => break Ended::Asked,
                Cut::Left(left) => break Ended::Left(left),
                Cut::Broken { was_up: true } => {
                    pause = FIRST_PAUSE;
                    if began.elapsed() > SHORT {
                        continue;
                    }
                }
                Cut::Broken { was_up: false } => {}
            }
            if attempts > ATTEMPTS {
                tracing::error!(shard = self.id, "Discord does not let the bot in; it is asked again later");
                pause = REFUSED_PAUSE;
            }
            tokio::select! {
                () = tokio::time::sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
                _ = &mut stop => break Ended::Asked,
            }
        };
        self.common.watch.change();
        ended
    }

    fn set_up(&self, is_up: bool) {
        if self.condition.is_up.swap(is_up, Ordering::Relaxed) != is_up {
            self.common.watch.change();
        }
    }

    async fn connect(&self, stop: &mut oneshot::Receiver<()>, attempts: &mut u32) -> Cut {
        tokio::select! {
            () = self.common.allotment.confirm() => {}
            _ = &mut *stop => return Cut::Asked,
        }
        let session = self.condition.session();
        // Before there is a connection, as Discord does not keep one for long that begins nothing.
        let mut let_in = None;
        if session.is_none() {
            tokio::select! {
                () = self.common.allotment.admit(self.id) => let_in = Some(Instant::now()),
                _ = &mut *stop => return Cut::Asked,
            }
        }
        let gateway = session.as_ref().map_or(&self.common.gateway, |session| &session.url);
        let opened = tokio::select! {
            opened = timeout(EXCHANGE, open(gateway)) => opened,
            _ = &mut *stop => return Cut::Asked,
        };
        let Ok(Some(mut connection)) = opened else {
            tracing::warn!(shard = self.id, "the gateway cannot be reached");
            // What there was of a session may be where nobody is.
            if session.is_some_and(|session| session.url != self.common.gateway) {
                self.condition.with_session(|session| {
                    if let Some(session) = session {
                        session.url.clone_from(&self.common.gateway);
                    }
                });
            }
            return Cut::Broken { was_up: false };
        };
        let mut admitted: Option<BoxFuture<'_, ()>> = None;
        match session {
            Some(session) => {
                let resume = json!({ "op": op::RESUME, "d": {
                    "token": self.common.token, "session_id": session.id, "seq": session.heard,
                } });
                if connection.line.say(&resume).await.is_err() {
                    return Cut::Broken { was_up: false };
                }
                connection.patience = Some(Instant::now() + EXCHANGE);
            }
            None if let_in.is_some_and(|at| at.elapsed() < PROMPT) => {
                *attempts += 1;
                if let Some(cut) = self.identify(&mut connection).await {
                    return cut;
                }
            }
            None => admitted = Some(self.common.allotment.admit(self.id)),
        }
        loop {
            let far = Instant::now() + LONGEST_PAUSE;
            let cut = tokio::select! {
                heard = connection.line.hear() => self.heard(&mut connection, heard, attempts).await,
                () = sleep_until(connection.next_beat) => self.beat(&mut connection).await,
                () = sleep_until(connection.patience.unwrap_or(far)), if connection.patience.is_some() => {
                    Some(Cut::Broken { was_up: false })
                }
                () = granted(&mut admitted) => {
                    admitted = None;
                    *attempts += 1;
                    self.identify(&mut connection).await
                }
                _ = &mut *stop => {
                    let keeps = self.common.allotment.hands_over();
                    let code = if keeps { code::UNKNOWN } else { code::NORMAL };
                    let _ = timeout(GOODBYE, connection.line.close(code)).await;
                    Some(Cut::Asked)
                }
            };
            if let Some(cut) = cut {
                return cut;
            }
        }
    }

    async fn identify(&self, connection: &mut Connection) -> Option<Cut> {
        let identify = json!({ "op": op::IDENTIFY, "d": {
            "token": self.common.token,
            "intents": self.common.intents,
            "shard": [self.id, self.total],
            "compress": true,
            "properties": { "os": std::env::consts::OS, "browser": "adoube", "device": "adoube" },
        } });
        connection.patience = Some(Instant::now() + EXCHANGE);
        connection.line.say(&identify).await.err().map(|_| Cut::Broken { was_up: false })
    }

    /// Shows that the program is there; ends a connection over which nobody shows that anymore.
    async fn beat(&self, connection: &mut Connection) -> Option<Cut> {
        if connection.unanswered.is_some() {
            tracing::warn!(shard = self.id, "Discord does not answer; it is connected to again");
            let _ = timeout(GOODBYE, connection.line.close(code::UNKNOWN)).await;
            return Some(Cut::Broken { was_up: connection.was_up });
        }
        connection.next_beat = Instant::now() + connection.interval;
        connection.unanswered = Some(Instant::now());
        self.show(connection).await
    }

    async fn show(&self, connection: &mut Connection) -> Option<Cut> {
        let heard = self.condition.with_session(|session| session.as_ref().map(|session| session.heard));
        let beat = json!({ "op": op::HEARTBEAT, "d": heard });
        let was_up = connection.was_up;
        connection.line.say(&beat).await.err().map(|_| Cut::Broken { was_up })
    }

    async fn heard(&self, connection: &mut Connection, heard: Heard, attempts: &mut u32) -> Option<Cut> {
        let was_up = connection.was_up;
        let payload = match heard {
            Heard::Payload(payload) => payload,
            Heard::Nothing => return None,
            Heard::Closed(code) => return Some(self.closed(code, was_up)),
        };
        match payload.head.op {
            op::DISPATCH => {
                self.dispatch(connection, &payload, attempts);
                None
            }
            op::HEARTBEAT => self.show(connection).await,
            op::HEARTBEAT_ACK => {
                if let Some(since) = connection.unanswered.take() {
                    let mut latency = self.condition.latency.lock().unwrap_or_else(PoisonError::into_inner);
                    *latency = Some(since.elapsed());
                }
                None
            }
            op::RECONNECT => {
                let _ = timeout(GOODBYE, connection.line.close(code::UNKNOWN)).await;
                Some(Cut::Broken { was_up })
            }
            op::INVALID_SESSION => {
                let can_go_on = payload.about::<bool>().unwrap_or(false);
                if !can_go_on {
                    self.condition.with_session(|session| *session = None);
                }
                // After so long Discord wants to be asked again. An attempt at a session that was none is no refusal.
                tokio::time::sleep(Duration::from_secs(1) + Duration::from_secs(4).mul_f64(fraction())).await;
                Some(Cut::Broken { was_up: was_up || *attempts == 0 })
            }
            _ => None,
        }
    }

    fn closed(&self, code: Option<u16>, was_up: bool) -> Cut {
        match code {
            Some(code::AUTHENTICATION_FAILED) => return Cut::Left(Left::Token),
            Some(code::INVALID_INTENTS) => return Cut::Left(Left::UnknownIntents),
            Some(code::DISALLOWED_INTENTS) => return Cut::Left(Left::Intents),
            Some(code::INVALID_SHARD | code::SHARDING_REQUIRED) => return Cut::Left(Left::Shards),
            Some(code::NOT_AUTHENTICATED | code::INVALID_SEQ | code::TIMED_OUT) => {
                self.condition.with_session(|session| *session = None);
            }
            _ => {}
        }
        tracing::info!(shard = self.id, code, "Discord closed a connection");
        Cut::Broken { was_up }
    }

    fn dispatch(&self, connection: &mut Connection, payload: &Payload, attempts: &mut u32) {
        let name = payload.head.t.as_deref().unwrap_or_default();
        match name {
            "READY" => match payload.about::<Ready>() {
                Ok(ready) => self.ready(ready),
                Err(error) => tracing::error!(%error, "what Discord says at the beginning cannot be read"),
            },
            "RESUMED" => tracing::info!(shard = self.id, "a session with Discord goes on"),
            _ => {}
        }
        if let Some(number) = payload.head.s {
            self.condition.with_session(|session| {
                if let Some(session) = session {
                    session.heard = number;
                }
            });
        }
        if matches!(name, "READY" | "RESUMED") {
            *attempts = 0;
            connection.patience = None;
            connection.was_up = true;
            self.set_up(true);
            return;
        }
        let listener = Arc::clone(&self.common.listener);
        match events::read(name, payload, &self.common.own) {
            Some(Told::Happened(happening)) => drop(tokio::spawn(listener(*happening))),
            Some(Told::Written(message)) => {
                let own = Arc::clone(&self.common.own);
                tokio::spawn(async move {
                    if let Some(said) = own.reads(*message).await {
                        listener(Happening::Said(said)).await;
                    }
                });
            }
            None => {}
        }
    }

    fn ready(&self, ready: Ready) {
        self.common.own.is(ready.user.id.into());
        let session = Session { id: ready.session_id, url: ready.resume_gateway_url, heard: 0 };
        self.condition.with_session(|kept| *kept = Some(session));
        let (bot, guilds) = (ready.user.username, ready.guilds.len());
        tracing::info!(bot, shard = self.id, guilds, "connected to Discord");
    }
}

/// Resolves when what is waited for does; never where nothing is.
async fn granted(admitted: &mut Option<BoxFuture<'_, ()>>) {
    match admitted {
        Some(admitted) => admitted.await,
        None => std::future::pending().await,
    }
}

async fn open(gateway: &str) -> Option<Connection> {
    let mut line =
        Line::open(gateway).await.inspect_err(|error| tracing::debug!(%error, "no gateway")).ok()?;
    loop {
        match line.hear().await {
            Heard::Payload(payload) if payload.head.op == op::HELLO => {
                let interval =
                    Duration::from_millis(payload.about::<Hello>().ok()?.heartbeat_interval.max(1));
                // Not all at the same time.
                let next_beat = Instant::now() + interval.mul_f64(fraction());
                let (unanswered, patience) = (None, None);
                return Some(Connection { line, interval, next_beat, unanswered, patience, was_up: false });
            }
            Heard::Payload(_) | Heard::Nothing => {}
            Heard::Closed(_) => return None,
        }
    }
}

/// Something between 0 and 1.
fn fraction() -> f64 {
    let drawn = RandomState::new().build_hasher().finish() >> 40;
    f64::from(u32::try_from(drawn).unwrap_or_default()) / f64::from(1u32 << 24)
}
