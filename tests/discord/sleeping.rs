//! Tests of threads with a running game that Discord or a person archives: the bot wakes them,
//! within limits. Not here: how they are opened and closed (`threads`).

use adoube_bot::ThreadPolicy;
use serde_json::json;

use crate::{
    fake::{FOR_ALL, Fault, Place, State},
    support::{ADA, CARLA, CHESS, GO, World},
    threads::{accept, until_let_go},
};

/// A world in which Carla and Ada play in a thread of their own.
async fn playing() -> (World, u64) {
    let mut world = World::new().await;
    world.stop_bot().await;
    world.settings.threads = ThreadPolicy::Always;
    world.start_bot().await;
    let thread = begin(&world).await;
    (world, thread)
}

async fn begin(world: &World) -> u64 {
    world.speaks_english();
    // Ada and Carla have used the bot, so their languages are known.
    world.answered(&world.slash(ADA, CHESS, "games", &[])).await;
    let thread = accept(world).await.id;
    world.nth(thread, 1).await;
    world.all_delivered().await;
    thread
}

/// How often the bot asked for a thread to be woken.
fn wakings(state: &State, thread: u64) -> usize {
    let asked = |request: &&crate::fake::Request| {
        request.method == "PATCH"
            && request.path == format!("channels/{thread}")
            && request.body == json!({ "archived": false })
    };
    state.requests.iter().filter(asked).count()
}

async fn awake(world: &World, thread: u64) {
    world
        .fake
        .until("the thread to be awake", |state| {
            state.channels[&thread].thread.as_ref().is_some_and(|it| !it.archived).then_some(())
        })
        .await;
}

#[tokio::test]
async fn a_thread_stays_for_seven_days_and_is_woken_while_its_game_runs() {
    let (world, thread) = playing().await;
    assert_eq!(world.fake.state().channels[&thread].thread.as_ref().expect("it").archives_after, 10_080);
    world.fake.archive(thread);
    awake(&world, thread).await;
    assert_eq!(wakings(&world.fake.state(), thread), 1);
    // Commands are possible again.
    for (user, text) in [(CARLA, "f3"), (ADA, "e5"), (CARLA, "g4"), (ADA, "Qh4#")] {
        world.plays(user, thread, text).await;
    }
    until_let_go(&world, thread).await;
    world.all_delivered().await;
    // What else happens to it afterwards is nothing to the bot; what is done in the channel comes behind that.
    world.fake.archive(thread);
    world.answered(&world.slash(ADA, CHESS, "games", &[])).await;
    assert!(world.fake.sleeps(thread));
    assert_eq!(wakings(&world.fake.state(), thread), 1);
}

#[tokio::test]
async fn what_discord_does_not_do_at_once_is_asked_for_again() {
    let (world, thread) = playing().await;
    world.fake.change(|state| state.faults.add(Place::Other, Fault::Status(500), 2));
    world.fake.archive(thread);
    awake(&world, thread).await;
    // Where writing does not wake it, it is woken first.
    let asleep = Fault::Error { status: 400, code: 50083 };
    world.fake.change(|state| state.faults.add(Place::Messages, asleep, 1));
    let before = wakings(&world.fake.state(), thread);
    world.says(CARLA, thread, "<@100> f3");
    world.nth(thread, 2).await;
    assert_eq!(wakings(&world.fake.state(), thread), before + 1);
}

#[tokio::test]
async fn whoever_archives_a_thread_again_and_again_wins_and_that_is_told_once() {
    let (mut world, thread) = playing().await;
    let told = world.public(CHESS).len();
    for _ in 0..3 {
        world.fake.archive(thread);
        awake(&world, thread).await;
    }
    world.fake.archive(thread);
    let said = world.nth(CHESS, told + 1).await;
    assert!(said.content.contains(&format!("<#{thread}>")) && said.pinged.is_empty(), "{said:?}");
    // Whoever writes there wakes it, and so does every board.
    world.says(CARLA, thread, "<@100> f3");
    world.nth(thread, 2).await;
    world.fake.archive(thread);
    world.answered(&world.slash(ADA, CHESS, "games", &[])).await;
    assert!(world.fake.sleeps(thread));
    assert_eq!(wakings(&world.fake.state(), thread), 3);
    assert_eq!(world.public(CHESS).len(), told + 1);
    // A day later it is another matter; after a restart too.
    world.time_passes(std::time::Duration::from_secs(25 * 60 * 60)).await;
    world.restart_bot().await;
    awake(&world, thread).await;
}

#[tokio::test]
async fn sixty_threads_that_fell_asleep_while_the_bot_was_away_are_woken_at_discords_pace() {
    let (mut world, first) = playing().await;
    let mut threads = vec![first];
    while threads.len() < 60 {
        threads.push(begin(&world).await);
    }
    world.stop_bot().await;
    for thread in &threads {
        world.fake.archive(*thread);
    }
    world.fake.change(|state| state.faults.limit_for_all = Some(FOR_ALL));
    world.start_bot().await;
    // Whoever plays meanwhile waits for none of them.
    let other = world.begin(GO).await.id;
    world.nth(other, 1).await;
    let board = world.plays(ADA, other, "e4").await;
    assert!(board.content.contains("1. e4"), "{}", board.content);
    for thread in &threads {
        awake(&world, *thread).await;
        assert_eq!(wakings(&world.fake.state(), *thread), 1);
    }
    assert_eq!(world.fake.state().faults.over_for_all, 0);
    for thread in [threads[0], threads[59]] {
        let board = world.plays(CARLA, thread, "f3").await;
        assert!(board.content.contains("1. f3"), "{}", board.content);
    }
}
