//! Tests of how many events a board is split into in each kind of room, and of which kind they are:
//! clients do not draw an image that replaces words. Not here: the content of an event (`send` of
//! the client), who is notified (`notified`).

use adoube_matrix_client::{MatrixMessage, RoomId};

use crate::{
    server::{Media, Sent, user},
    world::{ROOM, World, words},
};

/// Byrne – Fischer, New York 1956, without its last move: forty moves of each side.
const MOVES: &str = "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3 bxc3 \
    Nxe4 Bxe7 Qb6 Bc4 Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ Kf1 Nc3+ Kg1 axb6 Qb4 Ra4 Qxb6 \
    Nxd1 h3 Rxa2 Kh2 Nxf2 Re1 Rxe1 Qd8+ Bf8 Nxe1 Bd5 Nf3 Ne4 Qb8 b5 h4 h5 Ne5 Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 \
    Bb3+ Kc1 Ne2+ Kb1 Nc3+";

fn encrypt(world: &World) {
    world.server.state().rooms.get_mut(&RoomId(ROOM.to_owned())).expect("a room").encrypted = true;
}

async fn begin(world: &mut World) {
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
}

/// The moderators of the room choose that pictures are messages of their own.
async fn choose_apart(world: &mut World) {
    world.server.state().moderators.push(user("Eve"));
    let saved = world.say("Eve", ROOM, "!chess settings room pictures apart").await;
    assert!(words(&saved).contains("Words and pictures: each in a message of its own"), "{}", words(&saved));
}

/// The events sent since there were so many.
fn since(world: &World, count: usize) -> Vec<MatrixMessage> {
    world.server.state().journal[count..].iter().map(|sent| sent.message.clone()).collect()
}

/// The events of one move.
async fn events_of(world: &mut World, name: &str, said: &str) -> Vec<MatrixMessage> {
    let before = world.server.state().journal.len();
    world.say(name, ROOM, said).await;
    since(world, before)
}

/// How many events a game of forty moves is, from the first move on.
async fn count(mut world: World) -> usize {
    begin(&mut world).await;
    let before = world.server.state().journal.len();
    for (number, said) in MOVES.split_whitespace().enumerate() {
        world.say(["Ada", "Bob"][number % 2], ROOM, said).await;
    }
    let sent = since(&world, before);
    let pictures = sent.iter().filter(|message| message.picture.is_some()).count();
    assert_eq!(pictures, MOVES.split_whitespace().count(), "each move is shown once");
    sent.len()
}

#[tokio::test]
async fn a_game_of_forty_moves_is_so_many_events_in_each_kind_of_room() {
    let encrypted = World::new();
    encrypt(&encrypted);
    let mut apart = World::new();
    choose_apart(&mut apart).await;
    let mut two = World::new();
    two.server.room("!two:x", &["Ada"], false);
    two.say("Ada", "!two:x", "!chess play computer chess white").await;
    let before = two.server.state().journal.len();
    for _ in 0..40 {
        two.say("Ada", "!two:x", "!chess board").await;
    }
    let (encrypted, apart, plain) = (count(encrypted).await, count(apart).await, count(World::new()).await);
    let two = two.server.state().journal.len() - before;
    println!(
        "events of a game of 40 moves, that is 80 boards: encrypted {encrypted}, plain {plain}, plain with pictures apart {apart}"
    );
    println!("events of 40 boards in a room of two: {two}");
    assert_eq!((encrypted, plain, apart, two), (80, 160, 160, 40));
}

#[tokio::test]
async fn in_an_encrypted_room_a_board_is_one_image_with_its_words_and_its_mention() {
    let mut world = World::new();
    encrypt(&world);
    begin(&mut world).await;
    for (name, said, called) in [("Ada", "e4", "Bob"), ("Bob", "e5", "Ada")] {
        let events = events_of(&mut world, name, said).await;
        let [board] = events.as_slice() else { panic!("{events:?}") };
        assert_eq!((board.kind(), board.mentions.as_slice()), ("m.image", [user(called)].as_slice()));
        assert!(board.plain.contains(said) && board.replaces.is_none(), "{board:?}");
    }
    // A file is one as well.
    world.say("Ada", ROOM, "!chess resign").await;
    world.say("Ada", ROOM, "1").await;
    let events = events_of(&mut world, "Eve", "!chess export").await;
    let kinds: Vec<&str> = events.iter().map(MatrixMessage::kind).collect();
    assert!(kinds.ends_with(&["m.file"]), "{kinds:?}");
    let state = world.server.state();
    assert!(state.journal.iter().all(|sent| sent.message.replaces.is_none()), "nothing is replaced");
}

#[tokio::test]
async fn where_an_upload_is_slow_the_words_go_first_and_the_picture_follows_as_a_message_of_its_own() {
    let mut world = World::new();
    encrypt(&world);
    begin(&mut world).await;
    for media in [Media::Slow, Media::Down] {
        let before = world.server.state().journal.len();
        world.server.state().media = media;
        let (name, said) = if media == Media::Slow { ("Ada", "e4") } else { ("Bob", "e5") };
        let moved = world.say(name, ROOM, said).await;
        let [Sent { message: first, .. }] = moved.as_slice() else { panic!("{}", words(&moved)) };
        assert_eq!((first.kind(), first.mentions.len()), ("m.text", 1), "{first:?}");
        world.server.state().media = Media::Up;
        world.restart(0).await;
        world.server.until(|server| server.state().journal.len() >= before + 2).await;
        let [_, picture] = &since(&world, before)[..] else { panic!("{:?}", since(&world, before)) };
        assert_eq!((picture.kind(), picture.mentions.len(), picture.plain.as_str()), ("m.image", 0, ""));
        assert_eq!(picture.replaces, None);
        world.heard().await;
    }
}

#[tokio::test]
async fn moderators_choose_that_pictures_are_messages_of_their_own() {
    let mut world = World::new();
    choose_apart(&mut world).await;
    begin(&mut world).await;
    let events = events_of(&mut world, "Ada", "e4").await;
    let [text, picture] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!((text.kind(), picture.kind()), ("m.notice", "m.image"));
    assert!(
        text.plain.contains("e4") && picture.plain.is_empty() && picture.replaces.is_none(),
        "{events:?}"
    );
    assert_eq!((text.mentions.len(), picture.mentions.as_slice()), (0, [user("Bob")].as_slice()));
    // Whoever is called waits for no picture.
    world.server.state().media = Media::Down;
    let events = events_of(&mut world, "Bob", "e5").await;
    let [text, call] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!((text.kind(), call.kind(), call.mentions.len()), ("m.notice", "m.text", 1));
    let refused = world.say("Ada", ROOM, "!chess settings room pictures together").await;
    assert!(words(&refused).contains("Only moderators"), "{}", words(&refused));
    world.server.state().media = Media::Up;
    world.say("Eve", ROOM, "!chess settings room pictures together").await;
    let events = events_of(&mut world, "Ada", "Nf3").await;
    assert!(events.last().is_some_and(|last| last.replaces.is_some()), "{events:?}");
}
