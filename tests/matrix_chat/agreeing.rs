//! Tests of consent to unencrypted private messages, for people whose clients cannot decrypt: they
//! get them after they have consented in fixed words, and not before. Not here: rooms of a real
//! homeserver (`tests/matrix`).

use std::sync::Arc;

use adoube_bot::Clock;
use adoube_matrix_client::RoomId;
use adoube_platform_matrix::MatrixSettings;
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table};

use crate::{
    secrecy::PRIVATE,
    server::{Media, Sent, Server, user},
    world::{ROOM, World, words},
};

const PLAIN: &str = "!plain-bob:x";

/// Ada and Bob play Schachen; Bob can read nothing encrypted.
async fn playing() -> World {
    begin(World::new()).await
}

async fn begin(mut world: World) -> World {
    world.server.state().keyless.insert(user("Bob"));
    world.say("Ada", ROOM, "!chess play @bob:x schachen black").await;
    world.say("Bob", ROOM, "!chess accept").await;
    world
}

/// The same, and Bob has agreed.
async fn agreed(world: World) -> World {
    let mut world = begin(world).await;
    for text in ["!chess hand", "!chess unencrypted is fine"] {
        world.say("Bob", ROOM, text).await;
    }
    world
}

/// How much is kept of a kind.
async fn kept(store: &dyn Store, kind: &str) -> usize {
    let range = KeyRange::prefix(Key::new().text(kind));
    store.scan(Table::Matrix, range, ScanOrder::Ascending, 100).await.expect("a store").len()
}

/// What is for one person's eyes and stands where the server reads it.
fn open_secrets(world: &World) -> Vec<String> {
    let state = world.server.state();
    let is_plain = |sent: &&Sent| !state.rooms[&RoomId(sent.room.clone())].encrypted;
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
    world.server.state().rooms.entry(RoomId("!own:x".to_owned())).or_default().encrypted = false;
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

#[tokio::test]
async fn what_waits_for_its_turn_goes_out_encrypted_when_it_is_taken_back() {
    let settings = MatrixSettings {
        at_once: 1,
        messages_per_minute: 60,
        rooms_per_hour: 0,
        ..MatrixSettings::default()
    };
    let mut world = agreed(World::fast(10, settings)).await;
    // A second between two messages.
    for _ in 0..10 {
        world.server.say("Eve", ROOM, "!chess help");
    }
    world.server.say("Bob", PLAIN, "hand");
    world.server.until(Server::is_quiet).await;
    world.server.say("Bob", ROOM, "!chess only encrypted");
    world.server.until(Server::is_quiet).await;
    let heard = world.heard().await;
    assert!(words(&heard).contains("do not tell you unencrypted"), "{}", words(&heard));
    assert_eq!(open_secrets(&world), [""; 0]);
    let hand = heard.iter().find(|sent| sent.message.plain.contains("Your cards")).expect("a hand");
    assert_eq!(hand.room, "!direct-bob:x");
}

#[tokio::test]
async fn a_picture_on_its_way_stops_when_it_is_taken_back() {
    for media in [Media::Slow, Media::Down] {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let mut world = agreed(World::on(Arc::clone(&store), MatrixSettings::default())).await;
        world.server.state().media = media;
        world.server.say("Bob", PLAIN, "hand");
        world.server.until(|_| !open_secrets(&world).is_empty()).await;
        if media == Media::Down {
            // It waits by itself, and is on its way then.
            world.heard().await;
            assert_eq!(kept(&*store, "picture").await, 1);
            world.server.state().media = Media::Slow;
        }
        world.server.until(|server| server.state().slow_uploads > 0).await;
        world.server.say("Bob", ROOM, "!chess only encrypted");
        world.server.until(Server::is_quiet).await;
        world.server.state().media = Media::Up;
        let told = world.heard().await;
        assert!(words(&told).contains("do not tell you unencrypted"), "{}", words(&told));
        while kept(&*store, "picture").await > 0 {
            tokio::task::yield_now().await;
        }
        let state = world.server.state();
        let is_plain_picture = |sent: &&Sent| sent.room == PLAIN && sent.message.picture.is_some();
        assert_eq!(state.journal.iter().filter(is_plain_picture).count(), 0, "{media:?}");
    }
}

#[tokio::test]
async fn a_check_says_who_reads_what_to_whom_it_concerns() {
    let mut world = agreed(World::new()).await;
    let private = words(&world.say("Bob", PLAIN, "help check").await);
    assert!(private.contains("As you have agreed"), "{private}");
    let open = words(&world.say("Bob", ROOM, "!chess help check").await);
    assert!(open.contains("unless you have agreed") && !open.contains("As you have agreed"), "{open}");
    world.say("Bob", ROOM, "!chess only encrypted").await;
    let private = words(&world.say("Bob", PLAIN, "help check").await);
    assert!(!private.contains("As you have agreed"), "{private}");
}

#[tokio::test]
async fn whenever_the_bot_dies_somebody_is_asked_at_length_and_once() {
    let (mut steps, mut deaths) = (1, 0);
    loop {
        let mut world = World::new();
        world.server.state().keyless.insert(user("Bob"));
        world.life.limit(steps);
        world.server.say("Bob", ROOM, "!chess setup");
        let survives = world.settled_alive().await;
        if !survives {
            deaths += 1;
            world.crash();
        }
        let asked = world.heard().await;
        assert_eq!(asked.len(), 1, "after {steps} steps: {}", words(&asked));
        assert!(words(&asked).contains("could see your cards"), "after {steps} steps: {}", words(&asked));
        if survives {
            break;
        }
        steps += 1;
    }
    assert!(deaths > 20, "{deaths}");
}

#[tokio::test]
async fn what_somebody_was_asked_is_kept_as_long_as_it_is_needed() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut world = begin(World::on(Arc::clone(&store), MatrixSettings::default())).await;
    world.say("Bob", ROOM, "!chess hand").await;
    world.restart(0).await;
    // What is forgotten at a start is so before anything is heard.
    world.say("Eve", ROOM, "!chess help").await;
    assert_eq!(kept(&*store, "plain").await, 1, "he may still agree");
    world.server.state().keyless.clear();
    world.say("Bob", ROOM, "!chess hand").await;
    assert_eq!(kept(&*store, "plain").await, 0, "he needs not");
    world.server.state().keyless.insert(user("Bob"));
    for (text, rows) in [
        ("!chess hand", 1),
        ("!chess unencrypted is fine", 1),
        ("!chess only encrypted", 0),
        ("!chess only encrypted", 0),
        ("!chess hand", 1),
    ] {
        world.say("Bob", ROOM, text).await;
        assert_eq!(kept(&*store, "plain").await, rows, "{text}");
    }
    world.say("Ada", ROOM, "!chess resign").await;
    let over = words(&world.say("Ada", "!direct-ada:x", "1").await);
    assert!(over.contains("resigned"), "{over}");
    world.restart(0).await;
    world.say("Eve", ROOM, "!chess help").await;
    assert_eq!(kept(&*store, "plain").await, 0, "he plays nothing");
}

