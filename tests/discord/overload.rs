//! Test of overload on Discord: admitted events are done, a refused person is told so, and
//! completions that were overtaken are not answered. Not here: who goes first (tests of the
//! platform).

use crate::support::{ADA, BOB, CHESS, GO, World};

/// As many as are let in at once, and as many as wait in a channel.
const INSIDE: usize = 64;
const WAITING: usize = 16;

#[tokio::test]
async fn what_cannot_be_done_in_time_is_not_done_and_whoever_asked_is_told() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.store.close_gate();
    let inside: Vec<String> = (0..INSIDE).map(|_| world.moves(ADA, CHESS, "e4")).collect();
    let first = &inside[0];
    world.fake.until("somebody to be told to wait", |state| state.interactions.get(first)?.answer).await;
    let outside: Vec<String> = (0..=WAITING).map(|_| world.moves(BOB, CHESS, "e5")).collect();
    for token in &outside {
        let told = world.reply(token).await;
        assert_eq!(told.only_for, Some(BOB));
        assert!(told.content.contains("try again in a few seconds"), "{}", told.content);
    }
    world.store.open_gate();
    assert!(world.nth(CHESS, 3).await.content.contains("1. e4"));
    for token in &inside {
        world.answered(token).await;
    }
    world.all_delivered().await;
    assert_eq!(world.public(CHESS).len(), 3, "one move was made, and none that nobody was let in with");
    // Afterwards there is room again.
    assert!(world.plays(BOB, CHESS, "e5").await.content.contains("e5"));
    world.begin(GO).await;
}
