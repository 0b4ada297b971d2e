//! Tests of what people do on Discord without typing a command: the context menus of people and
//! messages, a form for a move, and clickable commands in messages.

use serde_json::{Value, json};

use crate::{
    fake::{self, GUILD},
    support::{ADA, BOB, BOT, CARLA, CHESS, ROBOT, World},
};

fn registered<'s>(state: &'s fake::State, kind: u64, name: &str) -> &'s Value {
    let found = state.commands[&0].iter().find(|command| command["type"] == kind && command["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

#[tokio::test]
async fn menus_of_people_and_messages_have_commands_in_every_language() {
    let world = World::new().await;
    let state = world.fake.state();
    for (kind, name, german) in
        [(2, "Challenge", "Herausfordern"), (3, "Make this move", "Diesen Zug machen")]
    {
        let command = registered(&state, kind, name);
        assert_eq!(command["name_localizations"], json!({ "de": german }), "{name}");
        assert_eq!((&command["description"], command.get("options")), (&json!(""), None), "{name}");
        assert_eq!(command["integration_types"], json!([0, 1]), "{name}");
        assert_eq!(command["contexts"], json!([0, 1, 2]), "{name}");
    }
}

#[tokio::test]
async fn one_that_was_taken_away_is_registered_again_and_nothing_is_where_nothing_changed() {
    let mut world = World::new().await;
    world.fake.change(|state| {
        state.commands.get_mut(&0).expect("commands").retain(|command| command["type"] != 3);
    });
    world.restart_bot().await;
    world.fake.until("a registration", |state| (state.command_puts == 2).then_some(())).await;
    world.restart_bot().await;
    crate::checking::until_said(&world, "OK: My commands are registered").await;
    assert_eq!(world.fake.state().command_puts, 2);
}

#[tokio::test]
async fn whoever_is_challenged_from_their_menu_is_challenged_to_chess() {
    let world = World::new().await;
    world.on_person(ADA, CHESS, "Challenge", BOB);
    let challenge = world.nth(CHESS, 1).await;
    assert!(challenge.content.contains("Ada challenges Bob to a game."), "{}", challenge.content);
    assert!(challenge.content.contains("Game: Chess"), "{}", challenge.content);
    world.press(BOB, challenge.id, "Accept");
    world.nth(CHESS, 2).await;
    for (person, told) in [(ROBOT, "Bots do not play"), (CARLA, "yourself")] {
        let refused = world.reply(&world.on_person(CARLA, CHESS, "Challenge", person)).await;
        assert_eq!(refused.only_for, Some(CARLA));
        let german = ["Bots spielen", "dich selbst"];
        let said = &refused.content;
        assert!(said.contains(told) || german.iter().any(|words| said.contains(words)), "{said}");
    }
}

#[tokio::test]
async fn the_bot_is_challenged_as_the_computer() {
    let world = World::new().await;
    world.fake.change(|state| {
        let user = fake::User { id: BOT, name: "adoube".to_owned(), bot: true, ..fake::User::default() };
        state.users.insert(BOT, user);
    });
    world.on_person(ADA, CHESS, "Challenge", BOT);
    let board = world.nth(CHESS, 1).await;
    assert!(!board.content.contains("challenges"), "{}", board.content);
    assert!(!board.attachments.is_empty(), "the game begins at once");
}

#[tokio::test]
async fn what_a_message_says_is_made_as_a_move() {
    let world = World::new().await;
    world.begin(CHESS).await;
    let before = world.public(CHESS).len();
    world.on_message(ADA, CHESS, "Make this move", &format!("<@{BOT}> **e4**"));
    let board = world.nth(CHESS, before + 1).await;
    assert!(board.content.contains("Ada played 1"), "{}", board.content);
    for (user, words, told) in [
        (BOB, "hello everyone", "hello everyone"),
        (BOB, "", "That message has no words"),
        (BOB, " ** ", "That message has no words"),
        (ADA, "d4", "turn"),
        (BOB, "e4", "e4"),
    ] {
        let refused = world.reply(&world.on_message(user, CHESS, "Make this move", words)).await;
        assert_eq!(refused.only_for, Some(user), "{words}");
        assert!(refused.content.contains(told), "{words}: {}", refused.content);
    }
    assert_eq!(world.public(CHESS).len(), before + 1);
    let refused = world.reply(&world.on_message(CARLA, CHESS, "Diesen Zug machen", "")).await;
    assert!(refused.content.starts_with("In dieser Nachricht"), "{}", refused.content);
}

#[tokio::test]
async fn a_move_is_typed_in_a_form() {
    let world = World::new().await;
    let first = world.begin(CHESS).await;
    let before = world.public(CHESS).len();
    let asked = world.press(ADA, first.id, "Type a move");
    let form = world.answered(&asked).await.form.expect("a form");
    assert_eq!(form["title"], "Type a move");
    let label = &form["components"][0];
    assert_eq!((&label["type"], &label["label"]), (&json!(18), &json!("Your move")));
    world.fills_in(&asked, "e4").await;
    let board = world.nth(CHESS, before + 1).await;
    assert!(board.content.contains("Ada played 1"), "{}", board.content);
    // Whoever types no move, or not in their turn, is told so alone.
    for (user, words, told) in [(BOB, "hm?", "hm?"), (ADA, "d4", "turn"), (CARLA, "d5", "")] {
        let asked = world.press(user, board.id, "Type a move");
        let refused = world.reply(&world.fills_in(&asked, words).await).await;
        assert_eq!(refused.only_for, Some(user), "{words}");
        assert!(refused.content.contains(told), "{words}: {}", refused.content);
    }
    assert_eq!(world.public(CHESS).len(), before + 1);
}

#[tokio::test]
async fn the_form_speaks_the_language_of_whoever_asks_for_it() {
    let world = World::new().await;
    let first = world.begin(crate::support::SCHACH).await;
    let form = world.answered(&world.press(CARLA, first.id, "Zug eintippen")).await.form.expect("a form");
    let label = &form["components"][0];
    assert_eq!((&form["title"], &label["label"]), (&json!("Zug eintippen"), &json!("Dein Zug")));
    assert_eq!(label["component"]["placeholder"], "e4, Sf3, Springer f3, O-O");
}

#[tokio::test]
async fn a_game_that_is_over_asks_for_no_move() {
    let world = World::new().await;
    world.begin(CHESS).await;
    let before = world.public(CHESS).len();
    let asked = world.reply(&world.slash(ADA, CHESS, "resign", &[])).await;
    world.press(ADA, asked.id, "Resign the game");
    let over = world.nth(CHESS, before + 1).await;
    assert!(!over.components.to_string().contains("Type a move"), "{:#}", over.components);
}

#[tokio::test]
async fn commands_in_messages_can_be_clicked() {
    let world = World::new().await;
    let id = |name: &str| {
        let state = world.fake.state();
        registered(&state, 1, name)["id"].as_str().expect("an id").to_owned()
    };
    let told = world.reply(&world.slash(ADA, CHESS, "accept", &[])).await;
    assert!(told.sent.contains(&format!("</play:{}>", id("play"))), "{}", told.sent);
    assert!(told.content.contains("/play"), "{}", told.content);
    let told = world.reply(&world.slash(CARLA, CHESS, "accept", &[])).await;
    assert!(told.sent.contains(&format!("</spielen:{}>", id("play"))), "{}", told.sent);
    // Labels of buttons show no mentions.
    let help = world.reply(&world.slash(ADA, CHESS, "help", &[])).await;
    assert!(!help.components.to_string().contains("</"), "{:#}", help.components);
}

#[tokio::test]
async fn those_of_a_server_of_the_settings_can_be_clicked_there() {
    let mut world = World::without_bot().await;
    world.settings.guilds = vec![GUILD.try_into().expect("an id")];
    world.start_bot().await;
    crate::checking::until_said(&world, "OK: My commands are registered").await;
    let id = {
        let state = world.fake.state();
        let play =
            state.commands[&GUILD].iter().find(|command| command["name"] == "play").expect("a command");
        play["id"].as_str().expect("an id").to_owned()
    };
    let told = world.reply(&world.slash(ADA, CHESS, "accept", &[])).await;
    assert!(told.sent.contains(&format!("</play:{id}>")), "{}", told.sent);
}

#[tokio::test]
async fn where_nobody_else_reads_along_the_computer_is_offered() {
    let world = World::new().await;
    let here = fake::direct(ADA);
    let options = [("variant", fake::Opt::Text("chess".to_owned()))];
    let told = world.reply(&world.slash(ADA, here, "play", &options)).await;
    assert!(told.content.contains("It is just the two of us here"), "{}", told.content);
    world.press(ADA, told.id, "Play the computer");
    world
        .fake
        .until("a board", |state| {
            state
                .messages
                .iter()
                .any(|message| message.channel == here && !message.attachments.is_empty())
                .then_some(())
        })
        .await;
    assert!(world.public(here).iter().all(|message| !message.content.contains("Who plays?")));
    // Two people who talk can answer each other.
    world.slash(ADA, crate::support::BETWEEN, "play", &options);
    let open = world.nth(crate::support::BETWEEN, 1).await;
    assert!(open.content.contains("Who plays?"), "{}", open.content);
}
