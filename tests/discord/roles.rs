//! Tests of mentions of the role that Discord makes for the bot, which has its name, and of
//! messages with newer components than the library knows. Not here: other messages (`words`).

use adoube_platform_discord::MessageScope;
use serde_json::json;

use crate::{
    fake::{GUILD, Message, own_role},
    support::{ADA, BOB, BOT, CARLA, CHESS, GO, SCHACH, World},
};

/// With a bot that reads these messages.
async fn world(messages: MessageScope) -> World {
    let mut world = World::without_bot().await;
    world.settings.messages = messages;
    // The flag of an application that may read everything.
    world.fake.change(|state| state.application_flags |= u64::from(messages == MessageScope::All) << 18);
    world.start_bot().await;
    world
}

fn role() -> String {
    format!("<@&{}>", own_role(GUILD))
}

/// The bot's reply to a message.
async fn reply(world: &World, to: u64) -> Message {
    world.fake.until("a reply", |state| state.messages.iter().find(|it| it.reply == Some(to)).cloned()).await
}

#[tokio::test]
async fn whoever_calls_the_bots_role_calls_the_bot() {
    let world = world(MessageScope::All).await;
    world.begin(CHESS).await;
    world.says(ADA, CHESS, &format!("{} e4", role()));
    let board = world.nth(CHESS, 3).await;
    assert!(board.content.contains("1. e4"), "{}", board.content);
    // Another role is somebody else's.
    world.says(BOB, CHESS, "<@&4711> e5");
    world.says(BOB, CHESS, "e5");
    let board = world.nth(CHESS, 4).await;
    assert!(board.content.contains("1… e5"), "{}", board.content);
}

#[tokio::test]
async fn where_such_words_are_kept_back_that_is_said_once() {
    let mut world = world(MessageScope::Mentions).await;
    world.begin(CHESS).await;
    let first = world.says(ADA, CHESS, &format!("{} e4", role()));
    let said = reply(&world, first).await;
    assert!(said.content.starts_with("You mentioned my role"), "{}", said.content);
    assert!(said.pinged.is_empty());
    world.answered(&world.slash(CARLA, SCHACH, "games", &[])).await;
    let german = world.says(CARLA, SCHACH, &format!("{} Sf3", role()));
    assert!(reply(&world, german).await.content.starts_with("Du hast meine Rolle erwähnt"));
    let again = world.says(ADA, GO, &format!("{} e4", role()));
    let other = world.says(BOB, GO, "<@&4711> e4");
    let asked = world.says(BOB, GO, &format!("<@{BOT}> help"));
    reply(&world, asked).await;
    world.stop_bot().await;
    let state = world.fake.state();
    let replied = |to: u64| state.messages.iter().any(|it| it.reply == Some(to));
    assert_eq!([replied(again), replied(other)], [false, false]);
}

#[tokio::test]
async fn a_session_that_was_resumed_knows_the_role_without_being_told() {
    let world = world(MessageScope::All).await;
    world.begin(CHESS).await;
    world.fake.close_connections(4000);
    world.fake.until("a session to go on", |state| (state.resumed > 0).then_some(())).await;
    world.says(ADA, CHESS, &format!("{} e4", role()));
    world.nth(CHESS, 3).await;
}

#[tokio::test]
async fn an_answer_to_a_message_with_new_kinds_of_things_is_read() {
    let world = world(MessageScope::Mentions).await;
    let written = world.says(BOB, CHESS, "Look at this.");
    world.fake.change(|state| {
        let message = state.message_mut(written).expect("it is there");
        // As other programs post it; <https://github.com/serenity-rs/serenity/issues/3398>.
        message.components = json!([
            { "type": 17, "components": [{ "type": 99, "new": { "things": [] } }] },
            { "type": 1, "components": [{ "type": 99, "new": true }] },
        ]);
    });
    let asked = world.replies_quietly(ADA, written, &format!("<@{BOT}> help"));
    assert_eq!(reply(&world, asked).await.author, BOT);
}

#[tokio::test]
async fn somebody_whom_the_bot_has_not_seen_is_found_by_their_whole_name() {
    let world = world(MessageScope::Mentions).await;
    world.says(ADA, CHESS, &format!("<@{BOT}> play Carla chess"));
    assert_eq!(world.nth(CHESS, 1).await.pinged, [CARLA]);
    let asked = world.says(BOB, CHESS, &format!("<@{BOT}> play Robot chess"));
    assert_ne!(reply(&world, asked).await.content, "", "programs are nobody to play with");
    let state = world.fake.state();
    assert!(state.requests.iter().any(|it| it.path.ends_with("members/search")), "Discord was asked");
}
