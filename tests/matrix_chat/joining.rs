//! Tests of requests to join a room, made in a conversation of two, and of large rooms, whose
//! members are not listed. Not here: invitations (`manners`, `comings`).

use adoube_matrix_client::{MatrixEvent, RoomId};
use adoube_platform_matrix::{MatrixSettings, UserPattern};

use crate::{
    server::user,
    world::{ROOM, World, words},
};

const DIRECT: &str = "!direct-ada:x";
const NEW: &str = "!new:x";

fn room(id: &str) -> RoomId {
    RoomId(id.to_owned())
}

/// Ada and the bot have a conversation of two, and there is a room that is open to everybody.
fn open_room(settings: MatrixSettings) -> World {
    let world = World::with(settings);
    world.server.room(DIRECT, &["Ada"], true);
    world.server.room(NEW, &["Ada", "Bob"], false);
    world.server.state().outside.insert(room(NEW));
    world.server.state().aliases.insert("#chess:x".to_owned(), room(NEW));
    world
}

/// What the bot says when so much is said altogether.
async fn ask(world: &mut World, text: &str, count: usize) -> String {
    let before = world.server.state().sent.len();
    world.note(&format!("> Ada, {DIRECT}: {text}"));
    world.server.say("Ada", DIRECT, text);
    world.server.until(|server| server.state().sent.len() >= before + count).await;
    words(&world.heard().await)
}

#[tokio::test]
async fn an_open_room_is_entered_for_whoever_asks_in_a_conversation_of_two() {
    for text in [
        "!chess join #chess:x",
        "join https://matrix.to/#/%23chess:x",
        "beitreten [#chess:x](https://matrix.to/#/#chess:x)",
        "!chess join !new:x via x",
    ] {
        let mut world = open_room(MatrixSettings::default());
        let said = ask(&mut world, text, 2).await;
        assert!(
            said.contains("!chess help") && said.contains("I am in https://matrix.to/#/!new:x now"),
            "{said}"
        );
        assert_eq!(world.server.state().visited.len(), 1);
        let again = ask(&mut world, text, 1).await;
        assert!(again.contains("I am in"), "{again}");
        assert_eq!(world.server.state().visited.len(), 1, "it is there already");
        let played = world.say("Ada", NEW, "!chess play @bob:x chess").await;
        assert!(words(&played).contains("challenges Bob"), "{}", words(&played));
    }
}

#[tokio::test]
async fn what_is_said_of_joining_reads_well_in_both_languages() {
    for (transcript, language, join) in
        [("joining", "english", "join"), ("joining-german", "deutsch", "beitreten")]
    {
        let mut world = open_room(MatrixSettings::default());
        world.server.state().closed.insert(room("!closed:x"));
        world.server.state().banned.insert(room("!banned:x"));
        ask(&mut world, &format!("!chess {language}"), 1).await;
        for address in ["", " #nowhere:x", " !closed:x", " !banned:x"] {
            ask(&mut world, &format!("!chess {join}{address}"), 1).await;
        }
        ask(&mut world, &format!("!chess {join} #chess:x"), 2).await;
        ask(&mut world, &format!("!chess {join} #chess:x"), 1).await;
        world.check(transcript);
    }
}

#[tokio::test]
async fn rooms_that_cannot_be_entered_are_refused_with_a_reason() {
    let mut world = open_room(MatrixSettings::default());
    let closed = room("!closed:x");
    world.server.state().closed.insert(closed);
    world.server.state().banned.insert(room("!banned:x"));
    for (text, reason) in [
        ("join", "Name the room"),
        ("join chess", "Name the room"),
        ("join #nowhere:x", "No homeserver knows a room"),
        ("join !far:y", "add a server that is in the room"),
        ("join !closed:x", "by invitation only"),
        ("join !banned:x", "I am banned from"),
    ] {
        let said = ask(&mut world, text, 1).await;
        assert!(said.contains(reason), "{text}: {said}");
    }
    let said = words(&world.say("Ada", ROOM, "!chess join #chess:x").await);
    assert!(said.contains("conversation of the two of us"), "{said}");
    assert!(world.server.state().visited.len() == 1, "only the closed one was tried");
}

