//! Tests of rooms that the bot joins and leaves: slow joins, conversations of two, spaces, and
//! rooms of which the server reports too little. Not here: which invitations are accepted
//! (`manners`), and rooms that are replaced (`upgrades`).

use adoube_matrix_client::{GapReason, MatrixEvent, MatrixEventId, RoomId};
use adoube_platform_matrix::{MatrixSettings, UserPattern};

use crate::{
    server::{Sent, user},
    world::{ROOM, World, words},
};

const NEW: &str = "!new:x";

fn room(id: &str) -> RoomId {
    RoomId(id.to_owned())
}

fn invite(world: &World, id: &str, (direct, space): (bool, bool)) {
    world.server.happen(MatrixEvent::Invited { room: room(id), by: user("Ada"), direct, space });
}

fn said_in(said: &[Sent], id: &str) -> String {
    let there: Vec<Sent> = said.iter().filter(|sent| sent.room == id).cloned().collect();
    words(&there)
}

/// Kept from the bot for forty seconds, while each of its requests ends after thirty.
#[tokio::test]
async fn a_join_that_takes_longer_than_its_request_is_found_and_greeted_later() {
    let mut world = World::new();
    world.server.state().far.insert(room(NEW));
    invite(&world, NEW, (false, false));
    world.server.until(|server| server.state().asked_in >= 4).await;
    assert_eq!(said_in(&world.heard().await, NEW), "");
    assert!(!words(&world.say("Eve", ROOM, "!chess help").await).is_empty(), "others are answered meanwhile");
    // The program may have been started anew by then.
    world.restart(0).await;
    world.server.lets_in(&room(NEW), &["Ada", "Bob"]);
    let greeted = world.heard().await;
    assert!(said_in(&greeted, NEW).contains("!chess help"), "{}", words(&greeted));
    world.server.happen(MatrixEvent::Joined { room: room(NEW) });
    assert!(world.heard().await.is_empty(), "once");
}

#[tokio::test]
async fn a_room_whose_people_have_left_before_the_bot_came_is_left() {
    let mut world = World::new();
    world.server.state().far.insert(room(NEW));
    invite(&world, NEW, (false, false));
    world.server.until(|server| server.state().asked_in >= 4).await;
    world.server.lets_in(&room(NEW), &[]);
    world.server.until(|server| server.state().left.contains(&room(NEW))).await;
    assert!(world.heard().await.is_empty());
}

#[tokio::test]
async fn the_first_words_of_a_conversation_of_two_are_answered() {
    let mut world = World::new();
    world.server.state().far.insert(room(NEW));
    invite(&world, NEW, (true, false));
    world.server.until(|server| server.state().asked_in >= 1).await;
    world.server.lets_in(&room(NEW), &["Ada"]);
    // Without what commands begin with elsewhere.
    let first = world.server.say("Ada", NEW, "piece knight");
    let said = world.heard().await;
    assert!(said_in(&said, NEW).contains("Knight"), "{first:?}: {}", words(&said));
    assert!(said_in(&said, NEW).contains("!chess help"), "and it is greeted: {}", words(&said));
    assert!(world.server.state().rooms[&room(NEW)].direct);
    assert_eq!(world.server.state().marked, [room(NEW)]);
}

#[tokio::test]
async fn marking_a_conversation_of_two_is_no_join() {
    let mut world = World::new();
    world.server.room(NEW, &["Ada"], false);
    world.server.state().outside.insert(room(NEW));
    invite(&world, NEW, (true, false));
    world.server.until(|server| !server.state().sent.is_empty()).await;
    world.heard().await;
    let state = world.server.state();
    assert!(!state.marked.is_empty() && state.asked_in == 1, "{:?}, {}", state.marked, state.asked_in);
}

/// A server tells another one of an invitation a moment before it knows it itself.
#[tokio::test]
async fn whoever_is_let_in_a_moment_later_comes_all_the_same() {
    let mut world = World::new();
    world.server.state().closed.insert(room(NEW));
    invite(&world, NEW, (false, false));
    world.server.until(|server| server.state().asked_in == 1).await;
    world.server.state().closed.clear();
    world.server.until(|server| server.state().asked_in == 2).await;
    let greeted = world.heard().await;
    assert!(said_in(&greeted, NEW).contains("!chess help"), "{}", words(&greeted));
}

