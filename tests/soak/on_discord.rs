//! A table of the soak test on Discord: slash commands, their completions, buttons, and messages to
//! the bot. Not here: what is played (`evening`).

use std::{iter, sync::Arc};

use serde_json::{Value, json};

use crate::{
    client::Client,
    fake::{APPLICATION, Channel, Fake, GUILD, Message, Opt, State, User, command},
    table::{LATELY, Table},
};

/// The first of the channels, and of the people.
const CHANNEL: u64 = 3101;
const USER: u64 = 2101;
/// People of a table.
const PEOPLE: u64 = 3;
/// The language everybody has.
const LOCALE: &str = "en-US";

/// A channel and its people.
pub struct OnDiscord {
    fake: Arc<Fake>,
    client: Arc<Client>,
    channel: u64,
    named: String,
    names: [&'static str; 3],
    users: [u64; 3],
    /// The last message of everybody's that was read.
    read: u64,
    /// The last interaction, or message to the bot.
    last: Option<Last>,
}

enum Last {
    Interaction(Value),
    Said(u64),
}

/// There are these people, three at a table.
pub fn invite(fake: &Fake, names: &[[&'static str; 3]]) {
    fake.change(|state| {
        for (table, names) in (0..).zip(names) {
            let place = Channel { guild: Some(GUILD), installed: true, ..Channel::default() };
            state.channels.insert(CHANNEL + table, place);
            for (person, name) in (0..).zip(names) {
                let (id, name, locale) =
                    (USER + table * PEOPLE + person, (*name).to_owned(), LOCALE.to_owned());
                state.users.insert(id, User { id, name, locale, ..User::default() });
            }
        }
    });
}

/// The tables, once the bot has registered its commands.
pub async fn tables(fake: &Arc<Fake>, names: &[[&'static str; 3]]) -> Vec<OnDiscord> {
    let commands = fake.until("the commands", |state| state.commands.get(&0).cloned()).await;
    let ids = (0..).zip(names).flat_map(|(table, names)| {
        (0..).zip(names).map(move |(person, name)| (*name, USER + table * PEOPLE + person))
    });
    let client = Arc::new(Client { commands, people: ids.collect() });
    let table = |(table, names): (u64, &[&'static str; 3])| {
        let channel = CHANNEL + table;
        OnDiscord {
            fake: Arc::clone(fake),
            client: Arc::clone(&client),
            channel,
            named: format!("discord:{channel}"),
            names: *names,
            users: [0, 1, 2].map(|person| USER + table * PEOPLE + person),
            read: 0,
            last: None,
        }
    };
    (0..).zip(names).map(table).collect()
}

impl OnDiscord {
    /// Does something with an interaction and waits until it is answered.
    async fn interacts(&mut self, who: usize, source: Option<u64>, did: (u8, Value)) -> Option<Value> {
        let (token, event) = self.fake.interaction(self.users[who], self.channel, source, did);
        self.fake.dispatch("INTERACTION_CREATE", &event);
        self.last = Some(Last::Interaction(event));
        self.fake.answered(&token).await.choices
    }

    async fn slash(&mut self, who: usize, name: &str, options: &[(String, Opt)]) {
        let options: Vec<(&str, Opt)> =
            options.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        self.interacts(who, None, (2, command(name, &options))).await;
    }

    /// Says something to the bot where everybody reads it, and waits until it replies, or tells everybody of the move.
    async fn says(&mut self, who: usize, words: &str) {
        let said = self.fake.says(self.users[who], self.channel, &format!("<@{APPLICATION}> {words}"), None);
        self.last = Some(Last::Said(said));
        let answered = |state: &State| {
            let mut since = state.messages.iter().rev().take_while(|message| message.id > said);
            let is_told = |message: &Message| {
                message.channel == self.channel
                    && message.author == APPLICATION
                    && message.content.contains(" played ")
            };
            since.any(|message| message.reply == Some(said) || is_told(message)).then_some(())
        };
        self.fake.until("an answer", answered).await;
    }

    /// What somebody sees that the bot has said there, the newest first.
    fn seen(&self, state: &State, who: Option<usize>) -> Vec<Message> {
        let is_seen = |message: &&Message| {
            let reader = message.only_for;
            let is_read = reader.is_none() || reader == who.map(|who| self.users[who]);
            is_read && message.channel == self.channel && message.author == APPLICATION && !message.deleted
        };
        state.messages.iter().rev().filter(is_seen).cloned().collect()
    }

    /// What everybody was told after what was read.
    fn news(&self, state: &State) -> Option<Vec<Message>> {
        let mut news = self.seen(state, None);
        news.retain(|message| message.id > self.read && !message.thinking);
        news.reverse();
        (!news.is_empty()).then_some(news)
    }
}

impl Table for OnDiscord {
    fn channel(&self) -> &str {
        &self.named
    }

    fn name_of(&self, player: usize) -> String {
        self.names[player].to_owned()
    }

    fn opponent_of(&self, player: usize) -> String {
        self.names[1 - player].to_owned()
    }

    /// Nobody reads a command there but the bot.
    fn hide(&mut self, _: bool) {}

    async fn command(&mut self, who: usize, line: &str) {
        match self.client.read(line) {
            Some((name, options)) => self.slash(who, &name, &options).await,
            None => self.says(who, line).await,
        }
    }

    async fn moves(&mut self, who: usize, made: &str, plainly: bool) {
        if plainly {
            return self.says(who, made).await;
        }
        self.slash(who, "move", &[("move".to_owned(), Opt::Text(made.to_owned()))]).await;
    }

    async fn presses(&mut self, who: usize, label: &str) {
        let (source, id) = {
            let state = self.fake.state();
            let mut seen = self.seen(&state, Some(who)).into_iter();
            let found = seen.find_map(|message| {
                let (_, id, _) = state.control(message.id, |control| control["label"] == label)?;
                Some((message.id, id))
            });
            found.unwrap_or_else(|| panic!("no button {label}"))
        };
        self.interacts(who, Some(source), (3, json!({ "custom_id": id, "component_type": 2 }))).await;
    }

    async fn completes(&mut self, who: usize, begun: &str) {
        let field = self.client.field(begun);
        let (name, option, text) = field.unwrap_or_else(|| ("moves".to_owned(), "focus".to_owned(), begun));
        let typed = command(&name, &[(&option, Opt::Typing(text.to_owned()))]);
        let choices = self.interacts(who, None, (4, typed)).await;
        choices.as_ref().and_then(Value::as_array).expect("completions");
    }

    async fn repeats(&mut self) {
        match &self.last {
            Some(Last::Interaction(event)) => self.fake.dispatch("INTERACTION_CREATE", event),
            Some(Last::Said(said)) => {
                self.fake.change(|state| state.tell_of_message("MESSAGE_CREATE", *said));
            }
            None => {}
        }
    }

    fn lately(&self) -> Vec<String> {
        let state = self.fake.state();
        let here = state.messages.iter().rev().filter(|message| message.channel == self.channel);
        let line = |message: &Message| {
            let reader = message.only_for.map(|reader| format!(" for {reader}")).unwrap_or_default();
            format!("{} by {}{reader}: {} {}", message.id, message.author, message.content, message.embeds)
        };
        let did = match &self.last {
            Some(Last::Interaction(event)) => format!("interaction {event}"),
            Some(Last::Said(said)) => format!("said {said}"),
            None => "nothing was done".to_owned(),
        };
        iter::once(did).chain(here.take(LATELY).map(line)).collect()
    }

    async fn told(&mut self) -> Vec<String> {
        let fake = Arc::clone(&self.fake);
        let news = fake.until("something that everybody reads", |state| self.news(state)).await;
        self.read = news.last().map_or(self.read, |message| message.id);
        news.iter().map(|message| format!("{} {}", message.content, message.embeds)).collect()
    }

    async fn exported(&mut self, who: usize) -> String {
        self.slash(who, "export", &[("format".to_owned(), Opt::Text("pgn".to_owned()))]).await;
        let state = self.fake.state();
        let newest = self.seen(&state, Some(who)).into_iter().next().expect("an answer");
        let file = newest.attachments.into_iter().find(|(.., bytes)| bytes.starts_with(b"[Event"));
        String::from_utf8(file.expect("a record").2).expect("text")
    }
}
