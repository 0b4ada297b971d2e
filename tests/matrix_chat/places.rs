//! Tests of games with a clock in rooms where nothing can be shown, and on a homeserver that does
//! not answer: no clock runs. Not here: the effect of an outage on a clock (tests of the bot).

use adoube_matrix_client::{MatrixEvent, RoomId};
use adoube_store::{Key, KeyRange, KeyReader, ScanOrder, Table};
use adoube_testing::TEST_TIMEOUT;

use crate::world::{ROOM, World, words};

const MINUTE: u64 = 60_000;

/// The outages of Matrix that are kept, as the minutes they lasted; none for one that lasts.
async fn outages(world: &World) -> Vec<Option<u64>> {
    let range = KeyRange::prefix(Key::new().text("outage").text("matrix"));
    let rows = world.store.scan(Table::Meta, range, ScanOrder::Ascending, 100).await.expect("a store");
    let read = |key: &[u8]| {
        let mut reader = KeyReader::new(key);
        let (_, _, to, from) = (reader.text()?, reader.text()?, reader.number()?, reader.number()?);
        Some(Some((to - from) / MINUTE))
    };
    let open = KeyRange::prefix(Key::new().text("outage-open").text("matrix"));
    let open = world.store.scan(Table::Meta, open, ScanOrder::Ascending, 100).await.expect("a store");
    let over = rows.iter().map(|(key, _)| read(key).expect("an outage"));
    over.chain(open.iter().map(|_| None)).collect()
}

async fn until(world: &World, expected: &[Option<u64>]) {
    let looking = async {
        while outages(world).await != expected {
            tokio::task::yield_now().await;
        }
    };
    let found = tokio::time::timeout(TEST_TIMEOUT, looking).await;
    assert!(found.is_ok(), "{:?} and not {expected:?}", outages(world).await);
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_an_outage_of_two_minutes_and_more() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess").await;
    until(&world, &[]).await;
    for (seconds, kept) in [(119, vec![]), (121, vec![Some(2)]), (10 * 60 * 60, vec![Some(2), Some(600)])] {
        let before: Vec<Option<u64>> = outages(&world).await.into_iter().chain([None]).collect();
        world.server.silent.send_replace(true);
        until(&world, &before).await;
        world.clock.pass(seconds * 1000);
        world.server.silent.send_replace(false);
        until(&world, &kept).await;
    }
    world.stop().await;
    assert_eq!(outages(&world).await, [Some(2), Some(600)], "whoever stops the bot is no outage of Matrix");
}

fn may_send(world: &World, may: bool) {
    world.server.state().rooms.get_mut(&RoomId(ROOM.to_owned())).expect("a room").may_send = may;
    let room = RoomId(ROOM.to_owned());
    world.server.happen(MatrixEvent::MembersChanged { room, left: false });
}

#[tokio::test]
async fn in_a_room_where_the_bot_may_not_speak_clocks_stand_still_and_both_players_hear_it_once() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white pace:1d").await;
    world.say("Bob", ROOM, "!chess 1").await;
    may_send(&world, false);
    let told = world.heard().await;
    let rooms: Vec<&str> = told.iter().map(|sent| sent.room.as_str()).collect();
    assert_eq!(rooms, ["!direct-ada:x", "!direct-bob:x"], "{}", words(&told));
    let link = format!("https://matrix.to/#/{ROOM}");
    assert!(told.iter().all(|sent| sent.message.html.contains(&link)), "{told:?}");
    for _ in 0..5 {
        let said = world.days_pass(1).await;
        assert!(said.is_empty(), "{}", words(&said));
    }
    may_send(&world, true);
    let shown = world.heard().await;
    assert!(
        shown.iter().any(|sent| sent.room == ROOM && sent.message.picture.is_some()),
        "{}",
        words(&shown)
    );
    let board = world.say("Ada", ROOM, "e4").await;
    assert!(words(&board).contains("1. e4"), "{}", words(&board));
}

#[tokio::test]
async fn a_room_the_bot_was_removed_from_is_none_until_it_is_there_again() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white pace:1d").await;
    world.say("Bob", ROOM, "!chess 1").await;
    let id = RoomId(ROOM.to_owned());
    let room = world.server.state().rooms.remove(&id).expect("a room");
    world.server.happen(MatrixEvent::MembersChanged { room: id.clone(), left: false });
    let told = world.heard().await;
    assert_eq!(told.len(), 2, "{}", words(&told));
    world.server.state().rooms.insert(id.clone(), room);
    world.server.happen(MatrixEvent::MembersChanged { room: id, left: false });
    let shown = world.heard().await;
    assert!(
        shown.iter().any(|sent| sent.room == ROOM && sent.message.picture.is_some()),
        "{}",
        words(&shown)
    );
}
