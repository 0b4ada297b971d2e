//! Test of the records of Matrix against the fixture store: what the bot writes now equals the
//! stored files, and games in them are played on. Not here: how the scenes are made
//! (`fixture_store`).

use std::{sync::Arc, time::Duration};

use adoube_bot::{ChannelId, Person, PersonId};
use adoube_matrix_client::{MatrixError, MatrixEvent, MatrixEventId, RoomId, RoomMessage};
use adoube_platform_matrix as matrix;
use adoube_store::{Key, KeyRange, KeyReader, MemoryStore, ScanOrder, Store, Table};
use serde_json::Value;

use crate::{
    fixture_store as fixture,
    server::{Media, Server, user},
    world::{ROOM, World, words},
};

fn person(name: &str) -> Person {
    Person { id: PersonId(format!("matrix:{}", user(name).0)), name: name.to_owned() }
}

fn channel(scene: &str) -> ChannelId {
    match scene {
        "thread" => ChannelId("matrix:!busy:x/$thread".to_owned()),
        room => ChannelId(format!("matrix:!{room}:x")),
    }
}

fn unreadable(world: &World, name: &str, reply_to: Option<MatrixEventId>) {
    let (room, event, sender) = (RoomId(ROOM.to_owned()), world.server.event(), user(name));
    world.server.happen(MatrixEvent::Unreadable { room, event, reply_to, sender });
}

/// Whose words cannot be read is told so.
async fn told(world: &mut World) {
    world.settled().await;
    world.clock.pass(61_000);
    let before = world.server.state().sent.len();
    world.server.until(|server| server.state().sent.len() != before).await;
}

/// Everything that is done while the bot is there.
async fn play(world: &mut World) {
    for (name, text) in [
        ("Ada", "!chess play @bob:x schachen white"),
        ("Bob", "1"),
        ("Ada", "!chess hand"),
        ("Ada", "n3 pass"),
        ("Bob", "!schach zug"),
        ("Bob", "1"),
        ("Eve", "!chess help"),
        ("Eve", "!chess setup"),
        ("Ada", "!chess move"),
    ] {
        world.say(name, ROOM, text).await;
    }
    let thread = format!("{ROOM}/$root");
    for (name, text) in [("Eve", "!chess play @ada:x chess white"), ("Ada", "1"), ("Eve", "e4")] {
        world.say(name, &thread, text).await;
    }
    unreadable(world, "Ada", None);
    told(world).await;
    // Nothing of hers can be read after it.
    let board = world.server.state().sent.first().map(|sent| sent.event.clone());
    unreadable(world, "Dan", board);
    told(world).await;
    unreadable(world, "Bob", None);
    world.heard().await;
    // Words go on without their pictures.
    world.server.state().media = Media::Down;
    for (name, text) in [("Eve", "!chess piece knight"), ("Bob", "!chess board"), ("Ada", "!chess hand")] {
        world.say(name, ROOM, text).await;
    }
    // Two can read nothing encrypted, and one of them has agreed to what is not.
    world.server.room("!quiet:x", &["Gil", "Hal"], false);
    for name in ["Gil", "Hal"] {
        world.server.state().keyless.insert(user(name));
        world.say(name, "!quiet:x", "!chess setup").await;
    }
    world.say("Hal", "!quiet:x", "!chess unencrypted is fine").await;
    world.say("Eve", ROOM, "!chess only encrypted").await;
    // One room is in the place of another one.
    let [old, new] = ["!old:x", "!young:x"].map(|room| RoomId(room.to_owned()));
    for room in [&old, &new] {
        world.server.room(&room.0, &["Ada", "Bob"], false);
    }
    world.server.state().rooms.entry(old.clone()).or_default().replaced_by = Some(new.clone());
    world.server.state().rooms.entry(new.clone()).or_default().replaces = Some(old.clone());
    world.server.happen(MatrixEvent::RoomReplaced { room: old.clone(), by: new });
    world.server.until(|server| server.state().left.contains(&old)).await;
    // On its way into a room.
    let far = RoomId("!far:x".to_owned());
    let before = world.server.state().asked_in;
    world.server.state().far.insert(far.clone());
    world.server.happen(MatrixEvent::Invited { room: far, by: user("Eve"), direct: false, space: false });
    world.server.until(|server| server.state().asked_in >= before + 4).await;
    // From now on nothing can be said.
    let busy = || MatrixError::Transient { reason: "429".to_owned(), after: Some(Duration::from_secs(3600)) };
    world.server.state().failures.extend((0..50).map(|_| busy()));
    for (name, text) in
        [("Bob", "!chess hand"), ("Eve", "!chess rules schachen"), ("Eve", "!chess e5"), ("Ada", "!chess 99")]
    {
        world.server.say(name, ROOM, text);
    }
    world.server.until(Server::is_quiet).await;
}

