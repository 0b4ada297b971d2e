//! Test of the records of Discord against the fixture store: what the bot writes now equals the
//! stored files, and games in them are played on. Not here: how the scenes are made
//! (`fixture_store`).

use std::sync::Arc;

use adoube_bot::{ChannelId, Person, PersonId};
use adoube_platform_discord::MessageScope;
use adoube_store::{Key, KeyRange, KeyReader, ScanOrder, Store, Table};
use serde_json::Value;

use crate::{
    fake::{APPLICATION, Channel, GUILD, Opt, direct},
    fixture_store as fixture,
    gate::{Gate, GatedStore},
    outages::until,
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
    // It is to read all messages, and may not, which the owner of the application is told.
    world.settings.messages = MessageScope::All;
    world.restart_bot().await;
    world.nth(direct(CARLA), 1).await;
    until(&world, "a session", <[_]>::is_empty).await;
    world.stop_bot().await;
    let store: Arc<dyn Store> = Arc::<GatedStore>::clone(&world.store);
    let people = [person(ADA, "Ada"), person(BOB, "Bob"), person(CARLA, "Eve")];
    let waiting = fixture::play_scenes(&store, people, NOW, channel).await;
    assert!(waiting > 40, "{waiting} notices wait");
    world
}

#[tokio::test]
async fn what_is_written_now_is_what_is_kept() {
    fixture::compare(&*played().await.store, "discord").await;
}

/// A Discord on which nothing has happened yet, with the fixture store.
async fn found() -> World {
    let mut world = World::without_bot().await;
    let store = fixture::load("discord").await;
    let waiting =
        store.scan(Table::Outbox, KeyRange::all(), ScanOrder::Ascending, 1000).await.expect("memory");
    world.fake.change(|state| {
        for (key, _) in waiting {
            let mut reader = KeyReader::new(&key);
            let channel = reader.text().and_then(|_| reader.text()).expect("a channel");
            let id = channel.strip_prefix("discord:").and_then(|id| id.parse().ok()).expect("an id");
            let here = || Channel { guild: Some(GUILD), installed: true, ..Channel::default() };
            state.channels.entry(id).or_insert_with(here);
        }
    });
    world.store = Gate::before(store);
    world
}

/// The newest message of a game in a channel that had buttons.
async fn board_in(world: &World, channel: u64) -> u64 {
    let key = Key::new().text("board").text(&format!("discord:{channel}"));
    let rows = world.store.scan(Table::Discord, KeyRange::prefix(key), ScanOrder::Ascending, 1).await;
    let (_, record) = rows.expect("memory").into_iter().next().expect("boards");
    let boards: Value = serde_json::from_slice(&record.value).expect("JSON");
    boards["messages"][0]["id"].as_u64().expect("an id")
}

#[tokio::test]
async fn the_fixture_store_is_played_on() {
    let mut world = found().await;
    let old = board_in(&world, CHESS).await;
    world.start_bot().await;
    // What waited is told.
    let told = world.nth(GO, 1).await;
    assert!(told.content.contains("Ada"), "{}", told.content);
    world.all_delivered().await;
    // The game goes on, and the board before it loses its buttons.
    let board = world.plays(ADA, CHESS, "Nf3").await;
    assert!(board.content.contains("2. Nf3"), "{}", board.content);
    world
        .fake
        .until("the old buttons to go", |state| {
            let of_old = |path: &str| path.ends_with(&format!("/messages/{old}"));
            state.requests.iter().any(|request| of_old(&request.path)).then_some(())
        })
        .await;
    // Commands go from the server in which they were registered.
    world
        .fake
        .until("a look at the server's commands", |state| {
            let there = format!("applications/{APPLICATION}/guilds/{GUILD}/commands");
            state.requests.iter().any(|request| request.path == there).then_some(())
        })
        .await;
    // Carla's answers are in the language she was known to read.
    let answer = world.reply(&world.slash(CARLA, ELSEWHERE, "board", &[])).await;
    assert!(answer.content.contains("Schachen"), "{}", answer.content);
    world.stop_bot().await;
}
