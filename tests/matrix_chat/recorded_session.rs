//! Golden test of one session on Matrix: every event that the homeserver receives, and every record
//! of Matrix at its end, as JSON.
//!
//! Events are named by their room and their number in it, because rooms do not wait for one another; so the file is the
//! same in every run. Not here: what people read (the transcripts of other files).

use std::collections::{BTreeMap, BTreeSet};

use adoube_matrix_client::{MatrixEvent, MatrixEventId, MatrixMessage, RoomId, UserId};
use adoube_store::{KeyRange, ScanOrder, Store, Table};
use serde_json::{Map, Value, json};

use crate::{
    server::{Sent, State, user},
    state::number_of,
    world::World,
};

const CLUB: &str = "!club:x";
const ADA: &str = "!direct-ada:x";

/// The names of all events, by their ids.
struct EventNames(BTreeMap<usize, String>);

impl EventNames {
    fn new(state: &State) -> Self {
        let sent = state.journal.iter().map(|sent| (sent.room.as_str(), &sent.event));
        let happened = state.happened.iter().filter_map(|(event, _)| match event {
            MatrixEvent::Message(said) | MatrixEvent::Edited { said, .. } => {
                Some((said.room.0.as_str(), &said.event))
            }
            MatrixEvent::Reaction { room, event, .. } => Some((room.0.as_str(), event)),
            _ => None,
        });
        let mut rooms: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for (room, event) in sent.chain(happened) {
            rooms.entry(room).or_default().insert(number_of(event));
        }
        let named = rooms.into_iter().flat_map(|(room, events)| {
            let room = room.trim_start_matches('!').trim_end_matches(":x").to_owned();
            events.into_iter().enumerate().map(move |(place, event)| (event, format!("{room}-{}", place + 1)))
        });
        Self(named.collect())
    }

    fn of(&self, event: &MatrixEventId) -> String {
        self.replaced(&event.0)
    }

    /// A text with the names of events in place of their ids.
    fn replaced(&self, text: &str) -> String {
        let mut parts = text.split('$');
        let mut replaced = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (id, rest) = part.split_at(digits);
            let name = id.parse().ok().and_then(|id: usize| self.0.get(&id));
            replaced.extend(["$", name.map_or(id, String::as_str), rest]);
        }
        replaced
    }
}

fn users(users: &[UserId]) -> Value {
    users.iter().map(|user| user.0.as_str()).collect()
}

/// A message as the homeserver receives it; what is empty is left out.
fn message(message: &MatrixMessage, names: &EventNames) -> Map<String, Value> {
    let MatrixMessage { plain, html, picture, file, thread, reply_to, mentions, replaces } = message;
    let mut fields = Map::new();
    let event = |event: &MatrixEventId| Value::from(names.of(event));
    fields.insert("msgtype".to_owned(), message.kind().into());
    fields.extend(thread.as_ref().map(|root| ("thread".to_owned(), event(root))));
    fields.extend(reply_to.as_ref().map(|to| ("reply_to".to_owned(), event(to))));
    fields.extend(replaces.as_ref().map(|replaced| {
        let called = users(&replaced.called);
        ("replaces".to_owned(), json!({ "event": event(&replaced.event), "called": called }))
    }));
    let mentions = Some(mentions).filter(|mentions| !mentions.is_empty());
    fields.extend(mentions.map(|mentions| ("mentions".to_owned(), users(mentions))));
    for (name, text) in [("plain", plain), ("html", html)] {
        let text = Some(text).filter(|text| !text.is_empty());
        fields.extend(text.map(|text| (name.to_owned(), names.replaced(text).into())));
    }
    fields.extend(picture.as_ref().map(|picture| {
        let (width, height) = (picture.width, picture.height);
        let shown =
            json!({ "name": picture.name, "type": picture.media_type, "width": width, "height": height });
        ("picture".to_owned(), shown)
    }));
    fields.extend(file.as_ref().map(|file| {
        let bytes = file.bytes.len();
        let sent = json!({
            "name": file.name, "type": file.media_type, "bytes": bytes, "otherwise": file.otherwise,
        });
        ("file".to_owned(), sent)
    }));
    fields
}

