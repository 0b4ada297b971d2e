//! Records what each person reads in a game of Schachen, in order, with pictures, buttons,
//! completions and live boards, for the tests of hidden cards. Not here: what the people do
//! (`tests/hidden`).

use std::{collections::BTreeMap, sync::Arc};

use adoube_bot::{
    Audience, ChatEvent, ControlRow, Decision, InputCompletion, Language, Locales, Message, Notice, Person,
    Reply, UserAction,
};
use adoube_rules::Game;
use adoube_store::{MemoryStore, Store};

use super::hidden::{
    Control, Place,
    cards::{self, Cards},
    script::{Deed, Doing, NAMES},
};
use crate::support::{Chat, channel, delivered, person, thoughts};

/// What one person was shown and told, in order.
pub type Told = Vec<String>;

/// A game of Schachen that has just begun, and what it is called.
pub struct Table {
    pub chat: Chat,
    pub store: Arc<MemoryStore>,
    /// What each of `NAMES` was told.
    pub told: [Told; NAMES.len()],
    /// Every control that anybody was shown, once, the newest last.
    pub controls: Vec<Control>,
    /// What was handed in, by the number of the deed.
    events: BTreeMap<usize, ChatEvent>,
}

impl Table {
    /// The game that runs, with all its cards.
    pub async fn running(&self) -> Option<Game> {
        cards::running(&*self.store, &channel().0).await
    }

    /// The cards of the game that runs.
    pub async fn cards(&self) -> Cards {
        Cards::dealt(&*self.store, &channel().0).await
    }

    /// Does something, and notes what everybody is told of it.
    pub async fn act(&mut self, deed: &Deed) -> Reply {
        let number = self.events.len();
        self.act_as(number, deed).await
    }

    /// The same as the deed with this number.
    pub async fn act_as(&mut self, number: usize, deed: &Deed) -> Reply {
        let place = NAMES.iter().position(|name| *name == deed.name).expect("somebody known");
        let event = match &deed.doing {
            Doing::Act(action) => {
                let event = self.chat.event(deed.name, deed.language, false, action.clone());
                let event = ChatEvent { audience: deed.audience, ..event };
                self.events.insert(number, event.clone());
                event
            }
            Doing::Again(before) => match self.events.get(before) {
                Some(event) => event.clone(),
                None => return Reply::Ignored,
            },
            Doing::Complete(line) => {
                self.complete(place, deed.language, line).await;
                return Reply::Ignored;
            }
        };
        let decision = self.chat.service.handle(&event).await;
        self.answer(place, &event, &decision);
        if let Reply::EngineQuestion(question) = &decision.reply {
            // Whatever comes of it is for this person alone, also where others read along.
            for notice in thoughts(&self.chat.service, question).await {
                let read = self.read(place, &notice);
                self.told[place].extend(read);
                self.note_controls(place, &notice);
            }
        }
        if let UserAction::Line(line) = &event.action {
            self.complete(place, deed.language, line).await;
        }
        self.listen().await;
        decision.reply
    }

    fn answer(&mut self, place: usize, event: &ChatEvent, decision: &Decision) {
        let Decision { reply, speech, channel, stake, reading, begun } = decision;
        if let Some(speech) = speech {
            self.tell_all(&format!("{}: {}", NAMES[place], speech.text()));
        }
        let notice = match reply {
            Reply::Private(notice) | Reply::Replace(notice) => Some(&**notice),
            Reply::SelfTest(_) | Reply::EngineQuestion(_) | Reply::Public | Reply::Ignored => None,
        };
        // As adapters do where others read along.
        let is_hidden = stake.holds_cards || notice.is_some_and(Notice::is_confidential);
        let is_public = match event.audience {
            Audience::SenderOnly => false,
            Audience::TextVisible => !is_hidden,
            Audience::TextAndReplyVisible | Audience::Public => true,
        };
        let kind =
            format!("{:?} in {channel}, {stake:?}, {reading:?}, {begun:?}", std::mem::discriminant(reply));
        match (notice, is_public) {
            (Some(notice), true) => {
                let words = self.read(place, notice).join("\n");
                self.tell_all(&format!("{} is told {kind}: {words}", NAMES[place]));
            }
            (Some(notice), false) => {
                let read = self.read(place, notice);
                self.told[place].push(kind);
                self.told[place].extend(read);
            }
            (None, _) => self.told[place].push(kind),
        }
        if let Some(notice) = notice {
            self.note_controls(place, notice);
        }
    }

