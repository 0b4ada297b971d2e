//! Golden test of a session of two browsers: the JSON that pages and server exchange, compared with
//! `recorded.txt`.
//!
//! `UPDATE_TRANSCRIPTS=1` writes the file anew. Each line is what a person sends (`>`) or gets (`<`). When a message comes
//! is not recorded, as it varies from run to run: entries are written one by one, and of boards, games and channels the
//! last of each step, once they equal what a page gets that is loaded anew.

use std::{fmt::Write as _, path::Path, sync::Arc};

use adoube_store::{MemoryStore, Store};
use adoube_testing::{clock::TestClock, recording};
use hyper::Method;
use serde_json::{Value, json};

use super::support::{Answer, Browser, Server, Socket, all_said, control};

/// What a page shows beside the log, and up to where it has read that.
#[derive(Clone, Debug, Default, PartialEq)]
struct Page {
    channels: Value,
    people: Value,
    upto: Value,
    games: Value,
    board: Value,
}

impl Page {
    /// Whether a message replaces a part of the page; entries do so with the place up to which they go.
    fn take(&mut self, message: &Value) -> bool {
        match message["type"].as_str().unwrap() {
            "channels" => self.channels = message.clone(),
            "people" => self.people = message.clone(),
            "games" => self.games = message.clone(),
            "board" => self.board = message.clone(),
            "entries" if !message["upto"].is_null() => self.upto = message["upto"].clone(),
            _ => return false,
        }
        true
    }

    /// Whether nothing is outstanding. The list of people is followed by changes of it, which say how it stands.
    fn is_as_loaded(&self, loaded: &Self) -> bool {
        let without_people = |page: &Self| Self { people: Value::Null, ..page.clone() };
        without_people(self) == without_people(loaded)
    }
}

/// A person with a page that stays open.
struct Seat {
    name: &'static str,
    browser: Browser,
    socket: Socket,
    page: Page,
    /// The newest entries, for their controls.
    entries: Vec<Value>,
}

struct Recorder {
    server: Server,
    text: String,
}

impl Recorder {
    fn write(&mut self, name: &str, direction: char, message: &Value) {
        writeln!(self.text, "{name} {direction} {message}").unwrap();
    }

    fn answer(&mut self, name: &str, asked: &str, answer: &Answer) -> Value {
        let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        writeln!(
            self.text,
            "{name} > {asked}\n{name} < {} {}",
            answer.status.as_u16(),
            without_secrets(&body)
        )
        .unwrap();
        body
    }

    async fn post(&mut self, name: &str, browser: &Browser, path: &str, body: &Value) -> Value {
        let answer = browser.post(path, body).await;
        self.answer(name, &format!("POST {} {body}", without_secret(path)), &answer)
    }

    async fn get(&mut self, name: &str, browser: &Browser, path: &str) -> Value {
        let answer = browser.send(Method::GET, path, &[], "").await;
        self.answer(name, &format!("GET {path}"), &answer)
    }

    /// A new browser, whose person gets this name, in the lobby.
    async fn enter(&mut self, name: &'static str, choices: Value) -> Seat {
        let mut browser = self.server.browser();
        browser.open_session().await;
        let mut wish = json!({ "seat": 1, "name": name });
        wish.as_object_mut().unwrap().extend(choices.as_object().unwrap().clone());
        self.post(name, &browser, "/person", &wish).await;
        self.post(name, &browser, "/session", &json!({})).await;
        let socket = browser.socket().await;
        let mut seat = Seat { name, browser, socket, page: Page::default(), entries: Vec::new() };
        self.go(&mut seat, "lobby").await;
        seat
    }

    /// Opens a channel on the page.
    async fn go(&mut self, seat: &mut Seat, channel: &str) {
        channel.clone_into(&mut seat.socket.channel);
        self.write(seat.name, '>', &json!({ "type": "watch", "channel": channel, "seen": null }));
        seat.socket.watch(None).await;
        loop {
            let message = seat.socket.next().await.unwrap();
            seat.page.take(&message);
            if is_late(&message) {
                continue;
            }
            self.write(seat.name, '<', &message);
            if message["type"] == "board" && message["channel"] == channel {
                return;
            }
        }
    }

