//! Tests of payloads of Discord in a new form or with missing fields: the needed fields are enough,
//! and a person whose interaction cannot be read is told. Not here: how each field is read
//! (`adoube-discord-client`).

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    checking::until_said,
    fake::{Fault, GUILD, Opt, Place, command},
    support::{ADA, BOB, CARLA, CHESS, World},
};

/// Changes one field of an object, or of one within it; nothing takes it away.
fn with(mut whole: Value, path: &[&str], value: Option<Value>) -> Value {
    let [inner @ .., last] = path else { return whole };
    let mut at = &mut whole;
    for field in inner {
        at = match field.parse::<usize>() {
            Ok(index) => &mut at[index],
            Err(_) => &mut at[*field],
        };
    }
    match value {
        Some(value) => at[*last] = value,
        None => drop(at.as_object_mut().expect("an object").remove(*last)),
    }
    whole
}

#[tokio::test]
async fn of_an_application_no_more_is_needed_than_is_used() {
    // <https://discord.com/developers/docs/topics/teams#data-models-team-member-object>
    let member = json!({ "membership_state": 2, "team_id": "7", "role": "admin", "user": { "id": "5" } });
    let team = json!({ "id": "7", "icon": null, "name": "Chess", "owner_user_id": CARLA.to_string(), "members": [member] });
    for says in [
        json!({ "team": team }),
        json!({ "install_params": { "scopes": ["bot", "sdk.social_layer"], "permissions": "0" } }),
        json!({ "integration_types_config": {
            "0": { "oauth2_install_params": { "scopes": ["dm_channels.messages.read"], "permissions": "0" } },
            "1": null, "2": {},
        } }),
        json!({ "guild_id": GUILD.to_string(), "guild": { "id": GUILD.to_string() } }),
        json!({ "owner": { "id": CARLA.to_string() }, "bot": { "id": "100" }, "summary": null, "tags": null }),
        json!({ "name": null, "description": null, "flags": null, "redirect_uris": null, "bot_public": null }),
    ] {
        let mut world = World::without_bot().await;
        world.fake.change(|state| state.application_says = says.clone());
        world.start_bot().await;
        world.fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
        until_said(&world, "OK: My commands are registered").await;
    }
}

#[tokio::test]
async fn of_an_interaction_no_more_is_needed_than_is_used() {
    let world = World::new().await;
    let huge = "1361129467683753853853498429727072915456";
    let changes: [(&[&str], Option<Value>); 22] = [
        (&["attachment_size_limit"], None),
        (&["attachment_size_limit"], Some(json!(5_368_709_120_u64))),
        (&["app_permissions"], Some(json!(huge))),
        (&["member", "permissions"], Some(json!(huge))),
        (&["member", "user", "public_flags"], Some(json!(u64::MAX))),
        (&["member", "user", "avatar"], Some(json!("v2:something else"))),
        (&["member", "user", "discriminator"], None),
        (&["member", "user", "username"], None),
        (&["member", "joined_at"], Some(json!("yesterday"))),
        (&["member", "roles"], None),
        (&["member", "deaf"], None),
        (&["member", "flags"], Some(json!(-1))),
        (&["channel"], Some(json!({ "id": "x", "type": 99 }))),
        (&["channel"], None),
        (&["channel_id"], None),
        (&["entitlements"], None),
        (&["version"], None),
        (&["context"], Some(json!(3))),
        (&["context"], None),
        (&["guild_locale"], Some(json!(5))),
        (&["data", "id"], None),
        (&["data", "resolved"], Some(json!({ "attachments": { "9": { "id": "9" } }, "users": { "9": {} } }))),
    ];
    for (path, value) in changes {
        let (token, event) = world.fake.interaction(ADA, CHESS, None, (2, command("games", &[])));
        world.tell(with(event, path, value.clone()));
        let said = world.reply(&token).await;
        assert!(said.content.contains("Games of Ada"), "{path:?} {value:?}: {}", said.content);
    }
}

#[tokio::test]
async fn of_the_message_with_a_button_no_more_is_needed_than_is_used() {
    let world = World::new().await;
    let changes: [(&[&str], Option<Value>); 6] = [
        (&["message", "tts"], None),
        (&["message", "channel_id"], None),
        (&["message", "attachments"], Some(json!([{ "id": "1" }, { "filename": "a" }]))),
        (&["message", "components"], Some(json!([{ "type": 30 }]))),
        (&["message", "flags"], Some(json!(u64::MAX - 64))),
        (&["message"], None),
    ];
    for (path, value) in changes {
        let options = [("opponent", Opt::User(BOB)), ("variant", Opt::Text("chess".to_owned()))];
        // Declined challenges are not repeated at once.
        world.time_passes(Duration::from_hours(24)).await;
        let before = world.public(CHESS).len();
        world.slash(ADA, CHESS, "play", &options);
        let challenge = world.nth(CHESS, before + 1).await;
        let (_, id, _) = world
            .fake
            .state()
            .control(challenge.id, |control| control["label"] == "Decline")
            .expect("a button");
        let data = json!({ "custom_id": id, "component_type": 2 });
        let (_, event) = world.fake.interaction(BOB, CHESS, Some(challenge.id), (3, data));
        world.tell(with(event, path, value.clone()));
        let said = world.nth(CHESS, before + 2).await;
        assert!(said.content.contains("decline"), "{path:?} {value:?}: {}", said.content);
    }
}

#[tokio::test]
async fn whoever_used_what_cannot_be_read_is_told_in_private() {
    let mut world = World::new().await;
    let damages: [(&[&str], Option<Value>); 6] = [
        (&["member"], None),
        (&["data", "name"], None),
        (&["data", "options"], Some(json!([{ "name": "a", "type": 4, "value": "not a number" }]))),
        (&["data"], Some(json!([]))),
        (&["type"], Some(json!(77))),
        (&["type"], Some(json!("a command"))),
    ];
    for called in [false, true] {
        if called {
            world = World::without_bot().await;
            world.start_called_bot().await;
        }
        for (path, value) in &damages {
            for (user, sentence) in [(ADA, "nothing was done"), (CARLA, "nichts geschehen")] {
                let (token, event) = world.fake.interaction(user, CHESS, None, (2, command("games", &[])));
                world.tell(with(event, path, value.clone()));
                let said = world.reply(&token).await;
                assert_eq!(said.only_for, Some(user), "{path:?}");
                assert!(said.content.contains(sentence), "{path:?}: {}", said.content);
            }
        }
    }
}

#[tokio::test]
async fn a_self_test_says_that_all_is_well_only_once_the_commands_are_registered() {
    for (fault, line) in [
        (Fault::Error { status: 503, code: 0 }, "Missing: My commands are not registered with Discord yet"),
        (Fault::Error { status: 400, code: 30034 }, "Missing: My commands are not up to date"),
        (Fault::Error { status: 400, code: 50240 }, "Not working: Discord does not take my commands"),
        (Fault::Error { status: 400, code: 50035 }, "Not working: Discord does not take my commands"),
    ] {
        let mut world = World::without_bot().await;
        world.fake.change(|state| state.faults.add(Place::Commands, fault.clone(), 1000));
        world.start_bot().await;
        until_said(&world, line).await;
        let check = [("command", Opt::Text("check".to_owned()))];
        let said = world.reply(&world.slash(ADA, CHESS, "help", &check)).await;
        let said = format!("{} {}", said.content, said.embeds);
        assert!(!said.contains("Everything works here"), "{said}");
    }
}
