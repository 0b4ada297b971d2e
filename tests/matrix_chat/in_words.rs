//! Tests of who gets pictures described in words, and who does not. Not here: the words themselves
//! (the bot).

use crate::{
    server::{Media, Sent},
    world::{ROOM, World, words},
};

/// Whether a message says where the pieces are.
fn describes(sent: &[Sent]) -> bool {
    let says = |text: &str| text.contains("King e1") || text.contains("König e1");
    sent.iter().any(|sent| says(&sent.message.plain) || says(&sent.message.html))
}

async fn playing() -> World {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    let begun = world.say("Bob", ROOM, "1").await;
    assert!(begun[0].message.picture.is_some() && !describes(&begun), "{}", words(&begun));
    world
}

#[tokio::test]
async fn boards_are_said_in_words_to_those_who_ask() {
    let mut world = playing().await;
    for (command, begins) in
        [("board words", "White: King e1; Queen d1"), ("brett worte", "Weiß: König e1; Dame d1")]
    {
        let told = world.say("Eve", ROOM, &format!("!chess {command}")).await;
        assert!(words(&told).contains(begins), "{}", words(&told));
        assert!(told.iter().all(|sent| sent.message.picture.is_none()), "{command}");
    }
    world.check("in-words");
}

#[tokio::test]
async fn whoever_has_chosen_so_is_told_below_every_board() {
    let mut world = playing().await;
    let saved = world.say("Bob", ROOM, "!chess settings words on").await;
    assert!(words(&saved).contains("Boards in words too: on"), "{}", words(&saved));
    let board = world.say("Ada", ROOM, "e4").await;
    assert!(describes(&board), "{}", words(&board));
    assert!(!board[0].message.html.contains("<details>"), "phones show no folds");
    assert!(describes(&world.say("Bob", ROOM, "!chess board").await));
    assert!(!describes(&world.say("Ada", ROOM, "!chess board").await), "nobody else who asks alone");
    assert!(describes(&world.say("Bob", ROOM, "e5").await), "also after their own move");
    world.say("Bob", ROOM, "!chess einstellungen worte aus").await;
    assert!(!describes(&world.say("Ada", ROOM, "Nf3").await));
}

#[tokio::test]
async fn where_there_is_no_picture_its_words_stay() {
    for encrypted in [false, true] {
        let mut world = World::new();
        world.server.state().rooms.values_mut().for_each(|room| room.encrypted = encrypted);
        world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
        world.server.state().media = Media::Refusing;
        let begun = world.say("Bob", ROOM, "1").await;
        assert!(describes(&begun), "{}", words(&begun));
    }
}
