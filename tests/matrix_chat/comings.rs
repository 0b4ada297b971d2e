//! Rooms that come, go and take the place of others: joins that outlast their request, conversations of two, spaces, upgrades,
//! and what the server does not tell of a room. Not here: which invitations are taken (`manners`).

use adoube_matrix::{EventId, Happening, RoomId};

use crate::{
    server::{Sent, user},
    world::{ROOM, World, words},
};

const NEW: &str = "!new:x";

fn room(id: &str) -> RoomId {
    RoomId(id.to_owned())
}

fn invite(world: &World, id: &str, (direct, space): (bool, bool)) {
    world.server.happen(Happening::Invited { room: room(id), by: user("Ada"), direct, space });
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
    world.server.happen(Happening::Entered { room: room(NEW) });
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
    world.server.happen(Happening::MembersChanged { room: room(ROOM), left: false });
    world.server.until(|server| server.state().left.contains(&room(ROOM))).await;
}

/// A room says that another one is in its place, and nobody may speak there any more.
fn replace(world: &World, new: &str, says_so: bool) {
    world.server.room(new, &["Ada", "Bob", "Eve"], false);
    let mut state = world.server.state();
    state.rooms.get_mut(&room(new)).expect("a room").replaces = says_so.then(|| room(ROOM));
    state.rooms.get_mut(&room(ROOM)).expect("a room").may_send = false;
    drop(state);
    world.server.happen(Happening::Replaced { room: room(ROOM), by: room(new) });
}

async fn begin(world: &mut World, place: &str, variant: &str) {
    world.say("Ada", place, &format!("!chess play @bob:x {variant} white pace:1d")).await;
    world.say("Bob", place, "!chess 1").await;
}

/// The file that was asked for, without the line that says where the game is played.
fn record(said: &[Sent]) -> Vec<String> {
    let file = said.iter().find_map(|sent| sent.message.file.clone()).expect("a file");
    let text = String::from_utf8(file.bytes).expect("text");
    text.lines().filter(|line| !line.starts_with("[Site")).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_game_goes_on_in_the_room_that_is_in_the_place_of_its_own() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    for (name, text) in [("Ada", "e4"), ("Bob", "e5")] {
        world.say(name, ROOM, text).await;
    }
    let kept = record(&world.say("Ada", ROOM, "!chess export pgn").await);
    replace(&world, NEW, true);
    world.server.until(|server| server.state().left.contains(&room(ROOM))).await;
    let shown = world.heard().await;
    let board = shown.iter().find(|sent| sent.room == NEW).expect("its board");
    assert!(
        board.message.picture.is_some() && said_in(&shown, NEW).contains("Ada (White)"),
        "{}",
        words(&shown)
    );
    let moved = record(&world.say("Ada", NEW, "!chess export pgn").await);
    assert_eq!(moved, kept, "nothing of it is lost");
    let played = world.say("Ada", NEW, "Nf3").await;
    assert!(said_in(&played, NEW).contains("2. Nf3"), "{}", words(&played));
    assert!(world.say("Bob", ROOM, "Nc6").await.iter().all(|sent| sent.room != NEW));
    world.say("Bob", NEW, "!chess takeback").await;
    // Told once more, also after a restart, it changes nothing.
    world.restart(0).await;
    world.server.happen(Happening::Replaced { room: room(ROOM), by: room(NEW) });
    assert!(world.heard().await.iter().all(|sent| sent.room != NEW));
    let ended = world.say("Bob", NEW, "!chess resign").await;
    assert!(!ended.is_empty(), "{}", words(&ended));
}

/// In the room that servers make of a private one nobody is but whoever made it, and they invite the others.
#[tokio::test]
async fn a_game_waits_until_the_bot_is_invited_into_the_new_room() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    world.server.state().closed.insert(room(NEW));
    replace(&world, NEW, true);
    world.heard().await;
    world.server.until(|server| server.state().asked_in >= 1).await;
    assert!(!world.server.state().left.contains(&room(ROOM)));
    world.restart(0).await;
    // It tries again by itself.
    world.server.until(|server| server.state().asked_in >= 2).await;
    world.server.state().closed.clear();
    invite(&world, NEW, (false, false));
    world.server.until(|server| server.state().left.contains(&room(ROOM))).await;
    let shown = world.heard().await;
    assert!(said_in(&shown, NEW).contains("Ada (White)"), "{}", words(&shown));
    assert!(!said_in(&shown, NEW).contains("!chess help"), "nobody has to be greeted anew");
}

#[tokio::test]
async fn a_game_of_a_thread_goes_on_in_a_thread() {
    let mut world = World::new();
    let thread = format!("{ROOM}/$root");
    begin(&mut world, &thread, "chess").await;
    world.say("Ada", &thread, "e4").await;
    replace(&world, NEW, true);
    world.server.until(|server| server.state().left.contains(&room(ROOM))).await;
    let shown = world.heard().await;
    let root = shown.iter().find(|sent| sent.message.plain.contains("goes on here")).expect("a thread");
    assert_eq!((root.room.as_str(), &root.message.thread), (NEW, &None));
    let place = format!("{NEW}/{}", root.event.0);
    let played = world.say("Bob", &place, "e5").await;
    assert!(words(&played).contains("1… e5"), "{}", words(&played));
    assert!(played.iter().all(|sent| sent.message.thread.as_ref() == Some(&root.event)));
}

#[tokio::test]
async fn a_room_that_says_nothing_of_another_one_gets_none_of_its_games() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    replace(&world, NEW, false);
    assert!(world.heard().await.iter().all(|sent| sent.room != NEW));
    assert!(!world.server.state().left.contains(&room(ROOM)));
}

#[tokio::test]
async fn what_the_server_does_not_tell_is_said_where_a_game_is_played() {
    let mut world = World::new();
    let missed = |since: &str| Happening::Missed { room: room(ROOM), since: since.to_owned() };
    world.server.happen(missed("s1"));
    assert!(world.heard().await.is_empty(), "nobody plays");
    begin(&mut world, ROOM, "chess").await;
    for _ in 0..2 {
        world.server.happen(missed("s2"));
    }
    let said = world.heard().await;
    assert_eq!(said.len(), 1, "{}", words(&said));
    assert!(words(&said).contains("write it again") && said[0].message.mentions.is_empty());
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
    let event = EventId("$verify".to_owned());
    world.server.happen(Happening::Verifying { room: room(ROOM), event: event.clone(), sender: user("Ada") });
    let said = world.heard().await;
    assert_eq!(world.server.state().declined, [event]);
    assert!(words(&said).contains("compar"), "{}", words(&said));
    assert!(words(&world.say("Ada", ROOM, "!chess help").await).contains("!chess play"));
}
