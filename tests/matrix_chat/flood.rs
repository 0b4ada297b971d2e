//! Tests of the rate limit of one room: the bot never writes as fast as moderation programs ban
//! for, and the newest board is shown all the same. Not here: a thousand games whose moves are
//! drawn at random (`room_pace` in the platform).

use std::time::Duration;

use adoube_bot::Clock;
use adoube_platform_matrix::MatrixSettings;

use crate::world::{ROOM, World, words};

/// So many times faster than ours time passes.
const FASTER: u32 = 60;
const MINUTE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn hasty_players_flood_no_room_and_see_the_newest_board() {
    let settings = MatrixSettings { messages_per_minute: 0, rooms_per_hour: 0, ..MatrixSettings::default() };
    let mut world = World::fast(FASTER, settings);
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
    let timer = world.clock.timer();
    let began = timer.now();
    let before = world.server.state().journal.len();
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d3", "d6", "h3", "h6"];
    for (number, said) in moves.into_iter().enumerate() {
        world.server.say(["Ada", "Bob"][number % 2], ROOM, said);
    }
    world.settled().await;
    let minutes = timer.now().saturating_sub(began).as_secs() / MINUTE.as_secs() + 1;
    let sent = usize::try_from(minutes).expect("a few") * 8;
    let events = world.server.state().journal.len() - before;
    assert!(events <= sent, "{events} events in {minutes} minutes");
    assert!(events < 2 * moves.len(), "boards give way to newer ones: {events}");
    let heard = world.heard().await;
    assert!(heard.last().is_some_and(|last| last.message.plain.contains("6… h6")), "{}", words(&heard));
    assert!(heard.last().is_some_and(|last| last.message.picture.is_some()), "with its picture");
}

#[tokio::test]
async fn in_a_room_of_two_nobody_waits() {
    let settings = MatrixSettings { messages_per_minute: 0, rooms_per_hour: 0, ..MatrixSettings::default() };
    let mut world = World::fast(1, settings);
    world.server.room("!two:x", &["Ada"], false);
    for _ in 0..12 {
        assert_eq!(world.say("Ada", "!two:x", "!chess help move").await.len(), 1);
    }
}
