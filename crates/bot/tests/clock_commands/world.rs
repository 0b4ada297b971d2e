//! Helpers of the tests of time commands: people who play in one channel or in many, a clock that
//! is moved, and what each person reads.

use std::collections::BTreeMap;

use adoube_bot::{
    Block, ChannelId, ChatEvent, Clock as _, ControlRow, Language, Message, Notice, Reply, UserAction,
};

use crate::support::{Chat, channel, delivered, incoming};

/// Spans, in milliseconds.
pub const HOUR: u64 = 60 * 60 * 1000;
pub const DAY: u64 = 24 * HOUR;

/// What somebody reads: the words of a message, and its buttons by their labels.
#[derive(Clone, Debug, Default)]
pub struct Read {
    pub text: String,
    pub buttons: Vec<(String, String)>,
    pub calls: Option<String>,
}

impl Read {
    /// What pressing the button that says this does.
    pub fn press(&self, label: &str) -> UserAction {
        let found = self.buttons.iter().find(|(known, _)| known == label);
        let (_, id) = found.unwrap_or_else(|| panic!("no button {label:?}: {self:?}"));
        UserAction::Press { id: id.clone(), value: None }
    }

    pub fn labels(&self) -> Vec<&str> {
        self.buttons.iter().map(|(label, _)| label.as_str()).collect()
    }
}

/// A chat with games in it.
pub struct World {
    pub chat: Chat,
    events: u64,
    pub language: Language,
    /// What was delivered and nobody has looked at yet.
    told: BTreeMap<ChannelId, Vec<Notice>>,
}

impl World {
    pub fn new() -> Self {
        Self {
            chat: Chat::new(&["Ada", "Bob", "Eve"], 7),
            events: 0,
            language: Language::EN,
            told: BTreeMap::new(),
        }
    }

    /// Ada challenges Bob with these words after their names, and he accepts.
    pub async fn playing(terms: &str) -> Self {
        let mut world = Self::new();
        world.begin_in(&channel(), terms).await;
        world
    }

    pub async fn begin_in(&mut self, channel: &ChannelId, terms: &str) {
        for (name, line) in [("Ada", format!("play Bob {terms}")), ("Bob", "accept".to_owned())] {
            let reply = self.does_in(channel, name, UserAction::Line(line)).await;
            assert_eq!(reply.text, "posted", "{terms}");
        }
        self.posted_in(channel).await;
    }

    pub fn event(&mut self, channel: &ChannelId, name: &str, action: UserAction) -> ChatEvent {
        self.events += 1;
        self.told.entry(channel.clone()).or_default();
        let event = format!("test:world:{}", self.events);
        ChatEvent { language: self.language, ..incoming(&event, channel, name, action) }
    }

    /// What somebody does, and what they read in answer; `posted` when everybody reads it.
    pub async fn does_in(&mut self, channel: &ChannelId, name: &str, action: UserAction) -> Read {
        let event = self.event(channel, name, action);
        self.handled(&event).await
    }

    pub async fn handled(&mut self, event: &ChatEvent) -> Read {
        let plain = |text: &str| Read { text: text.to_owned(), ..Read::default() };
        match self.chat.service.handle(event).await.reply {
            Reply::Private(notice) | Reply::Replace(notice) => self.reads(&notice, &event.person.name),
            Reply::SelfTest(found) => self.reads(&Notice::Check(found), &event.person.name),
            Reply::EngineQuestion(_) => plain("it thinks"),
            Reply::Public => plain("posted"),
            Reply::Ignored => plain("not for me"),
        }
    }

    pub async fn does(&mut self, name: &str, action: UserAction) -> Read {
        self.does_in(&channel(), name, action).await
    }

    pub async fn tells(&mut self, name: &str, line: &str) -> Read {
        self.does(name, UserAction::Line(line.to_owned())).await
    }

    /// Everybody does this in turn, each of which is told to all.
    pub async fn play(&mut self, lines: &[(&str, &str)]) {
        for (name, line) in lines {
            let read = self.tells(name, line).await;
            assert_eq!(read.text, "posted", "{name}: {line}");
        }
        self.posted().await;
    }

    /// What everybody reads since the last look.
    pub async fn posted(&mut self) -> Vec<Read> {
        self.posted_in(&channel()).await
    }

    pub async fn posted_in(&mut self, channel: &ChannelId) -> Vec<Read> {
        self.deliver().await;
        let told = self.told.get_mut(channel).map(std::mem::take).unwrap_or_default();
        told.iter().map(|notice| self.read_by(notice, None)).collect()
    }

    async fn deliver(&mut self) {
        for (channel, told) in &mut self.told {
            let deliveries = delivered(&self.chat.service, channel).await;
            told.extend(deliveries.into_iter().map(|delivery| delivery.notice));
        }
    }

    pub fn reads(&self, notice: &Notice, name: &str) -> Read {
        self.read_by(notice, Some(name))
    }

    fn read_by(&self, notice: &Notice, name: Option<&str>) -> Read {
        let message = self.chat.read(notice, name, self.language);
        read(&message)
    }

    /// Lets time pass, and does what is due on the way when it is due.
    pub async fn pass(&mut self, millis: u64) {
        let end = self.chat.clock.now_millis() + millis;
        loop {
            let next = self.chat.service.run_due_jobs().await.expect("a store in memory");
            self.deliver().await;
            let now = self.chat.clock.now_millis();
            if now >= end {
                return;
            }
            self.chat.clock.pass(next.unwrap_or(end).min(end).saturating_sub(now));
        }
    }
}

fn read(message: &Message) -> Read {
    let mut lines = Vec::new();
    for block in &message.blocks {
        match block {
            Block::Text(text) | Block::Heading(text) | Block::Code(text) => lines.push(text.clone()),
            Block::List(items) => lines.extend(items.iter().cloned()),
            Block::Channels(items) => lines.extend(items.iter().map(|item| item.text.clone())),
        }
    }
    let buttons = message.rows.iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons.clone(),
        ControlRow::Menu(_) => Vec::new(),
    });
    Read {
        text: lines.join("\n"),
        buttons: buttons.map(|button| (button.label, button.id)).collect(),
        calls: message.mention.as_ref().map(ToString::to_string),
    }
}

/// Whether something begins and holds as it should.
#[track_caller]
pub fn says(read: &Read, parts: &[&str]) {
    for part in parts {
        assert!(read.text.contains(part), "{part:?} is not in: {}", read.text);
    }
}
