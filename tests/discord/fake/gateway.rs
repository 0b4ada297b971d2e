//! The gateway's connections: HELLO, IDENTIFY, READY, heartbeats, RESUME with everything that was missed, and the closing
//! codes. Not here: what is told (`sessions`).

use std::sync::Arc;

use axum::{
    Router,
    extract::{
        State,
        ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade},
    },
    response::Response,
    routing::any,
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{
    APPLICATION, Fake, GUILD,
    sessions::{Order, Session, intents},
    wire,
};

pub async fn listen(fake: Arc<Fake>, listener: TcpListener) {
    let app = Router::new().route("/", any(connect)).with_state(fake);
    axum_serve(listener, app).await;
}

/// Plain HTTP/1.1 with upgrades.
async fn axum_serve(listener: TcpListener, app: Router) {
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

async fn connect(State(fake): State<Arc<Fake>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        let _ = serve(&fake, socket).await;
    })
}

async fn send(socket: &mut WebSocket, value: &Value) -> Result<(), axum::Error> {
    socket.send(Message::text(value.to_string())).await
}

async fn close(socket: &mut WebSocket, code: u16) -> Result<(), axum::Error> {
    socket.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))).await
}

async fn serve(fake: &Fake, mut socket: WebSocket) -> Result<(), axum::Error> {
    send(&mut socket, &json!({ "op": 10, "d": { "heartbeat_interval": 41_250 } })).await?;
    let mut changed = fake.changed.subscribe();
    let mut session: Option<String> = None;
    let mut sent = 0;
    loop {
        if let Some(id) = &session {
            let Some((missing, order)) = fake.news(id, sent) else { return close(&mut socket, 4009).await };
            for event in &missing {
                send(&mut socket, event).await?;
            }
            sent += missing.len();
            match order {
                Some(Order::Close(code)) => return close(&mut socket, code).await,
                Some(Order::Reconnect) => send(&mut socket, &json!({ "op": 7, "d": null })).await?,
                None => {}
            }
        }
        let received = tokio::select! {
            received = socket.recv() => received,
            _ = changed.changed(), if session.is_some() => continue,
        };
        let Some(Ok(Message::Text(text))) = received else { return Ok(()) };
        let said: Value = serde_json::from_str(&text).unwrap_or_default();
        match said["op"].as_u64() {
            Some(1) => send(&mut socket, &json!({ "op": 11 })).await?,
            Some(2) => {
                if said["d"]["token"].as_str().map(bare) != Some(fake.state().token.as_str()) {
                    return close(&mut socket, 4004).await;
                }
                session = Some(identify(fake, &said["d"]));
            }
            Some(6) => match resume(fake, &said["d"]) {
                Some((id, from)) => {
                    (session, sent) = (Some(id), from);
                }
                None => send(&mut socket, &json!({ "op": 9, "d": false })).await?,
            },
            Some(3 | 4 | 8) => {}
            _ => return close(&mut socket, 4001).await,
        }
    }
}

fn bare(token: &str) -> &str {
    token.strip_prefix("Bot ").unwrap_or(token)
}

fn identify(fake: &Fake, said: &Value) -> String {
    let shard = if said["shard"].is_array() { said["shard"].clone() } else { json!([0, 1]) };
    let url = format!("ws://{}", fake.gateway);
    fake.change(|state| {
        state.identified += 1;
        let id = format!("session-{}", state.id());
        let ready = json!({
            "v": 10,
            "user": wire::bot(),
            "guilds": [{ "id": GUILD.to_string(), "unavailable": true }],
            "session_id": id,
            "resume_gateway_url": url,
            "shard": shard,
            "application": { "id": APPLICATION.to_string(), "flags": 0 },
        });
        let number = |index: usize, otherwise| shard[index].as_u64().unwrap_or(otherwise);
        let wanted = said["intents"].as_u64().unwrap_or_default();
        let mut session = Session::new((number(0, 0), number(1, 1)), wanted);
        session.add("READY", &ready);
        if wanted & intents::GUILDS != 0 {
            session.add("GUILD_CREATE", &json!({ "id": GUILD.to_string(), "unavailable": true }));
        }
        state.sessions.insert(id.clone(), session);
        id
    })
}

/// Everything after the last number seen is sent again, then RESUMED.
fn resume(fake: &Fake, said: &Value) -> Option<(String, usize)> {
    let id = said["session_id"].as_str()?.to_owned();
    let from = usize::try_from(said["seq"].as_u64()?).ok()?;
    fake.change(|state| {
        let session = state.sessions.get_mut(&id)?;
        session.order = None;
        session.add("RESUMED", &json!({}));
        state.resumed += 1;
        Some((id, from))
    })
}

impl Fake {
    pub fn gateway_url(&self) -> String {
        format!("ws://{}", self.gateway)
    }
}
