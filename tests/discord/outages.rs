//! Tests of outages of Discord: no clock runs meanwhile, whichever part of the connection is gone.
//! Not here: the effect of an outage on a clock (tests of the bot).

use std::time::Duration;

use adoube_store::{Key, KeyRange, KeyReader, ScanOrder, Store as _, Table};
use adoube_testing::TEST_TIMEOUT;

use crate::{
    fake::Channel,
    support::{ADA, CHESS, NOW, World},
};

const MINUTE: u64 = 60_000;

/// The outages of Discord that are kept, as minutes since the beginning; the end of one that lasts is missing.
async fn outages(world: &World) -> Vec<(u64, Option<u64>)> {
    let range = KeyRange::prefix(Key::new().text("outage").text("discord"));
    let rows = world.store.scan(Table::Meta, range, ScanOrder::Ascending, 100).await.expect("a store");
    let read = |key: &[u8]| {
        let mut reader = KeyReader::new(key);
        let (_, _, to, from) = (reader.text()?, reader.text()?, reader.number()?, reader.number()?);
        let minutes = |at: u64| (at - NOW) / MINUTE;
        Some((minutes(from), Some(minutes(to))))
    };
    let open = KeyRange::prefix(Key::new().text("outage-open").text("discord"));
    let open = world.store.scan(Table::Meta, open, ScanOrder::Ascending, 100).await.expect("a store");
    let since = |key: &[u8]| {
        let mut reader = KeyReader::new(key);
        let (_, _, from) = (reader.text()?, reader.text()?, reader.number()?);
        Some(((from - NOW) / MINUTE, None))
    };
    let over = rows.iter().map(|(key, _)| read(key).expect("an outage"));
    over.chain(open.iter().map(|(key, _)| since(key).expect("an open outage"))).collect()
}

pub async fn until(world: &World, what: &str, is: impl Fn(&[(u64, Option<u64>)]) -> bool) {
    let looking = async {
        while !is(&outages(world).await) {
            // It is written a moment after what happens at the gateway, and nobody tells of that.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let found = tokio::time::timeout(TEST_TIMEOUT, looking).await;
    assert!(found.is_ok(), "{what}: {:?}", outages(world).await);
}

fn is_open(outages: &[(u64, Option<u64>)]) -> bool {
    outages.iter().any(|(_, to)| to.is_none())
}

/// Discord is out of reach for so many seconds; what is kept of that.
async fn away_for(seconds: u64) -> (World, Vec<(u64, Option<u64>)>) {
    let world = World::new().await;
    until(&world, "all connected", |all| !is_open(all)).await;
    world.fake.go_away();
    until(&world, "gone", is_open).await;
    world.time_passes(Duration::from_secs(seconds)).await;
    world.fake.come_back();
    until(&world, "back", |all| !is_open(all)).await;
    let kept = outages(&world).await;
    (world, kept)
}

#[tokio::test]
async fn what_is_shorter_than_two_minutes_does_not_count() {
    assert_eq!(away_for(119).await.1, []);
}

#[tokio::test]
async fn what_is_longer_than_two_minutes_counts() {
    assert_eq!(away_for(121).await.1, [(0, Some(2))]);
}

#[tokio::test]
async fn ten_hours_count_and_the_bot_plays_on() {
    let (world, kept) = away_for(10 * 60 * 60).await;
    assert_eq!(kept, [(0, Some(600))]);
    world.begin(CHESS).await;
    let board = world.plays(ADA, CHESS, "e4").await;
    assert!(board.content.contains("1. e4"), "{}", board.content);
}

#[tokio::test]
async fn one_shard_of_three_is_enough_and_the_others_play_on() {
    let mut world = World::without_bot().await;
    let other = 3101;
    world.fake.change(|state| {
        state.shards = 3;
        state.max_concurrency = 3;
        let guild = Some((1 << 22) + 500);
        state.channels.insert(other, Channel { guild, installed: true, ..Channel::default() });
    });
    world.start_bot().await;
    world.fake.until("all shards", |state| (state.shards_identified.len() == 3).then_some(())).await;
    until(&world, "all connected", |all| !is_open(all)).await;
    world.fake.lose_shard(1);
    until(&world, "gone", is_open).await;
    world.begin(CHESS).await;
    world.time_passes(Duration::from_secs(5 * 60)).await;
    assert!(world.plays(ADA, CHESS, "e4").await.content.contains("1. e4"));
    world.fake.come_back();
    until(&world, "back", |all| !is_open(all)).await;
    assert_eq!(outages(&world).await, [(0, Some(5))]);
    world.begin(other).await;
    assert!(world.plays(ADA, other, "e4").await.content.contains("1. e4"));
}

#[tokio::test]
async fn a_discord_that_cannot_be_reached_from_the_start_is_an_outage() {
    let mut world = World::without_bot().await;
    world.fake.change(|state| state.is_away = true);
    let discord = world.bot();
    let serving = tokio::spawn(discord.serve(None, std::future::pending()));
    until(&world, "gone", is_open).await;
    world.time_passes(Duration::from_secs(60 * 60)).await;
    world.fake.come_back();
    until(&world, "back", |all| !is_open(all)).await;
    assert_eq!(outages(&world).await, [(0, Some(60))]);
    serving.abort();
}

#[tokio::test]
async fn whoever_stops_the_bot_is_no_outage_of_discord() {
    let mut world = World::new().await;
    until(&world, "all connected", |all| !is_open(all)).await;
    world.begin(CHESS).await;
    world.stop_bot().await;
    assert_eq!(outages(&world).await, []);
    world.start_bot().await;
    assert!(world.plays(ADA, CHESS, "e4").await.content.contains("1. e4"));
}

async fn turns(watched: &mut tokio::sync::watch::Receiver<bool>, what: &str, to: bool) {
    let turned = tokio::time::timeout(TEST_TIMEOUT, watched.wait_for(|is| *is == to)).await;
    assert!(turned.is_ok(), "{what} is not {to}");
}

#[tokio::test]
async fn whether_the_bot_is_connected_is_told() {
    let mut world = World::without_bot().await;
    world.fake.change(|state| {
        state.is_away = true;
        state.shards = 3;
        state.max_concurrency = 3;
    });
    let discord = world.bot();
    let (mut away, mut partly) = (discord.is_away(), discord.is_partly_away());
    let serving = tokio::spawn(discord.serve(None, std::future::pending()));
    until(&world, "gone", is_open).await;
    assert!(*away.borrow(), "nothing was reached yet");
    world.fake.come_back();
    turns(&mut away, "away", false).await;
    turns(&mut partly, "partly away", false).await;
    world.fake.lose_shard(1);
    turns(&mut partly, "partly away", true).await;
    assert!(!*away.borrow());
    world.fake.go_away();
    turns(&mut away, "away", true).await;
    turns(&mut partly, "partly away", false).await;
    world.fake.come_back();
    turns(&mut away, "away", false).await;
    serving.abort();
}

#[tokio::test]
async fn a_bot_that_discord_calls_is_connected_once_discord_knows_it() {
    let mut world = World::without_bot().await;
    world.settings.interactions = Some(([127, 0, 0, 1], 0).into());
    let discord = world.bot();
    let mut away = discord.is_away();
    assert!(*away.borrow());
    let door = discord.bind().await.expect("a port");
    let serving = tokio::spawn(discord.serve(door, std::future::pending()));
    // The commands are registered, for which it asks who it is.
    turns(&mut away, "away", false).await;
    serving.abort();
}
