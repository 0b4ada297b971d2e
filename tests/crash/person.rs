//! A person in the web chat for tests, by the protocol that its page speaks: a cookie, a name, a
//! socket.

use adoube_testing::TEST_TIMEOUT;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest},
};

use crate::{
    bot::Bot,
    pgn,
    seen::{self, Pieces},
};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How an event ended.
pub enum Answer {
    /// It was dealt with.
    Done,
    /// It is to be sent again when it can be kept.
    Postponed,
    /// It was refused because too much was sent.
    TooFast,
    /// The program died first.
    Gone,
}

/// Somebody with a browser.
pub struct Person {
    cookie: String,
    socket: Socket,
    sent: u32,
    /// Everything received on this socket, in order.
    entries: Vec<Value>,
    /// The board one can touch, as the page was sent it last.
    board: Value,
    /// Whether what is said can be kept, as the page was told last.
    is_writable: bool,
}

impl Person {
    /// Comes for the first time and takes a name.
    pub async fn enter(bot: &Bot, name: &str) -> Self {
        let origin = format!("http://{}", bot.host);
        let session = ureq::post(format!("{origin}/session")).header("Origin", &origin).send_empty();
        let session = session.expect("a session");
        let cookie = session.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|value| value.split(';').next()).expect("a cookie").to_owned();
        ureq::post(format!("{origin}/person"))
            .header("Origin", &origin)
            .header("Cookie", &cookie)
            .header("Content-Type", "application/json")
            .send(json!({ "seat": 1, "name": name, "language": "en" }).to_string())
            .expect("a name");
        let socket = connect(bot, &cookie).await;
        let mut person =
            Self { cookie, socket, sent: 0, entries: Vec::new(), board: Value::Null, is_writable: true };
        person.watch().await;
        person
    }

    /// Comes back after a restart.
    pub async fn reconnect(&mut self, bot: &Bot) {
        self.socket = connect(bot, &self.cookie).await;
        self.entries.clear();
        self.board = Value::Null;
        self.is_writable = true;
        self.watch().await;
    }

    async fn watch(&mut self) {
        self.write(&json!({ "type": "watch", "channel": "lobby", "seen": null })).await;
    }

    /// An id no event of this person had, in the form of a UUID.
    pub fn fresh_id(&mut self) -> String {
        self.sent += 1;
        format!("00000000-0000-4000-8000-{:012}", self.sent)
    }

    /// Says something and waits for what becomes of it.
    pub async fn send(&mut self, id: &str, text: &str) -> Answer {
        self.write(&json!({ "type": "say", "id": id, "channel": "lobby", "text": text })).await;
        self.answer(id).await
    }

    /// A command that must work.
    pub async fn command(&mut self, line: &str) {
        let id = self.fresh_id();
        assert!(matches!(self.send(&id, line).await, Answer::Done), "{line} was not acknowledged");
    }

    /// Presses the newest button with this label.
    pub async fn press(&mut self, label: &str) {
        let (message, component) = loop {
            let newest = self.entries.iter().rev().find_map(|entry| button(entry, label));
            match newest {
                Some(found) => break found,
                None => assert!(self.read().await.is_some(), "no button {label}"),
            }
        };
        let id = self.fresh_id();
        let press = json!({
            "type": "press", "id": id, "channel": "lobby", "message": message, "component": component, "value": null,
        });
        self.write(&press).await;
        assert!(matches!(self.answer(&id).await, Answer::Done), "{label} was not acknowledged");
    }

    /// The moves of the game in this channel, as its record has them.
    pub async fn exported_moves(&mut self) -> Vec<String> {
        let id = self.fresh_id();
        assert!(matches!(self.send(&id, "/export pgn").await, Answer::Done), "no record was handed out");
        loop {
            // The answer stands behind the command it answers; an older record may be among the history.
            let asked = self.entries.iter().position(|entry| entry["event"] == id);
            let answers = asked.map_or(&[][..], |asked| &self.entries[asked..]);
            if let Some(pgn) = answers.iter().rev().find_map(record) {
                return pgn::moves(&pgn);
            }
            assert!(self.read().await.is_some(), "no record came");
        }
    }

    /// What stands on the board one can touch, as soon as it shows so many plies.
    pub async fn pieces_after(&mut self, plies: usize) -> Pieces {
        while self.board["plies"] != plies {
            assert!(self.read().await.is_some(), "no board after {plies} plies");
        }
        seen::on(&self.board)
    }

    /// The boards of the running game among those that were posted lately, by the plies before them, as soon as this is one.
    pub async fn posted_boards(&mut self, plies: usize) -> Vec<(usize, Pieces)> {
        loop {
            let series = format!("game:{}", self.board["game"].as_str().unwrap_or_default());
            let posted: Vec<_> =
                self.entries.iter().filter_map(|entry| seen::posted(entry, &series)).collect();
            if posted.iter().any(|(before, _)| *before == plies) {
                return posted;
            }
            assert!(self.read().await.is_some(), "the board after {plies} plies was not posted: {posted:?}");
        }
    }

    async fn answer(&mut self, id: &str) -> Answer {
        while let Some(message) = self.read().await {
            if message["id"] != id {
                continue;
            }
            match message["type"].as_str() {
                Some("done") => return Answer::Done,
                Some("postponed") => return Answer::Postponed,
                Some("refused") if message["reason"] == "too-fast" => return Answer::TooFast,
                other => panic!("{other:?}: {message}"),
            }
        }
        Answer::Gone
    }

    /// Sends something that cannot be kept now, and gives the id under which it is to be sent again.
    pub async fn send_in_vain(&mut self, text: &str) -> String {
        let id = self.fresh_id();
        assert!(matches!(self.send(&id, text).await, Answer::Postponed), "{text} was not postponed");
        id
    }

    /// Talks until nothing can be kept any more; gives the id of what is to be sent again.
    pub async fn talk_until_full(&mut self, text: &str) -> String {
        loop {
            let id = self.fresh_id();
            match self.send(&id, text).await {
                Answer::Done => {}
                Answer::Postponed => return id,
                Answer::TooFast | Answer::Gone => panic!("the disk is not full"),
            }
        }
    }

    /// Waits until the page is told whether what is said can be kept.
    pub async fn hears_of_storage(&mut self, writable: bool) {
        while self.is_writable != writable {
            assert!(self.read().await.is_some(), "the program is gone");
        }
    }

    async fn write(&mut self, message: &Value) {
        // A program that has just been killed does not take it; the next read tells.
        let _ = self.socket.send(Message::text(message.to_string())).await;
    }

    /// The next message; `None` when the program is gone.
    async fn read(&mut self) -> Option<Value> {
        let read = tokio::time::timeout(TEST_TIMEOUT, next(&mut self.socket)).await;
        let value = read.unwrap_or_else(|_| panic!("nothing is heard: {:?}", self.entries.last()))?;
        if value["type"] == "storage" {
            self.is_writable = value["writable"] == true;
        }
        if value["type"] == "board" {
            self.board = value["board"].clone();
        }
        if let Some(entries) = value["entries"].as_array() {
            self.entries.extend(entries.iter().cloned());
        }
        Some(value)
    }
}

