//! Tests of a slow store and of a slow Discord: a waiting person is told so within Discord's three
//! seconds, the answer follows, and what is private stays private. The fake Discord takes no first
//! answer that comes later than that.

use serde_json::json;

use crate::{
    fake::{Fault, Opt, Place},
    secrets,
    support::{ADA, BOB, CARLA, CHESS, World},
};

/// What Discord calls "the bot is thinking", and an answer to a control without a word.
const WAIT: u64 = 5;
const NOTHING: u64 = 6;

/// Waits until an interaction has this as its first answer, while the gate is still closed.
async fn told_to_wait(world: &World, token: &str, kind: u64) {
    let first = world.fake.until("a first answer", |state| state.interactions.get(token)?.answer).await;
    assert_eq!(first, kind);
}

#[tokio::test]
async fn a_command_waits_for_a_slow_store_and_its_board_follows() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.store.close_gate();
    let token = world.moves(ADA, CHESS, "e4");
    told_to_wait(&world, &token, WAIT).await;
    assert_eq!(world.public(CHESS).len(), 2);
    world.store.open_gate();
    assert!(world.nth(CHESS, 3).await.content.contains("1. e4"));
    let interaction = world.answered(&token).await;
    let state = world.fake.state();
    let waiting = state.messages.iter().find(|message| Some(message.id) == interaction.original);
    let waiting = waiting.expect("what said that the bot is thinking");
    assert!(waiting.deleted && waiting.only_for == Some(ADA), "{waiting:?}");
}

#[tokio::test]
async fn a_private_answer_that_comes_late_is_private() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.store.close_gate();
    // Carla is new here, and that is noted first.
    let token = world.slash(CARLA, CHESS, "games", &[]);
    told_to_wait(&world, &token, WAIT).await;
    world.store.open_gate();
    let reply = world.reply(&token).await;
    assert_eq!(reply.only_for, Some(CARLA));
    assert!(reply.content.starts_with("Partien von Carla"), "{}", reply.content);
    assert_eq!(world.public(CHESS).len(), 2);
}

#[tokio::test]
async fn a_button_waits_for_a_slow_store_and_its_private_answer_follows() {
    let world = World::new().await;
    let board = world.begin(CHESS).await;
    world.store.close_gate();
    let token = world.press(CARLA, board.id, "Movable");
    told_to_wait(&world, &token, NOTHING).await;
    world.store.open_gate();
    let private = |message: &crate::fake::Message| message.only_for == Some(CARLA) && !message.thinking;
    let reply =
        world.fake.until("the answer", |state| state.messages.iter().find(|each| private(each)).cloned());
    assert!(!reply.await.attachments.is_empty());
    assert_eq!(world.public(CHESS).len(), 2);
    assert_ne!(world.public(CHESS)[1].components, json!([]), "the board is as it was");
}

#[tokio::test]
async fn a_control_of_a_private_message_changes_it_late() {
    let world = World::new().await;
    let panel = world.reply(&world.slash(ADA, CHESS, "setup", &[])).await;
    world.store.close_gate();
    let token = world.press(ADA, panel.id, "Touch-move: no");
    told_to_wait(&world, &token, NOTHING).await;
    world.store.open_gate();
    let label = |state: &crate::fake::State| {
        let panel = state.message(panel.id)?;
        panel.components.to_string().contains("Touch-move: yes").then_some(panel.only_for)
    };
    assert_eq!(world.fake.until("the panel", label).await, Some(ADA));
    assert_eq!(world.public(CHESS).len(), 0);
}