/// The store of a bot with which all this has happened.
async fn played() -> Arc<dyn Store> {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut world = World::on(Arc::clone(&store), matrix::MatrixSettings::default());
    play(&mut world).await;
    world.stop().await;
    let waiting =
        fixture::play_scenes(&store, ["Ada", "Bob", "Eve"].map(person), 1_767_400_000_000, channel).await;
    assert!(waiting > 40, "{waiting} notices wait");
    store
}

#[tokio::test]
async fn what_is_written_now_is_what_is_kept() {
    fixture::compare(&*played().await, "matrix").await;
}

/// A homeserver on which nothing has happened yet, and a bot with the fixture store.
async fn found() -> World {
    let store = fixture::load("matrix").await;
    let waiting =
        store.scan(Table::Outbox, KeyRange::all(), ScanOrder::Ascending, 1000).await.expect("memory");
    let mut world = World::new();
    world.stop().await;
    for (key, _) in waiting {
        let mut reader = KeyReader::new(&key);
        let place = reader.text().and_then(|_| reader.text()).expect("a place");
        let room = place.trim_start_matches("matrix:").split('/').next().expect("a room").to_owned();
        world.server.room(&room, &["Ada", "Bob", "Eve"], false);
    }
    // Events of this homeserver are none of those that happened before.
    for _ in 0..1000 {
        world.server.event();
    }
    world.clock.pass(100_000_000);
    world.store = Arc::new(store);
    world.start();
    world
}

/// What is kept of this kind, in a field of the first that has another field so.
async fn kept_there(world: &World, key: Key, (field, is): (&str, Value), wanted: &str) -> String {
    let rows = world.store.scan(Table::Matrix, KeyRange::prefix(key), ScanOrder::Ascending, 1000).await;
    let rows = rows.expect("memory").into_iter();
    let mut rows = rows.map(|(_, record)| serde_json::from_slice::<Value>(&record.value).expect("JSON"));
    let found = rows.find(|row| row[field] == is).expect("a row");
    found[wanted].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn the_fixture_store_is_played_on() {
    let mut world = found().await;
    let place = format!("{ROOM}/$root");
    let newest = Key::new().text("newest").text(&format!("matrix:{place}")).text("");
    let board = kept_there(&world, newest, ("format", 1.into()), "current").await;
    let lost = Key::new().text("unreadable");
    let lost = MatrixEventId(kept_there(&world, lost, ("told", true.into()), "event").await);
    let told = world.heard().await;
    let said_in = |room: &str| {
        let there: Vec<_> = told.iter().filter(|sent| sent.room == room).cloned().collect();
        words(&there)
    };
    // What waited is told: answers to single persons, and notices for everybody.
    assert!(said_in("!direct-bob:x").contains("cards"), "Bob's own: {}", said_in("!direct-bob:x"));
    assert!(said_in(ROOM).contains("Schachen"), "the rules Eve asked for: {}", said_in(ROOM));
    assert!(said_in("!chess:x").contains("Nf3"), "{}", said_in("!chess:x"));
    // A number still means what it meant in the list that was shown before.
    world.server.reply("Ada", &place, "1", Some(&MatrixEventId(board)));
    let picking = words(&world.heard().await);
    assert!(picking.contains("Which piece"), "{picking}");
    // A message that could not be read in time counts no more.
    world.server.happen(MatrixEvent::Message(RoomMessage {
        room: RoomId(ROOM.to_owned()),
        event: lost.clone(),
        thread: None,
        reply_to: None,
        sender: user("Ada"),
        text: "!chess help".to_owned(),
        mentions_bot: false,
        mentions: Vec::new(),
        at: 0,
    }));
    assert!(world.heard().await.iter().all(|sent| sent.message.reply_to.as_ref() != Some(&lost)));
}
