//! Tests of signals beside messages: the bot's reactions under its questions, read receipts, and
//! typing notifications. Not here: the meaning of people's reactions (`commands`).

use adoube_matrix_client::{MatrixEvent, RoomId};
use adoube_platform_matrix::MatrixSettings;

use crate::{
    server::{BOT, Sent, Server, State, user},
    shown::Shown,
    world::{ROOM, World, words},
};

/// The signs under a message.
fn signs_under(world: &World, message: &Sent) -> Vec<String> {
    let state = world.server.state();
    state.signs.iter().filter(|sign| sign.to == message.event).map(|sign| sign.key.clone()).collect()
}

#[tokio::test]
async fn questions_have_signs_to_tap_and_lists_have_none() {
    let mut world = World::new();
    let challenge = world.say("Ada", ROOM, "!chess play @bob:x chess white").await[0].clone();
    assert_eq!(signs_under(&world, &challenge), ["✅", "❌"]);
    assert!(world.react("Eve", &challenge, "✅").await.is_empty(), "she may just like it");
    let begun = world.react("Bob", &challenge, "✅").await;
    assert!(words(&begun).contains("Ada (White) – Bob (Black)"), "{}", words(&begun));
    let board = begun.last().expect("a board").clone();
    assert_eq!(signs_under(&world, &board), [""; 0]);
    world.say("Ada", ROOM, "e4").await;
    // Offers, and questions to one person.
    let offer = world.say("Ada", ROOM, "!chess takeback").await[0].clone();
    assert_eq!(signs_under(&world, &offer), ["✅", "❌"]);
    let declined = world.react("Bob", &offer, "❌\u{fe0f}").await;
    assert!(words(&declined).contains("Bob"), "{}", words(&declined));
    let question = world.say("Bob", ROOM, "!chess resign").await[0].clone();
    assert_eq!(signs_under(&world, &question), ["✅", "❌"]);
    let over = world.react("Bob", &question, "✅").await;
    assert!(words(&over).contains("Bob resigned"), "{}", words(&over));
    assert_eq!(signs_under(&world, over.last().expect("a board")), [""; 0], "what may be done then is long");
    let rematch = world.say("Ada", ROOM, "!chess rematch").await[0].clone();
    assert_eq!(signs_under(&world, &rematch), ["✅", "❌"]);
}

#[tokio::test]
async fn nothing_secret_has_signs() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
    world.say("Bob", ROOM, "1").await;
    let before = world.server.state().signs.len();
    world.say("Ada", ROOM, "!chess hand").await;
    world.say("Ada", "!direct-ada:x", "move").await;
    let hands = world.server.state().sent.iter().filter(|sent| sent.room.starts_with("!direct")).count();
    assert!(hands > 1);
    assert_eq!(world.server.state().signs.len(), before);
}

/// A server tells an account of its own signs as well.
#[tokio::test]
async fn the_bots_own_signs_choose_nothing() {
    let mut world = World::new();
    let challenge = world.say("Ada", ROOM, "!chess play @bob:x chess white").await[0].clone();
    let (event, to) = (world.server.event(), challenge.event.clone());
    let (room, sender) = (RoomId(ROOM.to_owned()), user(BOT.trim_start_matches('@').trim_end_matches(":x")));
    world.server.happen(MatrixEvent::Reaction { room, event, sender, to, key: "✅".to_owned() });
    assert!(world.heard().await.is_empty());
}

#[tokio::test]
async fn signs_are_left_out_where_they_would_keep_boards_waiting() {
    let room = MatrixSettings {
        messages_per_minute: 0,
        room_messages_per_minute: 3,
        rooms_per_hour: 0,
        ..MatrixSettings::default()
    };
    let account =
        MatrixSettings { messages_per_minute: 12, at_once: 4, room_messages_per_minute: 0, ..room.clone() };
    for settings in [room, account] {
        let mut world = World::fast(60, settings);
        world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
        assert!(world.server.state().signs.is_empty());
        let begun = world.say("Bob", ROOM, "1").await;
        assert!(words(&begun).contains("Ada (White) – Bob (Black)"), "{}", words(&begun));
    }
}

#[tokio::test]
async fn what_the_bot_took_is_shown_as_read_and_talk_is_not() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    let mut read = vec![world.last_said()];
    world.say("Bob", ROOM, "1").await;
    read.push(world.last_said());
    world.say("Eve", ROOM, "good luck").await;
    world.say("Bob", ROOM, "thank you").await;
    world.say("Ada", ROOM, "e4").await;
    read.push(world.last_said());
    let is_read = |server: &Server| {
        let state = server.state();
        let shown = state.shown.iter().filter_map(|shown| match shown {
            Shown::Read(event) => Some(event.clone()),
            Shown::Typing(..) => None,
        });
        shown.collect::<Vec<_>>() == read
    };
    world.server.until(is_read).await;
}

#[tokio::test]
async fn while_the_computer_thinks_the_bot_writes() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play computer chess white").await;
    assert!(typing(&world.server.state()).is_empty());
    world.say("Ada", ROOM, "e4").await;
    world.server.until(|server| typing(&server.state()).last() == Some(&true)).await;
    world.let_computer_play().await;
    world.server.until(|server| typing(&server.state()) == [true, false]).await;
}

/// When the bot began to write, and when it ended.
fn typing(state: &State) -> Vec<bool> {
    let shown = state.shown.iter().filter_map(|shown| match shown {
        Shown::Typing(_, time) => Some(time.is_some()),
        Shown::Read(_) => None,
    });
    shown.collect()
}

#[tokio::test]
async fn who_waits_for_a_board_sees_that_it_comes() {
    let settings = MatrixSettings {
        messages_per_minute: 0,
        room_messages_per_minute: 3,
        rooms_per_hour: 0,
        ..MatrixSettings::default()
    };
    let mut world = World::fast(60, settings);
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
    world.say("Ada", ROOM, "e4").await;
    world.server.until(|server| typing(&server.state()).contains(&true)).await;
    world.server.until(|server| typing(&server.state()).last() == Some(&false)).await;
}

#[tokio::test]
async fn where_none_of_it_can_be_shown_the_game_goes_on() {
    let mut world = World::new();
    world.server.state().shows_nothing = true;
    world.say("Ada", ROOM, "!chess play computer chess white").await;
    let played = world.say("Ada", ROOM, "e4").await;
    assert!(words(&played).contains("Ada played 1. e4"), "{}", words(&played));
    let answer = world.let_computer_play().await;
    assert!(words(&answer).contains("played 1…"), "{}", words(&answer));
}
