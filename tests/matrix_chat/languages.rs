//! Tests of a new language on Matrix: it is chosen by its name, and the sentences about Matrix are
//! in it.

use crate::{
    made_up,
    server::user,
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

#[tokio::test]
async fn a_room_is_spoken_to_in_one_language_or_in_the_one_that_is_chosen() {
    let mut world = World::new();
    world.say("Bob", ROOM, "!chess deutsch").await;
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
    for (name, said) in [("Ada", "e4"), ("Bob", "e5"), ("Ada", "d4"), ("Bob", "d5")] {
        let told = words(&world.say(name, ROOM, said).await);
        assert!(told.contains("to move") && !told.contains("am Zug"), "{name} {said}: {told}");
    }
    world.server.state().moderators.push(user("Ada"));
    let said = words(&world.say("Ada", ROOM, "!chess settings room language german").await);
    assert!(said.contains("Language of my messages here: Deutsch"), "{said}");
    let told = words(&world.say("Ada", ROOM, "Nf3").await);
    assert!(told.contains("am Zug"), "{told}");
}
