//! Tests of reminders on Discord: in the channel with exactly one person mentioned, or in a direct
//! message if the person chose so, each once. Not here: when a person is reminded (tests of the
//! bot).

use std::time::Duration;

use crate::{
    fake::{Fault, Message, Opt, Place, direct},
    support::{ADA, BOB, CHESS, World},
};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Ada is to move, with a day for it, and has said where she wants to be reminded.
async fn playing(reminded: &str) -> World {
    let world = World::new().await;
    let options = [
        ("opponent", Opt::User(BOB)),
        ("variant", Opt::Text("chess".to_owned())),
        ("colour", Opt::Text("white".to_owned())),
        ("pace", Opt::Text("1d".to_owned())),
    ];
    world.slash(ADA, CHESS, "play", &options);
    let challenge = world.nth(CHESS, 1).await;
    world.press(BOB, challenge.id, "Accept");
    world.nth(CHESS, 2).await;
    let before = world.public(direct(ADA)).len();
    world.says(ADA, direct(ADA), &format!("settings reminders {reminded}"));
    world.nth(direct(ADA), before + 1).await;
    world.all_delivered().await;
    world
}

fn said(world: &World, channel: u64, from: usize) -> Vec<Message> {
    world.public(channel).split_off(from)
}

#[tokio::test]
async fn in_a_channel_exactly_one_person_is_called_and_once_whatever_gets_lost() {
    let world = playing("here").await;
    // It is posted, and whoever posted it does not hear so.
    world.fake.change(|state| state.faults.add(Place::Messages, Fault::DoneBut(502), 1));
    world.time_passes(19 * HOUR).await;
    let reminder = world.nth(CHESS, 3).await;
    world.all_delivered().await;
    assert_eq!(reminder.pinged, [ADA], "{reminder:?}");
    assert_eq!(said(&world, CHESS, 2).len(), 1);
    assert_eq!(world.public(direct(ADA)).len(), 1);
    world.time_passes(4 * HOUR).await;
    world.nth(CHESS, 4).await;
    world.all_delivered().await;
    assert_eq!(said(&world, CHESS, 2).len(), 2, "the last one");
}

#[tokio::test]
async fn in_private_nobody_else_hears_it_and_it_comes_once_whatever_gets_lost() {
    let mut world = playing("private").await;
    world.fake.change(|state| state.faults.add(Place::Messages, Fault::DoneBut(502), 1));
    world.time_passes(19 * HOUR).await;
    let reminder = world.nth(direct(ADA), 2).await;
    world.all_delivered().await;
    assert!(reminder.content.contains(&format!("<#{CHESS}>")), "{}", reminder.content);
    assert_eq!((said(&world, CHESS, 2).len(), world.public(direct(ADA)).len()), (0, 2));
    world.restart_bot().await;
    world.all_delivered().await;
    assert_eq!((said(&world, CHESS, 2).len(), world.public(direct(ADA)).len()), (0, 2));
}

#[tokio::test]
async fn who_takes_no_direct_messages_is_reminded_in_the_channel_and_told_so_once() {
    let world = playing("private").await;
    world.fake.change(|state| {
        state.closed_to_messages.insert(ADA);
    });
    world.time_passes(19 * HOUR).await;
    let reminder = world.nth(CHESS, 3).await;
    world.all_delivered().await;
    assert_eq!(reminder.pinged, [ADA], "{reminder:?}");
    assert_eq!(said(&world, CHESS, 2).len(), 1);
    // From then on in the channel, also when she takes them again, until she chooses anew.
    world.fake.change(|state| state.closed_to_messages.clear());
    world.time_passes(4 * HOUR).await;
    let last = world.nth(CHESS, 4).await;
    world.all_delivered().await;
    assert_eq!((last.pinged, world.public(direct(ADA)).len()), (vec![ADA], 1));
    assert_ne!(last.content, reminder.content, "that it was refused is said once");
}
