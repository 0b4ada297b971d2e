//! Tests of edited messages on Discord: which edits act, which do not, and who is told.

use std::time::Duration;

use adoube_platform_discord::MessageScope;

use crate::{
    fake::Message,
    support::{ADA, BOB, CARLA, CHESS, SCHACH, World},
    words::world,
};

/// What people are told where a change comes to nothing.
const IGNORED: &str = "Editing that message changes nothing";
const SOON: Duration = Duration::from_secs(30);

fn said(message: &Message) -> String {
    format!("{}\n{}", message.content, message.embeds)
}

/// How many messages of the bot everybody sees, when it has heard all that was said.
async fn count(world: &mut World, channel: u64) -> usize {
    world.all_delivered().await;
    world.restart_bot().await;
    world.public(channel).len()
}

#[tokio::test]
async fn a_message_that_did_nothing_counts_in_its_new_form() {
    let mut world = world(MessageScope::All).await;
    let id = world.says(ADA, CHESS, "<@100> paly <@2002>");
    world.nth(CHESS, 1).await;
    world.fake.edits(id, "<@100> play <@2002> chess white", SOON);
    let challenge = world.nth(CHESS, 2).await;
    assert!(said(&challenge).contains("challenges Bob"), "{}", said(&challenge));
    world.fake.edits(id, "<@100> play <@2003> chess", 2 * SOON);
    let told = world.nth(CHESS, 3).await;
    assert!(said(&told).contains(IGNORED), "{}", said(&told));
    assert_eq!(told.reply, Some(id));
    world.fake.edits(id, "<@100> play <@2003>", 3 * SOON);
    world.press(BOB, challenge.id, "Accept");
    world.nth(CHESS, 4).await;
    // A move that cannot be made, and talk that the bot has not heard before, as it called nobody.
    let id = world.says(ADA, CHESS, "e5");
    world.nth(CHESS, 5).await;
    world.fake.edits(id, "e4", SOON);
    let board = world.nth(CHESS, 6).await;
    assert!(said(&board).contains("Ada played 1. e4"), "{}", said(&board));
    let id = world.says(BOB, CHESS, "hello everybody");
    world.fake.edits(id, "e5", SOON);
    let board = world.nth(CHESS, 7).await;
    assert!(said(&board).contains("Bob played 1… e5"), "{}", said(&board));
    assert_eq!(count(&mut world, CHESS).await, 7, "nothing else was said");
}

#[tokio::test]
async fn a_message_that_only_mentions_the_bot_after_a_change_is_heard() {
    let mut world = world(MessageScope::Mentions).await;
    world.begin(CHESS).await;
    let id = world.says(ADA, CHESS, "e4");
    world.fake.edits(id, "<@100> e4", SOON);
    let board = world.nth(CHESS, 3).await;
    assert!(said(&board).contains("Ada played 1. e4"), "{}", said(&board));
    assert_eq!(count(&mut world, CHESS).await, 3);
}

#[tokio::test]
async fn previews_pins_and_late_changes_are_none() {
    let mut world = world(MessageScope::All).await;
    world.begin(CHESS).await;
    let refused = world.says(ADA, CHESS, "e5");
    world.nth(CHESS, 3).await;
    world.fake.touch(refused);
    world.fake.edits(refused, "e6", SOON);
    world.nth(CHESS, 4).await;
    // The same change, told again.
    world.fake.touch(refused);
    let late = world.says(ADA, CHESS, "hello");
    world.fake.edits(late, "e4", Duration::from_secs(11 * 60));
    assert_eq!(count(&mut world, CHESS).await, 4);
    // After a restart, and long after.
    world.time_passes(Duration::from_secs(60 * 60)).await;
    world.fake.touch(refused);
    world.fake.edits(late, "d4", SOON);
    assert_eq!(count(&mut world, CHESS).await, 4);
}

#[tokio::test]
async fn it_is_known_after_a_restart_what_a_message_did() {
    let mut world = world(MessageScope::All).await;
    world.begin(CHESS).await;
    let id = world.says(ADA, CHESS, "e4");
    world.nth(CHESS, 3).await;
    assert_eq!(count(&mut world, CHESS).await, 3);
    world.fake.edits(id, "d4", SOON);
    let told = world.nth(CHESS, 4).await;
    assert!(said(&told).contains(IGNORED), "{}", said(&told));
    assert_eq!(count(&mut world, CHESS).await, 4);
}

#[tokio::test]
async fn changes_are_answered_in_german() {
    let mut world = world(MessageScope::All).await;
    let asked = world.slash(CARLA, SCHACH, "games", &[]);
    world.answered(&asked).await;
    let id = world.says(CARLA, SCHACH, "<@100> spielen <@2002> schach weiß");
    world.nth(SCHACH, 1).await;
    world.fake.edits(id, "<@100> spielen <@2001> schach", SOON);
    let told = world.nth(SCHACH, 2).await;
    assert!(said(&told).contains("Diese Nachricht zu bearbeiten"), "{}", said(&told));
    assert_eq!(count(&mut world, SCHACH).await, 2);
}
