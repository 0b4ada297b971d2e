//! Tests that hidden cards stay hidden while the store cannot be read: whichever read fails first,
//! nobody reads words that may reveal a card, and a person who may have cards is answered in
//! private. Not here: damaged records (`unreadable`), and hidden cards without errors
//! (`leak_detector`, `leaks`).

use std::sync::Arc;

use adoube_bot::{Audience, ChannelId, ChatEvent, Decision, Language, Notice, Reply, UserAction};
use adoube_store::MemoryStore;
use adoube_testing::store::{FailingHook, HookedStore};

use crate::support::{Chat, channel, ongoing, person, viewer};

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];
/// More looks at the store than anything takes.
const LOOKS: usize = 100;

/// A game of Schachen between Ada and Bob.
struct Table {
    chat: Chat,
    store: Arc<HookedStore<FailingHook>>,
}

impl Table {
    async fn begin() -> Self {
        let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), FailingHook::reads()));
        let mut table = Self { chat: Chat::with_store(&NAMES, 3, store.clone()), store };
        for (name, line) in [("Ada", "play Bob schachen white"), ("Bob", "accept")] {
            let event = table.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
            assert_eq!(table.chat.service.handle(&event).await.reply, Reply::Public, "{line}");
        }
        table
    }

    /// From now on so many looks succeed.
    fn fails_after(&self, looks: usize) {
        self.store.fail(looks..usize::MAX);
    }

    async fn acts(&mut self, name: &str, audience: Audience, action: UserAction) -> Decision {
        let event = self.chat.event(name, Language::EN, false, action);
        self.chat.service.handle(&ChatEvent { audience, ..event }).await
    }

    /// What somebody sees who looks at the board, completes a line, or comes to the channel; nothing of what fails.
    async fn looks(&self, name: &str) -> [Option<String>; 3] {
        let viewer = viewer(Some(name), Language::EN);
        let (service, here) = (&self.chat.service, channel());
        let board = service.live_board(&here, &viewer).await.ok();
        let completed = service.suggest(&here, &person(name), Language::EN, "drop ").await;
        let welcome = service.welcome(&here, &person(name).id).await;
        [
            board.map(|board| format!("{board:?}")),
            (!completed.is_empty()).then(|| format!("{completed:?}")),
            welcome.map(|welcome| format!("{welcome:?}")),
        ]
    }
}

fn tells_that_nothing_is_saved(decision: &Decision) -> bool {
    let Reply::Private(notice) = &decision.reply else { return false };
    matches!(&**notice, Notice::Refused(refusal) if format!("{refusal:?}") == "StoreUnavailable")
}

/// Turns with cards in them, and talk.
const WORDS: [&str; 4] = ["n3 drop Q o1", "n3", "setze Dame o1", "good luck, Bob"];

#[tokio::test]
async fn words_are_their_speakers_alone_when_nobody_can_look_what_they_are() {
    for words in WORDS {
        for audience in [Audience::SenderOnly, Audience::TextVisible, Audience::TextAndReplyVisible] {
            for looks in 0.. {
                assert!(looks < LOOKS, "{words}: it never succeeds");
                let mut table = Table::begin().await;
                table.fails_after(looks);
                let decision = table.acts("Ada", audience, UserAction::Text(words.to_owned())).await;
                table.fails_after(usize::MAX);
                assert!(decision.stake.holds_cards, "{words}: {looks}: {decision:?}");
                if !tells_that_nothing_is_saved(&decision) {
                    break;
                }
                assert_eq!(decision.speech, None, "{words}: {looks}");
            }
        }
    }
}

#[tokio::test]
async fn whoever_may_have_cards_is_answered_alone_when_nobody_can_look_whether_they_do() {
    for line in ["hand", "move n3", "moves", "n3 drop Q o1", "board", "nonsense"] {
        for looks in 0.. {
            assert!(looks < LOOKS, "{line}: it never succeeds");
            let mut table = Table::begin().await;
            table.fails_after(looks);
            let decision = table.acts("Ada", Audience::SenderOnly, UserAction::Line(line.to_owned())).await;
            assert!(decision.stake.holds_cards, "{line}: {looks}: {decision:?}");
            if !tells_that_nothing_is_saved(&decision) {
                break;
            }
        }
    }
}

/// In a conversation of its own that is about the channel where the game goes on.
#[tokio::test]
async fn what_is_said_elsewhere_about_a_game_that_cannot_be_read_is_taken_for_that_game() {
    let mut table = Table::begin().await;
    let event = table.chat.event("Ada", Language::EN, false, UserAction::Line("hand".to_owned()));
    let alone = ChannelId("test:alone".to_owned());
    table.fails_after(0);
    let asked = ChatEvent { channel: alone, ongoing: Some(Box::new(ongoing())), ..event };
    let decision = table.chat.service.handle(&asked).await;
    assert!(tells_that_nothing_is_saved(&decision) && decision.stake.holds_cards, "{decision:?}");
    assert_eq!(decision.channel, channel());
}

#[tokio::test]
async fn who_looks_sees_nothing_more_when_a_look_fails() {
    let mut table = Table::begin().await;
    let begun = table.acts("Ada", Audience::SenderOnly, UserAction::Text("n3".to_owned())).await;
    assert!(begun.stake.holds_cards, "{begun:?}");
    for name in NAMES {
        let whole = table.looks(name).await;
        for looks in 0..LOOKS {
            table.fails_after(looks);
            let seen = table.looks(name).await;
            table.fails_after(usize::MAX);
            for (seen, whole) in seen.iter().zip(&whole) {
                assert!(seen.is_none() || seen == whole, "{name}: {looks}: {seen:?}, not {whole:?}");
            }
        }
    }
}
