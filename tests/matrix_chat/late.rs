//! Tests of typed numbers that come late, or before the meaning of their list is saved: a number
//! means the list that its writer saw. Not here: what numbers mean otherwise (`commands`).

use crate::{
    server::{Sent, Server},
    world::{ROOM, World, words},
};

/// Steps of the runtime: far more than it takes to do whatever would be done.
const LONG: usize = 10_000;

/// Two challenges one after the other, and when the first of them was there.
async fn challenged(world: &mut World, name: &str) -> (Sent, u64) {
    let id = crate::server::user(name).0;
    let first = world.say("Ada", ROOM, &format!("!chess play {id} chess white")).await[0].clone();
    let then = world.server.state().now;
    world.say("Eve", ROOM, &format!("!chess play {id} chess960 white")).await;
    (first, then)
}

#[tokio::test]
async fn a_late_number_means_the_list_its_writer_saw() {
    let mut world = World::new();
    let (_, then) = challenged(&mut world, "Bob").await;
    world.server.say_at("Bob", ROOM, "1", (None, then));
    let begun = words(&world.heard().await);
    assert!(begun.contains("Ada (White) – Bob (Black)"), "{begun}");
    world.restart(1).await;
    assert!(world.heard().await.is_empty(), "told again it means the same");
}

#[tokio::test]
async fn a_number_from_before_any_list_means_none() {
    let mut world = World::new();
    let before = world.server.state().now;
    challenged(&mut world, "Bob").await;
    world.server.say_at("Bob", ROOM, "1", (None, before));
    assert!(world.heard().await.is_empty());
    world.server.say_at("Bob", ROOM, "!chess 1", (None, before));
    let told = words(&world.heard().await);
    assert!(told.contains("Nothing has that number"), "{told}");
}

/// By the clock of another server nobody can say what somebody saw.
#[tokio::test]
async fn where_the_clock_is_another_servers_it_is_asked() {
    let mut world = World::new();
    world.server.room(ROOM, &["Ada", "Bob:y", "Eve"], false);
    let (first, then) = challenged(&mut world, "Bob:y").await;
    world.server.say_at("Bob:y", ROOM, "1", (None, then));
    let asked = words(&world.heard().await);
    assert!(asked.contains("answer the message you mean"), "{asked}");
    world.server.say_at("Bob:y", ROOM, "1", (Some(&first.event), then));
    let begun = words(&world.heard().await);
    assert!(begun.contains("Ada (White) – Bob"), "{begun}");
}

/// What one server says while it does not reach the other comes later, by whichever clock it was said.
#[tokio::test]
async fn where_another_server_did_not_have_the_newest_list_it_is_asked() {
    let mut world = World::new();
    world.server.room(ROOM, &["Ada", "Bob:y", "Eve"], false);
    let (first, _) = challenged(&mut world, "Bob:y").await;
    let now = world.server.state().now;
    let newest = world.server.state().sent.iter().rfind(|sent| sent.message.replaces.is_none()).cloned();
    world.server.state().unheard.insert(newest.expect("a challenge").event);
    world.server.say_at("Bob:y", ROOM, "1", (None, now));
    let asked = words(&world.heard().await);
    assert!(asked.contains("answer the message you mean"), "{asked}");
    world.server.say_at("Bob:y", ROOM, "1", (Some(&first.event), now));
    let begun = words(&world.heard().await);
    assert!(begun.contains("Ada (White) – Bob"), "{begun}");
}

#[tokio::test]
async fn a_list_of_which_the_server_does_not_say_when_it_was_shown_is_asked_about() {
    let mut world = World::new();
    let (first, _) = challenged(&mut world, "Bob").await;
    world.server.state().forget_when();
    let asked = words(&world.say("Bob", ROOM, "1").await);
    assert!(asked.contains("answer the message you mean"), "{asked}");
    let begun = words(&world.reply("Bob", ROOM, &first, "1").await);
    assert!(begun.contains("Ada (White) – Bob (Black)"), "{begun}");
}

/// Lets somebody say something to which the bot says something with these words, which are read from then on, while it does not know
/// so; that message.
async fn shown_unnoted(
    world: &mut World,
    (name, place, line): (&str, &str, &str),
    words_shown: &str,
) -> Sent {
    world.heard().await;
    world.server.is_late.send_replace(true);
    world.server.say(name, place, line);
    let shown = |server: &Server| {
        let state = server.state();
        state.sent.iter().rfind(|sent| sent.message.plain.contains(words_shown)).cloned()
    };
    world.server.until(|server| shown(server).is_some()).await;
    let asked = shown(&world.server).expect("it is shown");
    assert_eq!(asked.room, place);
    asked
}

/// Lets the bot know it after a while; what it says then.
async fn known_late(world: &mut World) -> String {
    for _ in 0..LONG {
        tokio::task::yield_now().await;
    }
    world.server.is_late.send_replace(false);
    words(&world.heard().await)
}

/// Lets somebody say something that the bot answers with words like these, which people read and answer before the bot knows so; what
/// the bot says when it knows.
async fn answered_early(
    world: &mut World,
    said: (&str, &str, &str),
    words_shown: &str,
    answer: impl Fn(&Server, &Sent),
) -> String {
    let asked = shown_unnoted(world, said, words_shown).await;
    answer(&world.server, &asked);
    known_late(world).await
}

/// What Ada asks Bob.
const CHALLENGE: (&str, &str, &str) = ("Ada", ROOM, "!chess play @bob:x chess960 white");

