//! Tests of the data that a decision gives to the platform in addition to the reply: the channel of
//! the event, and whether the sender plays there and has hidden cards. A repeated event gets the
//! same data, and each channel is read once. Not here: whose words others may read
//! (`visibility`, `leak_detector`).

use std::sync::Arc;

use adoube_bot::{
    ActiveChannel, ChannelId, ChatEvent, Decision, GameParticipation, Language, Reply, UserAction,
};
use adoube_store::{BatchWrite, MemoryStore, Table};
use adoube_testing::store::{CountingHook, HookedStore};

use crate::support::{Chat, channel, first_button, ongoing};

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];

/// People who play a game.
struct Board {
    chat: Chat,
    store: Arc<HookedStore<CountingHook>>,
}

impl Board {
    /// Looks at channels, and commits, since the last count.
    fn looks_and_commits(&self) -> (usize, usize) {
        let counts = self.store.take();
        (counts.gets(Table::Channel), counts.commits)
    }

    async fn begin(challenge: &str) -> Self {
        let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), CountingHook::default()));
        let mut table = Self { chat: Chat::with_store(&NAMES, 3, store.clone()), store };
        for (name, line) in [("Ada", challenge), ("Bob", "accept")] {
            assert_eq!(table.tells(name, line).await.reply, Reply::Public, "{line}");
        }
        table.store.take();
        table
    }

    fn event(&mut self, name: &str, action: UserAction) -> ChatEvent {
        self.chat.event(name, Language::EN, false, action)
    }

    async fn says(&mut self, name: &str, text: &str) -> Decision {
        let event = self.event(name, UserAction::Text(text.to_owned()));
        self.chat.service.handle(&event).await
    }

    async fn tells(&mut self, name: &str, line: &str) -> Decision {
        let event = self.event(name, UserAction::Line(line.to_owned()));
        self.chat.service.handle(&event).await
    }

    /// The button with which somebody gives up for good.
    async fn resigning(&mut self, name: &str) -> UserAction {
        let Reply::Private(notice) = self.tells(name, "resign").await.reply else { panic!("a question") };
        first_button(&self.chat.read(&notice, Some(name), Language::EN))
    }
}

fn stake(is_seated: bool, holds_cards: bool) -> GameParticipation {
    GameParticipation { is_seated, holds_cards }
}

#[tokio::test]
async fn who_plays_and_has_cards_is_known_with_the_answer() {
    for (challenge, cards) in [("play Bob chess white", false), ("play Bob schachen white", true)] {
        let mut table = Board::begin(challenge).await;
        for (name, plays) in [("Ada", true), ("Bob", true), ("Eve", false)] {
            for line in ["hand", "help", "board", "nonsense"] {
                let decision = table.tells(name, line).await;
                assert_eq!(decision.stake, stake(plays, plays && cards), "{challenge}: {name}: {line}");
            }
            assert_eq!(table.says(name, "hello").await.stake, stake(plays, plays && cards), "{name}");
        }
    }
}

#[tokio::test]
async fn what_ends_a_game_is_still_about_its_cards_and_so_is_its_repetition() {
    let mut table = Board::begin("play Bob schachen white").await;
    let pressing = table.resigning("Ada").await;
    let event = table.event("Ada", pressing);
    let first = table.chat.service.handle(&event).await;
    assert_eq!(first.stake, stake(true, true));
    assert_eq!(table.says("Ada", "hello").await.stake, stake(false, false), "the game is over");
    assert_eq!(table.chat.service.handle(&event).await, first);
}

#[tokio::test]
async fn a_conversation_goes_on_where_something_goes_on() {
    let mut table = Board::begin("play Bob chess white").await;
    let alone = ChannelId("test:alone".to_owned());
    let put = |word: &str| BatchWrite::Put { table: Table::Message, key: word.into(), value: b"x".to_vec() };
    let about = |event: ChatEvent| ChatEvent {
        channel: alone.clone(),
        also: vec![put("here")],
        ongoing: Some(Box::new(ActiveChannel { also: vec![put("there")], ..ongoing() })),
        ..event
    };
    for line in ["board", "e4"] {
        let event = about(table.event("Ada", UserAction::Line(line.to_owned())));
        assert_eq!(table.chat.service.handle(&event).await.channel, channel());
    }
    let kept = |word: &'static str| table.store.inner.get(Table::Message, word.as_bytes());
    assert!(kept("here").await.expect("memory").is_none());
    assert!(kept("there").await.expect("memory").is_some(), "it is kept with the move");
    let pressing = table.resigning("Ada").await;
    let resigns = about(table.event("Ada", pressing));
    let first = table.chat.service.handle(&resigns).await;
    assert_eq!(first.channel, channel());
    let event = about(table.event("Ada", UserAction::Line("board".to_owned())));
    assert_eq!(table.chat.service.handle(&event).await.channel, alone, "nothing goes on any more");
    assert_eq!(table.chat.service.handle(&resigns).await, first);
}

/// Where a conversation of somebody's own goes on that may be about the channel.
async fn goes_on(chat: &mut Chat, name: &str) -> ChannelId {
    let event = chat.event(name, Language::EN, false, UserAction::Line("board".to_owned()));
    let alone = ChannelId(format!("test:alone-{name}"));
    let event = ChatEvent { channel: alone, ongoing: Some(Box::new(ongoing())), ..event };
    chat.service.handle(&event).await.channel
}

/// For whom of Ada, Bob and Cy the channel is what such a conversation is about.
async fn busy_for(chat: &mut Chat) -> [bool; 3] {
    let mut busy = [false; 3];
    for (busy, name) in busy.iter_mut().zip(["Ada", "Bob", "Cy"]) {
        *busy = goes_on(chat, name).await == channel();
    }
    busy
}

#[tokio::test]
async fn a_conversation_is_about_the_channel_where_something_waits_for_that_person() {
    const EIGHT_DAYS: u64 = 8 * 24 * 60 * 60 * 1000;
    for (name, line, busy) in [
        ("Ada", "play Bob chess", [true, true, false]),
        ("Ada", "play chess", [true; 3]),
        ("Cy", "setup classic", [false, false, true]),
    ] {
        let mut chat = Chat::new(&["Ada", "Bob", "Cy"], 1);
        assert_eq!(busy_for(&mut chat).await, [false; 3]);
        let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        chat.service.handle(&event).await;
        assert_eq!(busy_for(&mut chat).await, busy, "{line}");
        chat.clock.pass(EIGHT_DAYS);
        assert_eq!(busy_for(&mut chat).await, [false; 3], "{line}: it has expired");
    }
}

#[tokio::test]
async fn an_event_costs_one_look_and_talk_writes_nothing() {
    let mut table = Board::begin("play Bob chess white").await;
    table.says("Ada", "e4").await;
    assert_eq!(table.looks_and_commits(), (1, 1), "a move");
    table.says("Eve", "what a game").await;
    table.says("Bob", "hello").await;
    assert_eq!(table.looks_and_commits(), (2, 0), "talk");
    let event = table.event("Eve", UserAction::Text("nobody plays here".to_owned()));
    table.chat.service.handle(&ChatEvent { channel: ChannelId("test:quiet".to_owned()), ..event }).await;
    assert_eq!(table.looks_and_commits(), (1, 0), "talk where nobody plays");
}
