//! Tests of who is notified by the bot's messages, by Matrix's default push rules, evaluated on the
//! plain event (as clients do) and on the encrypted event (as servers do): mentioned people once,
//! and nobody else, except that pictures also notify in encrypted rooms and in rooms of two. Not
//! here: who is mentioned when (the bot).

use std::collections::{BTreeMap, BTreeSet};

use adoube_matrix_client::{MatrixMessage, RoomId, UserId};
use ruma_common::{
    OwnedRoomId, OwnedUserId,
    push::{Action, PushConditionRoomCtx, Ruleset},
    serde::Raw,
};
use serde_json::{Value, json};

use crate::{
    server::{BOT, Sent, user},
    world::{ROOM, World, words},
};

/// Whom a game is played by, and who is in the room besides.
const PEOPLE: [&str; 3] = ["Ada", "Bob", "Eve"];

/// An event as a homeserver gets it; what is written into its content is shown in the tests of `sending`.
fn event(sent: &Sent) -> Value {
    let MatrixMessage { plain, mentions, replaces, .. } = &sent.message;
    let before = replaces.as_ref().map(|replaced| replaced.called.as_slice()).unwrap_or_default();
    let called: Vec<&str> =
        mentions.iter().filter(|user| !before.contains(user)).map(|user| user.0.as_str()).collect();
    let mut content =
        json!({ "msgtype": sent.message.kind(), "body": plain, "m.mentions": { "user_ids": called } });
    if let Some(replaced) = replaces {
        content["m.relates_to"] = json!({ "rel_type": "m.replace", "event_id": replaced.event.0 });
    }
    json!({
        "type": "m.room.message", "sender": BOT, "room_id": sent.room, "event_id": sent.event.0,
        "origin_server_ts": 0, "content": content,
    })
}

