//! Simulated people with clients of their own on the homeserver: what they do, and what they see.
//! Not here: how the clients work (`tests/peers/matrix_people.py`).

use std::{
    collections::HashMap,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex, MutexGuard},
};

use adoube_testing::TEST_TIMEOUT;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::watch;

use crate::{
    journal::{Journal, fresh},
    synapse::{REGISTRATION_SECRET, Synapse, python},
};

/// Everybody's password.
pub const PASSWORD: &str = "a password";

/// Something a device has seen.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Seen {
    /// `text`, `notice`, `picture`, `reaction`, `redaction`, `join`, `leave`, `unreadable`, `out` and more.
    pub kind: String,
    pub room: String,
    pub id: String,
    pub sender: String,
    /// The words; with a picture its caption.
    pub body: Option<String>,
    pub html: Option<String>,
    /// The name of the file.
    pub file: Option<String>,
    /// Whether the file lies encrypted on the server.
    pub encrypted: bool,
    picture: Option<String>,
    pub mentions: Vec<String>,
    pub thread: Option<String>,
    pub reply_to: Option<String>,
    pub edits: Option<String>,
    /// What was reacted to, or redacted.
    pub to: Option<String>,
    pub key: Option<String>,
    /// Who came or went.
    pub user: Option<String>,
    pub direct: bool,
}

impl Seen {
    pub fn words(&self) -> &str {
        self.body.as_deref().unwrap_or_default()
    }

    /// The picture as a person sees it: decrypted.
    pub fn picture(&self) -> Option<Vec<u8>> {
        self.picture.as_ref().map(|text| BASE64_STANDARD.decode(text).expect("Base64"))
    }

    pub fn is_message(&self) -> bool {
        ["text", "notice", "picture"].contains(&self.kind.as_str()) && !self.is_follower()
    }

    /// Whether it is a picture without words, which follows them where its upload was slow.
    fn is_follower(&self) -> bool {
        self.kind == "picture" && self.edits.is_none() && self.file.is_none()
    }
}

#[derive(Default)]
struct State {
    answers: HashMap<u32, Result<Value, String>>,
    seen: HashMap<String, Vec<Seen>>,
}

/// The clients of one test.
pub struct People {
    process: Child,
    input: Mutex<ChildStdin>,
    state: Arc<Mutex<State>>,
    changed: watch::Sender<()>,
    _folder: TempDir,
    journal: Journal,
}

impl People {
    pub fn on(synapse: &Synapse) -> Arc<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = Journal::new("people");
        let mut process = Command::new(python().expect("Synapse runs with it"))
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/matrix_people.py"))
            .args([&synapse.address(), &folder.path().display().to_string(), REGISTRATION_SECRET])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(journal.as_output())
            .spawn()
            .expect("Python starts");
        let input = Mutex::new(process.stdin.take().expect("its input is piped"));
        let output = BufReader::new(process.stdout.take().expect("its output is piped"));
        let state: Arc<Mutex<State>> = Arc::default();
        let changed = watch::Sender::new(());
        let (heard, tell, mut note) = (Arc::clone(&state), changed.clone(), journal.writer());
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let line: Value = serde_json::from_str(&line).expect("JSON");
                let mut short = line.clone();
                if short["saw"]["picture"].is_string() {
                    short["saw"]["picture"] = json!("…");
                }
                writeln!(note, "{short}").expect("a line");
                take(&mut heard.lock().expect("nobody panics with it"), line);
                tell.send_replace(());
            }
        });
        Arc::new(Self { process, input, state, changed, _folder: folder, journal })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics with it")
    }

    /// Waits until there is an answer.
    async fn until<T>(&self, what: &str, mut look: impl FnMut(&mut State) -> Option<T>) -> T {
        let mut changed = self.changed.subscribe();
        let waiting = async {
            loop {
                if let Some(found) = look(&mut self.state()) {
                    return found;
                }
                changed.changed().await.expect("the sender is here");
            }
        };
        if let Ok(found) = tokio::time::timeout(TEST_TIMEOUT, waiting).await {
            return found;
        }
        panic!("waited for {what} in vain; the last that happened:\n{}", self.journal.end())
    }

    async fn attempt(&self, who: &str, deed: &str, mut what: Value) -> Result<Value, String> {
        let number = fresh();
        what["number"] = json!(number);
        what["do"] = json!(deed);
        what["who"] = json!(who);
        writeln!(self.input.lock().expect("nobody panics with it"), "{what}").expect("they listen");
        self.until(deed, |state| state.answers.remove(&number)).await
    }

    async fn ask(&self, who: &str, deed: &str, what: Value) -> Value {
        let done = self.attempt(who, deed, what).await;
        done.unwrap_or_else(|why| panic!("{who} could not {deed}: {why}"))
    }

    /// A new account; its id.
    pub async fn register(&self, name: &str) -> String {
        text(&self.ask(name, "register", json!({})).await, "user")
    }

    /// Somebody new, logged in, with a name of their own on a server that others use, too.
    pub async fn person(self: &Arc<Self>, name: &str) -> Person {
        let name = format!("{name}{}", fresh());
        self.register(&name).await;
        self.log_in(&name).await
    }

    /// A further device of an account.
    pub async fn log_in(self: &Arc<Self>, name: &str) -> Person {
        let device = format!("{name} {}", fresh());
        let user = text(&self.ask(&device, "log in", json!({ "name": name })).await, "user");
        Person { people: Arc::clone(self), name: name.to_owned(), device, user, read: Mutex::default() }
    }
}

