//! Tests of rooms side by side: a slow one delays no other, each keeps its order, and messages that
//! do not concern the bot cost nothing. Not here: joining and leaving (`comings`).

use std::collections::BTreeSet;

use adoube_matrix_client::RoomId;

use crate::{
    server::Server,
    world::{ROOM, World, words},
};

/// Everything that is said in a game.
const GAME: [(&str, &str); 8] = [
    ("Ada", "!chess play @bob:x chess white"),
    ("Bob", "!chess accept"),
    ("Ada", "e4"),
    ("Eve", "well played"),
    ("Bob", "e5"),
    ("Ada", "!chess move Nf3"),
    ("Eve", "!chess piece knight"),
    ("Bob", "!chess piece bishop"),
];

fn said_in(world: &World, room: &str) -> Vec<String> {
    let state = world.server.state();
    state.sent.iter().filter(|sent| sent.room == room).map(|sent| sent.message.plain.clone()).collect()
}

fn slow(world: &World, room: &str) {
    world.server.room(room, &["Ada", "Bob", "Eve"], false);
    world.server.state().slow.insert(RoomId(room.to_owned()));
}

/// For ninety seconds and more the server does not say who is in one room.
#[tokio::test]
async fn ten_rooms_play_while_one_is_slow() {
    let world = World::new();
    slow(&world, "!slow:x");
    let rooms: Vec<String> = (0..10).map(|number| format!("!quick{number}:x")).collect();
    let all: Vec<&str> = rooms.iter().map(String::as_str).chain(["!slow:x"]).collect();
    // Nobody may have challenged the same person in two rooms at once, so each room has people of its own.
    let named = |name: &str, number: usize| format!("{name}{number}");
    for (number, room) in all.iter().enumerate() {
        let people = ["Ada", "Bob", "Eve"].map(|name| named(name, number));
        world.server.room(room, &people.each_ref().map(String::as_str), false);
    }
    for (at, (name, text)) in GAME.iter().enumerate() {
        world.clock.pass(15_000);
        for (number, room) in all.iter().enumerate() {
            let text = text.replace("@bob:x", &format!("@{}:x", named("bob", number)));
            world.server.say(&named(name, number), room, &text);
        }
        world.server.until(Server::is_quiet_elsewhere).await;
        for room in &rooms {
            world.server.until(|_| said_in(&world, room).len() > at.min(2)).await;
        }
    }
    world.server.until(|_| rooms.iter().all(|room| said_in(&world, room).len() == 7)).await;
    let lengths: BTreeSet<usize> = rooms.iter().map(|room| said_in(&world, room).len()).collect();
    assert_eq!(said_in(&world, "!slow:x"), [""; 0]);
    world.server.catch_up("!slow:x");
    world.settled().await;
    let first = said_in(&world, &rooms[0]);
    assert!(first.iter().any(|said| said.contains("2. Nf3")), "{first:#?}");
    let at_last = said_in(&world, "!slow:x");
    assert_eq!(BTreeSet::from([at_last.len()]), lengths, "{at_last:#?}");
    let order = ["challenges", "The game begins", "1. e4", "1… e5", "2. Nf3"];
    let places = order.map(|words| at_last.iter().position(|said| said.contains(words)));
    assert!(places.is_sorted() && places[0].is_some(), "{places:?}: {at_last:#?}");
}

#[tokio::test]
async fn a_bot_that_stops_while_a_room_is_slow_answers_there_after_the_next_start() {
    let mut world = World::new();
    slow(&world, "!slow:x");
    world.server.say("Ada", "!slow:x", "!chess help");
    world.server.say("Eve", ROOM, "!chess help");
    world.server.until(Server::is_quiet_elsewhere).await;
    world.crash();
    world.server.catch_up("!slow:x");
    world.settled().await;
    assert_eq!(said_in(&world, "!slow:x").len(), 1);
    assert_eq!(said_in(&world, ROOM).len(), 1, "nothing is answered twice in the others");
}

#[tokio::test]
async fn talk_costs_a_look_at_memory() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
    world.server.room("!idle:x", &["Ada", "Bob", "Eve"], false);
    let talk = |world: &World| {
        for room in [ROOM, "!idle:x"] {
            for text in
                ["good morning", "e4", "what a game, and how long these words are ".repeat(9).as_str()]
            {
                world.server.say("Eve", room, text);
            }
        }
    };
    let cost = |world: &World| (world.asked.so_far().all_gets(), world.server.state().looked);
    talk(&world);
    world.settled().await;
    // Nothing that is believed for a while is believed any more.
    world.clock.pass(60 * 60 * 1000);
    for text in ["e4", "e5"] {
        let name = if text == "e4" { "Ada" } else { "Bob" };
        world.say(name, ROOM, text).await;
        let before = cost(&world);
        talk(&world);
        world.settled().await;
        assert_eq!(cost(&world), before, "store and server were asked because of talk");
    }
    let moved = world.say("Ada", ROOM, "Nf3").await;
    assert!(words(&moved).contains("2. Nf3"), "players are heard: {}", words(&moved));
}

#[tokio::test]
async fn whoever_begins_to_play_is_heard_at_once() {
    let mut world = World::new();
    for round in 0..3 {
        let (white, black) = if round % 2 == 0 { ("Ada", "Eve") } else { ("Eve", "Bob") };
        for name in [white, black] {
            assert!(world.say(name, ROOM, "e4").await.is_empty(), "nobody plays");
        }
        world.say(white, ROOM, &format!("!chess play @{}:x chess white", black.to_lowercase())).await;
        world.say(black, ROOM, "1").await;
        for (name, text, shown) in [(white, "e4", "1. e4"), (black, "e5", "1… e5")] {
            let moved = world.say(name, ROOM, text).await;
            assert!(words(&moved).contains(shown), "{}", words(&moved));
        }
        world.say(white, ROOM, "!chess resign").await;
        world.say(white, ROOM, "1").await;
    }
}
