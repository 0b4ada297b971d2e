//! Plays the transcripts of the bot through the chat door: every word, every description of a
//! board, every button and its readers must be the same as elsewhere. Not here: what the
//! transcripts are about (`crates/bot/tests/transcripts`).

use std::{env, path::Path};

use adoube_testing::recording;
use serde_json::{Value, json};

use crate::{
    languages,
    program::Program,
    script::{self, Deed, Line, Seats, Step, Written},
};

/// What the transcripts are played with elsewhere: the seed, the channel, and when it all began.
const SEED: &str = "1";
const CHANNEL: &str = "test:lobby";
const BEGINNING: u64 = 1_767_323_045_000;

pub(crate) struct Player {
    pub(crate) program: Program,
    pub(crate) seats: Seats,
    pub(crate) written: Written,
    events: u64,
    /// Whether all languages that are read are written down.
    pub(crate) in_all_languages: bool,
}

impl Player {
    pub(crate) fn new(seats: Seats) -> Self {
        let mut program = Program::with(&["--memory", "--clock", "input", "--seed", SEED]);
        program.ask(json!({"do": "clock", "to": BEGINNING}));
        let all: Vec<Value> = seats.iter().map(|(name, _)| person(name)).collect();
        program.ask(json!({"do": "people", "channel": CHANNEL, "all": all}));
        Self { program, seats, written: Written::default(), events: 0, in_all_languages: false }
    }

    pub(crate) fn play(&mut self, step: Step) {
        let Step { name, moderator, deed } = step;
        let language = &self.seats.iter().find(|(known, _)| *known == name).expect("somebody who is there").1;
        self.events += 1;
        let id_of = |label: &str| self.written.id_of(label);
        let (field, what) = match deed {
            Deed::Command(line) => ("command", json!(line)),
            Deed::Said(words) => ("said", json!(words)),
            Deed::Press(label) => ("press", json!({"id": id_of(&label)})),
            Deed::Pick { label, value } => ("pick", json!({"id": id_of(&label), "value": value})),
        };
        let mut event = json!({
            "do": "event", "event": self.events.to_string(), "channel": CHANNEL, "place": "test:room",
            "person": person(&name),
            "moderator": moderator, "show": show(language, "inline"), field: what,
        });
        let answer = self.program.ask(event.clone());
        // As elsewhere the event is told twice.
        event["show"] = show(language, "none");
        let again = self.program.ask(event);
        assert!(answer["reply"] != "posted" || again == answer, "{again}");
        let message = &answer["message"];
        match answer["reply"].as_str().expect("a kind") {
            "private" => self.show(&name, message, Some(&name)),
            "update" => self.show(&format!("{name}, in place"), message, Some(&name)),
            "not-for-me" => self.written.not_for_the_bot(),
            _ => assert!(message.is_null(), "{answer}"),
        }
        self.show_delivered();
    }

    /// What everybody reads of what waits.
    pub(crate) fn show_delivered(&mut self) {
        if self.in_all_languages {
            return languages::show_delivered(self);
        }
        let everybody = show(&self.seats[0].1, "none");
        for delivery in self.program.take("test", &everybody) {
            assert_eq!(delivery["channel"], CHANNEL);
            self.show("all", &delivery["message"], None);
        }
    }

    pub(crate) fn show(&mut self, to: &str, message: &Value, alone: Option<&str>) {
        let audience =
            alone.map_or_else(|| json!("everybody"), |name| json!({"person": person(name)["id"].clone()}));
        assert_eq!(message["audience"], audience, "{message}");
        assert_eq!(chosen(&message["choices"]), offered(&message["controls"]), "{message}");
        self.written.read_by(to, lines(message));
        for row in list(&message["controls"]) {
            let controls = if row["menu"].is_null() { list(&row["buttons"]) } else { vec![&row["menu"]] };
            for control in controls {
                self.written.control(text(&control["label"]), text(&control["id"]));
            }
        }
    }
}

pub(crate) fn person(name: &str) -> Value {
    json!({"id": format!("test:{}", name.to_lowercase()), "name": name})
}

