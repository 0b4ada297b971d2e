//! Tests of replaced (upgraded) rooms while other things happen: several rooms claim the same
//! successor, it is replaced again, nobody invites the bot; and what is stored afterwards. Not
//! here: what is moved (`upgrades`).

use adoube_matrix_client::MatrixEvent;
use adoube_store::{Key, KeyRange, ScanOrder, Table};
use adoube_testing::TEST_TIMEOUT;
use tokio::time::timeout;

use crate::{
    server::user,
    upgrades::{NEW, begin, beside, moved, replace, room, said_in, tombstone},
    world::{ROOM, World, words},
};

const HOUR: u64 = 60 * 60 * 1000;
const OTHER: &str = "!other:x";

fn invite(world: &World, id: &str) {
    world.server.happen(MatrixEvent::Invited {
        room: room(id),
        by: user("Ada"),
        direct: false,
        space: false,
    });
}

fn asked_in(world: &World) -> usize {
    world.server.state().asked_in
}

/// How many notes there are of rooms the bot is on its way into, and of rooms that are in the place of others.
async fn noted(world: &World) -> (usize, usize) {
    let mut counts = [0; 2];
    for (count, kind) in counts.iter_mut().zip(["arriving", "replaced"]) {
        let range = KeyRange::prefix(Key::new().text(kind));
        let rows = world.store.scan(Table::Matrix, range, ScanOrder::Ascending, 1000).await;
        *count = rows.expect("a store").len();
    }
    counts.into()
}

async fn until_noted(world: &World, expected: (usize, usize)) {
    let waiting = async {
        while noted(world).await != expected {
            tokio::task::yield_now().await;
        }
    };
    let waited: Result<(), _> = timeout(TEST_TIMEOUT, waiting).await;
    assert!(waited.is_ok(), "{:?} and not {expected:?}", noted(world).await);
}

#[tokio::test]
async fn what_another_room_says_of_the_new_one_keeps_no_game_back() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    world.server.state().closed.insert(room(NEW));
    replace(&world, NEW);
    world.server.until(|server| server.state().asked_in >= 1).await;
    world.server.room(OTHER, &["Eve"], false);
    world.server.state().rooms.get_mut(&room(OTHER)).expect("a room").replaced_by = Some(room(NEW));
    world.server.happen(MatrixEvent::RoomReplaced { room: room(OTHER), by: room(NEW) });
    world.server.until(|server| server.state().asked_in >= 2).await;
    world.server.state().closed.clear();
    invite(&world, NEW);
    let shown = moved(&mut world).await;
    assert!(said_in(&shown, NEW).contains("Ada (White)"), "{}", words(&shown));
    assert!(!world.server.state().left.contains(&room(NEW)));
    assert!(words(&world.say("Ada", NEW, "e4").await).contains("1. e4"));
}

#[tokio::test]
async fn whoever_invites_the_bot_is_greeted_whatever_another_room_says() {
    let mut world = World::new();
    world.server.state().far.insert(room(NEW));
    invite(&world, NEW);
    world.server.until(|server| server.state().asked_in >= 4).await;
    tombstone(&world, NEW);
    world.server.until(|server| server.state().asked_in >= 8).await;
    world.server.lets_in(&room(NEW), &["Ada", "Bob"]);
    let greeted = world.heard().await;
    assert!(said_in(&greeted, NEW).contains("!chess help"), "{}", words(&greeted));
    assert_eq!(world.server.state().left, []);
    assert_eq!(noted(&world).await, (0, 0));
}

#[tokio::test]
async fn whoever_invites_the_bot_is_greeted_whatever_another_room_has_said() {
    let mut world = World::new();
    beside(&world, NEW, None);
    world.server.state().closed.insert(room(NEW));
    tombstone(&world, NEW);
    world.server.until(|server| server.state().asked_in >= 1).await;
    world.server.state().closed.clear();
    invite(&world, NEW);
    let greeted = world.heard().await;
    assert!(said_in(&greeted, NEW).contains("!chess help"), "{}", words(&greeted));
    assert_eq!(world.server.state().left, []);
    assert_eq!(noted(&world).await, (0, 0));
}

#[tokio::test]
async fn nobody_is_greeted_where_a_game_moves_that_was_invited_before() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    world.server.state().far.insert(room(NEW));
    invite(&world, NEW);
    world.server.until(|server| server.state().asked_in >= 4).await;
    tombstone(&world, NEW);
    world.server.until(|server| server.state().asked_in >= 8).await;
    world.server.room(NEW, &["Ada", "Bob"], false);
    world.server.state().rooms.get_mut(&room(NEW)).expect("a room").replaces = Some(room(ROOM));
    world.server.happen(MatrixEvent::Joined { room: room(NEW) });
    let shown = moved(&mut world).await;
    assert!(said_in(&shown, NEW).contains("Ada (White)"), "{}", words(&shown));
    assert!(!said_in(&shown, NEW).contains("!chess help"), "{}", words(&shown));
}

#[tokio::test]
async fn words_to_the_bot_alone_mean_the_thread_in_which_a_game_goes_on() {
    let mut world = World::new();
    begin(&mut world, ROOM, "schachen").await;
    world.say("Ada", ROOM, "!chess hand").await;
    beside(&world, NEW, Some(ROOM));
    world.server.state().outside.clear();
    begin(&mut world, NEW, "chess").await;
    tombstone(&world, NEW);
    let shown = moved(&mut world).await;
    let root = shown.iter().find(|sent| sent.message.plain.contains("goes on here")).expect("a thread");
    // Also when it is told once more.
    world.restart(0).await;
    world.server.happen(MatrixEvent::RoomReplaced { room: room(ROOM), by: room(NEW) });
    world.heard().await;
    until_noted(&world, (0, 1)).await;
    world.say("Ada", "!direct-ada:x", "m2m3").await;
    let played = world.say("Ada", "!direct-ada:x", "pass").await;
    let told = played.iter().find(|sent| sent.room == NEW).expect("a board");
    assert!(told.message.plain.contains("Ada played"), "{}", words(&played));
    assert_eq!(told.message.thread.as_ref(), Some(&root.event));
}

