//! Test of where private messages go: only into the room that the bot has made for the person,
//! never into one made by others. Not here: games (`games`).

use crate::{
    bot::{World, direct_room},
    person::{Person, Seen},
};

/// Rooms to which the bot has invited somebody.
fn made(world: &World, person: &Person) -> Vec<String> {
    let invited = |seen: &Seen| seen.kind == "invited" && seen.sender == world.user;
    person.saw().into_iter().filter(invited).map(|seen| seen.room).collect()
}

#[tokio::test]
async fn a_room_that_somebody_else_has_made_is_never_one_for_secrets() {
    let Some(mut world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    // Looks as if it were the bot's conversation with Ada, once Bob has left it; he could come back and read.
    let trap = bob.creates_conversation(&[&ada.user, &world.user]).await;
    bob.meets(&trap, &world.user).await;
    bob.hears_of(&trap, "I referee").await;
    bob.leaves(&trap).await;
    let room = world.room(false, &[&ada, &bob]).await;
    world.begin(&room, (&ada, &bob), "schachen kings facing").await;
    ada.says(&room, "!chess hand").await;
    let own = direct_room(&world, &ada).await;
    let hand = ada.hears_of(&own, "Your cards").await;
    assert!(ada.sees_picture_of(&hand).await.encrypted);
    // There Ada is alone with the bot, and still nothing is shown.
    ada.says(&trap, "!chess hand").await;
    ada.says(&room, "!chess hand").await;
    ada.hears_of(&own, "Your cards").await;
    let shown = ada.saw().into_iter().filter(|seen| seen.words().contains("Your cards"));
    assert!(shown.into_iter().all(|seen| seen.room == own), "a hand was shown elsewhere");
    // The room is known again by what it says of itself.
    world.stop_bot().await;
    world.start_bot().await;
    ada.says(&room, "!chess hand").await;
    ada.hears_of(&own, "Your cards").await;
    assert_eq!(made(&world, &ada), [own]);
}