impl Drop for People {
    fn drop(&mut self) {
        // Gone already if its input made it fail.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Files what the clients have told.
fn take(state: &mut State, mut line: Value) {
    if let Some(number) = line["number"].as_u64() {
        let failed = line["failed"].as_str().map(str::to_owned);
        let answer = failed.map_or_else(|| Ok(line["done"].take()), Err);
        state.answers.insert(u32::try_from(number).expect("a number of ours"), answer);
    } else {
        let seen: Seen = serde_json::from_value(line["saw"].take()).expect("something seen");
        let who = line["who"].as_str().expect("a device").to_owned();
        state.seen.entry(who).or_default().push(seen);
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_else(|| panic!("no {key} in {value}")).to_owned()
}

/// Somebody with a device.
pub struct Person {
    people: Arc<People>,
    /// The account's name, without the server.
    pub name: String,
    device: String,
    /// The account's id.
    pub user: String,
    /// How much of what was seen in each room was heard already.
    read: Mutex<HashMap<String, usize>>,
}

impl Person {
    async fn does(&self, deed: &str, what: Value) -> Value {
        self.people.ask(&self.device, deed, what).await
    }

    /// A further device of the same person.
    pub async fn second_device(&self) -> Self {
        self.people.log_in(&self.name).await
    }

    /// A room with these people invited.
    pub async fn creates(&self, encrypted: bool, invited: &[&str]) -> String {
        text(&self.does("create", json!({ "encrypted": encrypted, "invite": invited })).await, "room")
    }

    /// The same, plain, as a conversation of those who come.
    pub async fn creates_conversation(&self, invited: &[&str]) -> String {
        let what = json!({ "encrypted": false, "invite": invited, "direct": true });
        text(&self.does("create", what).await, "room")
    }

    /// The same where people have other powers than usual.
    pub async fn creates_with_powers(&self, invited: &[&str], powers: Value) -> String {
        let what = json!({ "encrypted": false, "invite": invited, "powers": powers });
        text(&self.does("create", what).await, "room")
    }

    pub async fn invites(&self, room: &str, user: &str) {
        self.does("invite", json!({ "room": room, "user": user })).await;
    }

    /// Says something; the event's id.
    pub async fn says(&self, room: &str, words: &str) -> String {
        text(&self.does("say", json!({ "room": room, "text": words })).await, "id")
    }

    /// The same where the homeserver may refuse it.
    pub async fn tries_to_say(&self, room: &str, words: &str) -> Result<(), String> {
        let what = json!({ "room": room, "text": words, "impatient": true });
        self.people.attempt(&self.device, "say", what).await.map(drop)
    }

    pub async fn says_in_thread(&self, room: &str, thread: &str, words: &str) -> String {
        text(&self.does("say", json!({ "room": room, "text": words, "thread": thread })).await, "id")
    }

    pub async fn replies(&self, room: &str, to: &str, words: &str) -> String {
        text(&self.does("say", json!({ "room": room, "text": words, "reply_to": to })).await, "id")
    }

    pub async fn mentions(&self, room: &str, whom: &str, words: &str) -> String {
        text(&self.does("say", json!({ "room": room, "text": words, "mentions": [whom] })).await, "id")
    }

    /// Mentions somebody as a client does that shows a name for them: `words` have the name, `html` the link.
    pub async fn mentions_by_name(&self, room: &str, whom: &str, (words, html): (&str, &str)) -> String {
        let what = json!({ "room": room, "text": words, "html": html, "mentions": [whom] });
        text(&self.does("say", what).await, "id")
    }

    pub async fn is_called(&self, name: &str) {
        self.does("be called", json!({ "name": name })).await;
    }

    pub async fn shows(&self, room: &str, caption: &str, picture: &[u8]) -> String {
        let picture = BASE64_STANDARD.encode(picture);
        let what = json!({ "room": room, "caption": caption, "file": "picture.png", "picture": picture });
        text(&self.does("picture", what).await, "id")
    }

    pub async fn reacts(&self, room: &str, to: &str, key: &str) -> String {
        text(&self.does("react", json!({ "room": room, "to": to, "key": key })).await, "id")
    }

    pub async fn edits(&self, room: &str, event: &str, words: &str) -> String {
        text(&self.does("edit", json!({ "room": room, "to": event, "text": words })).await, "id")
    }

    pub async fn redacts(&self, room: &str, event: &str) {
        self.does("redact", json!({ "room": room, "to": event })).await;
    }

    /// From now on somebody does not get the key of what this device says in a room.
    pub async fn withholds_the_key(&self, room: &str, user: &str) {
        self.does("withhold", json!({ "room": room, "user": user })).await;
    }

    /// That key arrives after all.
    pub async fn hands_over_the_key(&self, room: &str, user: &str) {
        self.does("hand over", json!({ "room": room, "user": user })).await;
    }

    /// Wants to compare emoji with somebody, as an answer in a room or, without one, from device to device.
    pub async fn asks_to_verify(&self, room: Option<&str>, user: &str) {
        self.does("verify", json!({ "room": room, "user": user })).await;
    }

    pub async fn leaves(&self, room: &str) {
        self.does("leave", json!({ "room": room })).await;
    }

    /// Puts somebody out of a room.
    pub async fn kicks(&self, room: &str, user: &str) {
        self.does("kick", json!({ "room": room, "user": user })).await;
    }

    /// The events of which the homeserver notifies this person.
    pub async fn is_notified_of(&self) -> Vec<String> {
        let events = self.does("notified", json!({})).await;
        serde_json::from_value(events["events"].clone()).expect("ids")
    }

    /// Everything this device has seen.
    pub fn saw(&self) -> Vec<Seen> {
        self.people.state().seen.get(&self.device).cloned().unwrap_or_default()
    }

    /// Waits until this device has seen enough for an answer.
    pub async fn sees<T>(&self, what: &str, mut look: impl FnMut(&[Seen]) -> Option<T>) -> T {
        let what = format!("{what}, by {}", self.device);
        self.people.until(&what, |state| look(state.seen.entry(self.device.clone()).or_default())).await
    }

    /// The newest of this kind in a room, waited for.
    pub async fn sees_kind(&self, room: &str, kind: &str) -> Seen {
        self.sees(kind, |seen| seen.iter().rev().find(|seen| seen.room == room && seen.kind == kind).cloned())
            .await
    }

    /// The next message of somebody else in a room.
    pub async fn hears(&self, room: &str) -> Seen {
        let from = self.read.lock().expect("nobody panics with it").get(room).copied().unwrap_or_default();
        let (at, heard) = self
            .sees("a message", |seen| {
                let mut rest = seen.iter().enumerate().skip(from);
                let heard = rest.find(|(_, seen)| {
                    seen.room == room && seen.is_message() && seen.sender != self.user && seen.edits.is_none()
                });
                heard.map(|(at, seen)| (at, seen.clone()))
            })
            .await;
        self.read.lock().expect("nobody panics with it").insert(room.to_owned(), at + 1);
        heard
    }

    /// The picture of a message, waited for: it is the message itself, stands in its place, or follows it where the upload was
    /// slow.
    pub async fn sees_picture_of(&self, message: &Seen) -> Seen {
        let is_it = |seen: &Seen| {
            seen.kind == "picture"
                && (seen.id == message.id || seen.edits.as_deref() == Some(message.id.as_str()))
        };
        let follows = |seen: &Seen| seen.is_follower() && seen.room == message.room;
        self.sees("a picture", |seen| {
            let behind = || seen.iter().skip_while(|other| other.id != message.id);
            seen.iter().find(|seen| is_it(seen)).or_else(|| behind().find(|seen| follows(seen))).cloned()
        })
        .await
    }

    /// The next message of somebody else in a room that contains these words; those before it are passed over.
    pub async fn hears_of(&self, room: &str, words: &str) -> Seen {
        loop {
            let heard = self.hears(room).await;
            if heard.words().contains(words) {
                return heard;
            }
        }
    }

    /// Waits until somebody is in a room.
    pub async fn meets(&self, room: &str, user: &str) {
        self.sees("a newcomer", |seen| {
            let came =
                |seen: &&Seen| seen.kind == "join" && seen.room == room && seen.user.as_deref() == Some(user);
            seen.iter().find(came).map(drop)
        })
        .await;
    }
}