    /// Sends a message, and waits until it and all that came of it are on every page.
    async fn ask(&mut self, seats: &mut [&mut Seat], message: Value, answers: &[&str]) {
        let name = seats[0].name;
        self.write(name, '>', &message);
        seats[0].socket.send(&message).await;
        let mut gathered = vec![Vec::new(); seats.len()];
        loop {
            let answer = seats[0].socket.next().await.unwrap();
            let is_answer = answers.contains(&answer["type"].as_str().unwrap());
            gathered[0].push(answer);
            if is_answer {
                break;
            }
        }
        self.settle(seats, gathered).await;
    }

    async fn say(&mut self, seats: &mut [&mut Seat], number: u32, text: &str) {
        let channel = seats[0].socket.channel.clone();
        let message = json!({ "type": "say", "id": event_id(number), "channel": channel, "text": text });
        self.ask(seats, message, &["done", "refused"]).await;
    }

    /// Uses the control with this label of the newest entry that has it.
    async fn press(&mut self, seats: &mut [&mut Seat], number: u32, label: &str) {
        let seat = &*seats[0];
        let has_it =
            |entry: &&Value| entry["message"]["rows"].to_string().contains(&json!(label).to_string());
        let entry = seat.entries.iter().rev().find(has_it).unwrap_or_else(|| panic!("no {label}"));
        let message = json!({
            "type": "press", "id": event_id(number), "channel": seat.socket.channel, "message": entry["seq"],
            "component": control(entry, label), "value": null,
        });
        self.ask(seats, message, &["done", "refused"]).await;
    }

    /// Waits until every page shows what one that is loaded now would show, and writes down what came meanwhile.
    async fn settle(&mut self, seats: &mut [&mut Seat], gathered: Vec<Vec<Value>>) {
        all_said(&*self.server.store).await;
        for (seat, gathered) in seats.iter_mut().zip(gathered) {
            let loaded = loaded(&seat.browser, &seat.socket.channel).await;
            let before = seat.page.clone();
            let mut others = Vec::new();
            let mut gathered = gathered.into_iter();
            loop {
                let message = match gathered.next() {
                    Some(message) => message,
                    None if seat.page.is_as_loaded(&loaded) => break,
                    None => seat.socket.next().await.unwrap(),
                };
                if message["type"] == "entries" {
                    for entry in message["entries"].as_array().unwrap() {
                        self.write(seat.name, '<', entry);
                        seat.entries.push(entry.clone());
                    }
                }
                if !seat.page.take(&message) && !is_late(&message) {
                    others.push(message);
                }
            }
            let Page { channels, people: _, upto, games, board } = &seat.page;
            if upto != &before.upto {
                self.write(seat.name, '<', &json!({ "upto": upto }));
            }
            let parts = [(channels, before.channels), (games, before.games), (board, before.board)];
            for (part, _) in parts.into_iter().filter(|(now, before)| *now != before) {
                self.write(seat.name, '<', part);
            }
            for other in others {
                self.write(seat.name, '<', &other);
            }
        }
    }

    /// The next message of this type; what comes before it is no part of the recording.
    async fn expect(&mut self, seat: &mut Seat, kind: &str) {
        loop {
            let message = seat.socket.next().await.unwrap();
            seat.page.take(&message);
            if message["type"] == kind {
                return self.write(seat.name, '<', &message);
            }
        }
    }
}

/// Whether a message comes when a pause is over: changes of the list of people are told together.
fn is_late(message: &Value) -> bool {
    message["type"] == "people_changed"
}

fn event_id(number: u32) -> String {
    format!("{number:032x}")
}

/// What a page shows that is loaded now.
async fn loaded(browser: &Browser, channel: &str) -> Page {
    let mut socket = browser.socket().await;
    channel.clone_into(&mut socket.channel);
    socket.watch(None).await;
    let mut page = Page::default();
    while page.board.is_null() {
        page.take(&socket.next().await.unwrap());
    }
    page
}

/// The secret of an invite is another one in each run.
fn without_secret(text: &str) -> String {
    for path in ["/invite/", "/invites/"] {
        if let Some((before, _)) = text.split_once(path) {
            return format!("{before}{path}SECRET");
        }
    }
    text.to_owned()
}

fn without_secrets(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(without_secret(text)),
        Value::Array(values) => values.iter().map(without_secrets).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| (key.clone(), without_secrets(value))).collect()
        }
        other => other.clone(),
    }
}

