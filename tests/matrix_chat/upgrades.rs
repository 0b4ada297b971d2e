//! Tests of rooms that replace others (upgrades): games, challenges and lists of the old room go on
//! in the new one, and nothing moves to a room that only claims to be its successor. Not here:
//! joining and leaving otherwise (`comings`), and what else happens meanwhile (`moves`).

use adoube_matrix_client::{MatrixError, MatrixEvent, RoomId};

use crate::{
    server::{Sent, Unseen, user},
    world::{ROOM, World, words},
};

pub const NEW: &str = "!new:x";

pub fn room(id: &str) -> RoomId {
    RoomId(id.to_owned())
}

pub fn said_in(said: &[Sent], id: &str) -> String {
    let there: Vec<Sent> = said.iter().filter(|sent| sent.room == id).cloned().collect();
    words(&there)
}

/// There is a room beside the first one, in which the bot is not yet.
pub fn beside(world: &World, new: &str, replaces: Option<&str>) {
    world.server.room(new, &["Ada", "Bob", "Eve"], false);
    let mut state = world.server.state();
    state.rooms.get_mut(&room(new)).expect("a room").replaces = replaces.map(room);
    state.outside.insert(room(new));
}

/// The first room says that another one is in its place, and nobody may speak there any more.
pub fn tombstone(world: &World, new: &str) {
    let mut state = world.server.state();
    let old = state.rooms.get_mut(&room(ROOM)).expect("a room");
    (old.may_send, old.replaced_by) = (false, Some(room(new)));
    drop(state);
    world.server.happen(MatrixEvent::RoomReplaced { room: room(ROOM), by: room(new) });
}

/// The same, and it is.
pub fn replace(world: &World, new: &str) {
    beside(world, new, Some(ROOM));
    tombstone(world, new);
}

/// The bot has moved out of the first room; what it said then.
pub async fn moved(world: &mut World) -> Vec<Sent> {
    world.server.until(|server| server.state().left.contains(&room(ROOM))).await;
    world.heard().await
}

pub async fn begin(world: &mut World, place: &str, variant: &str) {
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
    replace(&world, NEW);
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
    world.server.happen(MatrixEvent::RoomReplaced { room: room(ROOM), by: room(NEW) });
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
    replace(&world, NEW);
    world.heard().await;
    world.server.until(|server| server.state().asked_in >= 1).await;
    assert!(!world.server.state().left.contains(&room(ROOM)));
    world.restart(0).await;
    // It tries again by itself.
    world.server.until(|server| server.state().asked_in >= 2).await;
    world.server.state().closed.clear();
    let by = user("Ada");
    world.server.happen(MatrixEvent::Invited { room: room(NEW), by, direct: false, space: false });
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
    replace(&world, NEW);
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
async fn what_is_said_to_the_bot_alone_is_about_the_game_where_it_goes_on() {
    let mut world = World::new();
    begin(&mut world, ROOM, "schachen").await;
    for name in ["Ada", "Bob"] {
        world.say(name, ROOM, "!chess hand").await;
    }
    let asked = world.say("Bob", "!direct-bob:x", "hand").await[0].clone();
    replace(&world, NEW);
    moved(&mut world).await;
    let own = "!direct-ada:x";
    assert!(said_in(&world.say("Ada", own, "m2m3").await, own).contains("Your move"));
    let played = world.say("Ada", own, "pass").await;
    assert!(said_in(&played, NEW).contains("Ada played"), "{}", words(&played));
    // An answer to what was said about the game in its old room is, too.
    let answered = world.reply("Bob", "!direct-bob:x", &asked, "m5m4").await;
    assert!(words(&answered).contains("Your move"), "{}", words(&answered));
    let told = world.say("Bob", "!direct-bob:x", "pass").await;
    assert!(said_in(&told, NEW).contains("Bob played"), "{}", words(&told));
    assert!(!words(&told).contains("!room:x"), "{}", words(&told));
}

#[tokio::test]
async fn numbers_of_lists_that_only_one_person_reads_mean_the_same_afterwards() {
    let mut world = World::new();
    begin(&mut world, ROOM, "schachen").await;
    world.say("Ada", ROOM, "!chess hand").await;
    let own = "!direct-ada:x";
    let list = world.say("Ada", own, "move").await;
    assert!(said_in(&list, own).contains("1 "), "{}", words(&list));
    replace(&world, NEW);
    moved(&mut world).await;
    world.restart(0).await;
    let chosen = world.say("Ada", own, "1").await;
    assert!(!chosen.is_empty() && !words(&chosen).contains("no game"), "{}", words(&chosen));
    assert!(!words(&chosen).contains("Nothing has that number"), "{}", words(&chosen));
}

#[tokio::test]
async fn challenges_and_games_that_are_over_go_along() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    world.say("Ada", ROOM, "!chess resign").await;
    world.say("Ada", ROOM, "1").await;
    world.say("Ada", ROOM, "!chess play chess white").await;
    world.say("Eve", &format!("{ROOM}/$root"), "!chess play chess960 white").await;
    replace(&world, NEW);
    let shown = moved(&mut world).await;
    let there = said_in(&shown, NEW);
    let open = ["Ada is looking for an opponent", "Eve is looking for an opponent"];
    assert!(open.iter().all(|open| there.contains(open)), "{}", words(&shown));
    world.say("Eve", NEW, "!chess withdraw").await;
    let begun = world.say("Bob", NEW, "!chess accept").await;
    assert!(said_in(&begun, NEW).contains("Ada (White)"), "{}", words(&begun));
    let games = world.say("Eve", NEW, "!chess games here").await;
    assert!(words(&games).contains("Bob won"), "{}", words(&games));
}

