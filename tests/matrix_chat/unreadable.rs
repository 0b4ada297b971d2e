//! Tests of messages whose keys do not come: who is told, once, and who is not. Not here: keys
//! (`tests/matrix`).

use adoube_matrix_client::{MatrixEvent, MatrixEventId, RoomId, RoomMessage};
use adoube_store::{Key, KeyRange, ScanOrder, Table};
use adoube_testing::TEST_TIMEOUT;

use crate::{
    server::user,
    world::{ROOM, World, words},
};

/// Ada and Bob play in the room.
async fn playing() -> World {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
    world
}

fn unreadable(world: &World, room: &str, name: &str, (event, to): (&MatrixEventId, Option<&MatrixEventId>)) {
    let (room, event, reply_to) = (RoomId(room.to_owned()), event.clone(), to.cloned());
    world.server.happen(MatrixEvent::Unreadable { room, event, reply_to, sender: user(name) });
}

/// The key has come.
fn readable(world: &World, name: &str, event: &MatrixEventId, text: &str) {
    world.server.happen(MatrixEvent::Message(RoomMessage {
        room: RoomId(ROOM.to_owned()),
        event: event.clone(),
        thread: None,
        reply_to: None,
        sender: user(name),
        text: text.to_owned(),
        mentions_bot: false,
        mentions: Vec::new(),
        at: 0,
    }));
}

#[tokio::test]
async fn what_cannot_be_read_is_named_once_after_a_minute() {
    let mut world = playing().await;
    let [lost, late] = [world.server.event(), world.server.event()];
    for (event, name) in [(&lost, "Ada"), (&late, "Bob")] {
        unreadable(&world, ROOM, name, (event, None));
    }
    world.settled().await;
    world.clock.pass(59_000);
    assert!(world.heard().await.is_empty());
    readable(&world, "Bob", &late, "!chess help");
    assert_eq!(world.heard().await.len(), 1, "a key may take a while");
    world.clock.pass(2_000);
    let before = world.server.state().sent.len();
    world.server.until(|server| server.state().sent.len() > before).await;
    let told = world.heard().await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].message.reply_to, Some(lost.clone()));
    for _ in 0..2 {
        readable(&world, "Ada", &lost, "!chess help");
        assert!(world.heard().await.is_empty(), "Ada was asked to write it again");
    }
    world.restart(6).await;
    world.clock.pass(2_000);
    assert!(world.heard().await.is_empty());
}

#[tokio::test]
async fn much_that_cannot_be_read_keeps_nobody_from_being_told() {
    let mut world = playing().await;
    let before = world.server.state().sent.len();
    let lost = world.server.event();
    unreadable(&world, ROOM, "Ada", (&lost, None));
    world.settled().await;
    world.clock.pass(50_000);
    for _ in 0..100 {
        unreadable(&world, "!garbage:x", "Eve", (&world.server.event(), None));
    }
    world.settled().await;
    world.clock.pass(11_000);
    world.server.until(|server| server.state().sent.len() > before).await;
    assert_eq!(world.heard().await[0].message.reply_to, Some(lost));
}

/// A minute passes, whoever is to be told is told so often, and nothing waits for its key any more.
async fn told(world: &mut World, times: usize) -> Vec<String> {
    world.settled().await;
    let before = world.server.state().sent.len();
    world.clock.pass(61_000);
    world.server.until(|server| server.state().sent.len() >= before + times).await;
    // Where nobody is told, nothing else shows that it has been looked.
    let waiting = KeyRange::prefix(Key::new().text("unreadable-since").text("waits"));
    let none_waits = async {
        while !world
            .store
            .scan(Table::Matrix, waiting.clone(), ScanOrder::Ascending, 1)
            .await
            .expect("a store")
            .is_empty()
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, none_waits).await.expect("it comes to that");
    world.heard().await.into_iter().map(|sent| sent.room).collect()
}

#[tokio::test]
async fn what_people_say_to_one_another_is_left_alone() {
    let mut world = playing().await;
    let board = world.server.state().sent.last().expect("a board").event.clone();
    let (talk, answer) = (world.server.event(), world.server.event());
    world.server.room("!two:x", &["Eve"], true);
    unreadable(&world, ROOM, "Eve", (&talk, None));
    unreadable(&world, ROOM, "Eve", (&world.server.event(), Some(&talk)));
    // Her next one is an answer to the bot, and another one is for the bot alone.
    unreadable(&world, ROOM, "Eve", (&answer, Some(&board)));
    unreadable(&world, "!two:x", "Eve", (&world.server.event(), None));
    assert_eq!(told(&mut world, 2).await, [ROOM, "!two:x"]);
    let answers =
        world.server.state().sent.iter().filter(|sent| sent.message.reply_to == Some(answer.clone())).count();
    assert_eq!(answers, 1);
    // What she said to others counts when its key comes.
    readable(&world, "Eve", &talk, "!chess help");
    assert!(words(&world.heard().await).contains("!chess play"));
}

#[tokio::test]
async fn whoever_was_told_is_told_no_more_until_something_can_be_read_again() {
    let mut world = playing().await;
    unreadable(&world, ROOM, "Ada", (&world.server.event(), None));
    assert_eq!(told(&mut world, 1).await, [ROOM]);
    for _ in 0..2 {
        world.restart(0).await;
        unreadable(&world, ROOM, "Ada", (&world.server.event(), None));
        unreadable(&world, ROOM, "Bob", (&world.server.event(), None));
        // Bob's turn comes after Ada's: when he was told, she would have been.
        let times = usize::from(
            world
                .server
                .state()
                .sent
                .iter()
                .filter(|sent| sent.message.plain.contains("cannot read"))
                .count()
                < 2,
        );
        assert_eq!(told(&mut world, times).await.len(), times);
    }
    world.say("Ada", ROOM, "e4").await;
    unreadable(&world, ROOM, "Ada", (&world.server.event(), None));
    assert_eq!(told(&mut world, 1).await, [ROOM]);
}
