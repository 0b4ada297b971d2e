//! Transcript tests of whole games on Discord: what people do, and what everybody then sees. Each
//! file in `transcripts/` is played and must come out as it is; `UPDATE_TRANSCRIPTS=1` writes it
//! anew, for a person to read.
//!
//! ```text
//! in: chess                         the channel
//! > Ada /play opponent:@Bob         a command with its options
//! > Bob [Accept]                    presses the newest such button that Bob sees
//! > Ada {Knight g1}                 picks what begins so from the newest menu that Ada sees
//! > Ada {@Bob}                      picks somebody from the newest menu of people that Ada sees
//! > Ada /move move:N…               types the beginning of an option and sees what could follow
//! restart                           the bot is stopped and started
//! a week passes                     what is due is done, and no buttons are left
//! 20 hours pass                     what is due is done
//! all: …                            what everybody sees
//! Ada: …                            what only Ada sees
//! ```

use std::{fmt::Write as _, fs, path::Path, time::Duration};

use adoube_testing::recording;
use serde_json::{Value, json};

use crate::{
    fake::{Message, Opt, State},
    secrets,
    support::{ADA, BETWEEN, BOB, CARLA, CHESS, ROBOT, SCHACH, World},
};

const RESTART: &str = "restart";
const WEEK: &str = "a week passes";
const HOURS: &str = " hours pass";

/// Options of a menu that are written; the others are counted.
const OPTIONS: usize = 4;

struct Play {
    world: World,
    channel: u64,
    /// Messages that were written already, with the number of their changes.
    seen: Vec<(u64, u32)>,
    written: String,
}

fn user(name: &str) -> u64 {
    match name {
        "Ada" => ADA,
        "Bob" => BOB,
        "Carla" => CARLA,
        "Robot" => ROBOT,
        _ => panic!("nobody called {name}"),
    }
}

fn name(user: u64) -> &'static str {
    match user {
        ADA => "Ada",
        BOB => "Bob",
        _ => "Carla",
    }
}

fn channel(name: &str) -> u64 {
    match name {
        "chess" => CHESS,
        "schach" => SCHACH,
        "between" => BETWEEN,
        _ => panic!("no channel {name}"),
    }
}

impl Play {
    /// Plays what is done in a transcript; the transcript of what came of it.
    async fn whole(text: &str, route: Route) -> String {
        let world = match route {
            Route::Gateway => World::new().await,
            Route::Http => {
                let mut world = World::without_bot().await;
                world.start_called_bot().await;
                world
            }
        };
        let mut play = Self { world, channel: CHESS, seen: Vec::new(), written: String::new() };
        let is_input = |line: &&str| {
            ["#", "in: ", "> "].iter().any(|begins| line.starts_with(begins))
                || [RESTART, WEEK].contains(line)
                || line.ends_with(HOURS)
        };
        for line in text.lines().filter(is_input) {
            writeln!(play.written, "{line}").expect("text");
            play.line(line).await;
        }
        play.world.stop_bot().await;
        secrets::check(&play.world);
        play.written
    }

    async fn line(&mut self, line: &str) {
        if let Some(place) = line.strip_prefix("in: ") {
            self.channel = channel(place);
        } else if line == RESTART {
            self.world.restart_bot().await;
        } else if line == WEEK {
            self.world.time_passes(Duration::from_secs(7 * 24 * 60 * 60)).await;
            self.world.all_delivered().await;
            self.no_buttons_left().await;
            self.show_new().await;
        } else if let Some(hours) = line.strip_suffix(HOURS) {
            for _ in 0..hours.parse::<u64>().expect("a number") {
                self.world.time_passes(Duration::from_secs(60 * 60)).await;
                self.world.all_delivered().await;
            }
            self.show_new().await;
        } else if let Some(deed) = line.strip_prefix("> ") {
            let (name, deed) = deed.split_once(' ').expect("somebody does something");
            self.deed(user(name), deed).await;
        }
    }