    async fn complete(&mut self, place: usize, language: Language, line: &str) {
        let (here, who): (_, Person) = (channel(), person(NAMES[place]));
        let mut found: Vec<InputCompletion> = self.chat.service.suggest(&here, &who, language, line).await;
        if let Some((command, typed)) = line.split_once(' ') {
            for option in ["move", "focus", "squares", "card", "piece"] {
                let field = (command, option);
                found.extend(self.chat.service.suggest_for(&here, &who, language, field, typed).await);
            }
        }
        self.told[place].push(format!("{found:?}"));
    }

    /// Everybody reads what was posted, in the rows in which it waits.
    pub async fn listen(&mut self) {
        for delivery in delivered(&self.chat.service, &channel()).await {
            self.tell_all(&format!("a notice for all: {:?}", delivery.key()));
            for place in 0..NAMES.len() {
                let read = self.read(place, &delivery.notice);
                self.told[place].extend(read);
            }
            self.note_controls(0, &delivery.notice);
        }
    }

    fn tell_all(&mut self, words: &str) {
        self.told.iter_mut().for_each(|told| told.push(words.to_owned()));
    }

    /// A notice as somebody gets it, in every language, and as it is.
    fn read(&self, place: usize, notice: &Notice) -> Vec<String> {
        let plain = without_times(&format!("{notice:?} {}", serde_json::to_string(notice).expect("JSON")));
        let locales = Locales::embedded();
        let read = locales.languages().map(|language| {
            let message = self.chat.read(notice, Some(NAMES[place]), language);
            without_times(&format!("{message:?}"))
        });
        read.chain([plain]).collect()
    }

    fn note_controls(&mut self, place: usize, notice: &Notice) {
        let message = self.chat.read(notice, Some(NAMES[place]), Language::EN);
        for control in controls(&message) {
            self.controls.retain(|known| *known != control);
            self.controls.push(control);
        }
    }
}

impl Place for Table {
    async fn begin(seed: u64, touch_move: bool, cards: Option<&Cards>) -> Self {
        let store = Arc::new(MemoryStore::new());
        let mut chat = Chat::with_store(&NAMES, seed, store.clone());
        let challenge =
            if touch_move { "play Bob schachen white touch-move" } else { "play Bob schachen white" };
        for (name, line) in [("Ada", challenge), ("Bob", "accept"), ("Flo", "follow")] {
            let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
            let reply = chat.service.handle(&event).await.reply;
            assert!(reply == Reply::Public || name == "Flo", "{line}: {reply:?}");
        }
        let (told, controls, events) = Default::default();
        let mut table = Self { chat, store, told, controls, events };
        table.listen().await;
        if let Some(cards) = cards {
            cards.put_into(&*table.store, &channel().0).await;
        }
        table
    }

    fn kept(&self) -> (Arc<dyn Store>, &'static str) {
        (self.store.clone(), "test:lobby")
    }

    async fn does(&mut self, number: usize, deed: &Deed) {
        self.act_as(number, deed).await;
    }

    async fn controls(&self, _: &str, _: Audience) -> Vec<Control> {
        self.controls.clone()
    }

    fn got(&self, place: usize) -> Option<&[String]> {
        Some(&self.told[place])
    }

    async fn closes(self) -> [Told; NAMES.len()] {
        self.told
    }
}

fn controls(message: &Message) -> Vec<Control> {
    let of_row = |row: &ControlRow| -> Vec<Control> {
        match row {
            ControlRow::Buttons(buttons) => {
                buttons.iter().map(|button| Control { id: button.id.clone(), value: None }).collect()
            }
            ControlRow::Menu(menu) => {
                let option = |value: &str| Control { id: menu.id.clone(), value: Some(value.to_owned()) };
                menu.options.iter().map(|each| option(&each.value)).collect()
            }
        }
    };
    message.rows.iter().flat_map(of_row).collect()
}

/// A text without moments in milliseconds and times of moves: a turn in two parts is made when its player has answered, if they
/// were asked.
fn without_times(text: &str) -> String {
    let mut parts = text.split("[%emt ");
    let first = parts.next().unwrap_or_default().to_owned();
    let is_of_time = |letter: char| letter.is_ascii_digit() || letter == ':';
    let text = parts.fold(first, |text, part| text + "[%emt " + part.trim_start_matches(is_of_time));
    let is_moment = |word: &str| word.len() == 13 && word.bytes().all(|byte| byte.is_ascii_digit());
    let words = text.split_inclusive(|letter: char| !letter.is_ascii_digit());
    words
        .map(|word| {
            if is_moment(word.trim_end_matches(|letter: char| !letter.is_ascii_digit())) { "T" } else { word }
        })
        .collect()
}
