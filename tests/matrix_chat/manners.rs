//! Tests of the bot's behaviour when the server is busy, events repeat, people type too fast,
//! invitations come, or messages are not meant for it.

use std::{sync::Arc, time::Duration};

use adoube_matrix_client::{MatrixError, MatrixEvent, RoomId, RoomState};
use adoube_platform_matrix::{MatrixSettings, UserPattern};
use adoube_store::{Batch, Key, KeyRange, MemoryStore, ScanOrder, Store, Table};
use adoube_testing::store::{FailingHook, HookedStore};

use crate::{
    server::user,
    world::{ROOM, World, words},
};

#[tokio::test]
async fn a_busy_server_is_waited_for_and_nothing_is_said_twice() {
    let mut world = World::new();
    for _ in 0..3 {
        let after = Some(Duration::from_millis(5));
        world.server.state().failures.push_back(MatrixError::Transient { reason: "429".to_owned(), after });
    }
    let sent = world.say("Ada", ROOM, "!chess play @bob:x").await;
    assert_eq!(sent.len(), 1, "{}", words(&sent));
    assert_eq!(world.server.state().attempts, 5, "three in vain, the words, and the call");
    world.restart(1).await;
    assert!(world.heard().await.is_empty(), "what is told again acts once, and is not answered anew");
    world.say("Bob", ROOM, "!chess help").await;
    world.restart(1).await;
    assert!(world.heard().await.is_empty(), "an answer that was given is the same message");
}

#[tokio::test]
async fn talk_is_left_alone() {
    let mut world = World::new();
    for said in ["hello", "!chessboard", "e4", "1", "see !chess"] {
        assert!(world.say("Eve", ROOM, said).await.is_empty(), "{said}");
    }
    let help = world.say("Eve", ROOM, "!chess").await;
    assert!(words(&help).contains("!chess play"), "{}", words(&help));
    assert!(help[0].message.mentions.is_empty() && help[0].message.reply_to.is_some());
    let mention = world.say("Eve", ROOM, "adoube: piece knight").await;
    assert!(mention[0].message.picture.is_some());
    let stale = world.say("Eve", ROOM, "!chess 9").await;
    assert!(words(&stale).contains("Nothing has that number"), "{}", words(&stale));
}

#[tokio::test]
async fn a_reaction_means_the_list_of_its_message() {
    let mut world = World::new();
    let challenge = world.say("Ada", ROOM, "!chess play @bob:x chess white").await[0].clone();
    assert!(world.react("Bob", &challenge, "👍").await.is_empty());
    let begun = world.react("Bob", &challenge, "1️⃣").await;
    assert!(words(&begun).contains("Ada (White)"), "{}", words(&begun));
    let stale = world.react("Bob", &challenge, "2️⃣").await;
    assert!(words(&stale).contains("no longer open"), "{}", words(&stale));
    assert!(world.react("Eve", &stale[0], "1️⃣").await.is_empty(), "there is no list under it");
}

#[tokio::test]
async fn invitations_are_taken_declined_and_bounded() {
    let deny = vec![UserPattern("@spam*:*".to_owned())];
    let mut world = World::with(MatrixSettings { deny, ..MatrixSettings::default() });
    let invite = |world: &World, number: usize, by: &str| {
        let room = RoomId(format!("!new{number}:x"));
        world.server.happen(MatrixEvent::Invited { room, by: user(by), direct: false, space: false });
    };
    invite(&world, 1, "Ada");
    world.server.until(|server| !server.state().sent.is_empty()).await;
    assert!(words(&world.heard().await).contains("!chess help"));
    // Where it may not write, which the server says only then.
    world.server.room("!new20:x", &["Bob"], false);
    world.server.state().rooms.entry(RoomId("!new20:x".to_owned())).or_default().may_send = false;
    invite(&world, 20, "Bob");
    world.server.until(|server| server.state().sent.len() >= 2).await;
    let told = world.heard().await;
    assert_eq!(told[0].room, "!direct-bob:x");
    assert!(words(&told).starts_with("You invited me to a room without a name"), "{}", words(&told));
    assert!(told[0].message.html.contains("https://matrix.to/#/!new20:x"), "{told:?}");
    invite(&world, 2, "spammer");
    world.server.until(|server| !server.state().left.is_empty()).await;
    assert!(world.server.state().turned_down[0].1.starts_with("Only people that"));
    for number in 3..12 {
        invite(&world, number, "Ada");
    }
    world.server.until(|server| server.state().left.len() >= 5).await;
    assert!(world.server.state().turned_down[4].1.contains("again in an hour"));
    world.server.state().rooms.insert(RoomId(ROOM.to_owned()), RoomState::default());
    world.server.happen(MatrixEvent::MembersChanged { room: RoomId(ROOM.to_owned()), left: true });
    world.server.until(|server| server.state().left.contains(&RoomId(ROOM.to_owned()))).await;
}

