//! Plays recorded conversations and compares what everybody reads: each file in `transcripts/` must
//! come out as it is; `UPDATE_TRANSCRIPTS=1` writes it anew, for a person to read.
//!
//! ```text
//! seats: Ada en, Bob de         who is there and what they read; the channel itself reads the chosen language, else the first one's
//! > Ada /play Bob chess white   a command; `> Ada e4` is something said; `> Ada [Accept]` presses the newest such
//! > Ada {Piece=g1}              button; `{label=value}` picks from a menu; a moderator is `> Ada! /abort`
//! all: …                        what everybody reads
//! Ada: …                        what only Ada reads
//! ```

use std::path::Path;

use adoube_bot::{
    Block, ChatEvent, CommunityId, ControlRow, Decision, Language, Message, MessageAccess, Notice,
    ReaderProfile, Reply, UserAction, Viewer,
};
use adoube_testing::recording;

use crate::support::{
    self, Chat, limits, person,
    script::{self, Deed, Line, Step, Written},
};

struct Player {
    chat: Chat,
    people: Vec<(String, Language)>,
    written: Written,
}

impl Player {
    fn language(&self, name: &str) -> Language {
        let known = self.people.iter().find(|(known, _)| known == name);
        known.map_or_else(|| panic!("nobody called {name}"), |(_, language)| *language)
    }

    async fn play(&mut self, step: Step) {
        let Step { name, moderator, deed } = step;
        let language = self.language(&name);
        let action = match deed {
            Deed::Command(line) => UserAction::Line(line),
            Deed::Said(words) => UserAction::Text(words),
            Deed::Press(label) => UserAction::Press { id: self.written.id_of(&label), value: None },
            Deed::Pick { label, value } => {
                UserAction::Press { id: self.written.id_of(&label), value: Some(value) }
            }
        };
        let place = Some(CommunityId("test:room".to_owned()));
        let here = place.clone().expect("a room");
        let incoming = ChatEvent { place, ..self.chat.event(&name, language, moderator, action) };
        let Decision { reply, reading, .. } = self.chat.service.handle(&incoming).await;
        let again = self.chat.service.handle(&incoming).await.reply;
        if reply == Reply::Public {
            assert_eq!(again, reply, "a repeated event got another answer: {incoming:?}");
        }
        let alone = Some(name.as_str());
        match reply {
            Reply::Private(notice) => self.show(&name, &notice, alone, reading),
            Reply::Replace(notice) => self.show(&format!("{name}, in place"), &notice, alone, reading),
            Reply::SelfTest(found) => self.show(&name, &Notice::Check(found), alone, reading),
            Reply::EngineQuestion(question) => {
                for notice in support::thoughts(&self.chat.service, &question).await {
                    self.show(&name, &notice, alone, reading);
                }
            }
            Reply::Ignored => self.written.not_for_the_bot(),
            Reply::Public => {}
        }
        let usual = self.people.first().map_or(Language::EN, |(_, language)| *language);
        let (chosen, set_up_in) = self.chat.service.languages_of(&here).await.expect("a store");
        let everybody = chosen.or(set_up_in).unwrap_or(usual);
        for notice in self.chat.posted().await {
            self.show("all", &notice, None, everybody.into());
        }
    }

    fn show(&mut self, to: &str, notice: &Notice, name: Option<&str>, reading: ReaderProfile) {
        let people: Vec<_> = self.people.iter().map(|(name, _)| person(name).id).collect();
        limits::check_for_all(&self.chat.service, notice, &people);
        let ReaderProfile { language, taste } = reading;
        let (person, hearing) = (name.map(|name| person(name).id), MessageAccess::Everything);
        let message = self.chat.service.present(notice, &Viewer { person, language, hearing, taste });
        self.written.read_by(to, lines(&message));
        for row in &message.rows {
            match row {
                ControlRow::Buttons(buttons) => {
                    for button in buttons {
                        self.written.control(&button.label, &button.id);
                    }
                }
                ControlRow::Menu(menu) => self.written.control(&menu.label, &menu.id),
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
            Block::Channels(items) => lines.extend(items.iter().map(|item| {
                let place = item.channel.as_ref().map(|channel| format!(" · {channel}"));
                format!("- {}{}", item.text, place.unwrap_or_default())
            })),
            Block::Code(text) => lines.extend(text.lines().map(|line| format!("| {line}"))),
        }
    }
    lines.extend(message.picture.as_ref().map(|picture| format!("<{}>", picture.alt)));
    lines.extend(message.animation.as_ref().map(|moving| format!("(moving, {})", moving.name)));
    for row in &message.rows {
        lines.push(match row {
            ControlRow::Buttons(buttons) => {
                buttons.iter().map(|button| format!("[{}]", button.label)).collect::<Vec<_>>().join(" ")
            }
            ControlRow::Menu(menu) => {
                let options = menu.options.iter().map(|option| format!("{}={}", option.value, option.label));
                format!("{{{}: {}}}", menu.label, options.collect::<Vec<_>>().join(" | "))
            }
        });
    }
    lines
        .extend(message.attachment.as_ref().map(|file| format!("(file {}, {})", file.name, file.media_type)));
    lines
}

async fn replay(script: &str) -> String {
    let seats = script::seats(script);
    let names: Vec<&str> = seats.iter().map(|(name, _)| name.as_str()).collect();
    let chat = Chat::new(&names, 1);
    let people = seats.iter().map(|(name, tag)| (name.clone(), Language::of(tag))).collect();
    let mut player = Player { chat, people, written: Written::default() };
    for (line, what) in script::lines(script) {
        player.written.copy(line);
        if let Line::Step(step) = what {
            player.play(step).await;
        }
    }
    player.written.text
}

#[tokio::test]
async fn conversations_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    for file in script::files(&folder) {
        let played = replay(&script::text(&file)).await;
        recording::check(&file, &played);
    }
}
