//! Tests of the bot as an opponent on Discord: when it is named where a person would be, in
//! commands and in messages, it plays as the computer. Not here: how it plays (tests of the bot).

use adoube_platform_discord::MessageScope;

use crate::{
    fake::{Message, Opt, User},
    support::{ADA, BOT, CHESS, ROBOT, World},
};

/// The bot is a user of Discord like anybody else.
fn registered(world: &World) {
    let (name, locale) = ("adoube".to_owned(), "en-US".to_owned());
    world.fake.change(|state| {
        state.users.insert(BOT, User { id: BOT, name, locale, bot: true, permissions: 0 });
    });
}

fn words(message: &Message) -> String {
    format!("{} {} {}", message.content, message.embeds, message.components)
}

fn options(opponent: u64) -> [(&'static str, Opt); 3] {
    [
        ("opponent", Opt::User(opponent)),
        ("variant", Opt::Text("chess".to_owned())),
        ("colour", Opt::Text("white".to_owned())),
    ]
}

/// A game has begun against it, and it answers a move.
async fn is_played(world: &World) {
    let begun = world.nth(CHESS, 1).await;
    assert!(words(&begun).contains("Computer level 3"), "{begun:?}");
    world.plays(ADA, CHESS, "e4").await;
    world.let_computer_play().await;
    let answer = world.nth(CHESS, 3).await;
    assert!(words(&answer).contains("played 1…"), "{answer:?}");
    world.all_delivered().await;
    assert_eq!(world.public(CHESS).len(), 3, "it moves once");
}

#[tokio::test]
async fn whoever_names_the_bot_as_opponent_plays_the_computer() {
    let world = World::new().await;
    registered(&world);
    world.slash(ADA, CHESS, "play", &options(BOT));
    is_played(&world).await;
}

#[tokio::test]
async fn the_same_where_discord_calls_the_bot() {
    let mut world = World::without_bot().await;
    registered(&world);
    world.start_called_bot().await;
    world.slash(ADA, CHESS, "play", &options(BOT));
    is_played(&world).await;
}

#[tokio::test]
async fn the_same_in_a_message_that_mentions_it() {
    let mut world = World::without_bot().await;
    registered(&world);
    world.settings.messages = MessageScope::Mentions;
    world.start_bot().await;
    world.says(ADA, CHESS, &format!("<@{BOT}> play <@{BOT}> chess white"));
    is_played(&world).await;
}

#[tokio::test]
async fn other_programs_do_not_play() {
    let world = World::new().await;
    registered(&world);
    let token = world.slash(ADA, CHESS, "play", &options(ROBOT));
    let refused = world.reply(&token).await;
    assert!(refused.only_for.is_some(), "{refused:?}");
    assert!(world.public(CHESS).is_empty());
}