    async fn deed(&mut self, who: u64, deed: &str) {
        let token = if let Some(command) = deed.strip_prefix('/') {
            match command.strip_suffix('…') {
                Some(typed) => return self.typing(who, typed).await,
                None => self.command(who, command),
            }
        } else if let Some(label) = deed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let message = self.newest(who, |control| control["label"] == label);
            self.world.press(who, message, label)
        } else if let Some(person) = deed.strip_prefix("{@").and_then(|rest| rest.strip_suffix('}')) {
            let message = self.newest(who, |control| control["type"] == 5);
            self.world.pick_person(who, message, user(person))
        } else {
            let label = deed.trim_matches(['{', '}']);
            let begins =
                |option: &Value| option["label"].as_str().is_some_and(|text| text.starts_with(label));
            let message = self.newest(who, |control| {
                control["options"].as_array().is_some_and(|all| all.iter().any(begins))
            });
            self.world.pick(who, message, label)
        };
        self.world.answered(&token).await;
        self.world.all_delivered().await;
        self.show_new().await;
    }

    fn command(&self, who: u64, line: &str) -> String {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let options: Vec<(&str, Opt)> = rest
            .split_whitespace()
            .filter_map(|each| each.split_once(':'))
            .map(|(option, value)| {
                let value = value
                    .strip_prefix('@')
                    .map_or_else(|| Opt::Text(value.replace('_', " ")), |name| Opt::User(user(name)));
                (option, value)
            })
            .collect();
        self.world.slash(who, self.channel, command, &options)
    }

    async fn typing(&mut self, who: u64, typed: &str) {
        let (command, rest) = typed.split_once(' ').expect("an option");
        let (option, text) = rest.split_once(':').expect("an option");
        let token = self.world.types(who, self.channel, command, option, text);
        let choices = self.world.answered(&token).await.choices.unwrap_or_default();
        let names: Vec<&str> =
            choices.as_array().into_iter().flatten().filter_map(|each| each["name"].as_str()).collect();
        writeln!(self.written, "{}: … {}", name(who), names.join(" | ")).expect("text");
    }

    /// The newest message somebody sees with such a control.
    fn newest(&self, who: u64, is: impl Fn(&Value) -> bool) -> u64 {
        let state = self.world.fake.state();
        let sees = |message: &&Message| {
            message.channel == self.channel
                && !message.deleted
                && message.only_for.is_none_or(|only| only == who)
        };
        let has = |message: &&Message| controls(&message.components).any(&is);
        let found = state.messages.iter().rev().filter(sees).find(has);
        found.unwrap_or_else(|| panic!("no such control:\n{}", self.written)).id
    }

    /// Waits until nobody is offered anything any more.
    async fn no_buttons_left(&self) {
        let has_none = |message: &Message| {
            message.deleted || message.only_for.is_some() || controls(&message.components).next().is_none()
        };
        let all = |state: &State| state.messages.iter().all(has_none).then_some(());
        self.world.fake.until("messages without buttons", all).await;
    }

    /// Waits until of several new boards the last one alone has buttons: the others lose theirs in the background.
    async fn only_the_last_board_has_buttons(&self) {
        let is_new_board = |message: &&Message| {
            message.channel == self.channel
                && message.only_for.is_none()
                && !message.deleted
                && message.attachments.iter().any(|(file, ..)| file == "board.png")
                && !self.seen.iter().any(|(id, _)| *id == message.id)
        };
        let older_have_none = |state: &State| {
            let mut boards = state.messages.iter().filter(is_new_board).rev().skip(1);
            boards.all(|board| controls(&board.components).next().is_none()).then_some(())
        };
        self.world.fake.until("older boards without buttons", older_have_none).await;
    }

    async fn show_new(&mut self) {
        self.only_the_last_board_has_buttons().await;
        let messages = self.world.fake.state().messages.clone();
        let mut new = Vec::new();
        for message in messages.iter().filter(|message| message.channel == self.channel && !message.deleted) {
            let before = self.seen.iter().find(|(id, _)| *id == message.id).map(|(_, edits)| *edits);
            // Old boards lose their buttons at any time; only what one person sees changes otherwise.
            let place = match (before, message.only_for) {
                (None, None) => "all".to_owned(),
                (None, Some(only)) => name(only).to_owned(),
                (Some(edits), Some(only)) if edits < message.edits => format!("{}, in place", name(only)),
                _ => continue,
            };
            self.seen.retain(|(id, _)| *id != message.id);
            self.seen.push((message.id, message.edits));
            new.push((message.only_for.is_none(), shown(&place, message)));
        }
        // An answer to one person and what everybody sees come in any order.
        new.sort_by_key(|(is_for_all, _)| *is_for_all);
        self.written.extend(new.into_iter().map(|(_, text)| text));
    }
}

fn controls(components: &Value) -> impl Iterator<Item = &Value> {
    let rows = components.as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
}

