//! Tests of several processes over one store: they share the shards, take over from one that dies,
//! and give back to one that comes. Not here: how one process runs its shards (`sharding`), and
//! what people notice of it while they play (`rolling`).

use std::time::Duration;

use crate::{
    fake::{Fault, Place},
    processes::{SHARDS, SILENCE, Several},
    support::{ADA, BOB, BOT},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_share_the_shards_take_over_and_give_back() {
    let several = Several::new().await;
    let first = several.start();
    several.until_shared(&[8]).await;
    let second = several.start();
    let shared = several.until_shared(&[4, 4]).await;
    several.until_connected(SHARDS).await;
    several.begin().await;
    several.everywhere(ADA, "e4", 3).await;
    several.until_noted().await;
    let identified = several.identified();
    // One dies, and everywhere somebody moves at once.
    first.dies();
    let silent = several.everywhere(BOB, "e5", 4).await;
    several.said_once(4);
    several.is_well();
    let third = several.start();
    let given = several.until_shared(&[4, 4]).await;
    several.everywhere(ADA, "Nf3", 5).await;
    // One is asked to stop: nobody notices.
    second.stops().await;
    let slow = several.everywhere(BOB, "Nc6", 6).await;
    several.until_shared(&[8]).await;
    several.everywhere(ADA, "Bb5", 7).await;
    several.said_once(7);
    several.is_well();
    let one_bot = several.world.fake.state().shards_identified.iter().all(|(_, total)| *total == SHARDS);
    assert!(one_bot);
    println!(
        "shared out in {shared:?}; after a death silent for {silent:?}; given back in {given:?}; \
         at a stop at most {slow:?}; {identified} sessions begun before, {} after",
        several.identified()
    );
    assert!(silent < SILENCE, "{silent:?}");
    assert!(slow < Duration::from_secs(10), "{slow:?}");
    drop(third);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_is_told_of_all_requests_holds_for_the_others() {
    // Discord's waits pass as our time does, so theirs has to.
    let several = Several::of(2, 1).await;
    let mut processes = [several.start(), several.start()];
    several.until_shared(&[1, 1]).await;
    several.until_connected(2).await;
    let fake = &several.world.fake;
    fake.change(|state| {
        state.faults.add(Place::Messages, Fault::TooOften { seconds: 8.0, global: true }, 1);
    });
    let help = format!("<@{BOT}> help");
    let first = several.world.says(ADA, several.channels[0], &help);
    several.until_silent().await;
    for process in &mut processes {
        process.sees_what_is_agreed().await;
    }
    assert!(fake.state().faults.takes_none(), "it is told while that is so");
    // What was on its way before anybody could know is nobody's fault.
    let before = fake.state().faults.while_stopped;
    let second = several.world.says(BOB, several.channels[1], &help);
    for asked in [first, second] {
        fake.until("a reply", |state| state.messages.iter().any(|it| it.reply == Some(asked)).then_some(()))
            .await;
    }
    assert_eq!(fake.state().faults.while_stopped, before, "the other one was told");
}
