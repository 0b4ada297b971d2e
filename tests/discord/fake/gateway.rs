//! Gateway connections of the fake Discord: HELLO, IDENTIFY, READY, heartbeats, RESUME with
//! everything that was missed, and the closing codes
//! (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway>). Not here: which
//! events are sent (`sessions`), and in which form (`pipe`).

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::{RawQuery, State as Shared, ws::WebSocketUpgrade},
    response::Response,
    routing::any,
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{
    APPLICATION, Fake, State,
    pipe::Pipe,
    sessions::{Order, Session, intents},
    wire,
};

/// How long between heartbeats, in milliseconds.
const HEARTBEAT: u64 = 41_250;
/// The most bytes of a payload that comes in.
const PAYLOAD: usize = 4096;
/// Payloads in a minute.
const PAYLOADS: u32 = 120;

/// Why a connection is closed.
mod code {
    pub const UNKNOWN: u16 = 4000;
    pub const UNKNOWN_OPCODE: u16 = 4001;
    pub const DECODE_ERROR: u16 = 4002;
    pub const NOT_AUTHENTICATED: u16 = 4003;
    pub const AUTHENTICATION_FAILED: u16 = 4004;
    pub const ALREADY_AUTHENTICATED: u16 = 4005;
    pub const INVALID_SEQ: u16 = 4007;
    pub const RATE_LIMITED: u16 = 4008;
    pub const TIMED_OUT: u16 = 4009;
    pub const INVALID_SHARD: u16 = 4010;
    pub const SHARDING_REQUIRED: u16 = 4011;
    pub const INVALID_VERSION: u16 = 4012;
    pub const INVALID_INTENTS: u16 = 4013;
    pub const DISALLOWED_INTENTS: u16 = 4014;
}

/// Where somebody connects. A session is one only where its READY said that it is gone on with; elsewhere it is refused.
/// Discord says no more than that there are more disconnects elsewhere;
/// <https://discord.com/developers/docs/events/gateway#resuming>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    Front,
    Resuming,
}

pub async fn listen(fake: Arc<Fake>, listener: TcpListener, door: Door) {
    let app = Router::new().route("/", any(connect)).with_state((fake, door));
    // Plain HTTP/1.1 with upgrades.
    while let Ok((stream, _)) = listener.accept().await {
        let service = hyper_util::service::TowerToHyperService::new(app.clone());
        tokio::spawn(async move {
            let io = hyper_util::rt::TokioIo::new(stream);
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(io, service)
                .with_upgrades()
                .await;
        });
    }
}

async fn connect(
    Shared((fake, door)): Shared<(Arc<Fake>, Door)>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        let query = query.unwrap_or_default();
        let asked = |key: &str| query.split('&').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='));
        let mut pipe = Pipe::new(socket, asked("compress") == Some("zlib-stream"));
        let _ = match asked("v") {
            Some("10") | None => serve(&fake, pipe, door).await,
            Some(_) => pipe.close(code::INVALID_VERSION).await,
        };
    })
}

/// What is known of a connection.
#[derive(Default)]
struct Link {
    /// Its session, and which of the session's connections it is.
    session: Option<(String, u32)>,
    /// Events that were sent.
    sent: usize,
    /// Payloads that came in this minute.
    minute: Option<(Instant, u32)>,
    /// The last heartbeat.
    heard: Option<Instant>,
}

/// What becomes of a connection.
enum Next {
    Goes,
    Says(Value),
    Ends(u16),
}

async fn serve(fake: &Fake, mut pipe: Pipe, door: Door) -> Result<(), axum::Error> {
    let is_away = fake.change(|state| {
        state.turned_away.extend(state.is_away.then_some(door));
        state.is_away
    });
    if is_away {
        return Ok(());
    }
    let timeout = fake.state().heartbeats;
    let interval = timeout.map_or(HEARTBEAT, |limit| u64::try_from(limit.as_millis()).unwrap_or(HEARTBEAT));
    pipe.send(&json!({ "op": 10, "d": { "heartbeat_interval": interval } })).await?;
    let mut changed = fake.changed.subscribe();
    let mut link = Link { heard: Some(Instant::now()), ..Link::default() };
    loop {
        if let Some((id, connection)) = &link.session {
            let Some(news) = fake.news(id, *connection, link.sent) else { return Ok(()) };
            pipe.compress = news.compress;
            for event in &news.events {
                pipe.send(event).await?;
            }
            link.sent += news.events.len();
            match news.order {
                Some(Order::Close(code)) => return pipe.close(code).await,
                Some(Order::Reconnect) => pipe.send(&json!({ "op": 7, "d": null })).await?,
                Some(Order::Invalid(resumable)) => {
                    pipe.send(&json!({ "op": 9, "d": resumable })).await?;
                }
                None => {}
            }
        }
        // Half an interval more than a heartbeat may take.
        let silence = link.heard.map_or(Duration::ZERO, |heard| heard.elapsed());
        let patience = timeout.map_or(Duration::MAX, |limit| (limit * 3 / 2).saturating_sub(silence));
        let received = tokio::select! {
            received = pipe.receive() => received,
            _ = changed.changed(), if link.session.is_some() => continue,
            () = tokio::time::sleep(patience), if timeout.is_some() => {
                fake.change(|state| link.session.take().and_then(|(id, _)| state.sessions.remove(&id)));
                return pipe.close(code::TIMED_OUT).await;
            }
        };
        let Some(text) = received else { return Ok(()) };
        match answer(fake, (&mut link, door), &text) {
            Next::Goes => {}
            Next::Says(value) => pipe.send(&value).await?,
            Next::Ends(code) => return pipe.close(code).await,
        }
    }
}

