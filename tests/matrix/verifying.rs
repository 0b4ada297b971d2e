//! Test of people who want to verify the bot by comparing emoji, in a room and from device to
//! device: it declines with a sentence, and no request stays open. Not here: what the account's
//! keys vouch for (`connection`).

use crate::{
    bot::{World, direct_room},
    person::Seen,
};

#[tokio::test]
async fn whoever_wants_to_compare_emoji_is_declined_with_a_sentence() {
    let Some(mut world) = World::new().await else { return };
    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    ada.says(&room, &format!("!chess setup white {}", bob.user)).await;
    let own = direct_room(&world, &ada).await;
    ada.meets(&own, &ada.user).await;
    for room in [&own, &room] {
        ada.asks_to_verify(Some(room), &world.user).await;
        ada.hears_of(room, "compar").await;
        let declined = ada.sees_kind(room, "m.key.verification.cancel").await;
        assert_eq!(declined.sender, world.user);
    }
    ada.asks_to_verify(None, &world.user).await;
    let declined = |seen: &[Seen]| seen.iter().find(|seen| seen.kind == "declined").cloned();
    assert_eq!(ada.sees("a word from the device", declined).await.sender, world.user);
    world.stop_bot().await;
}