#[tokio::test]
async fn what_was_agreed_ends_when_somebody_can_read_what_is_encrypted() {
    let mut world = agreed(World::new()).await;
    world.server.state().keyless.clear();
    world.say("Bob", PLAIN, "hand").await;
    world.server.state().keyless.insert(user("Bob"));
    let asked = world.say("Bob", PLAIN, "hand").await;
    assert!(words(&asked).contains("could see your cards"), "{}", words(&asked));
    assert_eq!(open_secrets(&world), [""; 0]);
}

/// Bob says something at that time of his server.
async fn said_at(world: &mut World, place: &str, text: &str, at: u64) -> Vec<Sent> {
    world.server.say_at("Bob", place, text, (None, at));
    world.heard().await
}

#[tokio::test]
async fn what_was_said_before_it_was_taken_back_counts_no_more() {
    let mut world = agreed(World::new()).await;
    let at = world.server.state().now + 1000;
    // They say so twice, and the first time is heard last.
    said_at(&mut world, ROOM, "!chess only encrypted", at).await;
    said_at(&mut world, PLAIN, "only encrypted", at - 3).await;
    said_at(&mut world, ROOM, "!chess hand", at - 2).await;
    let before = open_secrets(&world).len();
    // In another room it was slow.
    for earlier in [at - 1, at] {
        let asked = said_at(&mut world, PLAIN, "unencrypted is fine", earlier).await;
        assert!(words(&asked).contains("write: !chess unencrypted is fine"), "{}", words(&asked));
        world.restart(0).await;
        let asked = said_at(&mut world, PLAIN, "hand", at + 1).await;
        assert!(words(&asked).contains("write: !chess unencrypted is fine"), "{}", words(&asked));
    }
    assert_eq!(open_secrets(&world).len(), before);
    let agreed = said_at(&mut world, PLAIN, "unencrypted is fine", at + 1).await;
    assert!(words(&agreed).contains("As you have agreed"), "{}", words(&agreed));
}

#[tokio::test]
async fn a_server_whose_clock_was_wrong_keeps_nobody_from_agreeing_for_long() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut world = agreed(World::on(Arc::clone(&store), MatrixSettings::default())).await;
    said_at(&mut world, ROOM, "!chess only encrypted", u64::MAX).await;
    said_at(&mut world, ROOM, "!chess hand", 0).await;
    let now = world.clock.now_millis();
    let asked = said_at(&mut world, PLAIN, "unencrypted is fine", now + 1000).await;
    assert!(words(&asked).contains("write: !chess unencrypted is fine"), "{}", words(&asked));
    let agreed = said_at(&mut world, PLAIN, "unencrypted is fine", now + 61 * 60 * 1000).await;
    assert!(words(&agreed).contains("As you have agreed"), "{}", words(&agreed));
    assert_eq!(kept(&*store, "plain-revoked").await, 0);
    // Nor is it kept for long.
    said_at(&mut world, ROOM, "!chess only encrypted", now).await;
    for (hours, rows) in [(23, 1), (2, 0)] {
        world.hours_pass(hours).await;
        world.restart(0).await;
        world.say("Eve", ROOM, "!chess help").await;
        assert_eq!(kept(&*store, "plain-revoked").await, rows, "{hours}");
    }
}