fn answer(fake: &Fake, (link, door): (&mut Link, Door), text: &str) -> Next {
    let now = Instant::now();
    let minute = link.minute.get_or_insert((now, 0));
    if now.duration_since(minute.0) >= Duration::from_secs(60) {
        *minute = (now, 0);
    }
    minute.1 += 1;
    if minute.1 > PAYLOADS {
        return Next::Ends(code::RATE_LIMITED);
    }
    let said: Value = match serde_json::from_str(text) {
        Ok(said) if text.len() <= PAYLOAD => said,
        _ => return Next::Ends(code::DECODE_ERROR),
    };
    let known = link.session.is_some();
    match said["op"].as_u64() {
        Some(1) => {
            link.heard = Some(now);
            Next::Says(json!({ "op": 11 }))
        }
        Some(2 | 6) if known => Next::Ends(code::ALREADY_AUTHENTICATED),
        Some(2) => match fake.change(|state| identify(state, &said["d"], fake)) {
            Ok(Some(id)) => {
                link.session = Some((id, 1));
                Next::Goes
            }
            Ok(None) => Next::Says(json!({ "op": 9, "d": false })),
            Err(code) => Next::Ends(code),
        },
        Some(6) if door == Door::Front => Next::Says(json!({ "op": 9, "d": false })),
        Some(6) => match fake.change(|state| resume(state, &said["d"])) {
            Ok(Some((id, connection, from))) => {
                (link.session, link.sent) = (Some((id, connection)), from);
                Next::Goes
            }
            Ok(None) => Next::Says(json!({ "op": 9, "d": false })),
            Err(code) => Next::Ends(code),
        },
        Some(3 | 4 | 8 | 31) if known => Next::Goes,
        Some(3 | 4 | 8 | 31) => Next::Ends(code::NOT_AUTHENTICATED),
        _ => Next::Ends(code::UNKNOWN_OPCODE),
    }
}

fn is_token(state: &State, said: &Value) -> bool {
    let token = said["token"].as_str().unwrap_or_default();
    token.strip_prefix("Bot ").unwrap_or(token) == state.token
}

/// A new session, or none because it is not the shard's turn yet.
fn identify(state: &mut State, said: &Value, fake: &Fake) -> Result<Option<String>, u16> {
    if !is_token(state, said) {
        return Err(code::AUTHENTICATION_FAILED);
    }
    let shard = match &said["shard"] {
        Value::Null => (0, 1),
        shard => match (shard[0].as_u64(), shard[1].as_u64()) {
            (Some(shard), Some(count)) if shard < count => (shard, count),
            _ => return Err(code::INVALID_SHARD),
        },
    };
    if state.lost_shards.contains(&shard.0) {
        return Err(code::UNKNOWN);
    }
    if shard.1 < state.least_shards {
        return Err(code::SHARDING_REQUIRED);
    }
    state.asked_intents = said["intents"].as_u64().unwrap_or_default();
    let wanted = said["intents"].as_u64().filter(|wanted| wanted & !intents::ALL == 0);
    let wanted = wanted.ok_or(code::INVALID_INTENTS)?;
    if wanted & intents::PRIVILEGED & !intents::granted(state.application_flags) != 0 {
        return Err(code::DISALLOWED_INTENTS);
    }
    let turn = state.turns.insert(shard.0 % state.max_concurrency, Instant::now());
    if turn.is_some_and(|before| before.elapsed() < state.turn) {
        state.too_early += 1;
        if state.identify_in_turn {
            return Ok(None);
        }
    }
    state.identified += 1;
    state.count_start();
    state.shards_identified.push(shard);
    let id = format!("session-{}", state.id());
    let mut session = Session::new(shard, wanted);
    session.compress = said["compress"] == true;
    let guilds: Vec<u64> = state.guilds().into_iter().filter(|guild| session.is_of(Some(*guild))).collect();
    let away = |guild: &u64| json!({ "id": guild.to_string(), "unavailable": true });
    let ready = json!({
        "v": 10,
        "user": wire::bot(),
        "guilds": guilds.iter().map(away).collect::<Value>(),
        "session_id": id,
        "session_type": "normal",
        "resume_gateway_url": fake.resuming_url(),
        "shard": [shard.0, shard.1],
        "application": { "id": APPLICATION.to_string(), "flags": state.application_flags },
        "private_channels": [], "presences": [], "relationships": [], "user_settings": {},
    });
    session.add("READY", &ready);
    for guild in guilds.iter().filter(|_| wanted & intents::GUILDS != 0) {
        session.add("GUILD_CREATE", &state.server(*guild));
    }
    state.sessions.insert(id.clone(), session);
    Ok(Some(id))
}

/// Everything after the last number seen is sent again, then RESUMED. Gives the session, which of its connections this
/// is, and the number.
fn resume(state: &mut State, said: &Value) -> Result<Option<(String, u32, usize)>, u16> {
    if !is_token(state, said) {
        return Err(code::AUTHENTICATION_FAILED);
    }
    let id = said["session_id"].as_str().unwrap_or_default().to_owned();
    let Some(session) = state.sessions.get_mut(&id) else { return Ok(None) };
    if state.lost_shards.contains(&session.shard()) {
        state.sessions.remove(&id);
        return Ok(None);
    }
    let from = said["seq"].as_u64().and_then(|seq| usize::try_from(seq).ok());
    let Some(from) = from.filter(|from| *from <= session.count()) else {
        state.sessions.remove(&id);
        return Err(code::INVALID_SEQ);
    };
    let connection = session.take_up();
    state.resumed += 1;
    Ok(Some((id, connection, from)))
}

impl Fake {
    pub fn gateway_url(&self) -> String {
        format!("ws://{}", self.gateway)
    }

    /// Where sessions are gone on with.
    pub fn resuming_url(&self) -> String {
        format!("ws://{}", self.resuming)
    }
}