async fn greeted(world: &mut World, count: usize) {
    world.server.until(|server| server.state().sent.len() >= count).await;
    let said = world.heard().await;
    assert!(words(&said).contains("!chess help"), "{}", words(&said));
}

fn invite(world: &World, room: &RoomId) {
    world.server.happen(MatrixEvent::Invited {
        room: room.clone(),
        by: user("Ada"),
        direct: false,
        space: false,
    });
}

#[tokio::test]
async fn whoever_invites_again_is_greeted_again() {
    let mut world = World::new();
    let room = RoomId("!new:x".to_owned());
    for count in 1..=2 {
        invite(&world, &room);
        greeted(&mut world, count).await;
    }
}

#[tokio::test]
async fn a_crowd_in_an_encrypted_room_is_left_alone() {
    let mut world = World::new();
    let room = RoomId("!crowd:x".to_owned());
    let names: Vec<String> = (0..1200).map(|number| format!("u{number}")).collect();
    world.server.room(&room.0, &names.iter().map(String::as_str).collect::<Vec<_>>(), false);
    world.server.state().rooms.entry(room.clone()).or_default().encrypted = true;
    invite(&world, &room);
    world.server.until(|server| !server.state().left.is_empty()).await;
    let told = world.heard().await;
    assert_eq!(told[0].room, "!direct-ada:x");
    assert!(words(&told).contains("smaller room"), "{}", words(&told));
}

#[tokio::test]
async fn whoever_asks_too_fast_is_told_so_once() {
    let mut world = World::new();
    for _ in 0..40 {
        world.server.say("Eve", ROOM, "!chess piece knight");
        world.settled().await;
    }
    let told = world.heard().await;
    assert_eq!(told.len(), 31, "{}", words(&told));
    assert!(words(&told[30..]).contains("wait a moment"), "{}", words(&told[30..]));
    assert_eq!(world.say("Ada", ROOM, "!chess piece knight").await.len(), 1, "others are answered");
    world.clock.pass(3000);
    assert_eq!(world.say("Eve", ROOM, "!chess piece knight").await.len(), 1);
}

#[tokio::test]
async fn a_direct_room_is_about_a_game_while_it_runs() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
    world.say("Bob", ROOM, "!chess accept").await;
    world.say("Ada", ROOM, "!chess hand").await;
    let done = world.say("Ada", "!direct-ada:x", "draw").await;
    assert!(done.iter().any(|sent| sent.room == ROOM), "{done:?}");
    world.say("Bob", ROOM, "!chess resign").await;
    world.say("Bob", "!direct-bob:x", "1").await;
    let told = world.say("Ada", "!direct-ada:x", "play").await;
    assert!(told.iter().all(|sent| sent.room == "!direct-ada:x"), "the game is over: {told:?}");
}

#[tokio::test]
async fn strangers_are_told_in_the_room_what_hides_nothing() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
    world.say("Bob", ROOM, "!chess accept").await;
    for text in ["!chess bord", "!chess n3", "!chess hand", "!chess pass"] {
        let told = world.say("Eve", ROOM, text).await;
        assert!(told.len() == 1 && told[0].room == ROOM, "{text}: {told:?}");
        assert!(!words(&told).contains("could read that turn"), "{text}: {}", words(&told));
    }
}

#[tokio::test]
async fn where_the_bot_may_not_write_the_players_are_told_in_private() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    let may_send = |world: &World, may| {
        world.server.state().rooms.entry(RoomId(ROOM.to_owned())).or_default().may_send = may;
    };
    may_send(&world, false);
    let told = world.say("Bob", ROOM, "!chess accept").await;
    may_send(&world, true);
    assert_eq!(told[0].room, "!direct-ada:x");
    assert!(words(&told).contains("not allowed to write"), "{}", words(&told));
    world.server.state().moderators.push(user("Eve"));
    for text in ["e4", "!chess abort"] {
        world.say(if text == "e4" { "Ada" } else { "Eve" }, ROOM, text).await;
    }
    let ended = world.say("Eve", ROOM, "1").await;
    assert!(words(&ended).contains("aborted"), "{}", words(&ended));
}

