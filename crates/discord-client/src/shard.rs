//! Runs one shard, a connection to the gateway: it connects, reconnects, and resumes its session
//! where possible or begins a new one (<https://discord.com/developers/docs/events/gateway>). Not
//! here: which shards there are (`gateway`), when a session may begin (`shard_assignment`), what
//! events mean (`gateway_events`).

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher as _, Hasher as _},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use serenity::all::GatewayIntents;
use tokio::{
    sync::oneshot,
    time::{Instant, sleep_until, timeout},
};

use crate::{
    BoxFuture, DiscordEvent, EventListener, GatewayExit, MessageScope, ResumableSession, ShardAssignment,
    SleepFn,
    bot_identity::BotIdentity,
    gateway_events,
    gateway_socket::{GatewayFrame, GatewayPayload, GatewaySocket},
    handshake_payload::{GatewayHello, GatewayReady, ReadyApplication},
    intents::Intents,
    reason::with_causes,
    reconnect_attempts::ReconnectAttempts,
    shard_monitor::ShardMonitor,
    unreadable::UnreadableReasons,
};

/// Backoff between connections, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// IDENTIFYs in a row before the long backoff: so few attempts a day that Discord does not reset
/// the token.
const ATTEMPTS: u32 = 3;
const REFUSED_PAUSE: Duration = Duration::from_secs(15 * 60);
/// Failed connections to the resume URL before the general one is tried as well, where the session
/// does not exist.
const UNREACHED: u32 = 3;
/// Time limit of an exchange that Discord answers at once.
const EXCHANGE: Duration = Duration::from_secs(20);
/// Time after admission in which a session is begun; later it needs a new admission, as the next
/// session of the bucket would be too near.
const PROMPT: Duration = Duration::from_millis(600);
/// A connection shorter than this is followed by a pause.
const SHORT: Duration = Duration::from_secs(5);
/// Time limit of a close handshake.
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
    /// The session can be resumed.
    pub(super) const UNKNOWN: u16 = 4000;
    pub(super) const NOT_AUTHENTICATED: u16 = 4003;
    pub(super) const AUTHENTICATION_FAILED: u16 = 4004;
    pub(super) const INVALID_SEQ: u16 = 4007;
    pub(super) const TIMED_OUT: u16 = 4009;
    pub(super) const INVALID_SHARD: u16 = 4010;
    pub(super) const SHARDING_REQUIRED: u16 = 4011;
    pub(super) const INVALID_VERSION: u16 = 4012;
    pub(super) const INVALID_INTENTS: u16 = 4013;
    pub(super) const DISALLOWED_INTENTS: u16 = 4014;
}

/// What the shards of a process share.
pub(crate) struct ShardContext {
    pub(crate) token: String,
    pub(crate) gateway: String,
    pub(crate) messages: MessageScope,
    pub(crate) pause: SleepFn,
    pub(crate) intents: Arc<Intents>,
    pub(crate) allotment: Arc<dyn ShardAssignment>,
    pub(crate) listener: EventListener,
    pub(crate) own: Arc<BotIdentity>,
    pub(crate) watch: Arc<ShardMonitor>,
    pub(crate) reasons: Arc<UnreadableReasons>,
}

/// Status of a shard.
#[derive(Default)]
pub(crate) struct ShardStatus {
    is_up: AtomicBool,
    latency: Mutex<Option<Duration>>,
    session: Mutex<Option<ResumableSession>>,
}

