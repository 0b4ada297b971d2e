//! Test channel for one row of `rows.txt` (situations in which other chat referees have failed):
//! creates the people, the game and its position as the row says, makes its opening moves, decides
//! who writes each step, and lets hours pass while due jobs run. Not here: the steps and their
//! outcomes (`mod.rs`).

use std::sync::Arc;

use adoube_bot::{ChatEvent, Language, Notice, Person, PersonId, UserAction};
use adoube_rules::{Position, Side, Variant};
use adoube_store::{Batch, Key, Store, Table as StoreTable};
use adoube_testing::people::TestDirectory;
use serde_json::Value;

use crate::support::{Chat, channel, table::Table};

/// Milliseconds of an hour.
const HOUR: u64 = 60 * 60 * 1000;

/// A channel, and whoever is to move there.
pub struct Scene {
    pub chat: Chat,
    to_move: String,
    /// People by the name of a row: several may be called alike.
    people: Vec<Person>,
}

impl Scene {
    /// `-`; `people NAME …`; or a game after `/play bob`, from a position behind `@`.
    pub async fn new(game: &str, moves: &str) -> Self {
        if let Some(names) = game.strip_prefix("people ") {
            let people: Vec<Person> = names.split_whitespace().map(named).collect();
            let chat = Chat::among(Arc::new(TestDirectory(people.clone())), 1);
            return Self { chat, to_move: "Ada".to_owned(), people };
        }
        if game == "-" {
            let chat = Chat::new(&["Ada", "Bob"], 1);
            return Self { chat, to_move: "Ada".to_owned(), people: Vec::new() };
        }
        let (terms, position) = game.split_once('@').unwrap_or((game, ""));
        let challenge = format!("play bob {} white", terms.trim());
        let mut table = Table::new(&challenge).await;
        let mut first = Side::White;
        if !position.is_empty() {
            first = set_position(&*table.chat.store, position.trim()).await;
        }
        let mut side = first;
        for text in moves.split_whitespace() {
            let line = format!("move {text}");
            assert_eq!(table.act(player(side), &line).await, adoube_bot::Reply::Public, "{game}: {text}");
            side = side.other();
        }
        table.chat.posted().await;
        Self { chat: table.chat, to_move: player(side).to_owned(), people: Vec::new() }
    }

    /// Who writes a step, `Bob: e5` for another one than whoever is to move, and what.
    pub fn writer<'s>(&self, step: &'s str) -> (String, &'s str) {
        let named = step.split_once(": ").filter(|(name, _)| matches!(*name, "Ada" | "Bob" | "Eve"));
        named.map_or_else(|| (self.to_move.clone(), step), |(name, step)| (name.to_owned(), step))
    }

    pub fn event(&mut self, name: &str, action: UserAction) -> ChatEvent {
        let mut event = self.chat.event(name, Language::EN, false, action);
        if let Some(person) = self.people.iter().find(|person| person.name == name) {
            event.person = person.clone();
        }
        event
    }

    /// So many hours pass (`36h`), and what is due on the way happens when it is due: what is told then.
    pub async fn wait(&self, time: &str) -> Vec<Notice> {
        let hours: u64 =
            time.strip_suffix('h').and_then(|hours| hours.parse().ok()).expect("hours, such as 36h");
        let end = self.chat.clock.shown() + hours * HOUR;
        let mut told = Vec::new();
        loop {
            let next = self.chat.service.run_due_jobs().await.expect("the store").unwrap_or(end).min(end);
            // No time runs for those who were not reached.
            told.extend(self.chat.posted().await);
            match next.checked_sub(self.chat.clock.shown()) {
                Some(step) => self.chat.clock.pass(step),
                None if next == end => return told,
                None => {}
            }
        }
    }
}

fn player(side: Side) -> &'static str {
    match side {
        Side::White => "Ada",
        Side::Black => "Bob",
    }
}

/// `Bob` or `Bob=b2`, where the second part is the id.
fn named(text: &str) -> Person {
    let (name, id) = text.split_once('=').unwrap_or((text, ""));
    let id = if id.is_empty() { name.to_lowercase() } else { id.to_owned() };
    Person { id: PersonId(format!("test:{id}")), name: name.to_owned() }
}

/// Puts the pieces of the game that was begun as a FEN says, which needs no start of its own.
async fn set_position(store: &dyn Store, fen: &str) -> Side {
    let key = Key::new().text(&channel().0);
    let record = store.get(StoreTable::Channel, key.as_ref()).await.expect("the store").expect("a record");
    let mut record: Value = serde_json::from_slice(&record.value).expect("JSON");
    let key_of_game = record["game"]["variant"].as_str().expect("a game");
    let variant = Variant::from_key(key_of_game).expect("a game");
    let position = Position::parse_foreign(variant, fen, None).expect("a position").position;
    let state = &mut record["game"]["state"];
    let before = state["position"].as_str().expect("a position").to_owned();
    let text = serde_json::to_string(&state).expect("JSON").replace(&before, &position.to_string());
    *state = serde_json::from_str(&text).expect("JSON");
    let bytes = serde_json::to_vec(&record).expect("JSON");
    store.commit(Batch::new().put(StoreTable::Channel, key, bytes)).await.expect("the store");
    position.side_to_move()
}
