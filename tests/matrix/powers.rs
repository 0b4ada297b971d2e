//! Tests of power levels in a real room: what moderators and strangers may do, and what the bot
//! says when it lacks one. Not here: games (`games`).

use serde_json::json;

use crate::bot::{World, choose, direct_room, play};

#[tokio::test]
async fn a_moderator_ends_a_game_and_a_stranger_does_not() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let (eve, carl) = (world.people.person("eve").await, world.people.person("carl").await);
    // Whoever made a room moderates it.
    let room = world.room(true, &[&eve, &ada, &bob, &carl]).await;
    world.begin(&room, (&ada, &bob), "chess").await;
    play(&room, (&ada, &bob), &["e4", "e5", "Nf3", "Nc6"]).await;
    carl.says(&room, "!chess abort").await;
    let refusal = carl.hears_of(&room, "can do that").await;
    assert!(refusal.reply_to.is_some() && refusal.mentions.is_empty(), "{refusal:?}");
    eve.says(&room, "!chess abort").await;
    // The list is hers.
    carl.says(&room, "1").await;
    choose(&eve, &room, "Abort the game").await;
    let end = bob.hears_of(&room, "aborted").await;
    assert!(bob.sees_picture_of(&end).await.picture().is_some(), "{end:?}");
}

#[tokio::test]
async fn the_bot_names_what_it_lacks() {
    let Some(world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let mute = ada.creates_with_powers(&[&world.user, &bob.user], json!({ "events_default": 50 })).await;
    let direct = direct_room(&world, &ada).await;
    let told = ada.hears_of(&direct, "I am not allowed to write there").await;
    assert!(told.words().contains("a room without a name"), "{}", told.words());
    ada.says(&mute, "!chess help check").await;
    let check = ada.hears_of(&direct, "Self-test").await;
    assert!(check.words().contains("Missing: I am not allowed to write in"), "{}", check.words());
    assert!(check.words().contains("Roles & Permissions"), "{}", check.words());
    assert!(world.said(&mute, &bob).is_empty());
}
