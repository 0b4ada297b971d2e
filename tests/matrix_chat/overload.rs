//! Test of overload on Matrix: no message is too late to be answered. Not here: who goes first
//! (tests of the bot).

use adoube_bot::{Language, PersonId};
use adoube_matrix_client::{MatrixEvent, RoomId};
use adoube_testing::overload;

use crate::{
    server::user,
    world::{ROOM, World, words},
};

#[tokio::test]
async fn whatever_is_said_while_there_is_no_room_is_answered_when_there_is() {
    let mut world = World::new();
    let play = "!chess play @bob:x chess white";
    assert!(words(&world.say("Ada", ROOM, play).await).contains("Ada challenges"));
    let service = world.service();
    let inside = overload(&service).await;
    world.server.say("Bob", ROOM, "!chess accept");
    // Another room needs no room inside to be entered: by then what was said before it has come to the door.
    let other = RoomId("!other:x".to_owned());
    world.server.happen(MatrixEvent::Invited { room: other, by: user("Eve"), direct: false, space: false });
    world.server.until(|server| server.state().asked_in == 1).await;
    let bob = PersonId(format!("matrix:{}", user("Bob").0));
    assert!(service.playing(&bob, Language::EN).await.expect("a store").is_empty());
    drop(inside);
    let begun = words(&world.heard().await);
    assert!(begun.contains("Ada (White) – Bob (Black)"), "{begun}");
}
