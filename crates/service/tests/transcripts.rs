//! Whole conversations as text: what people do, and what everybody then reads. Each file in `transcripts/` is played
//! and must come out as it stands there; `UPDATE_TRANSCRIPTS=1` writes it anew, for a person to read.
//!
//! ```text
//! seats: Ada en, Bob de         who is there and what they read; the channel itself reads the first one's language
//! > Ada /play Bob chess white   a command; `> Ada e4` is something said; `> Ada [Accept]` presses the newest such
//! > Ada {Piece=g1}              button; `{label=value}` picks from a menu; a moderator is `> Ada! /abort`
//! all: …                        what everybody reads
//! Ada: …                        what only Ada reads
//! ```

mod support;

use std::{env, fmt::Write as _, fs, path::Path};

use adoube_service::{Action, Block, Language, Message, Notice, Reply, Row};
use support::{Chat, limits, person};

struct Player {
    chat: Chat,
    people: Vec<(String, Language)>,
    /// Every button and menu shown, newest last: label, id.
    controls: Vec<(String, String)>,
    written: String,
}

impl Player {
    fn language(&self, name: &str) -> Language {
        let known = self.people.iter().find(|(known, _)| known == name);
        known.map_or_else(|| panic!("nobody called {name}"), |(_, language)| *language)
    }

    async fn play(&mut self, line: &str) {
        let (name, deed) = line.split_once(' ').unwrap_or((line, ""));
        let moderator = name.ends_with('!');
        let name = name.trim_end_matches('!');
        let language = self.language(name);
        let action = self.action(deed);
        let incoming = self.chat.event(name, language, moderator, action);
        let reply = self.chat.service.handle(&incoming).await.reply;
        let again = self.chat.service.handle(&incoming).await.reply;
        if reply == Reply::Posted {
            assert_eq!(again, reply, "a repeated event got another answer: {line}");
        }
        match reply {
            Reply::Private(notice) => self.show(name, &notice, Some(name), language),
            Reply::Update(notice) => self.show(&format!("{name}, in place"), &notice, Some(name), language),
            Reply::Check(found) => self.show(name, &Notice::Check(found), Some(name), language),
            Reply::NotForMe => self.written.push_str("(not for the bot)\n"),
            Reply::Posted => {}
        }
        let everybody = self.people.first().map_or(Language::EN, |(_, language)| *language);
        for notice in self.chat.posted().await {
            self.show("all", &notice, None, everybody);
        }
    }

    fn action(&self, deed: &str) -> Action {
        let control = |label: &str| {
            let found = self.controls.iter().rev().find(|(known, _)| known == label);
            // A control that was never shown has an id like any forged one.
            found.map_or_else(|| format!("no control {label:?}"), |(_, id)| id.clone())
        };
        if let Some(line) = deed.strip_prefix('/') {
            Action::Command(line.to_owned())
        } else if let Some(label) = deed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Action::Press { id: control(label), value: None }
        } else if let Some(pick) = deed.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            let (label, value) = pick.split_once('=').unwrap_or((pick, ""));
            Action::Press { id: control(label), value: Some(value.to_owned()) }
        } else {
            Action::Said(deed.to_owned())
        }
    }

    fn show(&mut self, to: &str, notice: &Notice, name: Option<&str>, language: Language) {
        let people: Vec<_> = self.people.iter().map(|(name, _)| person(name).id).collect();
        limits::check_for_all(&self.chat.service, notice, &people);
        let message = self.chat.read(notice, name, language);
        for (position, line) in lines(&message).into_iter().enumerate() {
            let margin = if position == 0 { format!("{to}: ") } else { "    ".to_owned() };
            let _ = writeln!(self.written, "{}", format!("{margin}{line}").trim_end());
        }
        for row in &message.rows {
            match row {
                Row::Buttons(buttons) => {
                    self.controls
                        .extend(buttons.iter().map(|button| (button.label.clone(), button.id.clone())));
                }
                Row::Menu(menu) => self.controls.push((menu.label.clone(), menu.id.clone())),
            }
        }
    }
}

fn lines(message: &Message) -> Vec<String> {
    let mut lines = Vec::new();
    for block in &message.blocks {
        match block {
            Block::Text(text) => lines.push(text.clone()),
            Block::Heading(text) => lines.push(format!("== {text}")),
            Block::List(items) => lines.extend(items.iter().map(|item| format!("- {item}"))),
            Block::Code(text) => lines.extend(text.lines().map(|line| format!("| {line}"))),
        }
    }
    lines.extend(message.picture.as_ref().map(|picture| format!("<{}>", picture.alt)));
    lines.extend(message.animation.as_ref().map(|moving| format!("(moving, {})", moving.name)));
    for row in &message.rows {
        lines.push(match row {
            Row::Buttons(buttons) => {
                buttons.iter().map(|button| format!("[{}]", button.label)).collect::<Vec<_>>().join(" ")
            }
            Row::Menu(menu) => {
                let options = menu.options.iter().map(|option| format!("{}={}", option.value, option.label));
                format!("{{{}: {}}}", menu.label, options.collect::<Vec<_>>().join(" | "))
            }
        });
    }
    lines
        .extend(message.attachment.as_ref().map(|file| format!("(file {}, {})", file.name, file.media_type)));
    lines
}

fn people(line: &str) -> Vec<(String, Language)> {
    line.split(',')
        .map(|seat| {
            let mut words = seat.split_whitespace();
            let name = words.next().unwrap_or_default().to_owned();
            (name, words.next().map(Language::of).unwrap_or_default())
        })
        .collect()
}

async fn replay(script: &str) -> String {
    let seats = script.lines().find_map(|line| line.strip_prefix("seats: "));
    let people = people(seats.unwrap_or_else(|| panic!("no line `seats: …`")));
    let names: Vec<&str> = people.iter().map(|(name, _)| name.as_str()).collect();
    let chat = Chat::new(&names, 1);
    let mut player = Player { chat, people: people.clone(), controls: Vec::new(), written: String::new() };
    for line in script.lines() {
        if let Some(deed) = line.strip_prefix("> ") {
            let _ = writeln!(player.written, "\n> {deed}");
            player.play(deed).await;
        } else if line.starts_with('#') || line.starts_with("seats: ") {
            let _ = writeln!(player.written, "{line}");
        }
    }
    player.written
}

#[tokio::test]
async fn conversations_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let update = env::var_os("UPDATE_TRANSCRIPTS").is_some();
    assert!(!(update && env::var_os("CI").is_some()), "transcripts are not rewritten in CI");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{error}"))
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let script = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let played = replay(&script).await;
        if update {
            fs::write(&file, &played).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
        for (number, (expected, found)) in script.lines().zip(played.lines()).enumerate() {
            assert!(
                update || expected == found,
                "{}:{}\n  expected {expected}\n  found    {found}",
                file.display(),
                number + 1
            );
        }
        assert!(update || script.trim_end() == played.trim_end(), "{}: the end differs", file.display());
    }
}
