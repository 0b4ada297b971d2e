//! Tests of people who bother others on Discord: how often a person can be called by challenges,
//! and the effect of blocks and bars. Not here: the rules behind it (tests of the bot).

use crate::{
    fake::{Message, Opt},
    support::{ADA, BOB, CARLA, CHESS, World},
};

fn challenge(opponent: u64) -> [(&'static str, Opt); 2] {
    [("opponent", Opt::User(opponent)), ("variant", Opt::Text("chess".to_owned()))]
}

/// How often somebody was called in the channel.
fn calls(world: &World, user: u64) -> usize {
    world.public(CHESS).iter().filter(|message: &&Message| message.pinged.contains(&user)).count()
}

/// What somebody alone reads of what they did.
async fn told(world: &World, user: u64, command: &str, options: &[(&str, Opt)]) -> String {
    let told = world.reply(&world.slash(user, CHESS, command, options)).await;
    assert_eq!(told.only_for, Some(user), "{told:?}");
    told.content
}

#[tokio::test]
async fn twelve_challenges_in_a_row_call_nobody_more_than_twice() {
    let world = World::new().await;
    for _ in 0..12 {
        world.answered(&world.slash(BOB, CHESS, "play", &challenge(ADA))).await;
        world.answered(&world.slash(BOB, CHESS, "withdraw", &[])).await;
    }
    world.all_delivered().await;
    assert_eq!(calls(&world, ADA), 2);
    let said = told(&world, BOB, "play", &challenge(ADA)).await;
    assert!(said.contains("came to nothing. You can challenge Ada again "), "{said}");
}

#[tokio::test]
async fn whoever_is_blocked_calls_nobody_and_is_told_no_reason() {
    let world = World::new().await;
    let said = told(&world, ADA, "block", &[("person", Opt::User(BOB))]).await;
    assert!(said.starts_with("You now block Bob"), "{said}");
    let said = told(&world, BOB, "play", &challenge(ADA)).await;
    assert!(said.starts_with("Ada cannot be challenged now."), "{said}");
    told(&world, CARLA, "settings", &[("setting", Opt::Text("challenges nobody".to_owned()))]).await;
    let same = told(&world, BOB, "play", &challenge(CARLA)).await;
    assert_eq!(same.replace("Carla", "Ada"), said, "the same words");
    let list = told(&world, ADA, "block", &[]).await;
    assert!(list.contains("You block 1 person") && list.contains("Bob"), "{list}");
    let said = told(&world, ADA, "unblock", &[("person", Opt::User(BOB))]).await;
    assert!(said.starts_with("You block Bob no longer"), "{said}");
    world.all_delivered().await;
    assert_eq!((calls(&world, ADA), calls(&world, BOB), calls(&world, CARLA)), (0, 0, 0));
}

#[tokio::test]
async fn moderators_alone_bar_somebody_from_the_server() {
    let world = World::new().await;
    let said = told(&world, BOB, "bar", &[("person", Opt::User(ADA))]).await;
    assert!(said.starts_with("Only moderators bar people here."), "{said}");
}
