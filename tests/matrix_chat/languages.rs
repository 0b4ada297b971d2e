//! A language that is only handed in: it is chosen by its name, and the sentences about Matrix are said in it.

use crate::{
    made_up,
    world::{ROOM, World, words},
};

#[tokio::test]
async fn a_room_speaks_a_language_that_is_only_handed_in() {
    let mut world = World::speaking(made_up::beside_it("fi"));
    let told = world.say("Ada", ROOM, "!chess qish").await;
    assert!(words(&told).contains('«'), "{}", words(&told));
    let check = world.say("Ada", ROOM, "!chess qhelp qcheck").await;
    assert!(words(&check).contains("«I am allowed to write here.»"), "{}", words(&check));
    // What it leaves out.
    let nothing = world.say("Ada", ROOM, "!chess 9").await;
    assert!(words(&nothing).contains("Nothing has that number"), "{}", words(&nothing));
    assert!(!words(&nothing).contains('«'), "{}", words(&nothing));
}