#[tokio::test]
async fn a_store_that_fails_for_a_moment_loses_nothing() {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), FailingHook::commits()));
    let mut world = World::on(Arc::clone(&store) as Arc<dyn Store>, MatrixSettings::default());
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    store.fail(0..2);
    let begun = world.say("Bob", ROOM, "!chess accept").await;
    assert!(words(&begun).contains("Ada (White)"), "{}", words(&begun));
    let moved = world.say("Ada", ROOM, "e4").await;
    assert!(words(&moved).contains("e4"), "{}", words(&moved));
    world.restart(0).await;
    assert!(world.heard().await.is_empty());
}

#[tokio::test]
async fn while_nothing_can_be_saved_people_read_that() {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), FailingHook::commits()));
    let mut world = World::on(Arc::clone(&store) as Arc<dyn Store>, MatrixSettings::default());
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "!chess accept").await;
    // The answer is written again; while that fails as well, the move itself is tried again.
    store.fail(0..1);
    let told = words(&world.say("Ada", ROOM, "e4").await);
    assert!(told.contains("Nothing can be saved right now: the bot's disk is full"), "{told}");
    let moved = words(&world.say("Ada", ROOM, "e4").await);
    assert!(moved.contains("1. e4"), "{moved}");
}

#[tokio::test]
async fn ids_that_no_key_can_hold_keep_nothing_from_being_done() {
    let mut world = World::new();
    for thread in [format!("${}", "/".repeat(150)), format!("${}", "x".repeat(159))] {
        let long = format!("!{}", "x".repeat(159));
        for room in [ROOM, &long] {
            world.server.room(room, &["Ada"], false);
            assert!(world.say("Ada", &format!("{room}/{thread}"), "1").await.is_empty());
        }
    }
}

#[tokio::test]
async fn whoever_has_left_a_room_chooses_nothing_there_any_more() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
    world.say("Bob", ROOM, "!chess accept").await;
    world.say("Ada", ROOM, "!chess resign").await;
    world.server.room(ROOM, &["Bob", "Eve"], false);
    world.server.happen(MatrixEvent::MembersChanged { room: RoomId(ROOM.to_owned()), left: true });
    let told = world.say("Ada", "!direct-ada:x", "1").await;
    assert!(words(&told).contains("Nothing has that number"), "{}", words(&told));
    assert!(told.iter().all(|sent| sent.room == "!direct-ada:x"), "{told:?}");
}

/// An older program beside it, or after it, takes nothing of it away.
#[tokio::test]
async fn what_a_newer_program_has_to_say_waits_for_one_and_other_rooms_do_not() {
    let world = World::new();
    let other = "!other:x";
    world.server.room(other, &["Bob"], false);
    let place = Key::new().text("reply").text(&format!("matrix:{ROOM}"));
    let newer = "{\"format\":99}";
    world
        .store
        .commit(Batch::new().put(Table::Matrix, place.clone().number(1), newer))
        .await
        .expect("a store");
    let waiting = async || {
        let range = KeyRange::prefix(place.clone());
        world.store.scan(Table::Matrix, range, ScanOrder::Ascending, 9).await.expect("a store")
    };
    world.server.say("Ada", ROOM, "!chess help");
    while waiting().await.len() < 2 {
        tokio::task::yield_now().await;
    }
    world.server.say("Bob", other, "!chess help");
    while world.server.state().sent.is_empty() || !world.server.is_quiet() {
        tokio::task::yield_now().await;
    }
    assert!(world.server.state().sent.iter().all(|sent| sent.room == other));
    let left = waiting().await;
    assert_eq!((left.len(), left[0].1.value.as_slice()), (2, newer.as_bytes()), "what follows it waits, too");
}

#[tokio::test]
async fn whoever_is_denied_is_not_heard() {
    let deny = vec![UserPattern("@spam*:*".to_owned())];
    let mut world = World::with(MatrixSettings { deny, ..MatrixSettings::default() });
    world.server.room(ROOM, &["Ada", "Bob", "Spammer"], false);
    let challenge = world.say("Ada", ROOM, "!chess play chess white").await[0].clone();
    for text in ["!chess help", "adoube: play", "1", "!chess deutsch"] {
        assert!(world.say("Spammer", ROOM, text).await.is_empty(), "{text}");
    }
    assert!(world.react("Spammer", &challenge, "1️⃣").await.is_empty());
    let begun = world.react("Bob", &challenge, "1️⃣").await;
    assert!(words(&begun).contains("Ada (White) – Bob (Black)"), "{}", words(&begun));
}