#[tokio::test]
async fn hidden_cards_that_come_late_are_seen_by_their_owner_alone() {
    let world = World::new().await;
    let options = [
        ("opponent", Opt::User(BOB)),
        ("variant", Opt::Text("schachen".to_owned())),
        ("colour", Opt::Text("white".to_owned())),
    ];
    world.slash(ADA, CHESS, "play", &options);
    let challenge = world.nth(CHESS, 1).await;
    world.press(BOB, challenge.id, "Accept");
    let board = world.nth(CHESS, 2).await;
    world.store.close_gate();
    let asked = world.moves(ADA, CHESS, "n3");
    told_to_wait(&world, &asked, WAIT).await;
    let hand = world.press(ADA, board.id, "My hand");
    world.store.open_gate();
    let reply = world.reply(&asked).await;
    assert!(reply.only_for == Some(ADA) && reply.content.starts_with("Your move: n3"), "{reply:?}");
    world.answered(&hand).await;
    world.all_delivered().await;
    assert_eq!(world.public(CHESS).len(), 2);
    secrets::check(&world);
}

#[tokio::test]
async fn an_answer_discord_puts_off_comes_later() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::TooOften { seconds: 0.05, global: false }, 4);
    });
    let reply = world.reply(&world.slash(ADA, CHESS, "games", &[])).await;
    assert_eq!(reply.only_for, Some(ADA));
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::TooOften { seconds: 0.05, global: true }, 4);
    });
    let board = world.plays(ADA, CHESS, "e4").await;
    assert!(board.content.contains("1. e4"), "{}", board.content);
    world.all_delivered().await;
    assert_eq!(world.public(CHESS).len(), 3);
}

#[tokio::test]
async fn a_late_answer_goes_through_after_faults() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.store.close_gate();
    let token = world.slash(CARLA, CHESS, "games", &[]);
    told_to_wait(&world, &token, WAIT).await;
    world.fake.change(|state| state.faults.add(Place::Edits, Fault::Status(503), 5));
    world.store.open_gate();
    let reply = world.reply(&token).await;
    assert!(reply.only_for == Some(CARLA) && reply.content.starts_with("Partien von Carla"), "{reply:?}");
}

#[tokio::test]
async fn a_board_that_answered_although_discord_said_otherwise_is_there_once() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.fake.change(|state| state.faults.add(Place::Answers, Fault::DoneBut(502), 1));
    let token = world.moves(ADA, CHESS, "e4");
    world.answered(&token).await;
    world.nth(CHESS, 3).await;
    world.all_delivered().await;
    world.plays(BOB, CHESS, "e5").await;
    assert_eq!(world.public(CHESS).len(), 4);
}

#[tokio::test]
async fn boards_do_not_wait_for_what_one_person_is_told() {
    let mut world = World::new().await;
    world.begin(CHESS).await;
    world.plays(ADA, CHESS, "e4").await;
    // Nothing is left to be changed but the answer that comes now.
    world.restart_bot().await;
    world.fake.change(|state| {
        state.faults.add(Place::Edits, Fault::TooOften { seconds: 20.0, global: false }, 1);
    });
    let token = world.slash(CARLA, CHESS, "replay", &[]);
    world.fake.until("the replay to be put off", |state| (state.faults.left() == 0).then_some(())).await;
    world.plays(BOB, CHESS, "e5").await;
    let state = world.fake.state();
    let original = state.interactions[&token].original.and_then(|id| state.message(id));
    assert!(original.is_some_and(|message| message.thinking), "the board waited for the replay");
}

#[tokio::test]
async fn while_the_disk_is_full_people_read_that_nothing_can_be_saved() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.store.fill_disk(true);
    let reply = world.reply(&world.moves(ADA, CHESS, "e4")).await;
    let nothing = "Nothing can be saved right now: the bot's disk is full or broken, or its database is out of reach. \
                   Your games are safe. Please try again in a few minutes.";
    assert_eq!((reply.content.as_str(), reply.only_for), (nothing, Some(ADA)));
    world.store.fill_disk(false);
    world.moves(ADA, CHESS, "e4");
    // The board before it may be posted again, as that it was could not be noted.
    let moved = world.fake.until("the move on the board", |state| {
        state.messages.iter().find(|message| message.content.contains("1. e4")).cloned()
    });
    assert_eq!(moved.await.only_for, None);
}
