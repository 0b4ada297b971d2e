//! Fuzz target for the bot: commands, texts and buttons of people in a chat, in English and in
//! German, and completions of what they type; checks that everything has an answer that can be
//! shown. Not here: moves by themselves (`moves`), the lines of programs (`chat_door`).
//!
//! One thing somebody does in each line. Its first character says who (`a`, `b`, `c`; a capital: in German), its second what:
//!
//! - `/` commands the rest of the line; any other sign: says it;
//! - `?` asks how the line goes on; `=` the same of one option: command, option and what is typed;
//! - `#` presses what was offered last, by its number, or picks from it; `!` presses the rest of the line.
//!
//! - An event that did something is answered the same when it is told again, and does nothing then.
//! - Every answer, and everything that is said to the channel, can be shown to everybody in every language: no empty text, no
//!   sentence without its values, nothing larger than platforms take.
//! - Completions are within their number, each there once and none without words, and typing one is typing a command that is
//!   known.

#![no_main]

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_fuzz::{runtime, service, somebody};
use adoube_bot::{
    UserAction, Audience, ChannelId, MessageAccess, IdempotencyKey, ChatEvent, Language, Message, Notice, PersonId,
    Reply, ControlRow, Bot, InputCompletion, ThreadPolicy, Viewer, forms,
};
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table};
use adoube_testing::limits;
use libfuzzer_sys::{Corpus, fuzz_target};
use tokio::runtime::Runtime;

/// Lines of one conversation.
const LINES: usize = 12;
/// Conversations over one store, each in a channel of its own.
const CONVERSATIONS: u64 = 2000;
/// Completions of a line and of an option.
const COMPLETIONS: usize = 100;
const OPTION_COMPLETIONS: usize = 25;

/// Chats are begun anew from time to time, so that memory does not grow.
static CHAT: Mutex<Option<Chat>> = Mutex::new(None);

struct Chat {
    runtime: Runtime,
    service: Bot,
    store: Arc<MemoryStore>,
    conversations: u64,
}

impl Chat {
    fn begin() -> Self {
        let store = Arc::new(MemoryStore::new());
        Self { runtime: runtime(), service: service(store.clone()), store, conversations: 0 }
    }
}

fuzz_target!(|text: &[u8]| -> Corpus {
    let Ok(text) = str::from_utf8(text) else { return Corpus::Reject };
    let mut kept = CHAT.lock().unwrap_or_else(PoisonError::into_inner);
    let mut chat = kept.take().filter(|chat| chat.conversations < CONVERSATIONS).unwrap_or_else(Chat::begin);
    chat.conversations += 1;
    let conversation = Conversation {
        service: &chat.service,
        store: &chat.store,
        channel: ChannelId(format!("test:{}", chat.conversations)),
        offered: Vec::new(),
    };
    chat.runtime.block_on(conversation.go(text));
    *kept = Some(chat);
    Corpus::Keep
});

struct Conversation<'a> {
    service: &'a Bot,
    store: &'a MemoryStore,
    channel: ChannelId,
    /// What can be pressed, and what picked there.
    offered: Vec<(String, Option<String>)>,
}

