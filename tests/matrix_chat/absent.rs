//! Tests of people who do not join the private room made for them, where their answer waits: the
//! bot tells them so in the room of their action.

use adoube_matrix_client::RoomId;

use crate::{
    server::{Sent, user},
    world::{ROOM, World},
};

const MINUTE: u64 = 60 * 1000;

/// A game with hidden cards, whose players Ada and Bob never accept an invitation.
async fn world() -> World {
    let mut world = World::new();
    world.server.state().never_come = ["Ada", "Bob"].map(user).into();
    for (name, text) in
        [("Bob", "!chess deutsch"), ("Ada", "!chess play @bob:x schachen white"), ("Bob", "1")]
    {
        world.say(name, ROOM, text).await;
    }
    world
}

fn is_told(sent: &Sent, name: &str) -> bool {
    sent.room == ROOM && sent.message.plain.starts_with(&format!("{name}, "))
}

/// What was said in the room to somebody who has not come.
fn told(world: &World, name: &str) -> Vec<Sent> {
    world.server.state().sent.iter().filter(|sent| is_told(sent, name)).cloned().collect()
}

async fn until_told(world: &mut World, name: &str, times: usize) {
    let world_told = |server: &crate::server::Server| {
        server.state().sent.iter().filter(|sent| is_told(sent, name)).count() >= times
    };
    world.server.until(world_told).await;
    world.heard().await;
}

#[tokio::test]
async fn whoever_does_not_come_is_told_by_name_once_a_day() {
    let mut world = world().await;
    world.say("Ada", ROOM, "!chess hand").await;
    world.clock.pass(2 * MINUTE);
    until_told(&mut world, "Ada", 1).await;
    // Nobody but them is called, and nothing is said of the cards.
    let sent = told(&world, "Ada").remove(0).message;
    assert_eq!(sent.mentions, [user("Ada")]);
    assert!(sent.plain.starts_with("Ada, your answer waits in a room of the two of us"), "{}", sent.plain);
    // Ada asks again, also after a restart, before Bob does.
    world.say("Ada", ROOM, "!chess hand").await;
    world.restart(0).await;
    world.clock.pass(5 * MINUTE);
    world.say("Ada", ROOM, "!chess hand").await;
    world.clock.pass(MINUTE);
    world.say("Bob", ROOM, "!chess hand").await;
    world.clock.pass(2 * MINUTE);
    until_told(&mut world, "Bob", 1).await;
    let german = told(&world, "Bob").remove(0).message.plain;
    assert!(german.starts_with("Bob, deine Antwort wartet in einem Raum nur für uns beide"), "{german}");
    assert_eq!(told(&world, "Ada").len(), 1);
    // On another day it is said again.
    world.clock.pass(24 * 60 * MINUTE);
    world.say("Ada", ROOM, "!chess hand").await;
    world.clock.pass(2 * MINUTE);
    until_told(&mut world, "Ada", 2).await;
    assert_eq!(told(&world, "Bob").len(), 1);
    world.check("absent");
    world.stop().await;
}

#[tokio::test]
async fn whoever_comes_in_time_is_told_nothing() {
    let mut world = world().await;
    world.say("Ada", ROOM, "!chess hand").await;
    world.say("Bob", ROOM, "!chess hand").await;
    world.clock.pass(MINUTE);
    let own = RoomId("!direct-ada:x".to_owned());
    world.server.state().rooms.get_mut(&own).expect("a room").invited.clear();
    world.clock.pass(2 * MINUTE);
    until_told(&mut world, "Bob", 1).await;
    assert!(told(&world, "Ada").is_empty());
    world.stop().await;
}