/// What each room was sent, in order.
fn sent(state: &State, names: &EventNames) -> Value {
    let transactions: BTreeMap<&MatrixEventId, &str> =
        state.transactions.iter().map(|((_, transaction), event)| (event, transaction.as_str())).collect();
    let mut rooms: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for Sent { room, event, message: sent, .. } in &state.journal {
        let mut fields = Map::new();
        fields.insert("event".to_owned(), names.of(event).into());
        fields.insert("transaction".to_owned(), transactions.get(event).copied().into());
        fields.extend(message(sent, names));
        rooms.entry(room).or_default().push(fields.into());
    }
    json!(rooms)
}

/// The records of Matrix, with the parts that depend on the order of rooms taken out.
async fn records(store: &dyn Store, names: &EventNames) -> Value {
    let rows = store.scan(Table::Matrix, KeyRange::all(), ScanOrder::Ascending, 1000).await;
    let rows = rows.expect("a store").into_iter().map(|(key, record)| {
        let text = names.replaced(&String::from_utf8_lossy(&record.value));
        let mut value: Value = serde_json::from_str(&text).expect("a form is JSON");
        if let Some(stamp) = value.get_mut("stamp") {
            *stamp = "stamp".into();
        }
        (names.replaced(&key.escape_ascii().to_string()), value)
    });
    json!(rows.collect::<BTreeMap<String, Value>>())
}

/// What the homeserver has received in a session, with the names of its events.
fn received(world: &World) -> (Value, EventNames) {
    let state = world.server.state();
    let names = EventNames::new(&state);
    let signs = state.signs.iter().map(|sign| json!([names.of(&sign.to), sign.key]));
    let declined = state.turned_down.iter().map(|(room, reason)| json!([room.0, reason]));
    let received = json!({
        "sent": sent(&state, &names),
        "signs": signs.collect::<Value>(),
        "declined invitations": declined.collect::<Value>(),
        "left": state.left.iter().map(|room| room.0.as_str()).collect::<Value>(),
    });
    (received, names)
}

/// The whole record of a session.
async fn recorded(world: &World) -> String {
    let (mut all, names) = received(world);
    all["records"] = records(&*world.store, &names).await;
    format!("{all:#}\n")
}

#[tokio::test]
async fn a_session_is_sent_and_stored_as_ever() {
    let mut world = World::new();
    let invite = |world: &World, room: &str, space: bool| {
        let room = RoomId(room.to_owned());
        world.server.happen(MatrixEvent::Invited { room, by: user("Ada"), direct: false, space });
    };
    world.server.room(CLUB, &["Ada", "Bob", "Eve"], false);
    world.server.state().outside.insert(RoomId(CLUB.to_owned()));
    invite(&world, CLUB, false);
    world.server.until(|server| server.state().sent.len() == 1).await;
    invite(&world, "!space:x", true);
    world.server.until(|server| !server.state().turned_down.is_empty()).await;
    world.heard().await;
    // A challenge, accepted by its number; moves by numbers and as text, and one that is refused.
    world.say("Ada", CLUB, "!chess play @bob:x chess white").await;
    for (name, text) in
        [("Bob", "1"), ("Ada", "1"), ("Ada", "3"), ("Ada", "!chess 1"), ("Bob", "e5"), ("Ada", "Kd5")]
    {
        world.say(name, CLUB, text).await;
    }
    world.restart(1).await;
    // A change of what was said, a language, help in a thread, a file.
    world.say("Ada", CLUB, "e5").await;
    let first = world.last_said();
    world.edit("Ada", CLUB, &first, "e4").await;
    for (name, text) in [
        ("Eve", "!chess deutsch"),
        ("Eve", "!chess hilfe"),
        ("Bob", "!chess help check"),
        ("Bob", "!chess export pgn"),
    ] {
        world.say(name, CLUB, text).await;
    }
    // The end, by a sign under a question.
    let asked = world.say("Bob", CLUB, "!chess resign").await;
    world.react("Bob", &asked[0], "\u{2705}").await;
    // Private answers of a game with hidden cards.
    world.say("Bob", CLUB, "!chess play @ada:x schachen white").await;
    for (name, text) in [("Ada", "1"), ("Bob", "!chess hand"), ("Ada", "!chess hand")] {
        world.say(name, CLUB, text).await;
    }
    for text in ["moves", "help", "1"] {
        world.say("Ada", ADA, text).await;
    }
    world.stop().await;
    World::check_text("session.json", &recorded(&world).await);
}
