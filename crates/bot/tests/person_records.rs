//! Test of person records changed by several games at once: two people begin and end games with
//! each other in many channels at the same moment, through two bots over one store, and every game
//! is counted once for both.

use std::{collections::BTreeMap, sync::Arc};

use adoube_bot::{Bot, ChannelId, ChatEvent, Language, Reply, UserAction};
use adoube_store::{KeyRange, MemoryStore, ScanOrder, Store, StoreError, Table};
use adoube_testing::store::{HookedStore, StoreCall, StoreHook};

use crate::support::{Chat, first_button};

/// Games at once.
const GAMES: usize = 40;

/// Lets everybody else go on before each batch, so that all of them have read what one of them changes.
struct Polite;

impl StoreHook for Polite {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        if matches!(asked, StoreCall::Commit(_)) {
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}

/// Says the same in every channel at the same moment, to one service or the other.
async fn everywhere(chats: &mut [Chat; 2], name: &str, line: &str) -> Vec<Reply> {
    let events: Vec<(Bot, ChatEvent)> = (0..GAMES)
        .map(|number| {
            let chat = &mut chats[number % 2];
            let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
            (chat.service.clone(), ChatEvent { channel: ChannelId(format!("test:{number}")), ..event })
        })
        .collect();
    all_at_once(events).await
}

/// Presses "Resign" in the answers to `/resign`.
async fn confirm(chats: &mut [Chat; 2], name: &str, asked: Vec<Reply>) -> Vec<Reply> {
    let events: Vec<(Bot, ChatEvent)> = asked
        .into_iter()
        .enumerate()
        .map(|(number, reply)| {
            let chat = &mut chats[number % 2];
            let Reply::Private(notice) = reply else { panic!("{reply:?}") };
            let press = first_button(&chat.read(&notice, Some(name), Language::EN));
            let event = chat.event(name, Language::EN, false, press);
            (chat.service.clone(), ChatEvent { channel: ChannelId(format!("test:{number}")), ..event })
        })
        .collect();
    all_at_once(events).await
}

async fn all_at_once(events: Vec<(Bot, ChatEvent)>) -> Vec<Reply> {
    let handle =
        |(service, event): (Bot, ChatEvent)| tokio::spawn(async move { service.handle(&event).await.reply });
    let tasks: Vec<_> = events.into_iter().map(handle).collect();
    let mut replies = Vec::new();
    for task in tasks {
        replies.push(task.await.expect("nobody panics"));
    }
    replies
}

async fn counted(store: &dyn Store) -> BTreeMap<String, String> {
    let rows = store.scan(Table::Person, KeyRange::all(), ScanOrder::Ascending, 100).await.expect("rows");
    rows.into_iter()
        .map(|(key, record)| {
            (String::from_utf8_lossy(&key).into_owned(), String::from_utf8_lossy(&record.value).into_owned())
        })
        .collect()
}

#[tokio::test]
async fn games_that_begin_and_end_at_once_are_all_counted() {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), Polite));
    let names = ["Ada", "Bob"];
    let mut chats = [1, 2].map(|seed| Chat::with_store(&names, seed, store.clone()));
    chats[1].skip_events(100_000);
    for (name, line) in [("Ada", "play chess"), ("Bob", "accept")] {
        let replies = everywhere(&mut chats, name, line).await;
        assert!(replies.iter().all(|reply| *reply == Reply::Public), "{line}: {replies:?}");
    }
    let begun = counted(store.as_ref()).await;
    let expected = |ended: usize| {
        let record = format!(r#"{{"format":2,"begun":{GAMES},"ended":{ended}}}"#);
        BTreeMap::from(["record/test:ada/", "record/test:bob/"].map(|key| (key.to_owned(), record.clone())))
    };
    assert_eq!(begun, expected(0));
    let asked = everywhere(&mut chats, "Ada", "resign").await;
    let replies = confirm(&mut chats, "Ada", asked).await;
    assert!(replies.iter().all(|reply| matches!(reply, Reply::Replace(_))), "{replies:?}");
    assert_eq!(counted(store.as_ref()).await, expected(GAMES));
}
