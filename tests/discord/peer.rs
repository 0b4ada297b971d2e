//! Tests the fake Discord with a program written for the real one: discord.py logs in, answers,
//! posts, loses its connection and is told to wait. Without Python and discord.py the check says
//! that it is left out; `tests/peers/install.sh` installs what it can.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use crate::{
    fake::{Fault, Message, Place, TOKEN, direct},
    openapi::{Description, with_ids_as_text},
    support::{ADA, BOB, CHESS, World},
};

/// The flag of an application that may read messages.
const READS_MESSAGES: u64 = 1 << 19;

/// A running program that does not outlive its test.
struct Peer(Child);

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A Python with discord.py.
fn python() -> Option<PathBuf> {
    let installed = root().join("target/peers/bin/python");
    let found = [installed, PathBuf::from("python3")].into_iter().find(|python| {
        let mut look = Command::new(python);
        look.args(["-c", "import discord"]).stdout(Stdio::null()).stderr(Stdio::null());
        look.status().is_ok_and(|status| status.success())
    });
    if found.is_none() {
        println!("skipped: discord.py is not here (tests/peers/install.sh installs it)");
    }
    found
}

/// A Discord with discord.py on it.
async fn world() -> Option<(World, Peer, tempfile::TempDir)> {
    let python = python()?;
    let world = World::without_bot().await;
    world.fake.change(|state| state.application_flags = READS_MESSAGES);
    let folder = tempfile::tempdir().expect("a folder");
    let authority = folder.path().join("authority.pem");
    std::fs::write(&authority, &world.fake.authority).expect("a file");
    let mut start = Command::new(python);
    start
        .arg(root().join("tests/peers/discord_py.py"))
        .args(["--api", &world.fake.api_url(), "--gateway", &world.fake.gateway_url(), "--token", TOKEN])
        .arg("--authority")
        .arg(&authority);
    let peer = Peer(start.spawn().expect("Python"));
    world.fake.until("its commands", |state| state.commands.get(&0).map(|_| ())).await;
    world.fake.until("an IDENTIFY", |state| (state.identified == 1).then_some(())).await;
    Some((world, peer, folder))
}

/// Waits until a message reads so.
async fn reads(world: &World, text: &str) -> Message {
    world
        .fake
        .until(text, |state| state.messages.iter().find(|message| message.content == text).cloned())
        .await
}

#[tokio::test]
async fn a_program_of_discord_py_gets_along() {
    let Some((world, _peer, _folder)) = world().await else { return };
    answers(&world).await;
    controls(&world).await;
    form(&world).await;
    messages(&world).await;
    thread(&world).await;
    connection(&world).await;
    limits(&world).await;
    // Its requests and the answers are as they are described, too.
    let mut requests = world.fake.state().requests.clone();
    for request in &mut requests {
        request.body = with_ids_as_text(request.body.take());
    }
    Description::known().check(&requests);
}

/// At once, completed, and later.
async fn answers(world: &World) {
    let name = crate::fake::Opt::Text("Ada".to_owned());
    let greeting = world.reply(&world.slash(ADA, CHESS, "greet", &[("name", name)])).await;
    assert_eq!((greeting.content.as_str(), greeting.only_for), ("Hello Ada.", Some(ADA)));
    let typed = world.types(ADA, CHESS, "greet", "name", "B");
    assert_eq!(world.answered(&typed).await.choices, Some(json!([{ "name": "Bob", "value": "Bob" }])));
    world.slash(ADA, CHESS, "ponder", &[]);
    let (first, second) =
        (reads(world, "First thought, corrected.").await, reads(world, "Second thought, corrected.").await);
    assert!(first.id < second.id && first.edits == 2 && second.edits == 1);
}

