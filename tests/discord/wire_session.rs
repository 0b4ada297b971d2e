//! Golden test of the requests to Discord: every request of a scripted session with its JSON body,
//! compared with `transcripts/requests/session.txt`.
//!
//! `UPDATE_TRANSCRIPTS=1` writes the file anew, for a person to read. Ids, tokens and nonces are numbered in the order in
//! which they appear, and registered commands are reduced to their names and options. Requests of one step that do not
//! depend on one another may be sent in any order, so those of each step are sorted.

use std::{collections::HashMap, fmt::Write as _, fs, path::Path};

use adoube_testing::recording;
use serde_json::{Value, json};

use crate::{
    fake::{Opt, Request, State},
    support::{ADA, BOB, CARLA, CHESS, World},
};

/// Digits from which on a number is an id of the local Discord; those of people and channels are shorter.
const ID_DIGITS: usize = 12;
/// A machine that is busy for a second defers an answer, which takes one more request.
const ATTEMPTS: usize = 3;

/// A session and the requests written so far.
struct WireSession {
    world: World,
    written: String,
    /// Requests of the local Discord's list that were written.
    recorded: usize,
    ids: HashMap<String, String>,
    nonces: HashMap<String, String>,
}

impl WireSession {
    async fn begin() -> Self {
        let world = World::new().await;
        Self { world, written: String::new(), recorded: 0, ids: HashMap::new(), nonces: HashMap::new() }
    }

    /// Writes the requests since the last step, once nothing waits and one message at most has buttons.
    async fn write_step(&mut self, step: &str) {
        self.world.all_delivered().await;
        self.world.fake.until("old messages without buttons", has_one_message_with_buttons).await;
        let requests = self.world.fake.state().requests[self.recorded..].to_vec();
        self.recorded += requests.len();
        writeln!(self.written, "> {step}").expect("text");
        let mut lines: Vec<(String, Value)> = requests.iter().map(line).collect();
        lines.sort_by_cached_key(|(address, body)| (without_ids(address), without_ids(&body.to_string())));
        for (address, mut body) in lines {
            let next = self.nonces.len() + 1;
            if let Some(nonce) = body["nonce"].as_str().map(str::to_owned) {
                let name = self.nonces.entry(nonce).or_insert_with(|| format!("nonce {next}"));
                body["nonce"] = json!(name);
            }
            let body = if body.is_null() { String::new() } else { format!(" {body}") };
            let line = self.with_numbered_ids(&format!("{address}{body}"));
            writeln!(self.written, "{line}").expect("text");
        }
    }

    fn with_numbered_ids(&mut self, text: &str) -> String {
        replace_ids(text, |id| {
            let next = self.ids.len() + 1;
            self.ids.entry(id.to_owned()).or_insert_with(|| format!("id {next}")).clone()
        })
    }

    /// The newest message in the channel that everybody sees.
    fn newest(&self) -> u64 {
        self.world.public(CHESS).last().expect("a message").id
    }

    async fn play(mut self) -> String {
        self.write_step("the bot starts").await;
        let options = [
            ("opponent", Opt::User(BOB)),
            ("variant", Opt::Text("chess".to_owned())),
            ("colour", Opt::Text("white".to_owned())),
        ];
        let token = self.world.slash(ADA, CHESS, "play", &options);
        self.finish(&token, "Ada challenges Bob").await;
        let token = self.world.press(CARLA, self.newest(), "Accept");
        self.finish(&token, "Carla presses Accept and is refused").await;
        let token = self.world.press(BOB, self.newest(), "Accept");
        self.finish(&token, "Bob accepts").await;
        let token = self.world.moves(ADA, CHESS, "e4");
        self.finish(&token, "Ada moves by command").await;
        let token = self.world.press(BOB, self.newest(), "Move");
        self.finish(&token, "Bob asks which piece can move").await;
        let menu = self.world.reply(&token).await.id;
        let token = self.world.pick(BOB, menu, "Pawn e7");
        self.finish(&token, "Bob picks a piece").await;
        let token = self.world.pick(BOB, menu, "e5");
        self.finish(&token, "Bob picks its square").await;
        let before = self.world.public(CHESS).len();
        self.world.says(ADA, CHESS, "<@100> Nf3");
        self.world.nth(CHESS, before + 1).await;
        self.write_step("Ada moves in a message").await;
        self.world.says(CARLA, CHESS, "<@100> Nc6");
        self.world.nth(CHESS, before + 2).await;
        self.write_step("Carla moves in a message and is refused").await;
        let board = self.world.public(CHESS)[before].id;
        let token = self.world.types(BOB, CHESS, "move", "move", "Nc");
        self.finish(&token, "Bob types the beginning of a move").await;
        let token = self.world.moves(BOB, CHESS, "Qh9");
        self.finish(&token, "Bob types a square that is not on the board").await;
        let form = self.world.press(BOB, board, "Type a move");
        self.finish(&form, "Bob asks for the form").await;
        let token = self.world.fills_in(&form, "Nc6").await;
        self.finish(&token, "Bob moves in the form").await;
        let token = self.world.slash(BOB, CHESS, "games", &[]);
        self.finish(&token, "Bob asks for his games").await;
        let token = self.world.slash(BOB, CHESS, "resign", &[]);
        self.finish(&token, "Bob wants to resign").await;
        let question = self.world.reply(&token).await.id;
        let token = self.world.press(BOB, question, "Resign the game");
        self.finish(&token, "Bob resigns").await;
        self.world.stop_bot().await;
        self.write_step("the bot stops").await;
        self.written
    }

    async fn finish(&mut self, token: &str, step: &str) {
        self.world.answered(token).await;
        self.write_step(step).await;
    }
}

/// A request's method and path, and its body.
fn line(request: &Request) -> (String, Value) {
    let address = format!("{} {}", request.method, request.path);
    match request.body.as_array().filter(|_| request.path.ends_with("/commands")) {
        Some(commands) => (address, commands.iter().map(command_outline).collect()),
        None => (address, request.body.clone()),
    }
}

/// A command without sentences, which other tests check.
fn command_outline(command: &Value) -> Value {
    let name = command["name"].as_str().unwrap_or_default();
    let options = command["options"].as_array().into_iter().flatten();
    let options: Vec<&str> = options.filter_map(|option| option["name"].as_str()).collect();
    json!(format!("{} {name} {}", command["type"], options.join(" ")).trim_end())
}

fn has_one_message_with_buttons(state: &State) -> Option<()> {
    let has_buttons = |components: &Value| components.as_array().is_some_and(|rows| !rows.is_empty());
    // A reply to one person may have buttons for as long as it stands.
    let boards =
        state.messages.iter().filter(|message| message.only_for.is_none() && message.reply.is_none());
    (boards.filter(|message| has_buttons(&message.components)).count() <= 1).then_some(())
}

fn without_ids(text: &str) -> String {
    replace_ids(text, |_| "id".to_owned())
}

fn replace_ids(text: &str, mut name: impl FnMut(&str) -> String) -> String {
    let (mut replaced, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - start);
        let (before, number) = (&rest[..start], &rest[start..start + digits]);
        replaced.push_str(before);
        replaced.push_str(&if number.len() < ID_DIGITS { number.to_owned() } else { name(number) });
        rest = &rest[start + digits..];
    }
    replaced + rest
}

#[tokio::test]
async fn the_requests_of_a_session_stay_the_same() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/discord/transcripts/requests/session.txt");
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let mut written = String::new();
    for _ in 0..ATTEMPTS {
        written = WireSession::begin().await.play().await;
        if recording::is_update() || written == expected {
            break;
        }
    }
    recording::check(&path, &written);
}
