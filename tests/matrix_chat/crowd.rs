//! Test of hidden cards on Matrix: two games differ only in cards hidden from a viewer, while
//! everybody writes at any moment, in the room and in direct rooms; whatever the bot sends where
//! that viewer reads is the same, in the same order. `ADOUBE_SEED` repeats or varies a run. Not
//! here: which words are secret in themselves (`secrecy`).

use std::{collections::BTreeMap, ops::RangeInclusive, sync::Arc};

use adoube_bot::{Audience, UserAction};
use adoube_matrix_client::MatrixEventId;
use adoube_store::{Key, MemoryStore, Store, Table};
use serde_json::Value;

use crate::{
    hidden::{
        Control, Place,
        cards::Cards,
        script::{Deed, Doing, NAMES},
        twice::Run,
    },
    server::{Sent, user},
    world::{ROOM, World},
};

/// Turns of a game.
const TURNS: RangeInclusive<usize> = 8..=8;

/// A game in the room.
struct Room {
    world: World,
    store: Arc<dyn Store>,
    /// What the bot said where each of them reads it, in order.
    got: [Vec<String>; NAMES.len()],
    /// What was said, by the number of the deed.
    events: BTreeMap<usize, MatrixEventId>,
}

/// A numbered list under a message.
struct List {
    event: MatrixEventId,
    choices: Vec<Control>,
}

/// Where nobody but this person is.
fn direct(name: &str) -> String {
    format!("!direct-{}:x", name.to_lowercase())
}

fn room_of(name: &str, audience: Audience) -> String {
    if audience == Audience::SenderOnly { direct(name) } else { ROOM.to_owned() }
}

fn channel() -> String {
    format!("matrix:{ROOM}")
}

impl Room {
    /// The lists from which somebody may choose in a room, the one first that a bare number means.
    async fn lists(&self, name: &str, room: &str) -> Vec<List> {
        let (place, person) = (format!("matrix:{room}"), format!("matrix:{}", user(name).0));
        let own = self.kept_there(["newest", &place, &person]).await;
        let everybodys = self.kept_there(["newest", &place, ""]).await;
        let stamp = |newest: &Value| newest["stamp"].as_u64();
        let own_counts = everybodys["current"].is_null() || stamp(&own) >= stamp(&everybodys);
        let current = own["current"].as_str().filter(|_| own_counts).or(everybodys["current"].as_str());
        let events = |newest: &Value| newest["events"].as_array().cloned().unwrap_or_default();
        let shown = [events(&everybodys), events(&own)].concat();
        let older = shown.iter().rev().filter_map(Value::as_str).filter(|event| Some(*event) != current);
        let mut lists = Vec::new();
        // Where everything is settled, a number means none of them.
        for event in current.into_iter().chain(older) {
            let list = self.kept_there(["list", room, event]).await;
            let choices = list["choices"].as_array().map(|choices| choices.iter().map(control).collect());
            lists.push(List { event: MatrixEventId(event.to_owned()), choices: choices.unwrap_or_default() });
        }
        if current.is_none() {
            lists.insert(0, List { event: MatrixEventId(String::new()), choices: Vec::new() });
        }
        lists
    }

    /// What the bot keeps under this key.
    async fn kept_there(&self, key: [&str; 3]) -> Value {
        let key: Vec<u8> = key.into_iter().fold(Key::new(), Key::text).into();
        let record = self.store.get(Table::Matrix, &key).await.expect("memory");
        record.map(|record| serde_json::from_slice(&record.value).expect("JSON")).unwrap_or_default()
    }

    /// Somebody chooses by its number: of the newest list, or in answer to the message with an older one.
    async fn choose(&self, (name, room): (&str, &str), chosen: &Control, is_told: bool) -> MatrixEventId {
        let lists = self.lists(name, room).await;
        let found = lists.iter().enumerate().find_map(|(age, list)| {
            let index = list.choices.iter().position(|choice| choice == chosen)?;
            Some((age, list, index + 1))
        });
        let server = &self.world.server;
        match found {
            Some((0, _, number)) if is_told => server.say(name, room, &format!("!chess {number}")),
            Some((0, _, number)) => server.say(name, room, &number.to_string()),
            Some((_, list, number)) => server.reply(name, room, &number.to_string(), Some(&list.event)),
            // It was shown where other cards are in the hand.
            None => server.say(name, room, "!chess 99"),
        }
    }

