//! What the bot on Discord writes in this release: places, people, boards and where commands are registered, and then
//! everything that is in the scenes. Not here: how it is kept (`kept_stores`).

use std::sync::Arc;

use adoube_service::{ChannelId, Person, PersonId};
use adoube_store::Store;

use crate::{
    fake::{GUILD, Opt, direct},
    kept_stores as kept,
    support::{ADA, BOB, BOT, CARLA, CHESS, ELSEWHERE, GO, NOW, SCHACH, World},
};

fn person(id: u64, name: &str) -> Person {
    Person { id: PersonId(format!("discord:{id}")), name: name.to_owned() }
}

/// A channel of a scene: one that is there, or one that nobody has heard of.
fn channel(scene: &str) -> ChannelId {
    let id = match scene {
        "chess" => GO,
        "cards" => SCHACH,
        other => 4000 + other.bytes().map(u64::from).sum::<u64>(),
    };
    ChannelId(format!("discord:{id}"))
}

/// Everything that is done while the bot is there.
async fn play(world: &World) {
    world.begin(CHESS).await;
    world.plays(ADA, CHESS, "e4").await;
    // In a server without the bot it can only answer.
    let options = [("opponent", Opt::User(CARLA)), ("variant", Opt::Text("schachen".to_owned()))];
    world.answered(&world.slash(ADA, ELSEWHERE, "play", &options)).await;
    world.answered(&world.slash(CARLA, ELSEWHERE, "accept", &[])).await;
    world.answered(&world.slash(CARLA, ELSEWHERE, "hand", &[])).await;
    // A second game in a busy channel gets a thread.
    let options = [("opponent", Opt::User(BOB)), ("variant", Opt::Text("grand".to_owned()))];
    let before = world.public(CHESS).len();
    world.slash(CARLA, CHESS, "play", &options);
    let challenge = world.nth(CHESS, before + 1).await;
    world.press(BOB, challenge.id, "Accept");
    let told = world.nth(CHESS, before + 2).await;
    world.nth(told.id, 1).await;
    world.answered(&world.slash(BOB, GO, "setup", &[])).await;
    world.says(BOB, direct(BOB), "help");
    world.nth(direct(BOB), 1).await;
    world.says(BOB, CHESS, &format!("<@{BOT}> e5"));
    world.nth(CHESS, before + 3).await;
    world.all_delivered().await;
    world.only_the_last_has_buttons(told.id).await;
}

/// The store of a bot with which all this has happened.
async fn played() -> World {
    let mut world = World::without_bot().await;
    // In the year 2080, so that no time of day is in them.
    world.fake.change(|state| state.count_from(8_000_000_000_000_000_000));
    world.settings.guilds = vec![GUILD.try_into().expect("an id")];
    world.start_bot().await;
    world.fake.until("the commands", |state| state.commands.get(&GUILD).map(|_| ())).await;
    play(&world).await;
    world.stop_bot().await;
    let store: Arc<dyn Store> = Arc::<crate::gate::GatedStore>::clone(&world.store);
    let people = [person(ADA, "Ada"), person(BOB, "Bob"), person(CARLA, "Eve")];
    let waiting = kept::play_scenes(&store, people, NOW, channel).await;
    assert!(waiting > 40, "{waiting} notices wait");
    world
}

#[tokio::test]
async fn everything_this_release_writes_can_be_kept() {
    kept::keep(&*played().await.store, "discord").await;
}
