//! Tests of what follows when a player's time is up: the rules at the flag in their order, and what
//! is no reason to lose a game. Not here: the arithmetic (`game_clock`), and what people read of it
//! (`transcripts`).

mod outages;
mod rules;
mod several;

use adoube_bot::{Language, Notice, Reply, UserAction};
use serde_json::Value;

use crate::support::{Chat, channel};

const MINUTE: u64 = 60 * 1000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The clock of tests shows a second more at each look: within this, two instants are the same.
const ABOUT: u64 = 10 * MINUTE;

/// A game with a clock, and those who play it.
struct Timed {
    chat: Chat,
    told: Vec<Notice>,
}

impl Timed {
    /// Ada, with White, and Bob begin a game.
    async fn begin(terms: &str) -> Self {
        let mut timed = Self { chat: Chat::new(&["Ada", "Bob", "Cy"], 5), told: Vec::new() };
        timed.say("Ada", &format!("play Bob {terms} white")).await;
        timed.say("Bob", "accept").await;
        timed
    }

    /// The same, and both have moved.
    async fn under_way(terms: &str) -> Self {
        let mut timed = Self::begin(terms).await;
        timed.say("Ada", "move e4").await;
        timed.say("Bob", "move e5").await;
        timed
    }

    async fn say(&mut self, name: &str, line: &str) {
        let reply = self.reply(name, line).await;
        assert_eq!(reply, Reply::Public, "{name} /{line}");
    }

    async fn reply(&mut self, name: &str, line: &str) -> Reply {
        let reply = self.reply_before_anybody_is_told(name, line).await;
        self.deliver().await;
        reply
    }

    /// The same, and what the channel is told is on its way.
    async fn reply_before_anybody_is_told(&mut self, name: &str, line: &str) -> Reply {
        let event = self.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        self.chat.service.handle(&event).await.reply
    }

    async fn deliver(&mut self) {
        let told = self.chat.posted().await;
        self.told.extend(told);
    }

    /// Lets time pass and does what is due on the way when it is due.
    async fn pass(&mut self, millis: u64) {
        let end = self.chat.clock.shown() + millis;
        loop {
            let next = self.settle().await.unwrap_or(end).min(end);
            match next.checked_sub(self.chat.clock.shown()) {
                Some(step) => self.chat.clock.pass(step),
                None if next == end => return,
                None => {}
            }
        }
    }

    /// Does what is due now, and says when the next thing is.
    async fn settle(&mut self) -> Option<u64> {
        let next = self.chat.service.run_due_jobs().await.expect("the store");
        self.deliver().await;
        next
    }

    /// What was told since the last look, by its kind, of what concerns time.
    fn news(&mut self) -> Vec<String> {
        let told = std::mem::take(&mut self.told);
        told.iter().filter_map(news).collect()
    }

    /// The record of the running game, as it is kept.
    async fn kept(&self) -> Value {
        let key = adoube_store::Key::new().text(&channel().0);
        let record = self.chat.store.get(adoube_store::Table::Channel, key.as_ref()).await;
        let record = record.expect("the store").expect("a record");
        serde_json::from_slice(&record.value).expect("JSON")
    }
}

/// "Protected", "Reminder", "Time 0-1": a notice about time in short.
fn news(notice: &Notice) -> Option<String> {
    let text = format!("{notice:?}");
    let word = |from: &str| {
        let rest = text.split_once(from)?.1;
        Some(rest.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default().to_owned())
    };
    match notice {
        Notice::Reminder(_) => Some("Reminder".to_owned()),
        Notice::Time(_) => word("event: "),
        Notice::Board(_) | Notice::Selection(_) => {
            let winner = word("winner: Some(").map_or(String::new(), |side| format!(" {side}"));
            Some(format!("{}{winner}", word("Ending { reason: ")?))
        }
        _ => None,
    }
}