/// Plays the session and gives the recording.
async fn record() -> String {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let server = Server::with(store, Arc::new(TestClock::undated())).await;
    let mut recorder = Recorder { server, text: String::new() };
    let mut anna = recorder.enter("Anna", json!({})).await;
    recorder.say(&mut [&mut anna], 1, "Hello?").await;
    let mut bert = recorder.enter("Bert", json!({ "language": "de", "theme": "high-contrast" })).await;
    recorder.expect(&mut anna, "people_changed").await;
    for wish in [json!({ "seat": 2, "name": "Anna" }), json!({ "seat": 2, "name": "" })] {
        recorder.post("Bert", &bert.browser.clone(), "/person", &wish).await;
    }

    // Talk, and what is refused.
    recorder.say(&mut [&mut bert, &mut anna], 2, "Hallo Anna!").await;
    let pressed = json!({
        "type": "press", "id": event_id(3), "channel": "lobby", "message": "1", "component": "x".repeat(101), "value": null,
    });
    recorder.ask(&mut [&mut anna], pressed, &["refused"]).await;
    let elsewhere = json!({ "type": "say", "id": event_id(4), "channel": "nowhere", "text": "Hello?" });
    recorder.ask(&mut [&mut anna], elsewhere, &["refused"]).await;
    let asked = json!({ "type": "suggest", "number": 7, "channel": "lobby", "line": "play Ber" });
    recorder.ask(&mut [&mut anna], asked, &["suggestions"]).await;

    // A game.
    recorder.say(&mut [&mut anna, &mut bert], 5, "/play Bert chess white").await;
    recorder.press(&mut [&mut bert, &mut anna], 6, "Annehmen").await;
    recorder.say(&mut [&mut anna, &mut bert], 7, "e4").await;
    recorder.say(&mut [&mut anna, &mut bert], 8, "e5").await;
    recorder.say(&mut [&mut bert, &mut anna], 9, "e5").await;
    recorder.say(&mut [&mut anna, &mut bert], 10, "/moves").await;
    recorder.say(&mut [&mut anna, &mut bert], 11, "/resign").await;
    recorder.press(&mut [&mut anna, &mut bert], 12, "Cancel").await;

    // Rooms and links.
    let (of_anna, of_bert) = (anna.browser.clone(), bert.browser.clone());
    let room = json!({ "seat": 1, "name": "den", "private": true });
    let made = recorder.post("Anna", &of_anna, "/channels", &room).await;
    let room = made["name"].as_str().unwrap();
    let members = format!("/channels/{room}/members?seat=1");
    recorder.get("Anna", &of_anna, &members).await;
    recorder.get("Bert", &of_bert, &members).await;
    recorder.go(&mut anna, room).await;
    recorder.say(&mut [&mut anna], 13, "@Bert come in").await;
    recorder.say(&mut [&mut anna], 14, "/play chess").await;
    let wish = json!({ "seat": 1, "channel": room });
    let invited = recorder.post("Anna", &of_anna, "/invites", &wish).await;
    let link = invited["href"].as_str().unwrap().replace("/invite/", "/invites/");
    recorder.post("Bert", &of_bert, &link, &json!({ "seat": 1 })).await;
    recorder.get("Bert", &of_bert, "/start?seat=1&channel=lobby").await;
    recorder.settle(&mut [&mut bert, &mut anna], vec![Vec::new(), Vec::new()]).await;
    recorder.go(&mut bert, room).await;

    // The same page, loaded anew, and one that was away.
    let Seat { browser, .. } = &anna;
    let mut again = Seat {
        name: "Anna, again",
        browser: browser.clone(),
        socket: browser.socket().await,
        page: Page::default(),
        entries: Vec::new(),
    };
    recorder.go(&mut again, "lobby").await;
    let older = json!({ "type": "older", "channel": "lobby", "before": "3.1" });
    recorder.ask(&mut [&mut again], older, &["entries"]).await;
    let seen = json!({ "type": "watch", "channel": "lobby", "seen": "2.0" });
    recorder.write(again.name, '>', &seen);
    again.socket.send(&seen).await;
    recorder.expect(&mut again, "entries").await;
    drop((anna, bert, again));
    let Recorder { server, text } = recorder;
    server.stop().await;
    // Its name is drawn.
    text.replace(room, "room-DRAWN")
}

#[tokio::test]
async fn a_session_goes_as_recorded() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web/recorded.txt");
    let played = record().await;
    recording::check(&file, &played);
}