/// A menu and a button.
async fn controls(world: &World) {
    let offer = world.reply(&world.slash(ADA, CHESS, "offer", &[])).await;
    let picked = world.reply(&world.pick(BOB, offer.id, "Knight")).await;
    assert_eq!((picked.content.as_str(), picked.only_for), ("A Knight.", Some(BOB)));
    world.press(BOB, offer.id, "Accept");
    let accepted = reads(world, "Bob accepts.").await;
    assert_eq!(accepted.id, offer.id, "it is in the same message");
    assert_eq!(accepted.components[0]["components"][0]["disabled"], true);
}

async fn form(world: &World) {
    let form = world.answered(&world.slash(ADA, CHESS, "form", &[])).await.form.expect("a form");
    let mut row = form["components"][0].clone();
    let input: Value = row["components"][0].clone();
    row["components"] = json!([{ "type": 4, "custom_id": input["custom_id"], "value": "the Bishop's" }]);
    let data = json!({ "custom_id": form["custom_id"], "components": [row] });
    let answer = world.reply(&world.interaction(ADA, CHESS, None, 5, data)).await;
    assert_eq!(answer.content, "Ada likes the Bishop's.");
}

/// In a channel and directly, and with a file as an answer.
async fn messages(world: &World) {
    world.says(ADA, CHESS, "e4");
    reads(world, "You said 'e4' in the channel; resumed 0 times.").await;
    world.says(ADA, direct(ADA), "e4");
    reads(world, "You said 'e4' privately; resumed 0 times.").await;
    let asked = world.says(ADA, CHESS, "file");
    let file = reads(world, "Here.").await;
    assert_eq!(file.reply, Some(asked));
    let expected = ("game.pgn".to_owned(), "A short game".to_owned(), b"1. e4 e5".to_vec());
    assert_eq!(file.attachments, [expected]);
}

async fn thread(world: &World) {
    let asked = world.says(ADA, CHESS, "thread");
    let archived = |state: &crate::fake::State| {
        let thread = state.channels.get(&asked)?.thread.clone()?;
        thread.archived.then_some(thread)
    };
    let thread = world.fake.until("a thread that is archived", archived).await;
    assert_eq!((thread.name.as_str(), thread.parent, thread.archives_after), ("A game", CHESS, 60));
    assert_eq!(world.public(asked).len(), 1);
}

/// Closed, and asked to come back: nothing is missed, nothing comes twice.
async fn connection(world: &World) {
    world.fake.close_connections(4000);
    world.says(ADA, CHESS, "d4");
    let resumed = async |times| {
        world.fake.until("a RESUME", |state| (state.resumed == times).then_some(())).await;
    };
    resumed(1).await;
    world
        .fake
        .until("an answer", |state| {
            let mut said =
                state.messages.iter().filter(|message| message.content.starts_with("You said 'd4'"));
            said.next().map(|_| ())
        })
        .await;
    world.fake.ask_to_reconnect();
    resumed(2).await;
    world.says(ADA, CHESS, "c4");
    reads(world, "You said 'c4' in the channel; resumed 2 times.").await;
    let state = world.fake.state();
    let said = |text: &str| state.messages.iter().filter(|message| message.content.contains(text)).count();
    assert_eq!((said("'d4'"), said("'c4'"), state.identified), (1, 1, 1));
}

async fn limits(world: &World) {
    world.fake.change(|state| {
        state.faults.add(Place::Messages, Fault::TooOften { seconds: 0.05, global: false }, 1);
        state.faults.add(Place::Messages, Fault::TooOften { seconds: 0.05, global: true }, 1);
    });
    world.says(ADA, CHESS, "many");
    reads(world, "Number 3.").await;
    let state = world.fake.state();
    let numbers = state.messages.iter().filter(|message| message.content.starts_with("Number"));
    assert_eq!(numbers.count(), 4);
    assert_eq!(state.requests.iter().filter(|request| request.status == 429).count(), 2);
    let wrong: Vec<_> =
        state.requests.iter().filter(|request| (400..429).contains(&request.status)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