#[tokio::test]
async fn no_room_is_taken_for_one_of_two_because_another_one_says_so() {
    let mut world = World::new();
    world.server.room(OTHER, &["Ada"], true);
    beside(&world, NEW, None);
    world.server.state().rooms.get_mut(&room(OTHER)).expect("a room").replaced_by = Some(room(NEW));
    world.server.happen(MatrixEvent::RoomReplaced { room: room(OTHER), by: room(NEW) });
    world.server.until(|server| server.state().left.contains(&room(NEW))).await;
    assert!(world.heard().await.is_empty());
    assert_eq!(world.server.state().marked, []);
}

/// While the bot is off, a room is replaced by a second one, and that by a third.
async fn replaced_twice(world: &mut World, third: Option<&str>) {
    begin(world, ROOM, "chess").await;
    world.stop().await;
    beside(world, OTHER, Some(ROOM));
    beside(world, NEW, third);
    let mut state = world.server.state();
    let between = state.rooms.get_mut(&room(OTHER)).expect("a room");
    (between.may_send, between.replaced_by) = (false, Some(room(NEW)));
    drop(state);
    tombstone(world, OTHER);
    world.start();
}

#[tokio::test]
async fn a_game_follows_to_the_last_of_several_rooms_and_is_shown_there_alone() {
    let mut world = World::new();
    replaced_twice(&mut world, Some(OTHER)).await;
    for old in [ROOM, OTHER] {
        world.server.until(|server| server.state().left.contains(&room(old))).await;
    }
    let shown = world.heard().await;
    assert!(said_in(&shown, NEW).contains("Ada (White)"), "{}", words(&shown));
    assert!(shown.iter().all(|sent| sent.room == NEW), "{}", words(&shown));
    assert!(words(&world.say("Ada", NEW, "e4").await).contains("1. e4"));
    until_noted(&world, (0, 2)).await;
}

#[tokio::test]
async fn a_game_stays_in_the_last_room_that_is_in_the_place_of_another_one() {
    let mut world = World::new();
    replaced_twice(&mut world, None).await;
    world.server.until(|server| server.state().left.contains(&room(NEW))).await;
    world.server.until(|server| server.state().left.contains(&room(ROOM))).await;
    world.heard().await;
    world.server.state().rooms.get_mut(&room(OTHER)).expect("a room").may_send = true;
    assert!(words(&world.say("Ada", OTHER, "e4").await).contains("1. e4"));
    assert_eq!(world.server.state().left, [room(NEW), room(ROOM)]);
}

#[tokio::test]
async fn a_room_to_which_the_bot_is_sent_too_often_is_gone_to_later() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    world.server.state().closed.insert(room(OTHER));
    beside(&world, OTHER, Some(ROOM));
    for times in 1..=6 {
        tombstone(&world, OTHER);
        world.server.until(|server| server.state().asked_in >= times).await;
    }
    replace(&world, NEW);
    world.settled().await;
    assert_eq!((asked_in(&world), noted(&world).await), (6, (1, 0)));
    world.clock.pass(HOUR);
    let shown = moved(&mut world).await;
    assert!(said_in(&shown, NEW).contains("Ada (White)"), "{}", words(&shown));
}

#[tokio::test]
async fn nothing_is_noted_any_more_of_rooms_that_are_left() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    begin(&mut world, &format!("{ROOM}/$root"), "chess").await;
    replace(&world, NEW);
    moved(&mut world).await;
    until_noted(&world, (0, 2)).await;
    // What leads on from a room that was left is of use as long as the bot is where it leads.
    world.server.state().rooms.remove(&room(ROOM));
    world.server.happen(MatrixEvent::MembersChanged { room: room(ROOM), left: false });
    world.heard().await;
    assert_eq!(noted(&world).await, (0, 2));
    world.server.state().rooms.get_mut(&room(NEW)).expect("a room").members.clear();
    world.server.happen(MatrixEvent::MembersChanged { room: room(NEW), left: true });
    world.server.until(|server| server.state().left.contains(&room(NEW))).await;
    assert_eq!(noted(&world).await, (0, 0));
}

#[tokio::test]
async fn invitations_of_which_nothing_comes_are_noted_no_more() {
    let world = World::new();
    for id in [NEW, OTHER] {
        world.server.state().far.insert(room(id));
        invite(&world, id);
    }
    world.server.until(|server| server.state().asked_in >= 8).await;
    assert_eq!(noted(&world).await, (2, 0));
    // One is taken back.
    world.server.happen(MatrixEvent::MembersChanged { room: room(OTHER), left: false });
    until_noted(&world, (1, 0)).await;
    world.clock.pass(25 * HOUR);
    until_noted(&world, (0, 0)).await;
}

#[tokio::test]
async fn a_new_room_is_asked_for_day_by_day_until_nobody_can_mean_it() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    world.server.state().closed.insert(room(NEW));
    replace(&world, NEW);
    for days in 1..=30 {
        world.server.until(|server| server.state().asked_in >= days).await;
        assert_eq!(noted(&world).await, (1, 0));
        world.settled().await;
        world.clock.pass(24 * HOUR + 60 * 1000);
    }
    until_noted(&world, (0, 0)).await;
    assert_eq!((asked_in(&world), world.server.state().left.as_slice()), (30, [].as_slice()));
}
