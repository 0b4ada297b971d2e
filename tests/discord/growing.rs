//! Tests, with several processes that share the shards, that the number of shards grows when
//! Discord recommends at least twice as many or refuses the present number, that every event is
//! still handled once, and that no more sessions start than Discord's daily limit allows. Not here:
//! shards that change hands (`several`).

use std::time::{Duration, Instant};

use crate::{
    fake::Day,
    processes::{FASTER, SHARDS, Several},
    support::{ADA, BOB},
};

/// Everybody hears of everything once, however many shards there were before.
async fn goes_on(several: &Several, moves: [&str; 2], said: usize) {
    several.everywhere(ADA, moves[0], said + 1).await;
    several.everywhere(BOB, moves[1], said + 2).await;
    several.until_noted().await;
    several.said_once(said + 2);
    several.is_well();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_are_more_shards_when_a_process_learns_that_far_more_are_recommended() {
    let several = Several::new().await;
    let _first = several.start();
    several.until_shared(&[8]).await;
    let second = several.start();
    several.until_shared(&[4, 4]).await;
    several.until_connected(SHARDS).await;
    several.begin().await;
    // A few more are no reason to begin every session anew.
    several.world.fake.change(|state| state.shards = 15);
    second.stops().await;
    several.until_shared(&[8]).await;
    let third = several.start();
    several.until_shared(&[4, 4]).await;
    goes_on(&several, ["e4", "e5"], 2).await;
    assert_eq!(several.identified(), 8);
    several.world.fake.change(|state| state.shards = 16);
    third.stops().await;
    several.until_shared(&[8]).await;
    let _fourth = several.start();
    several.until_shared(&[8, 8]).await;
    several.until_connected(16).await;
    goes_on(&several, ["Nf3", "Nc6"], 4).await;
    assert_eq!(several.identified(), 8 + 16, "each once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_are_more_shards_when_discord_refuses_as_few_as_there_are() {
    let several = Several::new().await;
    let _processes = [several.start(), several.start()];
    several.until_shared(&[4, 4]).await;
    several.until_connected(SHARDS).await;
    several.begin().await;
    several.world.fake.change(|state| (state.shards, state.least_shards) = (10, 9));
    several.world.fake.invalidate_sessions(false);
    several.until_connected(10).await;
    several.until_shared(&[5, 5]).await;
    goes_on(&several, ["e4", "e5"], 2).await;
    assert_eq!(several.identified(), 8 + 10, "each once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_more_sessions_begin_than_discord_has_left() {
    let several = Several::new().await;
    let day = Duration::from_secs(100);
    let ends = Instant::now() + day / FASTER;
    several.world.fake.change(|state| state.day = Some(Day { ends, faster: FASTER, begun: 995 }));
    let _processes = [several.start(), several.start()];
    several.until_connected(SHARDS).await;
    // The last three waited for the next day.
    assert!(Instant::now() >= ends);
    several.is_well();
    several.begin().await;
    goes_on(&several, ["e4", "e5"], 2).await;
    assert_eq!(several.identified(), 8, "each once");
}