/// The next message of the page's protocol.
async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        match socket.next().await?.ok()? {
            Message::Text(text) => return Some(serde_json::from_str(text.as_str()).expect("JSON")),
            Message::Close(_) => return None,
            _ => {}
        }
    }
}

async fn connect(bot: &Bot, cookie: &str) -> Socket {
    let mut request = format!("ws://{}/socket?seat=1", bot.host).into_client_request().expect("an address");
    let headers = request.headers_mut();
    headers.insert("Cookie", cookie.parse().expect("a header"));
    headers.insert("Origin", format!("http://{}", bot.host).parse().expect("a header"));
    tokio_tungstenite::connect_async(request).await.expect("a socket").0
}

/// The id of the message and that of its button with this label.
fn button(entry: &Value, label: &str) -> Option<(Value, String)> {
    let rows = entry["message"]["rows"].as_array()?;
    let mut buttons = rows.iter().filter_map(|row| row["buttons"].as_array()).flatten();
    let found = buttons.find(|button| button["label"] == label)?;
    Some((entry["seq"].clone(), found["id"].as_str()?.to_owned()))
}

/// The PGN in an entry.
fn record(entry: &Value) -> Option<String> {
    let blocks = entry["message"]["blocks"].as_array()?;
    let mut codes = blocks.iter().filter_map(|block| block["code"].as_str());
    codes.find(|code| code.starts_with("[Event")).map(str::to_owned)
}