#[tokio::test]
async fn encrypted_crowds_and_spaces_are_left_again_and_that_is_said() {
    let mut world = open_room(MatrixSettings { max_people_encrypted: 2, ..MatrixSettings::default() });
    world.server.room(NEW, &["Ada", "Bob", "Eve"], false);
    world.server.state().rooms.entry(room(NEW)).or_default().encrypted = true;
    let said = ask(&mut world, "join #chess:x", 1).await;
    assert!(said.contains("has too many people for me"), "{said}");
    world.server.until(|server| server.state().left.contains(&room(NEW))).await;
    let space = "!space:x";
    world.server.room(space, &["Bob"], false);
    world.server.state().outside.insert(room(space));
    world.server.state().rooms.entry(room(space)).or_default().space = true;
    let said = ask(&mut world, "join !space:x", 1).await;
    assert!(said.contains("only holds other rooms"), "{said}");
    world.server.until(|server| server.state().left.contains(&room(space))).await;
}

#[tokio::test]
async fn whoever_may_not_invite_the_bot_may_not_ask_it_either() {
    let allow = vec![UserPattern("@bob:x".to_owned())];
    let mut world = open_room(MatrixSettings { allow, ..MatrixSettings::default() });
    let said = ask(&mut world, "join #chess:x", 1).await;
    assert!(said.contains("Only people that"), "{said}");
    let mut world = open_room(MatrixSettings { invitations_per_hour_each: 2, ..MatrixSettings::default() });
    for _ in 0..2 {
        ask(&mut world, "join #nowhere:x", 1).await;
    }
    let said = ask(&mut world, "join #chess:x", 1).await;
    assert!(said.contains("asked into many rooms"), "{said}");
    world.clock.pass(60 * 60 * 1000);
    assert!(ask(&mut world, "join #chess:x", 2).await.contains("I am in"));
    assert_eq!(world.server.state().visited.len(), 1);
}

/// Of a crowd only those who say something are listed; others are asked for one by one.
#[tokio::test]
async fn in_a_plain_room_of_thousands_people_play_whom_nobody_lists() {
    let mut world = World::new();
    let crowd = "!crowd:x";
    let names: Vec<String> = (0..5000).map(|number| format!("u{number}")).collect();
    let mut people: Vec<&str> = names.iter().map(String::as_str).collect();
    people.extend(["Ada", "Bob"]);
    world.server.room(crowd, &people, false);
    let by = user("Ada");
    world.server.happen(MatrixEvent::Invited { room: room(crowd), by, direct: false, space: false });
    world.server.until(|server| !server.state().sent.is_empty()).await;
    assert!(words(&world.heard().await).contains("!chess help"));
    assert!(world.server.state().left.is_empty());
    let challenge = world.say("Ada", crowd, "!chess play @bob:x chess white").await;
    assert!(words(&challenge).contains("challenges Bob"), "{}", words(&challenge));
    let begun = world.say("Bob", crowd, "!chess accept").await;
    assert!(words(&begun).contains("Ada (White) – Bob (Black)"), "{}", words(&begun));
    let moved = world.say("Ada", crowd, "e4").await;
    assert_eq!(moved[0].message.mentions, [user("Bob")]);
    // Who has written there is found by name as well.
    world.say("u7", crowd, "!chess games").await;
    world.clock.pass(6 * 60 * 1000);
    let challenge = world.say("Bob", crowd, "!chess play u7 chess").await;
    assert!(words(&challenge).contains("u7"), "{}", words(&challenge));
    let nobody = world.say("Bob", crowd, "!chess play @nobody:x chess").await;
    assert!(!words(&nobody).contains("challenges"), "{}", words(&nobody));
    assert!(world.server.state().members_asked >= 2, "Bob and Nobody");
}
