//! Test that a person's block is confirmed to them alone, and not in the room.

use crate::world::{ROOM, World, words};

#[tokio::test]
async fn whom_somebody_blocks_is_told_to_them_alone() {
    let mut world = World::new();
    let sent = world.say("Ada", ROOM, "!chess block @bob:x").await;
    assert!(words(&sent).contains("You now block"), "{}", words(&sent));
    assert!(sent.iter().all(|sent| sent.room != ROOM), "{}", words(&sent));
    let refused = world.say("Bob", ROOM, "!chess play @ada:x chess").await;
    assert!(words(&refused).contains("cannot be challenged now"), "{}", words(&refused));
    assert!(refused.iter().all(|sent| sent.message.mentions.is_empty()), "nobody is called");
    let list = world.say("Ada", ROOM, "!chess block").await;
    assert!(words(&list).contains("You block 1 person"), "{}", words(&list));
    assert!(list.iter().all(|sent| sent.room != ROOM), "{}", words(&list));
    world.say("Ada", ROOM, "!chess unblock @bob:x").await;
    let challenge = world.say("Bob", ROOM, "!chess play @ada:x chess").await;
    assert!(words(&challenge).contains("challenges"), "{}", words(&challenge));
}