    /// Notes what the bot has said since, as the members of each room read it.
    fn note(&mut self, sent: &[Sent]) {
        for sent in sent {
            let message = &sent.message;
            let picture = message.picture.as_ref().map(|picture| &picture.bytes);
            let file = message.file.as_ref().map(|file| (&file.name, &file.bytes));
            let text = format!(
                "{}\n{}\n{:?}\n{picture:?}\n{file:?}\n{} {} in {}",
                message.plain,
                message.html,
                message.mentions,
                message.thread.is_some(),
                message.reply_to.is_some(),
                sent.room
            );
            for (place, name) in NAMES.into_iter().enumerate() {
                if sent.room == ROOM || sent.room == direct(name) {
                    self.got[place].push(text.clone());
                }
            }
        }
    }
}

/// A choice of a list as it is kept; a menu that becomes a list of its own is no value.
fn control(choice: &Value) -> Control {
    let choice = [&choice["Press"], &choice["Open"]].into_iter().find(|choice| !choice.is_null());
    let text = |key: &str| choice.and_then(|choice| choice[key].as_str()).map(str::to_owned);
    Control { id: text("id").expect("an id"), value: text("value") }
}

impl Place for Room {
    async fn begin(_: u64, touch_move: bool, cards: Option<&Cards>) -> Self {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let mut world = World::on(Arc::clone(&store), adoube_platform_matrix::MatrixSettings::default());
        world.server.room(ROOM, &NAMES, false);
        for name in NAMES {
            world.server.room(&direct(name), &[name], true);
        }
        let terms = if touch_move { " touch-move" } else { "" };
        world.say("Ada", ROOM, &format!("!chess play @bob:x schachen white{terms}")).await;
        world.say("Bob", ROOM, "!chess accept").await;
        world.say("Flo", ROOM, "!chess follow").await;
        // From now on the players' direct rooms are about this one.
        for name in ["Ada", "Bob"] {
            world.say(name, ROOM, "!chess hand").await;
        }
        if let Some(cards) = cards {
            cards.put_into(&*store, &channel()).await;
        }
        Self { world, store, got: Default::default(), events: BTreeMap::new() }
    }

    fn kept(&self) -> (Arc<dyn Store>, &'static str) {
        (Arc::clone(&self.store), "matrix:!room:x")
    }

    fn audiences(&self) -> &'static [Audience] {
        &[Audience::SenderOnly, Audience::TextVisible]
    }

    /// There are no buttons, only numbers, which mean something else in every room.
    async fn controls(&self, name: &str, audience: Audience) -> Vec<Control> {
        let mut lists = self.lists(name, &room_of(name, audience)).await;
        // The newest last.
        lists.reverse();
        lists.into_iter().flat_map(|list| list.choices).collect()
    }

    async fn does(&mut self, number: usize, deed: &Deed) {
        let (name, room) = (deed.name, room_of(deed.name, deed.audience));
        self.world.clock.pass(1000);
        let say = |text: &str| self.world.server.say(name, &room, text);
        let event = match &deed.doing {
            Doing::Act(UserAction::Text(text)) => Some(say(text)),
            Doing::Act(UserAction::Line(line)) => Some(say(&format!("!chess {line}"))),
            Doing::Act(UserAction::Press { id, value }) => {
                let chosen = Control { id: id.clone(), value: value.clone() };
                Some(self.choose((name, &room), &chosen, number % 2 == 1).await)
            }
            Doing::Act(UserAction::Invoke { .. }) => unreachable!("scripts write lines"),
            Doing::Again(before) => {
                if let Some(event) = self.events.get(before) {
                    self.world.server.tell_again(event);
                }
                None
            }
            Doing::Complete(line) => Some(say(&format!("!chess help {line}"))),
        };
        self.events.extend(event.map(|event| (number, event)));
        let sent = self.world.heard().await;
        self.note(&sent);
    }

    fn got(&self, place: usize) -> Option<&[String]> {
        Some(&self.got[place])
    }

    async fn closes(mut self) -> [Vec<String>; NAMES.len()] {
        self.world.stop().await;
        std::mem::take(&mut self.got)
    }
}

#[tokio::test]
async fn whatever_everybody_says_hidden_cards_change_nothing_for_anybody_else() {
    assert_eq!(channel(), "matrix:!room:x");
    let run = Run { seed: 20_261_123, games: 3, turns: TURNS, viewers: 1 };
    run.varied().play::<Room>().await;
}