#[tokio::test]
async fn a_game_that_finds_another_one_goes_on_in_a_thread() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    world.say("Ada", ROOM, "e4").await;
    beside(&world, NEW, Some(ROOM));
    world.server.state().outside.clear();
    begin(&mut world, NEW, "chess").await;
    tombstone(&world, NEW);
    let shown = moved(&mut world).await;
    let root = shown.iter().find(|sent| sent.message.plain.contains("goes on here")).expect("a thread");
    let played = world.say("Bob", &format!("{NEW}/{}", root.event.0), "e5").await;
    assert!(words(&played).contains("1… e5"), "{}", words(&played));
    let beside = world.say("Ada", NEW, "d4").await;
    assert!(words(&beside).contains("1. d4"), "{}", words(&beside));
}

#[tokio::test]
async fn a_room_that_is_in_the_place_of_no_other_is_left_again() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    beside(&world, NEW, Some("!another:x"));
    tombstone(&world, NEW);
    world.server.until(|server| server.state().left.contains(&room(NEW))).await;
    assert!(world.heard().await.iter().all(|sent| sent.room != NEW));
    assert!(!world.server.state().left.contains(&room(ROOM)));
    // It goes there no more by itself, and its game is where it was.
    world.restart(0).await;
    world.server.state().rooms.get_mut(&room(ROOM)).expect("a room").may_send = true;
    assert!(words(&world.say("Ada", ROOM, "e4").await).contains("1. e4"));
    assert_eq!(world.server.state().asked_in, 1);
}

#[tokio::test]
async fn where_the_bot_is_already_it_stays_whatever_another_room_says() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    world.server.room(NEW, &["Ada", "Bob", "Eve"], false);
    tombstone(&world, NEW);
    assert!(world.heard().await.is_empty());
    // The same where it cannot be looked at when the other one says so.
    world.server.state().unseen.insert(room(NEW), Unseen::All);
    world.clock.pass(6 * 60 * 1000);
    tombstone(&world, NEW);
    world.settled().await;
    world.server.state().unseen.clear();
    world.clock.pass(60 * 1000);
    world.server.happen(MatrixEvent::Joined { room: room(NEW) });
    assert!(world.heard().await.is_empty());
    assert!(!world.server.state().left.contains(&room(NEW)));
    assert!(words(&world.say("Ada", NEW, "!chess help").await).contains("!chess play"));
}

#[tokio::test]
async fn whoever_may_not_replace_a_room_sends_the_bot_nowhere() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    beside(&world, NEW, Some(ROOM));
    world.server.happen(MatrixEvent::RoomReplaced { room: room(ROOM), by: room(NEW) });
    assert!(world.heard().await.is_empty());
    assert_eq!(world.server.state().asked_in, 0);
}

#[tokio::test]
async fn a_reminder_that_finds_no_way_in_private_is_given_where_the_game_is_now() {
    let mut world = World::new();
    begin(&mut world, ROOM, "chess").await;
    world.say("Ada", ROOM, "!chess settings reminders private").await;
    world.server.state().makes_no_rooms =
        Some(MatrixError::Transient { reason: "502".to_owned(), after: None });
    world.hours_pass(19).await;
    world.server.until(|server| server.state().rooms_refused > 0).await;
    replace(&world, NEW);
    world.server.until(|server| server.state().left.contains(&room(ROOM))).await;
    world.server.state().makes_no_rooms = Some(MatrixError::Forbidden("no".to_owned()));
    let told = world.heard().await;
    assert!(said_in(&told, NEW).contains("I remind you here from now on"), "{}", words(&told));
}