#[tokio::test]
async fn what_is_answered_before_the_bot_knows_that_it_is_shown_is_known_then() {
    let answers: [fn(&Server, &Sent); 4] = [
        |server, asked| drop(server.reply("Bob", ROOM, "1", Some(&asked.event))),
        |server, asked| drop(server.reply("Bob", ROOM, "!chess 1", Some(&asked.event))),
        |server, _| drop(server.say("Bob", ROOM, "1")),
        |server, asked| server.set_sign("Bob", ROOM, &asked.event, "1️⃣"),
    ];
    for (number, answer) in answers.into_iter().enumerate() {
        let mut world = World::new();
        let begun = answered_early(&mut world, CHALLENGE, "Chess960", answer).await;
        assert!(begun.contains("The game begins"), "{number}: {begun}");
        assert!(!begun.contains("Nothing has that number"), "{number}: {begun}");
    }
}

/// What is for one person's eyes goes another way.
#[tokio::test]
async fn a_question_that_one_person_reads_may_be_answered_early_too() {
    let mut world = World::new();
    for (name, text) in [("Ada", "!chess play @bob:x schachen white"), ("Bob", "1"), ("Ada", "!chess hand")] {
        world.say(name, ROOM, text).await;
    }
    let place = "!direct-ada:x";
    let answer = |server: &Server, asked: &Sent| drop(server.reply("Ada", place, "1", Some(&asked.event)));
    let told = answered_early(&mut world, ("Ada", place, "resign"), "1 Resign the game", answer).await;
    assert!(told.contains("Ada resigned") && !told.contains("Nothing has that number"), "{told}");
}

#[tokio::test]
async fn an_early_number_means_the_list_its_writer_saw() {
    let mut world = World::new();
    world.say("Eve", ROOM, "!chess play @bob:x grand white").await;
    let begun =
        answered_early(&mut world, CHALLENGE, "Chess960", |server, _| drop(server.say("Bob", ROOM, "1")))
            .await;
    assert!(begun.contains("Ada (White) – Bob (Black)"), "{begun}");
}

/// Lets the bot be killed when something with these words is shown and it does not know so; what it says when it was told what people
/// answered, before or after that.
async fn answered_after_a_kill(
    world: &mut World,
    said: (&str, &str, &str),
    words_shown: &str,
    answer: impl Fn(&Server, &Sent),
    answers_first: bool,
) -> String {
    let asked = shown_unnoted(world, said, words_shown).await;
    if answers_first {
        answer(&world.server, &asked);
    }
    world.crash();
    if !answers_first {
        answer(&world.server, &asked);
    }
    known_late(world).await
}

/// Whoever was killed did not note what they had said; whoever comes after says it again.
#[tokio::test]
async fn what_a_killed_bot_had_shown_is_what_its_readers_answer() {
    let answers: [fn(&Server, &Sent); 4] = [
        |server, _| drop(server.say("Bob", ROOM, "1")),
        |server, _| drop(server.say("Bob", ROOM, "!chess 1")),
        |server, asked| drop(server.reply("Bob", ROOM, "1", Some(&asked.event))),
        |server, asked| server.set_sign("Bob", ROOM, &asked.event, "1️⃣"),
    ];
    for (number, answer) in answers.into_iter().enumerate() {
        for first in [true, false] {
            let mut world = World::new();
            world.say("Eve", ROOM, "!chess play @bob:x grand white").await;
            let begun = answered_after_a_kill(&mut world, CHALLENGE, "Chess960", answer, first).await;
            assert!(begun.contains("Ada (White) – Bob (Black)"), "{number} {first}: {begun}");
        }
    }
}

#[tokio::test]
async fn a_question_for_one_person_is_what_they_answer_after_a_kill() {
    for first in [true, false] {
        let mut world = World::new();
        for (name, text) in
            [("Ada", "!chess play @bob:x schachen white"), ("Bob", "1"), ("Ada", "!chess hand")]
        {
            world.say(name, ROOM, text).await;
        }
        let place = "!direct-ada:x";
        let answer = |server: &Server, _: &Sent| drop(server.say("Ada", place, "1"));
        let line = ("Ada", place, "resign");
        let told = answered_after_a_kill(&mut world, line, "1 Resign the game", answer, first).await;
        assert!(told.contains("Ada resigned"), "{first}: {told}");
    }
}

/// A reaction is never encrypted: <https://spec.matrix.org/v1.16/client-server-api/#event-annotations-and-reactions>.
#[tokio::test]
async fn nothing_secret_is_chosen_by_a_reaction() {
    let mut world = World::new();
    for (name, text) in [("Ada", "!chess play @bob:x schachen white"), ("Bob", "1"), ("Ada", "!chess hand")] {
        world.say(name, ROOM, text).await;
    }
    let asked = world.say("Ada", "!direct-ada:x", "n3").await.pop().expect("what to drop");
    assert!(asked.message.plain.contains("drop a card"), "{asked:?}");
    let told = world.react("Ada", &asked, "1️⃣").await;
    assert!(words(&told).contains("write the number instead"), "{}", words(&told));
    assert!(told.iter().all(|sent| sent.room == "!direct-ada:x"), "{told:?}");
    let chosen = world.say("Ada", "!direct-ada:x", "1").await;
    assert!(!words(&chosen).contains("write the number instead"), "{}", words(&chosen));
}