pub(crate) fn show(language: &str, picture: &str) -> Value {
    json!({"language": language, "hears": "everything", "picture": picture})
}

fn list(value: &Value) -> Vec<&Value> {
    value.as_array().map(|all| all.iter().collect()).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// All there is to choose from by number: what it says, the id of its control, and the value that is picked.
fn chosen(choices: &Value) -> Vec<[&str; 3]> {
    let mut all = Vec::new();
    for choice in list(choices) {
        let control = if choice["press"].is_null() { &choice["pick"] } else { &choice["press"] };
        if choice["list"].is_null() {
            all.push([text(&choice["label"]), text(&control["id"]), text(&control["value"])]);
        } else {
            all.extend(chosen(&choice["list"]));
        }
    }
    all
}

/// The same of buttons and menus.
fn offered(controls: &Value) -> Vec<[&str; 3]> {
    let mut all = Vec::new();
    for row in list(controls) {
        for button in list(&row["buttons"]) {
            all.push([text(&button["label"]), text(&button["id"]), ""]);
        }
        let menu = &row["menu"];
        for option in list(&menu["options"]) {
            all.push([text(&option["label"]), text(&menu["id"]), text(&option["value"])]);
        }
    }
    all
}

/// A message as transcripts write it down.
fn lines(message: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    for block in list(&message["blocks"]) {
        let (kind, said) = block.as_object().and_then(|block| block.iter().next()).expect("a block");
        match kind.as_str() {
            "heading" => lines.push(format!("== {}", text(said))),
            "list" => lines.extend(list(said).iter().map(|item| format!("- {}", text(item)))),
            "code" => lines.extend(text(said).lines().map(|line| format!("| {line}"))),
            _ => lines.push(text(said).to_owned()),
        }
    }
    let given = |field: &str| Some(&message[field]).filter(|value| !value.is_null());
    lines.extend(given("alt").map(|alt| format!("<{}>", text(alt))));
    lines.extend(given("animation").map(|moving| format!("(moving, {})", text(&moving["name"]))));
    for row in list(&message["controls"]) {
        let menu = &row["menu"];
        lines.push(if menu.is_null() {
            let buttons = list(&row["buttons"]);
            buttons.iter().map(|button| format!("[{}]", text(&button["label"]))).collect::<Vec<_>>().join(" ")
        } else {
            let option = |option: &&Value| format!("{}={}", text(&option["value"]), text(&option["label"]));
            let options: Vec<_> = list(&menu["options"]).iter().map(option).collect();
            format!("{{{}: {}}}", text(&menu["label"]), options.join(" | "))
        });
    }
    lines.extend(
        given("file").map(|file| format!("(file {}, {})", text(&file["name"]), text(&file["media_type"]))),
    );
    lines
}

/// What the door finds out in a self-test beside what the bot does, which draws nothing.
const FOUND_AT_THE_DOOR: &str = "\n    - OK: Pictures work.";

/// What stands before a time.
const TIMES: [&str; 4] = ["at\":", "[UTCTime ", "[EndTime ", "[%emt "];

/// Without the second of the day at which anything happened, and without times between moves: the clocks of other tests go on with
/// every look.
fn without_times(transcript: &str) -> String {
    let is_of_time = |c: char| c.is_ascii_digit() || "\": ".contains(c);
    TIMES.iter().fold(transcript.to_owned(), |text, mark| {
        let mut parts = text.split(mark);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + mark + part.trim_start_matches(is_of_time))
    })
}

#[test]
fn conversations_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/bot/tests/transcripts");
    for file in script::files(&folder) {
        // What a room has chosen of languages is for platforms; at the door each message is asked for in one.
        if file.file_name().is_some_and(|name| name == "language.txt") {
            continue;
        }
        let script = script::text(&file);
        let mut player = Player::new(script::seats(&script));
        for (line, what) in script::lines(&script) {
            player.written.copy(line);
            if let Line::Step(step) = what {
                player.play(step);
            }
        }
        player.program.end();
        let text = player.written.text.replace(FOUND_AT_THE_DOOR, "");
        recording::compare(&file, &without_times(&script), &without_times(&text));
    }
}
