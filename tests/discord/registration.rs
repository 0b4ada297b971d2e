//! Tests of the registration of commands with Discord: which commands, in which servers, and when.

use std::time::Duration;

use adoube_bot::Clock;
use serde_json::Value;

use crate::{
    checking::until_said,
    fake::{APPLICATION, Fault, GUILD, OTHER_GUILD, Place},
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
    assert_eq!((&number["min_value"], &number["max_value"]), (&0.into(), &9999.into()));
    let pieces = named(&named(&commands, "setup")["options"], "pieces");
    assert_eq!((&pieces["min_value"], &pieces["max_value"]), (&0.into(), &19.into()));
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
    let invitation = application.invitation.expect("it may be taken into servers");
    let asked = invitation.strip_prefix(&address).expect("the address of this application");
    // View channels, send messages, embed links, attach files, read the history; write in threads and open them; connect to
    // where people talk.
    let permissions =
        (1u64 << 20) | (1 << 10) | (1 << 11) | (1 << 14) | (1 << 15) | (1 << 16) | (1 << 35) | (1 << 38);
    let all = format!("integration_type=0&scope=bot+applications.commands&permissions={permissions}");
    assert_eq!(asked, all);
    let own = format!("{address}integration_type=1&scope=applications.commands");
    assert_eq!(application.own, Some(own));
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

#[tokio::test]
async fn a_server_that_has_not_let_the_bot_in_keeps_no_other_one_waiting_and_follows() {
    let mut world = World::without_bot().await;
    world.settings.guilds = [OTHER_GUILD, GUILD].map(|id| id.try_into().expect("an id")).to_vec();
    world.start_bot().await;
    let there = |state: &crate::fake::State, guild: u64| state.commands.get(&guild).map_or(0, Vec::len);
    world.fake.until("commands in the server", |state| (there(state, GUILD) > 5).then_some(())).await;
    until_said(&world, "Note: My commands are registered with Discord, but not in one of the servers").await;
    assert_eq!(there(&world.fake.state(), OTHER_GUILD), 0);
    world.fake.invite(OTHER_GUILD);
    world.fake.until("commands there, too", |state| (there(state, OTHER_GUILD) > 5).then_some(())).await;
    until_said(&world, "OK: My commands are registered").await;
}

#[tokio::test]
async fn a_server_that_refused_more_than_once_is_asked_when_it_lets_the_bot_in() {
    let mut world = World::without_bot().await;
    world.hurry(3600);
    world.settings.guilds = vec![OTHER_GUILD.try_into().expect("an id")];
    world.start_bot().await;
    let everywhere = format!("applications/{APPLICATION}/commands");
    let there = format!("applications/{APPLICATION}/guilds/{OTHER_GUILD}/commands");
    let asked = |state: &crate::fake::State, path: &str, status: u16| {
        state.requests.iter().filter(|it| it.path == path && it.status == status).count()
    };
    // Each round begins with those that are everywhere. In the third one the server is not asked any more.
    world.fake.until("a third round", |state| (asked(state, &everywhere, 200) >= 3).then_some(())).await;
    world.fake.invite(OTHER_GUILD);
    world.fake.until("the commands", |state| state.commands.get(&OTHER_GUILD).map(|_| ())).await;
    assert_eq!(asked(&world.fake.state(), &there, 403), 2);
}

#[tokio::test]
async fn a_server_that_is_no_longer_chosen_is_tidied_up_when_that_is_possible() {
    let mut world = World::without_bot().await;
    world.settings.guilds = vec![GUILD.try_into().expect("an id")];
    world.start_bot().await;
    let there = |state: &crate::fake::State, guild: u64| state.commands.get(&guild).map_or(0, Vec::len);
    world.fake.until("commands in the server", |state| (there(state, GUILD) > 5).then_some(())).await;
    until_said(&world, "OK: My commands are registered").await;
    world.stop_bot().await;
    // The first look is that at the server.
    world.fake.change(|state| {
        state.faults.add(Place::Commands, Fault::Error { status: 400, code: 50035 }, 1);
    });
    world.settings.guilds.clear();
    world.start_bot().await;
    world.fake.until("commands everywhere", |state| (there(state, 0) > 5).then_some(())).await;
    until_said(&world, "Not working: Discord does not take my commands").await;
    assert!(there(&world.fake.state(), GUILD) > 5);
    world.restart_bot().await;
    world.fake.until("none in the server", |state| (there(state, GUILD) == 0).then_some(())).await;
}

#[tokio::test]
async fn commands_are_for_those_who_may_install_the_application() {
    let mut world = World::without_bot().await;
    world.fake.change(|state| state.installations = vec![0]);
    let application = world.bot().identify().await.expect("a token").expect("Discord is there");
    assert_eq!(application.own, None);
    assert!(application.invitation.is_some());
    world.start_bot().await;
    world.fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
    let play = named(&Value::Array(world.fake.state().commands[&0].clone()), "play").clone();
    assert_eq!(play["integration_types"], serde_json::json!([0]));
    // Among people it is used by whoever has it for themselves.
    assert_eq!(play["contexts"], serde_json::json!([0, 1]));
    // Of an application whose settings say nothing Discord decides, and is not asked again.
    world.stop_bot().await;
    world.fake.change(|state| state.installations.clear());
    for _ in 0..2 {
        world.start_bot().await;
        until_said(&world, "OK: My commands are registered").await;
        world.stop_bot().await;
    }
    let state = world.fake.state();
    assert_eq!(state.command_puts, 2);
    let put = state.requests.iter().rfind(|request| request.method == "PUT").expect("a registration");
    assert_eq!(named(&put.body, "play").get("integration_types"), None);
}

#[tokio::test]
async fn when_discord_takes_no_more_new_commands_today_it_is_not_asked_at_once() {
    let mut world = World::without_bot().await;
    let clock = world.hurry(3600);
    let began = clock.monotonic();
    world.fake.change(|state| state.new_commands.insert(0, 199));
    world.start_bot().await;
    let refused = |state: &crate::fake::State| {
        state.requests.iter().any(|it| it.method == "PUT" && it.status == 400).then_some(())
    };
    world.fake.until("a refusal", refused).await;
    world.fake.change(|state| state.new_commands.clear());
    world.fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
    let waited = clock.monotonic().saturating_sub(began);
    assert!(waited >= Duration::from_secs(60 * 60), "{waited:?}");
    assert_eq!(world.fake.state().command_puts, 1);
}

#[tokio::test]
async fn the_command_of_an_activity_stays_as_it_is() {
    // <https://discord.com/developers/docs/interactions/application-commands#entry-point-commands>
    let launch = serde_json::json!({
        "id": "77", "application_id": APPLICATION.to_string(), "version": "78", "type": 4, "name": "launch",
        "name_localizations": null, "description": "", "description_localizations": null, "handler": 2,
        "default_member_permissions": null, "dm_permission": true, "nsfw": false, "integration_types": [0, 1],
        "contexts": [0, 1, 2],
    });
    for chosen in [false, true] {
        let mut world = World::without_bot().await;
        world.fake.change(|state| state.commands.insert(0, vec![launch.clone()]));
        if chosen {
            world.settings.guilds = vec![std::num::NonZeroU64::new(GUILD).expect("a server")];
        }
        world.start_bot().await;
        until_said(&world, "OK: My commands are registered").await;
        let state = world.fake.state();
        let everywhere = &state.commands[&0];
        let kept: Vec<&Value> = everywhere.iter().filter(|command| command["type"] == 4).collect();
        assert_eq!((kept.len(), &kept[0]["id"], &kept[0]["handler"]), (1, &"77".into(), &2.into()));
        assert_eq!(everywhere.len() > 1, !chosen);
        assert_eq!(state.commands.get(&GUILD).is_some_and(|commands| commands.len() > 40), chosen);
    }
}
