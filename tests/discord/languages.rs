//! Languages that are only handed in: their commands are registered where Discord knows the language, and the sentences
//! about Discord are said in them.

use serde_json::Value;

use crate::{
    fake::Opt,
    made_up,
    support::{ADA, CHESS, ROBOT, World},
};

async fn speaking(tag: &str) -> World {
    let mut world = World::without_bot().await;
    world.locales = made_up::beside_it(tag);
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
