//! Tests of answers by the engine on Discord (hints, analyses): the person who asked sees the
//! progress and then the result in one message, and nobody else does. Not here: what is found
//! (tests of the bot).

use crate::{
    fake::{Message, Opt},
    support::{ADA, BOB, CHESS, World},
};

fn words(message: &Message) -> String {
    format!("{} {} {}", message.content, message.embeds, message.components)
}

/// The answer to an interaction once it says that, and all that was told to that person alone.
async fn told(world: &World, token: &str, user: u64, expected: &str) -> (Message, usize) {
    let original = world.answered(token).await.original.expect("a message");
    let is_last = |message: &&Message| message.id == original && words(message).contains(expected);
    let last = world.fake.until("the last word", |state| state.messages.iter().find(is_last).cloned()).await;
    let state = world.fake.state();
    let alone = state.messages.iter().filter(|message| message.only_for == Some(user) && !message.deleted);
    (last, alone.count())
}

#[tokio::test]
async fn a_game_that_is_looked_at_shows_how_far_it_is_in_one_message() {
    let world = World::new().await;
    world.begin(CHESS).await;
    for (user, text) in [(ADA, "f3"), (BOB, "e5"), (ADA, "g4"), (BOB, "Qh4")] {
        world.plays(user, CHESS, text).await;
    }
    world.all_delivered().await;
    let before = world.public(CHESS).len();
    let token = world.slash(ADA, CHESS, "analyse", &[]);
    let (last, alone) = told(&world, &token, ADA, "g4 (Ada)").await;
    assert!(last.edits >= 2, "it says first how far it is: {last:?}");
    assert_eq!((last.only_for, alone), (Some(ADA), 1), "everything in the same place");
    let kinds = last.attachments.iter().filter_map(|(name, ..)| Some(name.rsplit_once('.')?.1));
    assert_eq!(kinds.collect::<Vec<_>>(), ["png", "pgn"], "a graph and a record");
    assert_eq!(world.public(CHESS).len(), before, "nobody else sees any of it");
}

#[tokio::test]
async fn a_hint_is_told_to_whoever_takes_it_in_the_place_where_they_waited() {
    let world = World::new().await;
    world.begin(CHESS).await;
    for (user, text) in [(ADA, "f3"), (BOB, "e5"), (ADA, "g4")] {
        world.plays(user, CHESS, text).await;
    }
    let before = world.public(CHESS).len();
    let token = world.slash(BOB, CHESS, "hint", &[]);
    let (last, alone) = told(&world, &token, BOB, "Qh4#").await;
    assert!(last.edits >= 1 && alone == 1, "{last:?}");
    assert_eq!(last.only_for, Some(BOB));
    world.press(BOB, last.id, "Play Qh4#");
    let mate = world.nth(CHESS, before + 1).await;
    assert!(words(&mate).contains("Checkmate"), "{mate:?}");
    let again = world.slash(ADA, CHESS, "move", &[("move", Opt::Text("e4".to_owned()))]);
    assert!(words(&world.reply(&again).await).contains("No game is running"), "it is over");
}