impl Conversation<'_> {
    async fn go(mut self, text: &str) {
        for (number, line) in text.lines().take(LINES).enumerate() {
            let mut signs = line.chars();
            let (Some(who), Some(what)) = (signs.next(), signs.next()) else { continue };
            let language = if who.is_uppercase() { Language::of("de") } else { Language::EN };
            let who = who.to_ascii_lowercase() as u32 as u8;
            let rest = signs.as_str();
            match what {
                '?' => self.completes(who, language, rest).await,
                '=' => self.completes_option(who, language, rest).await,
                _ => {
                    if let Some(action) = self.action(what, rest) {
                        self.acts(number, who, language, action).await;
                    }
                }
            }
        }
        self.check_posted().await;
    }

    fn action(&self, what: char, rest: &str) -> Option<UserAction> {
        Some(match what {
            '/' => UserAction::Line(rest.to_owned()),
            '!' => {
                let (id, value) = rest.split_once('\t').map_or((rest, None), |(id, value)| (id, Some(value)));
                UserAction::Press { id: id.to_owned(), value: value.map(str::to_owned) }
            }
            '#' => {
                let number: usize = rest.trim().parse().ok()?;
                let (id, value) = self.offered.get(number % self.offered.len().max(1))?.clone();
                UserAction::Press { id, value }
            }
            _ => UserAction::Text(rest.to_owned()),
        })
    }

    async fn acts(&mut self, number: usize, who: u8, language: Language, action: UserAction) {
        let event = format!("{}:{number}", self.channel);
        let incoming = ChatEvent {
            event: IdempotencyKey::new(event).expect("a short id"),
            channel: self.channel.clone(),
            place: None,
            person: somebody(who),
            language,
            moderator: who % 2 == 1,
            threads: ThreadPolicy::Never,
            audience: Audience::SenderOnly,
            action,
            also: Vec::new(),
            ongoing: None,
        };
        let decision = self.service.handle(&incoming).await;
        if decision.reply == Reply::Public {
            let again = self.service.handle(&incoming).await;
            assert_eq!(again.reply, Reply::Public, "{:?}", incoming.action);
        }
        let notice = match decision.reply {
            Reply::Private(notice) | Reply::Replace(notice) => *notice,
            Reply::SelfTest(found) => Notice::Check(found),
            Reply::EngineQuestion(_) | Reply::Public | Reply::Ignored => return,
        };
        self.check(&notice);
        let viewer = Viewer {
            person: Some(incoming.person.id),
            language,
            hearing: MessageAccess::Everything,
            taste: decision.reading.taste,
        };
        self.offer(&self.service.present(&notice, &viewer));
    }

    fn offer(&mut self, message: &Message) {
        self.offered = message.rows.iter().flat_map(offers).collect();
    }

    fn check(&self, notice: &Notice) {
        let people: Vec<PersonId> = (0..3).map(|number| somebody(number).id).collect();
        limits::check_for_all(self.service, notice, &people);
    }

    async fn check_posted(&self) {
        let range = KeyRange::prefix(Key::new().text(self.channel.platform()).text(&self.channel.0));
        let rows = self.store.scan(Table::Outbox, range, ScanOrder::Ascending, 100).await.expect("memory");
        for (_, row) in rows {
            self.check(&forms::read(&row.value).expect("a notice that was just written"));
        }
    }

    async fn completes(&self, who: u8, language: Language, line: &str) {
        let person = somebody(who);
        let found = self.service.suggest(&self.channel, &person, language, line).await;
        check_completions(&found, COMPLETIONS);
        for suggestion in &found {
            let is_known =
                self.service.language_of(&suggestion.line).is_some()
                    || self.service.commands(language).iter().any(|command| {
                        suggestion.line.split_whitespace().next().is_some_and(|word| {
                            word.eq_ignore_ascii_case(command.key) || word == command.name
                        })
                    })
                    || suggestion.line.split_whitespace().next() == line.split_whitespace().next();
            assert!(is_known, "{line:?} is completed as {:?}", suggestion.line);
        }
    }

    async fn completes_option(&self, who: u8, language: Language, rest: &str) {
        let mut words = rest.splitn(3, ' ');
        let option = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let typed = words.next().unwrap_or_default();
        let person = somebody(who);
        let found = self.service.suggest_for(&self.channel, &person, language, option, typed).await;
        check_completions(&found, OPTION_COMPLETIONS);
    }
}

fn check_completions(found: &[InputCompletion], most: usize) {
    assert!(found.len() <= most, "{} completions", found.len());
    let lines: BTreeSet<&str> = found.iter().map(|suggestion| suggestion.line.as_str()).collect();
    assert_eq!(lines.len(), found.len(), "{found:?}");
    for InputCompletion { line, label } in found {
        assert!(!line.trim().is_empty() && !label.trim().is_empty(), "{found:?}");
    }
}

fn offers(row: &ControlRow) -> Vec<(String, Option<String>)> {
    match row {
        ControlRow::Buttons(buttons) => buttons.iter().map(|button| (button.id.clone(), None)).collect(),
        ControlRow::Menu(menu) => {
            menu.options.iter().map(|option| (menu.id.clone(), Some(option.value.clone()))).collect()
        }
    }
}