impl ShardStatus {
    pub(crate) fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }

    pub(crate) fn latency(&self) -> Option<Duration> {
        *self.latency.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its session, if it has one.
    pub(crate) fn session(&self) -> Option<ResumableSession> {
        self.with_session(|session| session.clone())
    }

    fn with_session<T>(&self, change: impl FnOnce(&mut Option<ResumableSession>) -> T) -> T {
        change(&mut self.session.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// How a shard ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShardEnd {
    /// It was stopped.
    Stopped,
    /// A retry is pointless.
    Fatal(GatewayExit),
}

/// How a connection ended.
enum ConnectionEnd {
    Stopped,
    Fatal(GatewayExit),
    /// A new connection may work; whether a session ran over this one.
    Broken {
        was_up: bool,
    },
}

/// A shard.
pub(crate) struct Shard {
    pub(crate) common: Arc<ShardContext>,
    pub(crate) id: u32,
    pub(crate) total: u32,
    pub(crate) condition: Arc<ShardStatus>,
}

/// State of a connection.
struct ShardConnection {
    line: GatewaySocket,
    /// The intents its session was begun with, if it was begun here.
    intents: GatewayIntents,
    interval: Duration,
    next_beat: Instant,
    /// When the last unacknowledged heartbeat was sent.
    unanswered: Option<Instant>,
    /// Deadline for READY or RESUMED, after IDENTIFY or RESUME.
    patience: Option<Instant>,
    was_up: bool,
}

impl Shard {
    /// Keeps the shard connected until it is stopped.
    pub(crate) async fn run(self, mut stop: oneshot::Receiver<()>) -> ShardEnd {
        let inherited = self.common.allotment.session(self.id).await;
        // A session with fewer intents was begun when fewer were granted.
        let inherited = inherited.filter(|session| {
            let wanted = self.common.intents.of(self.common.messages);
            GatewayIntents::from_bits_truncate(session.intents).contains(wanted)
        });
        self.condition.with_session(|session| *session = inherited);
        let (mut pause, mut tries) = (FIRST_PAUSE, ReconnectAttempts::default());
        let ended = loop {
            let began = Instant::now();
            let cut = self.connect(&mut stop, &mut tries).await;
            self.set_up(false);
            match cut {
                ConnectionEnd::Stopped => break ShardEnd::Stopped,
                ConnectionEnd::Fatal(left) => break ShardEnd::Fatal(left),
                ConnectionEnd::Broken { was_up: true } => {
                    pause = FIRST_PAUSE;
                    if began.elapsed() > SHORT {
                        continue;
                    }
                }
                ConnectionEnd::Broken { was_up: false } => {}
            }
            if tries.asked > ATTEMPTS {
                tracing::error!(shard = self.id, "Discord does not let the bot in; it is asked again later");
                pause = REFUSED_PAUSE;
            }
            tokio::select! {
                () = (self.common.pause)(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
                _ = &mut stop => break ShardEnd::Stopped,
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

    async fn connect(
        &self,
        stop: &mut oneshot::Receiver<()>,
        tries: &mut ReconnectAttempts,
    ) -> ConnectionEnd {
        tokio::select! {
            () = self.common.allotment.confirm() => {}
            _ = &mut *stop => return ConnectionEnd::Stopped,
        }
        let session = self.condition.session();
        // Before connecting, as Discord closes connections that begin nothing.
        let mut let_in = None;
        if session.is_none() {
            tokio::select! {
                () = self.common.allotment.admit(self.id) => let_in = Some(Instant::now()),
                _ = &mut *stop => return ConnectionEnd::Stopped,
            }
        }
        let gateway = self.address(session.as_ref(), tries.unreached);
        let opened = tokio::select! {
            opened = timeout(EXCHANGE, open(gateway)) => opened.unwrap_or_else(|_| Err("no answer".to_owned())),
            _ = &mut *stop => return ConnectionEnd::Stopped,
        };
        let mut connection = match opened {
            Ok(connection) => connection,
            Err(reason) => {
                tries.fail(self.id, &reason);
                return ConnectionEnd::Broken { was_up: false };
            }
        };
        tries.succeed();
        let mut admitted: Option<BoxFuture<'_, ()>> = None;
        match session {
            Some(session) => {
                let resume = json!({ "op": op::RESUME, "d": {
                    "token": self.common.token, "session_id": session.id, "seq": session.heard,
                } });
                if connection.line.say(&resume).await.is_err() {
                    return ConnectionEnd::Broken { was_up: false };
                }
                connection.patience = Some(Instant::now() + EXCHANGE);
            }
            None if let_in.is_some_and(|at| at.elapsed() < PROMPT) => {
                tries.asked += 1;
                if let Some(cut) = self.identify(&mut connection).await {
                    return cut;
                }
            }
            None => admitted = Some(self.common.allotment.admit(self.id)),
        }
        loop {
            let far = Instant::now() + LONGEST_PAUSE;
            let cut = tokio::select! {
                heard = connection.line.hear() => self.heard(&mut connection, heard, tries).await,
                () = sleep_until(connection.next_beat) => self.beat(&mut connection).await,
                () = sleep_until(connection.patience.unwrap_or(far)), if connection.patience.is_some() => {
                    Some(ConnectionEnd::Broken { was_up: false })
                }
                () = granted(&mut admitted) => {
                    admitted = None;
                    tries.asked += 1;
                    self.identify(&mut connection).await
                }
                _ = &mut *stop => {
                    let keeps = self.common.allotment.hands_over();
                    let code = if keeps { code::UNKNOWN } else { code::NORMAL };
                    let _ = timeout(GOODBYE, connection.line.close(code)).await;
                    Some(ConnectionEnd::Stopped)
                }
            };
            if let Some(cut) = cut {
                return cut;
            }
        }
    }

    /// The address for a resume, or for a new session.
    fn address<'a>(&'a self, session: Option<&'a ResumableSession>, unreached: u32) -> &'a str {
        let session = session.filter(|_| unreached < UNREACHED || unreached.is_multiple_of(2));
        session.map_or(&self.common.gateway, |session| &session.url)
    }

    async fn identify(&self, connection: &mut ShardConnection) -> Option<ConnectionEnd> {
        connection.intents = self.common.intents.of(self.common.messages);
        let identify = json!({ "op": op::IDENTIFY, "d": {
            "token": self.common.token,
            "intents": connection.intents.bits(),
            "shard": [self.id, self.total],
            "compress": true,
            "properties": { "os": std::env::consts::OS, "browser": "adoube", "device": "adoube" },
        } });
        connection.patience = Some(Instant::now() + EXCHANGE);
        connection.line.say(&identify).await.err().map(|_| ConnectionEnd::Broken { was_up: false })
    }

    /// Sends a heartbeat; ends a connection whose last heartbeat was not acknowledged.
    async fn beat(&self, connection: &mut ShardConnection) -> Option<ConnectionEnd> {
        if connection.unanswered.is_some() {
            tracing::warn!(shard = self.id, "Discord does not answer; it is connected to again");
            let _ = timeout(GOODBYE, connection.line.close(code::UNKNOWN)).await;
            return Some(ConnectionEnd::Broken { was_up: connection.was_up });
        }
        connection.next_beat = Instant::now() + connection.interval;
        connection.unanswered = Some(Instant::now());
        self.show(connection).await
    }

    async fn show(&self, connection: &mut ShardConnection) -> Option<ConnectionEnd> {
        let heard = self.condition.with_session(|session| session.as_ref().map(|session| session.heard));
        let beat = json!({ "op": op::HEARTBEAT, "d": heard });
        let was_up = connection.was_up;
        connection.line.say(&beat).await.err().map(|_| ConnectionEnd::Broken { was_up })
    }

    async fn heard(
        &self,
        connection: &mut ShardConnection,
        heard: GatewayFrame,
        tries: &mut ReconnectAttempts,
    ) -> Option<ConnectionEnd> {
        let was_up = connection.was_up;
        let payload = match heard {
            GatewayFrame::Payload(payload) => payload,
            GatewayFrame::Control => return None,
            GatewayFrame::Closed(code) => return Some(self.closed(connection, code)),
        };
        match payload.head.op {
            op::DISPATCH => {
                self.dispatch(connection, &payload, tries);
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
                Some(ConnectionEnd::Broken { was_up })
            }
            op::INVALID_SESSION => {
                let can_go_on = payload.about::<bool>().unwrap_or(false);
                if !can_go_on {
                    self.condition.with_session(|session| *session = None);
                }
                // Discord asks for this pause before the next IDENTIFY. A failed RESUME is no
                // refusal.
                let after = Duration::from_secs(1) + Duration::from_secs(4).mul_f64(fraction());
                (self.common.pause)(after).await;
                Some(ConnectionEnd::Broken { was_up: was_up || tries.asked == 0 })
            }
            _ => None,
        }
    }

    fn closed(&self, connection: &ShardConnection, code: Option<u16>) -> ConnectionEnd {
        let was_up = connection.was_up;
        match code {
            Some(code::AUTHENTICATION_FAILED) => return ConnectionEnd::Fatal(GatewayExit::InvalidToken),
            Some(code::INVALID_VERSION) => return ConnectionEnd::Fatal(GatewayExit::UnsupportedVersion),
            Some(code::INVALID_INTENTS) => return ConnectionEnd::Fatal(GatewayExit::UnknownIntents),
            Some(code::DISALLOWED_INTENTS) => return self.denied(connection),
            Some(code::INVALID_SHARD | code::SHARDING_REQUIRED) => {
                return ConnectionEnd::Fatal(GatewayExit::InvalidShards);
            }
            Some(code::NOT_AUTHENTICATED | code::INVALID_SEQ | code::TIMED_OUT) => {
                self.condition.with_session(|session| *session = None);
            }
            _ => {}
        }
        tracing::info!(shard = self.id, code, "Discord closed a connection");
        ConnectionEnd::Broken { was_up }
    }

    fn dispatch(
        &self,
        connection: &mut ShardConnection,
        payload: &GatewayPayload,
        tries: &mut ReconnectAttempts,
    ) {
        let name = payload.head.t.as_deref().unwrap_or_default();
        match name {
            "READY" => match payload.about::<GatewayReady>() {
                Ok(ready) => self.ready(ready, connection.intents),
                Err(error) => self.common.reasons.tell(name, &error),
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
            tries.asked = 0;
            connection.patience = None;
            connection.was_up = true;
            self.set_up(true);
            return;
        }
        if let Some(told) = gateway_events::read(name, payload, &self.common.own, &self.common.reasons) {
            told.pass_on(&self.common.own, &self.common.listener);
        }
    }

    /// Discord denies the intents of the session; the next one is begun without privileged intents.
    fn denied(&self, connection: &ShardConnection) -> ConnectionEnd {
        let session = self.condition.with_session(Option::take);
        let asked = session.map_or(connection.intents.bits(), |session| session.intents);
        if !GatewayIntents::from_bits_truncate(asked).contains(GatewayIntents::MESSAGE_CONTENT) {
            return ConnectionEnd::Fatal(GatewayExit::UnknownIntents);
        }
        self.common.intents.deny();
        self.reads(false);
        ConnectionEnd::Broken { was_up: connection.was_up }
    }

    /// Reports whether Discord grants the message content intent.
    fn reads(&self, all: bool) {
        if !all && self.common.intents.is_news() {
            tracing::error!(
                "Discord does not let this bot read all messages: it reads those that mention it, replies to it and direct \
                 messages; switch Message Content Intent on in the Developer Portal (your application, Bot), where apps with \
                 more than 10,000 users apply for it every year, and start again, or set messages = \"mentions\""
            );
        }
        tokio::spawn((self.common.listener)(DiscordEvent::MessageAccess { all }));
    }

    fn ready(&self, ready: GatewayReady, intents: GatewayIntents) {
        if intents.contains(GatewayIntents::MESSAGE_CONTENT) {
            self.reads(true);
        } else if self.common.messages == MessageScope::All {
            self.reads(false);
        }
        self.common.own.is(ready.user.id);
        if let Some(ReadyApplication { id }) = ready.application {
            self.common.own.know(id);
        }
        let url = ready.resume_gateway_url.unwrap_or_else(|| self.common.gateway.clone());
        let intents = intents.bits();
        let session = ResumableSession { id: ready.session_id, url, heard: 0, intents };
        self.condition.with_session(|kept| *kept = Some(session));
        let (bot, guilds) = (ready.user.username, ready.guilds.len());
        tracing::info!(bot, shard = self.id, guilds, "connected to Discord");
    }
}

/// Resolves with the admission; never without one.
async fn granted(admitted: &mut Option<BoxFuture<'_, ()>>) {
    match admitted {
        Some(admitted) => admitted.await,
        None => std::future::pending().await,
    }
}

async fn open(gateway: &str) -> Result<ShardConnection, String> {
    let mut line = GatewaySocket::open(gateway).await.map_err(|error| with_causes(&error))?;
    loop {
        match line.hear().await {
            GatewayFrame::Payload(payload) if payload.head.op == op::HELLO => {
                let hello = payload.about::<GatewayHello>().map_err(|error| error.to_string())?;
                let interval = Duration::from_millis(hello.heartbeat_interval.max(1));
                // Spreads the heartbeats of shards.
                let next_beat = Instant::now() + interval.mul_f64(fraction());
                return Ok(ShardConnection {
                    line,
                    intents: GatewayIntents::empty(),
                    interval,
                    next_beat,
                    unanswered: None,
                    patience: None,
                    was_up: false,
                });
            }
            GatewayFrame::Payload(_) | GatewayFrame::Control => {}
            GatewayFrame::Closed(_) => return Err("it is closed at once".to_owned()),
        }
    }
}

/// A random number from 0 up to 1.
fn fraction() -> f64 {
    let drawn = RandomState::new().build_hasher().finish() >> 40;
    f64::from(u32::try_from(drawn).unwrap_or_default()) / f64::from(1u32 << 24)
}
