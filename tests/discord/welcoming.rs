//! Tests of the welcome message to the owner of a server that has just added the bot, sent once.

use crate::{
    fake::{OTHER_GUILD, State, direct},
    support::{ADA, BOB, CARLA, CHESS, World},
};

/// The moment it is ([`crate::support::NOW`]), and a moment long before.
const NOW: &str = "2026-01-01T00:00:00.000000+00:00";
const LONG_AGO: &str = "2025-12-30T23:00:00.000000+00:00";

fn told(state: &State, user: u64) -> Vec<String> {
    let there = state.messages.iter().filter(|message| message.channel == direct(user));
    there.map(|message| message.content.clone()).collect()
}

async fn welcomed(world: &World, user: u64) -> String {
    world.fake.until("a word", |state| told(state, user).first().cloned()).await
}

#[tokio::test]
async fn the_owner_of_a_new_server_is_told_how_games_begin() {
    for (owner, locale, begins, play) in [
        (ADA, "en-US", "Thank you for taking me into Chess club.", "/play @someone"),
        (CARLA, "de", "Danke, dass ich in Chess club sein darf.", "/spielen @jemand"),
    ] {
        let world = World::new().await;
        world.fake.invite_to(OTHER_GUILD, owner, locale, NOW);
        let said = welcomed(&world, owner).await;
        assert!(said.starts_with(begins) && said.contains(play), "{said}");
        assert_eq!(said.lines().count(), 4, "{said}");
        assert!(said.contains("/help check") || said.contains("/hilfe selbsttest"), "{said}");
    }
}

#[tokio::test]
async fn nobody_is_told_twice_or_of_a_server_that_is_not_new() {
    let mut world = World::new().await;
    world.fake.invite_to(OTHER_GUILD, ADA, "en-US", NOW);
    welcomed(&world, ADA).await;
    // It can be reached again, the bot starts again, and it is taken in again.
    world.fake.invite_to(OTHER_GUILD, ADA, "en-US", NOW);
    world.restart_bot().await;
    world.fake.remove_from(OTHER_GUILD);
    world.fake.invite_to(OTHER_GUILD, ADA, "en-US", NOW);
    world.fake.invite_to(700, BOB, "en-US", LONG_AGO);
    // What comes later is dealt with.
    world.begin(CHESS).await;
    let state = world.fake.state();
    assert_eq!(told(&state, ADA).len(), 1, "{:?}", told(&state, ADA));
    assert!(told(&state, BOB).is_empty(), "{:?}", told(&state, BOB));
}

#[tokio::test]
async fn who_takes_no_messages_is_left_alone() {
    let world = World::new().await;
    world.fake.change(|state| state.closed_to_messages.insert(ADA));
    world.fake.invite_to(OTHER_GUILD, ADA, "en-US", NOW);
    world.fake.invite_to(700, BOB, "en-US", NOW);
    welcomed(&world, BOB).await;
    world.begin(CHESS).await;
    assert!(told(&world.fake.state(), ADA).is_empty());
}