/// The same as a server sees it that cannot read it: what it relates to is not encrypted, whom it calls is.
/// <https://spec.matrix.org/v1.16/client-server-api/#forming-relationships-between-events>
fn sealed(event: &Value) -> Value {
    let mut content = json!({ "algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "..." });
    if let Some(relation) = event["content"].get("m.relates_to") {
        content["m.relates_to"] = relation.clone();
    }
    let mut sealed = event.clone();
    sealed["type"] = json!("m.room.encrypted");
    sealed["content"] = content;
    sealed
}

/// Whether somebody in a room of so many is notified of an event.
async fn notifies(name: &str, event: &Value, members: usize) -> bool {
    let id = |user: &UserId| OwnedUserId::try_from(user.0.as_str()).expect("a user");
    let rules = Ruleset::server_default(&id(&user(name)));
    let room = OwnedRoomId::try_from(ROOM).expect("a room");
    let members = u32::try_from(members).expect("a few").into();
    let context = PushConditionRoomCtx::new(room, members, id(&user(name)), name.to_owned());
    let event: Raw<Value> = Raw::new(event).expect("JSON");
    rules.get_actions(&event, &context).await.iter().any(Action::should_notify)
}

/// A game with an offer, a picture for one person, a question, and its record at the end.
async fn play(world: &mut World) {
    for (name, text) in [
        ("Ada", "!chess play @bob:x chess white"),
        ("Bob", "1"),
        ("Ada", "e4"),
        ("Bob", "e5"),
        ("Ada", "!chess draw"),
        ("Bob", "!chess decline"),
        ("Eve", "!chess piece knight"),
        ("Eve", "!chess help"),
        ("Ada", "!chess move"),
        ("Ada", "Nf3"),
        ("Bob", "Nf6"),
        ("Ada", "e5"),
        ("Bob", "!chess resign"),
        ("Bob", "1"),
        ("Eve", "!chess export"),
    ] {
        world.say(name, ROOM, text).await;
    }
}

/// How often each person was notified of each message, by what stands in its place, too.
async fn notified(
    world: &World,
    room: &str,
    see: fn(&Value) -> Value,
) -> BTreeMap<(String, &'static str), u32> {
    let (journal, members) = {
        let state = world.server.state();
        (state.journal.clone(), state.rooms[&RoomId(room.to_owned())].members.clone())
    };
    let is_there = |name: &&str| members.iter().any(|(member, _)| *member == user(name));
    let mut notified = BTreeMap::new();
    for sent in journal.iter().filter(|sent| sent.room == room) {
        let message = sent.message.replaces.as_ref().map_or(&sent.event, |replaced| &replaced.event);
        for name in PEOPLE.into_iter().filter(is_there) {
            if notifies(name, &see(&event(sent)), members.len() + 1).await {
                *notified.entry((message.0.clone(), name)).or_default() += 1;
            }
        }
    }
    notified
}

/// Whom each message calls, as people see it.
fn called(world: &World, room: &str) -> BTreeMap<(String, &'static str), u32> {
    let state = world.server.state();
    let messages = state.sent.iter().filter(|sent| sent.room == room);
    let calls = messages.flat_map(|sent| {
        let is_called = |name: &&str| sent.message.mentions.contains(&user(name));
        PEOPLE.into_iter().filter(is_called).map(|name| ((sent.event.0.clone(), name), 1))
    });
    calls.collect()
}

/// The messages that show a picture or have a file.
fn attached(world: &World) -> BTreeSet<String> {
    let state = world.server.state();
    let attached = state.sent.iter().filter(|sent| sent.message.attached().is_some());
    attached.map(|sent| sent.event.0.clone()).collect()
}

#[tokio::test]
async fn in_a_whole_game_whoever_is_called_is_notified_once_and_nobody_else() {
    let mut world = World::new();
    play(&mut world).await;
    let (notified, called) = (notified(&world, ROOM, Value::clone).await, called(&world, ROOM));
    assert_eq!(notified, called);
    // A challenge, the beginning, three moves, an offer and its answer call somebody.
    assert!(called.len() >= 7, "{called:?}");
    assert!(called.keys().all(|(_, name)| *name != "Eve"), "{called:?}");
    let state = world.server.state();
    assert!(state.journal.iter().any(|sent| sent.message.file.is_some()), "{:?}", words(&state.sent));
    // What stands in the place of words says the same.
    for sent in &state.journal {
        let Some(replaced) = &sent.message.replaces else { continue };
        let is_it = |other: &&Sent| other.event == replaced.event && other.message.replaces.is_none();
        let words = state.journal.iter().find(is_it).expect("the words");
        assert!(sent.message.file.is_some() || words.message.plain == sent.message.plain, "{sent:?}");
    }
}

/// Servers push no change of a message that they cannot read, so the message itself calls, with its picture. Rules that
/// everybody begins with notify of each picture.
#[tokio::test]
async fn in_an_encrypted_room_servers_push_every_call_once_and_besides_only_pictures() {
    let mut world = World::new();
    let room = RoomId(ROOM.to_owned());
    world.server.state().rooms.get_mut(&room).expect("a room").encrypted = true;
    play(&mut world).await;
    let (called, shown) = (called(&world, ROOM), notified(&world, ROOM, Value::clone).await);
    let pushed = notified(&world, ROOM, sealed).await;
    for call in called.keys() {
        assert_eq!((pushed.get(call), shown.get(call)), (Some(&1), Some(&1)), "{call:?}");
    }
    let is_a_call = |event: &str| called.keys().any(|(call, _)| call == event);
    let pictures = attached(&world);
    assert!(shown.keys().all(|(event, _)| is_a_call(event) || pictures.contains(event)), "{shown:?}");
    assert!(shown.values().all(|count| *count == 1), "{shown:?}");
}

#[tokio::test]
async fn in_a_room_of_two_words_are_silent_and_what_must_be_noticed_is_not() {
    let mut world = World::new();
    let private = "!direct-ada:x";
    for (name, text) in [("Ada", "!chess play @bob:x schachen white"), ("Bob", "1"), ("Ada", "!chess hand")] {
        world.say(name, ROOM, text).await;
    }
    world.say("Ada", private, "n3").await;
    let said = world.server.state().sent.iter().filter(|sent| sent.room == private).count();
    assert!(said >= 2, "{said}");
    let pictures = attached(&world);
    let shown = notified(&world, private, Value::clone).await;
    assert!(shown.keys().all(|(event, _)| pictures.contains(event)), "{shown:?}");
    world.server.state().rooms.get_mut(&RoomId(ROOM.to_owned())).expect("a room").may_send = false;
    world.say("Ada", private, "pass").await;
    let told = notified(&world, "!direct-bob:x", Value::clone).await;
    let pushed = notified(&world, "!direct-bob:x", sealed).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told.keys().all(|key| pushed.contains_key(key)), "{pushed:?}");
}