#[tokio::test]
async fn spaces_are_not_joined() {
    let mut world = World::new();
    invite(&world, NEW, (false, true));
    world.server.until(|server| server.state().left.contains(&room(NEW))).await;
    assert_eq!(world.server.state().asked_in, 0);
    // What an invitation does not say the room itself does.
    world.server.state().far.insert(room("!other:x"));
    invite(&world, "!other:x", (false, false));
    world.server.until(|server| server.state().asked_in >= 1).await;
    world.server.lets_in(&room("!other:x"), &["Ada", "Bob"]);
    world.server.state().rooms.get_mut(&room("!other:x")).expect("a room").space = true;
    world.server.until(|server| server.state().left.contains(&room("!other:x"))).await;
    assert!(world.heard().await.is_empty());
}

#[tokio::test]
async fn a_room_the_bot_was_put_out_of_is_forgotten() {
    let world = World::new();
    world.server.state().rooms.remove(&room(ROOM));
    world.server.happen(MatrixEvent::MembersChanged { room: room(ROOM), left: false });
    world.server.until(|server| server.state().left.contains(&room(ROOM))).await;
}

#[tokio::test]
async fn what_the_server_does_not_tell_is_said_where_a_game_is_played() {
    let mut world = World::new();
    let missed = |since: &str, why| MatrixEvent::Gap { room: room(ROOM), since: since.to_owned(), why };
    world.server.happen(missed("s1", GapReason::TooManyEvents));
    assert!(world.heard().await.is_empty(), "nobody plays");
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "!chess 1").await;
    for (since, why, cause) in [
        ("s2", GapReason::TooManyEvents, "So much was said here"),
        ("s3", GapReason::NotReturned, "The homeserver has not told me"),
        ("s4", GapReason::ReceivedLate, "Homeservers did not reach each other"),
    ] {
        for _ in 0..2 {
            world.server.happen(missed(since, why));
        }
        let said = world.heard().await;
        assert_eq!(said.len(), 1, "{}", words(&said));
        assert!(words(&said).contains("write it again") && said[0].message.mentions.is_empty());
        assert!(words(&said).contains(cause), "{why:?}: {}", words(&said));
    }
}

#[tokio::test]
async fn whoever_would_be_refused_by_what_is_old_is_looked_for_anew() {
    let mut world = World::new();
    world.say("Eve", ROOM, "!chess help").await;
    // Nobody has told that Dan came.
    world.server.room(ROOM, &["Ada", "Bob", "Eve", "Dan"], false);
    world.clock.pass(10_000);
    let challenge = world.say("Ada", ROOM, "!chess play @dan:x chess").await;
    assert!(words(&challenge).contains("challenges Dan"), "{}", words(&challenge));
    let before = world.server.state().looked;
    for _ in 0..3 {
        world.server.say("Ada", ROOM, "!chess play @nobody:x chess");
    }
    world.heard().await;
    assert!(world.server.state().looked <= before + 1, "once for all of them");
}

#[tokio::test]
async fn a_request_to_verify_the_bot_is_declined_with_a_sentence() {
    let mut world = World::new();
    let event = MatrixEventId("$verify".to_owned());
    world.server.happen(MatrixEvent::VerificationRequest {
        room: room(ROOM),
        event: event.clone(),
        sender: user("Ada"),
    });
    let said = world.heard().await;
    assert_eq!(world.server.state().declined, [event]);
    assert!(words(&said).contains("compar"), "{}", words(&said));
    assert!(words(&world.say("Ada", ROOM, "!chess help").await).contains("!chess play"));
}

#[tokio::test]
async fn whoever_is_denied_is_not_spoken_to_whatever_they_want_verified() {
    let deny = vec![UserPattern("@spam*:*".to_owned())];
    let mut world = World::with(MatrixSettings { deny, ..MatrixSettings::default() });
    let event = MatrixEventId("$verify".to_owned());
    world.server.happen(MatrixEvent::VerificationRequest {
        room: room(ROOM),
        event,
        sender: user("Spammer"),
    });
    assert!(world.heard().await.is_empty());
    assert!(world.server.state().declined.is_empty());
}
