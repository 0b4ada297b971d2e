//! Test of who can see a game of a room: its members, and the players. Not here: what a room shows
//! of its own games (`commands`).

use crate::world::{ROOM, World, words};

#[tokio::test]
async fn a_game_is_seen_by_the_people_of_its_room_and_by_its_players() {
    let mut world = World::new();
    world.server.room("!club:x", &["Ada", "Eve", "Zoe"], false);
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
    world.say("Ada", ROOM, "e4").await;
    let record = words(&world.say("Ada", ROOM, "!chess export pgn").await);
    let id = record.split("GameId \"").nth(1).and_then(|rest| rest.split('"').next()).expect("a game");
    let id = id.to_owned();
    for (name, is_seen) in [("Zoe", false), ("Eve", true), ("Ada", true)] {
        for command in ["game", "step", "export"] {
            let told = words(&world.say(name, "!club:x", &format!("!chess {command} {id}")).await);
            assert_eq!(!told.contains("I know no game"), is_seen, "{name} {command}: {told}");
        }
        let listed = words(&world.say(name, "!club:x", "!chess games @ada:x").await);
        assert_eq!(listed.contains(&id), is_seen, "{name}: {listed}");
    }
    let record = words(&world.say("Ada", "!club:x", &format!("!chess export {id}")).await);
    assert!(record.contains("[Site \"matrix\"]"), "{record}");
}
