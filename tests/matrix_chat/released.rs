//! What the bot on Matrix writes in this release: people, numbered lists, messages it cannot read, answers that wait for
//! their room, and then everything that is in the scenes. Not here: how it is kept (`kept_stores`).

use std::{sync::Arc, time::Duration};

use adoube_matrix::{EventId, Failure, Happening, RoomId};
use adoube_service::{ChannelId, Person, PersonId};
use adoube_store::{MemoryStore, Store};

use crate::{
    kept_stores as kept,
    server::user,
    world::{ROOM, World},
};

fn person(name: &str) -> Person {
    Person { id: PersonId(format!("matrix:{}", user(name).0)), name: name.to_owned() }
}

fn channel(scene: &str) -> ChannelId {
    match scene {
        "thread" => ChannelId("matrix:!busy:x/$thread".to_owned()),
        room => ChannelId(format!("matrix:!{room}:x")),
    }
}

fn unreadable(world: &World, name: &str) -> EventId {
    let event = world.server.event();
    let room = RoomId(ROOM.to_owned());
    world.server.happen(Happening::Unreadable { room, event: event.clone(), sender: user(name) });
    event
}

/// Everything that is done while the bot is there.
async fn play(world: &mut World) {
    for (name, text) in [
        ("Ada", "!chess play @bob:x schachen white"),
        ("Bob", "1"),
        ("Ada", "!chess hand"),
        ("Ada", "n3 pass"),
        ("Bob", "!schach zug"),
        ("Bob", "1"),
        ("Eve", "!chess help"),
        ("Eve", "!chess setup"),
        ("Ada", "!chess move"),
    ] {
        world.say(name, ROOM, text).await;
    }
    let thread = format!("{ROOM}/$root");
    for (name, text) in [("Eve", "!chess play @ada:x chess white"), ("Ada", "1"), ("Eve", "e4")] {
        world.say(name, &thread, text).await;
    }
    unreadable(world, "Ada");
    world.settled().await;
    world.clock.pass(61_000);
    let before = world.server.state().sent.len();
    while world.server.state().sent.len() == before {
        tokio::task::yield_now().await;
    }
    unreadable(world, "Bob");
    world.heard().await;
    // From now on nothing can be said.
    let busy = || Failure::Later { reason: "429".to_owned(), after: Some(Duration::from_secs(3600)) };
    world.server.state().failures.extend((0..50).map(|_| busy()));
    for (name, text) in
        [("Bob", "!chess hand"), ("Eve", "!chess rules schachen"), ("Eve", "!chess e5"), ("Ada", "!chess 99")]
    {
        world.server.say(name, ROOM, text);
    }
    while !world.server.is_quiet() {
        tokio::task::yield_now().await;
    }
}

/// The store of a bot with which all this has happened.
async fn played() -> Arc<dyn Store> {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut world = World::on(Arc::clone(&store), adoube::adapter::matrix::MatrixSettings::default());
    play(&mut world).await;
    world.stop().await;
    let waiting =
        kept::play_scenes(&store, ["Ada", "Bob", "Eve"].map(person), 1_767_400_000_000, channel).await;
    assert!(waiting > 40, "{waiting} notices wait");
    store
}

#[tokio::test]
async fn everything_this_release_writes_can_be_kept() {
    kept::keep(&*played().await, "matrix").await;
}
