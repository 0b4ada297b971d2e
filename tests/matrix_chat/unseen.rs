//! Tests of rooms whose members or state the server does not report: unknown counts as neither yes
//! nor no, nobody is mentioned in vain, nobody refused, and the bot asks again. Not here: a server
//! that is only slow (`rooms`).

use adoube_matrix_client::{MatrixEvent, RoomId};
use adoube_platform_matrix::MatrixSettings;

use crate::{
    server::{Server, Unseen, user},
    world::{ROOM, World, words},
};

const NEW: &str = "!new:x";

fn hide(world: &World, room: &str, what: Unseen) {
    world.server.state().unseen.insert(RoomId(room.to_owned()), what);
    // What was known is believed no more.
    world.clock.pass(6 * 60 * 1000);
}

fn show(world: &World, room: &str) {
    world.server.state().unseen.remove(&RoomId(room.to_owned()));
    world.clock.pass(60 * 1000);
}

/// Ada and Bob play in an encrypted room, and it is Ada's turn.
async fn playing() -> World {
    let mut world = World::new();
    world.server.state().rooms.get_mut(&RoomId(ROOM.to_owned())).expect("a room").encrypted = true;
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "!chess accept").await;
    world
}

#[tokio::test]
async fn whoever_is_called_where_nobody_knows_who_is_there_is_notified() {
    let mut world = playing().await;
    hide(&world, ROOM, Unseen::Members);
    let before = world.server.state().journal.len();
    world.say("Ada", ROOM, "e4").await;
    let words = world.server.state().journal[before].clone();
    assert!(words.message.replaces.is_none() && words.message.mentions == [user("Bob")], "{words:?}");
}

#[tokio::test]
async fn nothing_is_said_before_it_is_known_how_somebody_is_called() {
    let mut world = playing().await;
    hide(&world, ROOM, Unseen::All);
    let before = world.server.state().journal.len();
    world.server.say("Ada", ROOM, "e4");
    world.server.until(Server::is_quiet).await;
    assert_eq!(world.server.state().journal.len(), before);
    show(&world, ROOM);
    assert!(words(&world.heard().await).contains("1. e4"));
    let first = world.server.state().journal[before].clone();
    assert_eq!(first.message.mentions, [user("Bob")]);
}

#[tokio::test]
async fn a_room_is_greeted_or_left_when_it_is_known_how_many_are_there() {
    for (people, greeted) in [(3, true), (1200, false)] {
        for is_restarted in [false, true] {
            let mut world = World::new();
            let names: Vec<String> = (0..people).map(|number| format!("u{number}")).collect();
            world.server.room(NEW, &names.iter().map(String::as_str).collect::<Vec<_>>(), false);
            world.server.state().rooms.entry(RoomId(NEW.to_owned())).or_default().encrypted = true;
            hide(&world, NEW, Unseen::Members);
            let (room, by) = (RoomId(NEW.to_owned()), user("Ada"));
            let before = world.server.state().looked;
            world.server.happen(MatrixEvent::Invited { room: room.clone(), by, direct: false, space: false });
            world.server.until(|server| server.state().looked > before).await;
            assert!(world.heard().await.is_empty());
            if is_restarted {
                world.restart(0).await;
            }
            show(&world, NEW);
            world.server.until(|server| !server.state().sent.is_empty()).await;
            let told = world.heard().await;
            let is_left = || world.server.state().left.contains(&room);
            assert_eq!((words(&told).contains("!chess help"), is_left()), (greeted, !greeted), "{people}");
        }
    }
}

#[tokio::test]
async fn words_to_the_bot_alone_are_heard_when_it_is_known_that_they_are() {
    let settings = MatrixSettings { messages_per_minute: 0, rooms_per_hour: 0, ..MatrixSettings::default() };
    let mut world = World::fast(100, settings);
    let room = RoomId("!two:x".to_owned());
    world.server.room(&room.0, &["Ada"], true);
    world.server.state().unseen.insert(room.clone(), Unseen::Members);
    let before = world.server.state().looked;
    world.server.say("Ada", &room.0, "piece knight");
    world.server.until(|server| server.state().looked > before + 1).await;
    world.server.state().unseen.clear();
    assert!(words(&world.heard().await).contains("Knight"));
}

/// However much is said there: what waits for one room is waited for once.
#[tokio::test]
async fn what_is_said_where_nobody_tells_who_is_there_does_not_heap_up() {
    let world = World::fast(40, MatrixSettings::default());
    let room = RoomId("!two:x".to_owned());
    world.server.room(&room.0, &["Ada"], true);
    world.server.state().unseen.insert(room.clone(), Unseen::Members);
    let mut looks = Vec::new();
    for text in ["piece knight", "piece rook", "piece bishop"] {
        let before = world.server.state().looked;
        world.server.say("Ada", &room.0, text);
        world.server.until(Server::is_quiet).await;
        looks.push(world.server.state().looked - before);
    }
    assert!(looks[1..].iter().all(|later| *later < looks[0] / 2), "{looks:?}");
}

#[tokio::test]
async fn whoever_may_be_there_is_asked_to_say_it_again_and_not_refused() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
    world.say("Bob", ROOM, "!chess accept").await;
    world.say("Ada", ROOM, "!chess hand").await;
    world.say("Ada", "!direct-ada:x", "move").await;
    hide(&world, ROOM, Unseen::Members);
    for text in ["m2m3", "1"] {
        let told = world.say("Ada", "!direct-ada:x", text).await;
        assert!(words(&told).contains("does not tell me just now who is in"), "{text}: {}", words(&told));
    }
    show(&world, ROOM);
    let moved = world.say("Ada", "!direct-ada:x", "m2m3").await;
    assert!(words(&moved).contains("Your move"), "{}", words(&moved));
}

#[tokio::test]
async fn a_room_that_takes_long_to_be_looked_at_keeps_no_other_waiting() {
    let mut world = World::new();
    for (room, is_slow) in [("!slow:x", true), (NEW, false)] {
        world.server.room(room, &["Ada", "Bob"], false);
        hide(&world, room, Unseen::Members);
        let (id, before) = (RoomId(room.to_owned()), world.server.state().looked);
        let by = user("Ada");
        world.server.happen(MatrixEvent::Invited { room: id.clone(), by, direct: false, space: false });
        world.server.until(|server| server.state().looked > before).await;
        assert!(world.heard().await.is_empty());
        if is_slow {
            let before = world.server.state().looked;
            world.server.state().slow.insert(id);
            world.clock.pass(60 * 1000);
            world.server.until(|server| server.state().looked > before).await;
        }
    }
    show(&world, NEW);
    world.server.until(|server| server.state().sent.iter().any(|sent| sent.room == NEW)).await;
}
