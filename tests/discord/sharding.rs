//! Tests of shards in one process: each gets the events of its own servers, and games are played on
//! all. Not here: the codes with which shards are refused (`gateway`).

use adoube_platform_discord::GatewayExit;
use adoube_testing::TEST_TIMEOUT;
use tokio::time::timeout;

use crate::{
    fake::{Channel, direct},
    support::{ADA, BOB, CHESS, World},
};

/// A channel in a server of each of four shards.
const CHANNELS: [u64; 4] = [CHESS, 3101, 3102, 3103];

/// A Discord that recommends four shards, with a server for each; the bot is not there yet.
async fn world(shards: &str) -> World {
    let mut world = World::without_bot().await;
    world.fake.change(|state| {
        state.shards = 4;
        state.max_concurrency = 4;
        for (shard, id) in (0..).zip(CHANNELS).skip(1) {
            let guild = Some((shard << 22) + 500);
            state.channels.insert(id, Channel { guild, installed: true, ..Channel::default() });
        }
    });
    world.settings.shards = shards.parse().expect("shards");
    world
}

async fn identified(world: &World, expected: &[(u64, u64)]) {
    let count = expected.len();
    let seen = |state: &crate::fake::State| {
        (state.shards_identified.len() >= count).then(|| state.shards_identified.clone())
    };
    let mut shards = world.fake.until("all shards", seen).await;
    shards.sort_unstable();
    assert_eq!(shards, expected);
}

#[tokio::test]
async fn all_shards_play() {
    let mut world = world("auto").await;
    world.start_bot().await;
    identified(&world, &[(0, 4), (1, 4), (2, 4), (3, 4)]).await;
    for channel in CHANNELS {
        world.begin(channel).await;
        let board = world.plays(ADA, channel, "e4").await;
        assert!(board.content.contains("1. e4"), "{channel}: {}", board.content);
    }
    // Direct messages come to the first shard.
    world.slash(BOB, direct(BOB), "help", &[]);
    world
        .fake
        .until("an answer", |state| {
            let mut answered = state.interactions.values().filter(|each| each.channel == direct(BOB));
            answered.any(|each| each.answer.is_some()).then_some(())
        })
        .await;
    world.stop_bot().await;
}

#[tokio::test]
async fn some_shards_play_for_their_servers_alone() {
    let mut world = world("1-2/4").await;
    world.start_bot().await;
    identified(&world, &[(1, 4), (2, 4)]).await;
    let elsewhere = [CHANNELS[0], CHANNELS[3]].map(|channel| world.slash(ADA, channel, "help", &[]));
    for channel in [CHANNELS[1], CHANNELS[2]] {
        world.begin(channel).await;
    }
    world.stop_bot().await;
    let state = world.fake.state();
    assert_eq!(state.shards_identified.len(), 2, "no other shard");
    for token in elsewhere {
        assert_eq!(state.interactions[&token].answer, None);
    }
}

#[tokio::test]
async fn too_few_shards_are_given_up_before_discord_takes_the_token_away() {
    let mut world = world("0/1").await;
    world.fake.change(|state| state.least_shards = 2);
    let left = world.bot().serve(None, std::future::pending());
    assert_eq!(timeout(TEST_TIMEOUT, left).await, Ok(Err(GatewayExit::InvalidShards)));
    assert_eq!(world.fake.state().identified, 0);
}
