//! Tests of languages on Discord: commands of a new language are registered where Discord knows it,
//! its sentences are used, and a server keeps one language.

use serde_json::Value;

use crate::{
    fake::Opt,
    support::{ADA, BOB, CARLA, CHESS, GO, ROBOT, SCHACH, World},
    test_language,
};

async fn speaking(tag: &str) -> World {
    let mut world = World::without_bot().await;
    world.locales = test_language::beside_it(tag);
    world.start_bot().await;
    world.fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
    world
}

fn names(world: &World, command: &str) -> Value {
    let commands = world.fake.state().commands[&0].clone();
    let found = commands.into_iter().find(|each| each["name"] == command);
    found.unwrap_or_else(|| panic!("no {command}"))["name_localizations"].clone()
}

#[tokio::test]
async fn commands_are_registered_in_the_languages_that_discord_knows() {
    let known = speaking("sv").await;
    assert_eq!(names(&known, "play"), serde_json::json!({ "de": "spielen", "sv-SE": "qplay" }));
    let unknown = speaking("qaa").await;
    assert_eq!(names(&unknown, "play"), serde_json::json!({ "de": "spielen" }));
}

#[tokio::test]
async fn what_discord_alone_needs_is_said_in_it() {
    let world = speaking("sv").await;
    world.fake.change(|state| state.users.get_mut(&ADA).expect("Ada").locale = "sv-SE".to_owned());
    let told = world.reply(&world.slash(ADA, CHESS, "play", &[("opponent", Opt::User(ROBOT))])).await;
    assert!(told.content.starts_with("«Bots do not play"), "{}", told.content);
}

/// A game of an English and a German player, of which everybody reads.
async fn game(world: &World, channel: u64) -> Vec<String> {
    let options = [
        ("opponent", Opt::User(CARLA)),
        ("variant", Opt::Text("chess".to_owned())),
        ("colour", Opt::Text("white".to_owned())),
    ];
    let first = world.public(channel).len();
    world.slash(ADA, channel, "play", &options);
    let challenge = world.nth(channel, first + 1).await;
    let label = if challenge.content.contains("fordert") { "Annehmen" } else { "Accept" };
    world.press(CARLA, challenge.id, label);
    world.nth(channel, first + 2).await;
    for (user, text) in [(ADA, "e4"), (CARLA, "e5"), (ADA, "d4"), (CARLA, "d5")] {
        world.plays(user, channel, text).await;
    }
    let said: Vec<String> = world.public(channel).into_iter().skip(first).map(|said| said.content).collect();
    let token = world.slash(CARLA, channel, "resign", &[]);
    let asked = world.reply(&token).await;
    // What one person alone reads is in their own language.
    assert!(asked.content.contains("aufgeben"), "{}", asked.content);
    let before = world.public(channel).len();
    world.press(CARLA, asked.id, "Partie aufgeben");
    world.nth(channel, before + 1).await;
    world.all_delivered().await;
    said
}

/// Whether all of it is German, or none.
fn is_german(said: &[String]) -> bool {
    let german = said
        .iter()
        .filter(|text| text.contains("spielt") || text.contains("fordert") || text.contains("am Zug"));
    let count = german.count();
    let english = said
        .iter()
        .filter(|text| text.contains("played") || text.contains("challenges") || text.contains("to move"));
    let english = english.count();
    assert!(count == 0 || english == 0, "{said:#?}");
    assert!(count + english > 4, "{said:#?}");
    count > 0
}

async fn sets(world: &World, user: u64, line: &str) -> String {
    world
        .reply(&world.slash(user, CHESS, "settings", &[("setting", Opt::Text(line.to_owned()))]))
        .await
        .content
}

#[tokio::test]
async fn a_server_without_a_community_speaks_one_language_whoever_moves() {
    let mut world = World::new().await;
    assert!(!is_german(&game(&world, CHESS).await), "the first one to do something there reads English");
    world.restart_bot().await;
    assert!(!is_german(&game(&world, GO).await), "it is the same in all its channels");
}

#[tokio::test]
async fn a_server_speaks_the_language_of_who_set_it_up_or_the_one_that_is_chosen() {
    let world = World::new().await;
    assert!(!is_german(&game(&world, CHESS).await));
    // Carla moderates and reads German.
    let said = sets(&world, CARLA, "server erinnerungen aus").await;
    assert!(said.contains("Gespeichert"), "{said}");
    assert!(is_german(&game(&world, CHESS).await));
    let said = sets(&world, CARLA, "server sprache english").await;
    assert!(said.contains("Sprache") && said.contains("English"), "{said}");
    assert!(!is_german(&game(&world, CHESS).await));
    let said = sets(&world, CARLA, "server sprache auto").await;
    assert!(said.contains("automatisch"), "{said}");
    assert!(is_german(&game(&world, CHESS).await));
    // By the menu, too.
    let panel = world
        .reply(&world.slash(CARLA, CHESS, "settings", &[("setting", Opt::Text("server".to_owned()))]))
        .await;
    world.answered(&world.pick(CARLA, panel.id, "Sprache meiner Nachrichten hier: English")).await;
    assert!(!is_german(&game(&world, CHESS).await));
}

#[tokio::test]
async fn a_community_keeps_its_language() {
    let world = World::new().await;
    let options = [("opponent", Opt::User(BOB)), ("variant", Opt::Text("chess".to_owned()))];
    world.slash(ADA, SCHACH, "play", &options);
    assert!(world.nth(SCHACH, 1).await.content.contains("fordert"));
}