/// A message as text.
pub fn shown(place: &str, message: &Message) -> String {
    let mut lines: Vec<String> = message.content.lines().map(str::to_owned).collect();
    for embed in message.embeds.as_array().into_iter().flatten() {
        lines.push("(embed)".to_owned());
        lines.extend(embed["description"].as_str().unwrap_or_default().lines().map(str::to_owned));
    }
    for (file, description, bytes) in &message.attachments {
        assert!(description.chars().count() <= 1024 && bytes.len() < 1024 * 1024, "{file}");
        let description: String = description.chars().take(70).collect();
        let description = if description.is_empty() { description } else { format!(": {description}…") };
        lines.push(format!("({file}{description})"));
    }
    for row in message.components.as_array().into_iter().flatten() {
        let controls = row["components"].as_array().into_iter().flatten();
        lines.push(controls.map(control).collect::<Vec<_>>().join(" "));
    }
    if !message.pinged.is_empty() {
        lines.push(format!(
            "(calls {})",
            message.pinged.iter().map(|user| name(*user)).collect::<Vec<_>>().join(", ")
        ));
    }
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let margin = if index == 0 { format!("{place}: ") } else { "    ".to_owned() };
        writeln!(text, "{margin}{line}").expect("text");
    }
    text
}

fn control(control: &Value) -> String {
    if control["type"] == 5 {
        return format!("{{{}: somebody}}", control["placeholder"].as_str().unwrap_or_default());
    }
    let Some(options) = control["options"].as_array() else {
        return format!("[{}]", control["label"].as_str().unwrap_or_default());
    };
    let labels: Vec<&str> = options.iter().filter_map(|option| option["label"].as_str()).collect();
    let more = labels.len().saturating_sub(OPTIONS);
    let more = if more == 0 { String::new() } else { format!(" | {more} more") };
    let placeholder = control["placeholder"].as_str().unwrap_or_default();
    format!("{{{placeholder}: {}{more}}}", labels[..labels.len().min(OPTIONS)].join(" | "))
}

/// How interactions reach the bot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Route {
    Gateway,
    Http,
}

async fn play(file: &str) {
    play_by(file, &[Route::Gateway, Route::Http]).await;
}

async fn play_by(file: &str, routes: &[Route]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/discord/transcripts").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut written = String::new();
    for (position, route) in routes.iter().enumerate() {
        let played = Play::whole(&text, *route).await;
        assert!(position == 0 || played == written, "{file} comes out differently over HTTP");
        written = played;
    }
    recording::check(&path, &written);
}

#[tokio::test]
async fn a_game_by_commands() {
    play("commands.txt").await;
}

#[tokio::test]
async fn settings() {
    play("settings.txt").await;
}

#[tokio::test]
async fn a_game_by_buttons_and_menus() {
    play("menus.txt").await;
}

#[tokio::test]
async fn a_challenge_nobody_answers() {
    play("expired.txt").await;
}

#[tokio::test]
async fn a_game_in_german() {
    play("german.txt").await;
}

#[tokio::test]
async fn a_game_between_two_people() {
    play("between.txt").await;
}

#[tokio::test]
async fn a_game_with_extra_pieces() {
    play("setup.txt").await;
}

#[tokio::test]
async fn a_touch_move_game() {
    play("touch.txt").await;
}

#[tokio::test]
async fn a_game_with_hidden_cards() {
    play("schachen.txt").await;
}

#[tokio::test]
async fn a_german_game_with_extra_pieces() {
    play("grand-german.txt").await;
}

#[tokio::test]
async fn a_german_game_with_hidden_cards() {
    play("schachen-german.txt").await;
}

#[tokio::test]
async fn the_same_again() {
    play("rematch.txt").await;
}

#[tokio::test]
async fn a_game_that_lasts_weeks() {
    // Whoever calls over HTTP signs with the moment at which it all began.
    play_by("correspondence.txt", &[Route::Gateway]).await;
}

#[tokio::test]
async fn questions() {
    play("questions.txt").await;
}

#[tokio::test]
async fn every_answer_fits_and_every_command_is_understood() {
    let world = World::new().await;
    world.begin(CHESS).await;
    let commands = world.fake.state().commands[&0].clone();
    for command in &commands {
        let name = command["name"].as_str().expect("a name");
        for user in [ADA, CARLA] {
            let token = world.slash(user, CHESS, name, &[]);
            let answer = world.answered(&token).await.answer;
            assert!(answer.is_some(), "{name}");
        }
        for option in command["options"].as_array().into_iter().flatten() {
            let option_name = option["name"].as_str().expect("a name");
            for choice in option["choices"].as_array().into_iter().flatten() {
                let value = Opt::Text(choice["value"].as_str().expect("a value").to_owned());
                let told = world.slash(CARLA, CHESS, name, &[(option_name, value)]);
                world.answered(&told).await;
            }
            if option["autocomplete"] == json!(true) {
                let token = world.types(ADA, CHESS, name, option_name, "");
                let choices = world.answered(&token).await.choices.expect("choices");
                assert!(
                    choices.as_array().is_some_and(|choices| choices.len() <= 25),
                    "{name} {option_name}"
                );
            }
        }
    }
    world.all_delivered().await;
}
