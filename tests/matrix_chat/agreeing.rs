//! People who are logged in with nothing that can read what is encrypted: what is for their eyes alone they get unencrypted after
//! they have agreed in so many words, and nowhere before. Not here: rooms of a real homeserver (`tests/matrix`).

use crate::{
    secrecy::PRIVATE,
    server::{Sent, user},
    world::{ROOM, World, words},
};

const PLAIN: &str = "!plain-bob:x";

/// Ada and Bob play Schachen; Bob can read nothing encrypted.
async fn playing() -> World {
    let mut world = World::new();
    world.server.state().keyless.insert(user("Bob"));
    world.say("Ada", ROOM, "!chess play @bob:x schachen black").await;
    world.say("Bob", ROOM, "!chess accept").await;
    world
}

/// What is for one person's eyes and stands where the server reads it.
fn open_secrets(world: &World) -> Vec<String> {
    let state = world.server.state();
    let is_plain = |sent: &&Sent| !state.rooms[&adoube_matrix::RoomId(sent.room.clone())].encrypted;
    let said = state.journal.iter().filter(is_plain).map(|sent| sent.message.plain.clone());
    said.filter(|said| PRIVATE.iter().any(|private| said.contains(private))).collect()
}

#[tokio::test]
async fn whoever_has_agreed_in_so_many_words_plays_unencrypted() {
    let mut world = playing().await;
    let asked = world.say("Bob", ROOM, "!chess hand").await;
    assert_eq!(asked.len(), 1, "{}", words(&asked));
    assert!(
        asked[0].room == ROOM && words(&asked).contains("!chess unencrypted is fine"),
        "{}",
        words(&asked)
    );
    let agreed = world.say("Bob", ROOM, "!chess unencrypted is fine").await;
    assert!(agreed.iter().all(|sent| sent.room == PLAIN), "nobody else is told: {}", words(&agreed));
    assert!(words(&agreed).contains("not encrypted"), "{}", words(&agreed));
    let hand = world.say("Bob", PLAIN, "hand").await;
    assert!(hand[0].room == PLAIN && words(&hand).contains("Your cards"), "{}", words(&hand));
    world.restart(0).await;
    world.say("Bob", PLAIN, "m2m3").await;
    let played = world.say("Bob", PLAIN, "pass").await;
    assert!(words(&played).contains("Bob played"), "{}", words(&played));
    let other = world.say("Ada", ROOM, "!chess hand").await;
    assert!(other.iter().all(|sent| sent.room == "!direct-ada:x"), "{}", words(&other));
}

#[tokio::test]
async fn nothing_secret_is_said_unencrypted_before_that() {
    let mut world = playing().await;
    // A conversation of two that Bob has begun himself is encrypted no more than others.
    world.server.room("!own:x", &["Bob"], true);
    world.server.state().rooms.entry(adoube_matrix::RoomId("!own:x".to_owned())).or_default().encrypted =
        false;
    for (place, text) in [
        (ROOM, "!chess hand"),
        (ROOM, "!chess hand"),
        (ROOM, "!chess move"),
        (ROOM, "1"),
        (ROOM, "unencrypted is fine"),
        (ROOM, "!chess yes"),
        ("!own:x", "hand"),
        ("!own:x", "move"),
        ("!own:x", "1"),
        ("!own:x", "if"),
        ("!own:x", "setup classic-random 10"),
    ] {
        world.say("Bob", place, text).await;
        assert_eq!(open_secrets(&world), [""; 0], "{text}");
    }
    let asked = world.say("Bob", ROOM, "!chess hand").await;
    world.react("Bob", &asked[0], "👍").await;
    world.react("Bob", &asked[0], "1️⃣").await;
    world.say("Ada", ROOM, "!chess unencrypted is fine").await;
    world.say("Bob", ROOM, "!chess hand").await;
    assert_eq!(open_secrets(&world), [""; 0]);
    assert!(!world.server.state().rooms.keys().any(|room| room.0 == PLAIN));
}

#[tokio::test]
async fn nobody_agrees_to_what_they_were_not_told() {
    let mut world = playing().await;
    let told = world.say("Bob", ROOM, "!chess unverschlüsselt ist in Ordnung").await;
    assert!(words(&told).contains("could see your cards"), "{}", words(&told));
    assert!(!world.server.state().rooms.keys().any(|room| room.0 == PLAIN));
    // Said as an answer, it needs nothing before it; and in any language.
    let agreed = world.reply("Bob", ROOM, &told[0], "Unverschlüsselt ist in Ordnung!").await;
    assert!(agreed[0].room == PLAIN, "{}", words(&agreed));
    let short = world.say("Bob", ROOM, "!chess only encrypted").await;
    assert!(words(&short).contains("do not tell you unencrypted"), "{}", words(&short));
}

#[tokio::test]
async fn what_was_agreed_is_taken_back() {
    let mut world = playing().await;
    for text in ["!chess hand", "!chess unencrypted is fine"] {
        world.say("Bob", ROOM, text).await;
    }
    world.say("Bob", PLAIN, "hand").await;
    let before = open_secrets(&world).len();
    let revoked = world.say("Bob", ROOM, "!chess only encrypted").await;
    assert!(revoked.iter().all(|sent| sent.room == PLAIN), "nobody else is told: {}", words(&revoked));
    let asked = world.say("Bob", PLAIN, "hand").await;
    assert!(words(&asked).contains("!chess unencrypted is fine"), "{}", words(&asked));
    assert_eq!(open_secrets(&world).len(), before);
}

#[tokio::test]
async fn whoever_can_read_what_is_encrypted_gets_it_so_next_time() {
    let mut world = playing().await;
    for text in ["!chess hand", "!chess unencrypted is fine"] {
        world.say("Bob", ROOM, text).await;
    }
    world.server.state().keyless.clear();
    let hand = world.say("Bob", PLAIN, "hand").await;
    assert!(hand.iter().all(|sent| sent.room == "!direct-bob:x"), "{}", words(&hand));
    assert!(words(&hand).contains("Your cards"), "{}", words(&hand));
    let needless = world.say("Bob", ROOM, "!chess unencrypted is fine").await;
    assert!(words(&needless).contains("comes encrypted"), "{}", words(&needless));
}

#[tokio::test]
async fn while_nobody_says_who_can_read_what_nothing_is_said_unencrypted() {
    let mut world = playing().await;
    for text in ["!chess hand", "!chess unencrypted is fine"] {
        world.say("Bob", ROOM, text).await;
    }
    world.server.state().hides_devices = true;
    let before = world.server.state().journal.len();
    world.server.say("Bob", ROOM, "!chess hand");
    world.server.until(crate::server::Server::is_quiet).await;
    assert_eq!(world.server.state().journal.len(), before);
    world.server.state().hides_devices = false;
    let hand = world.heard().await;
    assert!(hand[0].room == PLAIN && words(&hand).contains("Your cards"), "{}", words(&hand));
}
