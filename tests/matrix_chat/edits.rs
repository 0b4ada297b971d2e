//! Tests of edited messages on Matrix: which edits act, which do not, and who is told. Not here:
//! how an edit is read (`adoube-matrix-client`).

use adoube_matrix_client::MatrixEventId;

use crate::{
    server::Sent,
    world::{ROOM, World, words},
};

/// What the room is told where a change comes to nothing.
const IGNORED: &str = "Editing that message changes nothing";
/// Ten minutes, in milliseconds.
const LONG: u64 = 10 * 60 * 1000;

/// Somebody says something and changes it; the message, and what the bot says to the change.
async fn say_and_edit(
    world: &mut World,
    name: &str,
    said: &str,
    changed: &str,
) -> (MatrixEventId, Vec<Sent>) {
    world.say(name, ROOM, said).await;
    let first = world.last_said();
    let answer = world.edit(name, ROOM, &first, changed).await;
    (first, answer)
}

async fn playing() -> World {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
    world
}

#[tokio::test]
async fn a_message_that_did_nothing_counts_in_its_new_form() {
    let mut world = World::new();
    let (first, sent) =
        say_and_edit(&mut world, "Ada", "!chess paly @bob:x", "!chess play @bob:x chess white").await;
    assert!(words(&sent).contains("Ada challenges Bob"), "{}", words(&sent));
    // It has acted now, whichever form did.
    let sent = world.edit("Ada", ROOM, &first, "!chess play @eve:x chess").await;
    assert!(words(&sent).starts_with(IGNORED), "{}", words(&sent));
    assert_eq!(sent[0].message.reply_to.as_ref(), Some(&first), "it answers what people see");
    assert!(world.edit("Ada", ROOM, &first, "!chess play @eve:x").await.is_empty(), "once");
    world.say("Bob", ROOM, "1").await;
    // A move that cannot be made, and talk.
    let (_, sent) = say_and_edit(&mut world, "Ada", "e5", "e4").await;
    assert!(words(&sent).contains("Ada played 1. e4"), "{}", words(&sent));
    let (first, sent) = say_and_edit(&mut world, "Bob", "hmm", "e5").await;
    assert!(words(&sent).contains("Bob played 1… e5"), "{}", words(&sent));
    let sent = world.edit("Bob", ROOM, &first, "hmm").await;
    assert!(words(&sent).starts_with(IGNORED), "it is no talk any more: {}", words(&sent));
    let (_, sent) = say_and_edit(&mut world, "Ada", "Nf3", "Nc3").await;
    assert!(words(&sent).starts_with(IGNORED), "{}", words(&sent));
    world.check("edits");
}

#[tokio::test]
async fn changes_are_answered_in_german() {
    let mut world = World::new();
    let (first, sent) =
        say_and_edit(&mut world, "Ada", "!chess speilen @bob:x", "!chess spielen @bob:x schach weiß").await;
    assert!(words(&sent).contains("Ada fordert Bob"), "{}", words(&sent));
    let sent = world.edit("Ada", ROOM, &first, "!chess spielen @eve:x").await;
    assert!(words(&sent).starts_with("Diese Nachricht zu bearbeiten"), "{}", words(&sent));
    world.check("edits-german");
}

#[tokio::test]
async fn only_who_wrote_a_message_changes_it_and_not_for_ever() {
    let mut world = playing().await;
    world.say("Ada", ROOM, "hello").await;
    let first = world.last_said();
    let at = world.server.state().now;
    for (name, text) in [("Bob", "!chess resign"), ("Eve", "!chess board")] {
        let sent = world.edit(name, ROOM, &first, text).await;
        assert!(sent.is_empty(), "{name}: {}", words(&sent));
    }
    world.server.edit_at("Ada", ROOM, (&first, at + LONG + 1000), "e4");
    assert!(world.heard().await.is_empty(), "people change what they said to one another");
    world.server.edit_at("Ada", ROOM, (&first, at + LONG + 1000), "!chess move e4");
    let told = words(&world.heard().await);
    assert!(told.starts_with(IGNORED), "{told}");
    world.server.edit_at("Ada", ROOM, (&first, at + LONG), "e4");
    let told = words(&world.heard().await);
    assert!(told.contains("Ada played 1. e4"), "{told}");
}

#[tokio::test]
async fn a_number_that_chose_something_is_not_changed() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    let (_, sent) = say_and_edit(&mut world, "Bob", "1", "2").await;
    assert!(words(&sent).starts_with(IGNORED), "{}", words(&sent));
}

#[tokio::test]
async fn what_was_changed_and_cannot_be_asked_for_does_not_count() {
    let mut world = playing().await;
    world.say("Ada", ROOM, "e5").await;
    let first = world.last_said();
    world.server.state().untold_events = true;
    let sent = world.edit("Ada", ROOM, &first, "e4").await;
    assert!(words(&sent).starts_with(IGNORED), "{}", words(&sent));
}

#[tokio::test]
async fn a_change_acts_once_also_over_a_restart() {
    let mut world = playing().await;
    let (first, sent) = say_and_edit(&mut world, "Ada", "e5", "e4").await;
    assert!(words(&sent).contains("Ada played 1. e4"), "{}", words(&sent));
    world.restart(1).await;
    assert!(world.heard().await.is_empty(), "told again it has the same answer");
    let sent = world.edit("Ada", ROOM, &first, "d4").await;
    assert!(words(&sent).starts_with(IGNORED), "{}", words(&sent));
}

#[tokio::test]
async fn a_change_of_an_answer_stays_an_answer_and_in_its_thread() {
    let mut world = World::new();
    let challenge = world.say("Ada", ROOM, "!chess play @bob:x chess white").await[0].clone();
    world.say("Eve", ROOM, "!chess play @bob:x chess960 white").await;
    world.reply("Bob", ROOM, &challenge, "7").await;
    let first = world.last_said();
    let sent = world.edit("Bob", ROOM, &first, "1").await;
    assert!(words(&sent).contains("Ada (White) – Bob (Black), Chess,"), "{}", words(&sent));
}
