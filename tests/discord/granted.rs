//! Tests of a bot that Discord does not let read all messages, or no longer: it goes on with those
//! that are for it, and the owner is told once. Not here: which messages the bot gets at all
//! (`words`).

use std::time::Duration;

use adoube_platform_discord::MessageScope;

use crate::{
    checking::until_said,
    fake::{State, direct},
    processes::{SHARDS, Several},
    support::{ADA, BOB, BOT, CARLA, CHESS, GO, World},
};

/// An application that is not large has it under this flag.
const GRANTED: u64 = 1 << 19;
const MESSAGE_CONTENT: u64 = 1 << 15;
const DISALLOWED_INTENTS: u16 = 4014;

/// Discord no longer grants it, and says so.
fn lapses(world: &World) {
    world.fake.change(|state| state.application_flags = 0);
    world.fake.close_connections(DISALLOWED_INTENTS);
}

async fn identified(world: &World, times: u32) {
    world.fake.until("an IDENTIFY", |state| (state.identified >= times).then_some(())).await;
}

#[tokio::test]
async fn a_bot_that_may_not_read_all_messages_any_more_reads_those_that_are_for_it() {
    let mut world = World::without_bot().await;
    world.hurry(60);
    world.fake.change(|state| state.application_flags = GRANTED);
    world.settings.messages = MessageScope::All;
    world.start_bot().await;
    world.begin(CHESS).await;
    world.says(ADA, CHESS, "e4");
    world.nth(CHESS, 3).await;
    lapses(&world);
    identified(&world, 2).await;
    assert_eq!(world.fake.state().asked_intents & MESSAGE_CONTENT, 0);
    // Carla's is the application.
    let told = world.nth(direct(CARLA), 1).await;
    assert!(told.content.contains("Message Content Intent"), "{}", told.content);
    until_said(&world, "Missing: I read messages that mention me, replies to me, and direct messages, but")
        .await;
    // A move alone is not heard any more.
    world.says(BOB, CHESS, "e5");
    world.says(BOB, CHESS, &format!("<@{BOT}> e5"));
    let board = world.nth(CHESS, 4).await;
    assert!(board.content.contains("Bob played 1… e5"), "{}", board.content);
    // And nobody is told that it is enough.
    let begun = world.begin(GO).await;
    assert!(begun.content.contains("Move with /move"), "{}", begun.content);
    // It is not granted when the bot begins, and that is no news.
    world.restart_bot().await;
    world.says(ADA, CHESS, &format!("<@{BOT}> Nf3"));
    world.nth(CHESS, 5).await;
    assert_eq!(world.public(direct(CARLA)).len(), 1);
    // It is granted again, and taken away once more.
    world.stop_bot().await;
    world.fake.change(|state| state.application_flags = GRANTED);
    world.start_bot().await;
    world.says(BOB, CHESS, "Nc6");
    world.nth(CHESS, 6).await;
    until_said(&world, "OK: I read every message here").await;
    world.time_passes(Duration::from_secs(60 * 60)).await;
    lapses(&world);
    world.nth(direct(CARLA), 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_processes_fall_back_tell_it_once_and_hand_over_what_is_left() {
    let mut several = Several::new().await;
    several.world.fake.change(|state| state.application_flags = GRANTED);
    several.world.settings.messages = MessageScope::All;
    let first = several.start();
    several.until_shared(&[8]).await;
    let second = several.start();
    several.until_shared(&[4, 4]).await;
    several.until_connected(SHARDS).await;
    let begun = several.world.fake.state().identified;
    lapses(&several.world);
    identified(&several.world, begun + SHARDS as u32).await;
    several.world.nth(direct(CARLA), 1).await;
    several.world.begin(CHESS).await;
    // The sessions of one that stops go on where Discord said that they do.
    let (begun, resumed) = counts(&several.world.fake.state());
    first.stops().await;
    several
        .world
        .fake
        .until("sessions that go on", |state| (counts(state).1 >= resumed + 4).then_some(()))
        .await;
    several.world.plays(ADA, CHESS, "e4").await;
    assert_eq!(counts(&several.world.fake.state()).0, begun);
    assert_eq!(several.world.public(direct(CARLA)).len(), 1);
    second.stops().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_was_denied_nothing_goes_on_with_sessions_that_tell_of_less() {
    let mut several = Several::new().await;
    several.world.settings.messages = MessageScope::All;
    several.world.fake.change(|state| state.application_flags = 0);
    let first = several.start();
    several.until_shared(&[8]).await;
    several.until_connected(SHARDS).await;
    let (begun, resumed) = counts(&several.world.fake.state());
    assert_eq!(begun, SHARDS as u32, "it was asked for nothing that is not granted");
    let second = several.start();
    several
        .world
        .fake
        .until("sessions that go on", |state| (counts(state).1 >= resumed + 4).then_some(()))
        .await;
    assert_eq!(counts(&several.world.fake.state()).0, begun);
    several.world.nth(direct(CARLA), 1).await;
    first.stops().await;
    second.stops().await;
    assert_eq!(several.world.public(direct(CARLA)).len(), 1);
}

/// IDENTIFYs and RESUMEs.
fn counts(state: &State) -> (u32, u32) {
    (state.identified, state.resumed)
}
