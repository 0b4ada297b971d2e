//! The commands Discord gets to know, and when.

use serde_json::Value;

use crate::{
    fake::{APPLICATION, Fault, GUILD, Place},
    support::World,
};

fn named<'v>(list: &'v Value, name: &str) -> &'v Value {
    let found = list.as_array().into_iter().flatten().find(|each| each["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {list:#}"))
}

#[tokio::test]
async fn commands_are_registered_in_every_language_for_every_place() {
    let world = World::new().await;
    let commands = Value::Array(world.fake.state().commands[&0].clone());
    let play = named(&commands, "play");
    assert_eq!(play["name_localizations"]["de"], "spielen");
    assert_eq!(play["integration_types"], serde_json::json!([0, 1]));
    assert_eq!(play["contexts"], serde_json::json!([0, 1, 2]));
    let opponent = named(&play["options"], "opponent");
    assert_eq!((&opponent["type"], &opponent["name_localizations"]["de"]), (&6.into(), &"gegner".into()));
    let variant = named(&play["options"], "variant");
    let chess = named(&variant["choices"], "Chess");
    assert_eq!((&chess["value"], &chess["name_localizations"]["de"]), (&"chess".into(), &"Schach".into()));
    let text = named(&named(&commands, "move")["options"], "move");
    assert_eq!(text["autocomplete"], true);
    let number = named(&named(&commands, "setup")["options"], "lock");
    assert_eq!(number["type"], 4);
}

/// Every description in a language, and every choice.
fn texts(of: &Value) -> Vec<&Value> {
    let others = ["name_localizations", "description_localizations"].map(|key| of[key].as_object());
    let others = others.into_iter().flatten().flat_map(|others| others.values());
    let inner = ["options", "choices"].map(|key| of[key].as_array()).into_iter().flatten().flatten();
    [&of["name"], &of["description"]].into_iter().chain(others).chain(inner.flat_map(texts)).collect()
}

#[tokio::test]
async fn no_description_is_cut() {
    let world = World::new().await;
    let commands = world.fake.state().commands[&0].clone();
    let all: Vec<&str> = commands.iter().flat_map(texts).filter_map(Value::as_str).collect();
    assert!(all.len() > 200, "{}", all.len());
    for text in all {
        assert!(text.chars().count() <= 100 && !text.ends_with('…'), "somebody has to shorten it: {text}");
    }
}

#[tokio::test]
async fn they_are_registered_again_only_when_something_changed() {
    let mut world = World::new().await;
    assert_eq!(world.fake.state().command_puts, 1);
    world.stop_bot().await;
    world.start_bot().await;
    let looked = |state: &crate::fake::State| {
        let gets =
            state.requests.iter().filter(|each| each.method == "GET" && each.path.ends_with("/commands"));
        (gets.count() >= 2).then_some(())
    };
    world.fake.until("a second look", looked).await;
    // A move is answered after the look.
    world.begin(crate::support::CHESS).await;
    assert_eq!(world.fake.state().command_puts, 1);
    world.fake.change(|state| state.commands.get_mut(&0).expect("commands").truncate(3));
    world.stop_bot().await;
    world.start_bot().await;
    world.fake.until("a registration", |state| (state.command_puts == 2).then_some(())).await;
}

#[tokio::test]
async fn in_chosen_servers_only_and_nowhere_twice() {
    let mut world = World::new().await;
    world.stop_bot().await;
    world.settings.guilds = vec![GUILD.try_into().expect("an id")];
    world.start_bot().await;
    let there = |state: &crate::fake::State, guild: u64| state.commands.get(&guild).map_or(0, Vec::len);
    world.fake.until("commands in the server", |state| (there(state, GUILD) > 5).then_some(())).await;
    assert_eq!(there(&world.fake.state(), 0), 0);
    world.stop_bot().await;
    world.settings.guilds.clear();
    world.start_bot().await;
    world.fake.until("commands everywhere", |state| (there(state, 0) > 5).then_some(())).await;
    assert_eq!(there(&world.fake.state(), GUILD), 0);
}

#[tokio::test]
async fn the_token_says_which_application_it_is_and_a_wrong_one_is_told() {
    let mut world = World::without_bot().await;
    let application = world.bot().identify().await.expect("a token").expect("Discord is there");
    assert_eq!(application.name, "adoube");
    let address = format!("https://discord.com/oauth2/authorize?client_id={APPLICATION}&");
    let asked = application.invitation.strip_prefix(&address).expect("the address of this application");
    // View channels, send messages, embed links, attach files, read the history; write in threads and open them; connect to
    // where people talk.
    let permissions =
        (1u64 << 20) | (1 << 10) | (1 << 11) | (1 << 14) | (1 << 15) | (1 << 16) | (1 << 35) | (1 << 38);
    let all = format!("integration_type=0&scope=bot+applications.commands&permissions={permissions}");
    assert_eq!(asked, all);
    assert_eq!(application.own, format!("{address}integration_type=1&scope=applications.commands"));
    world.fake.change(|state| state.faults.add(Place::Application, Fault::Status(503), 1));
    assert_eq!(world.bot().identify().await.expect("not the token's fault"), None);
    world.fake.change(|state| state.token = "another".to_owned());
    let error = world.bot().identify().await.expect_err("not this token").to_string();
    assert!(error.contains("does not accept the token") && !error.contains('\n'), "{error}");
    assert!(!error.contains(crate::fake::TOKEN), "{error}");
}

#[tokio::test]
async fn a_registration_that_fails_is_tried_again() {
    let mut world = World::without_bot().await;
    world.fake.change(|state| state.faults.add(Place::Commands, Fault::Status(502), 1));
    world.start_bot().await;
    world.fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
}
