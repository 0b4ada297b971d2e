//! Tests of the bot as an opponent on Matrix: when it is named where a person would be, it plays as
//! the computer. Not here: how it plays (tests of the crates).

use crate::{
    server::BOT,
    world::{ROOM, World, words},
};

/// A move of Ada's and the answer to it.
async fn is_played(world: &mut World) {
    let moved = world.say("Ada", ROOM, "e4").await;
    assert!(words(&moved).contains("Ada played 1. e4"), "{}", words(&moved));
    let answer = world.let_computer_play().await;
    assert!(words(&answer).contains("played 1…"), "{}", words(&answer));
    assert!(world.let_computer_play().await.is_empty(), "it moves once");
}

#[tokio::test]
async fn whoever_names_the_bot_as_opponent_plays_the_computer() {
    for name in [BOT, "adoube", "@adoube", "https://matrix.to/#/@adoube:x", "computer"] {
        let mut world = World::new();
        let begun = world.say("Ada", ROOM, &format!("!chess play {name} chess white")).await;
        assert!(words(&begun).contains("Computer level 3"), "{name}: {}", words(&begun));
        is_played(&mut world).await;
        assert!(world.leaked().is_empty(), "{name}: {:?}", world.leaked());
    }
}

#[tokio::test]
async fn the_same_in_german_with_a_level() {
    let mut world = World::new();
    let begun = world.say("Ada", ROOM, &format!("!chess spielen {BOT} stufe:2 schach weiß")).await;
    assert!(words(&begun).contains("Computer Stufe 2"), "{}", words(&begun));
    world.say("Ada", ROOM, "e4").await;
    assert_eq!(world.let_computer_play().await.len(), 1);
}

#[tokio::test]
async fn its_turn_comes_though_the_bot_dies() {
    let mut world = World::new();
    world.say("Ada", ROOM, &format!("!chess play {BOT} chess white")).await;
    world.say("Ada", ROOM, "e4").await;
    world.crash();
    world.settled().await;
    assert!(world.let_computer_play().await.is_empty(), "it is not missed yet");
    world.hours_pass(1).await;
    let answer = world.let_computer_play().await;
    assert!(words(&answer).contains("played 1…"), "{}", words(&answer));
}

#[tokio::test]
async fn somebody_elses_name_is_not_the_computer() {
    let mut world = World::new();
    let asked = world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    assert!(words(&asked).contains("Ada challenges Bob"), "{}", words(&asked));
}
