//! Tests of feeds: pages of two merged logs, read in both directions from every place, hold each
//! entry once.

use std::sync::Arc;

use adoube_bot::{ChannelId, Person, PersonId};
use adoube_store::{MemoryStore, Store};
use proptest::{collection::vec, prelude::*};

use crate::{
    log::{
        chat_log::ChatLog,
        entry::{LogContent, LogEntry},
        feed::{FeedItem, ReaderFeed},
    },
    wire::entry_id::{EntryId, FeedCursor},
};

impl ReaderFeed {
    /// Whether a reader of the feed would still wait.
    pub(crate) fn pending(&self) -> bool {
        !self.has_changed()
    }
}

fn channel() -> ChannelId {
    ChannelId("web:lobby".to_owned())
}

fn anna() -> Person {
    Person { id: PersonId("web:anna".to_owned()), name: "Anna".to_owned() }
}

/// A log with one entry for each flag: for Anna only where `own` is true, or else for everybody.
async fn filled(own: &[bool]) -> ChatLog {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let log = ChatLog::new(Arc::clone(&store));
    for (number, is_own) in own.iter().enumerate() {
        let (by, text) = (anna(), number.to_string());
        let what = if *is_own {
            LogContent::Command { by, text }
        } else {
            LogContent::Said { by, text: serde_json::from_value(text.into()).unwrap() }
        };
        let place = log.reserve_end(&channel(), LogEntry::new(0, None, what)).await.unwrap();
        store.commit(place.batch()).await.unwrap();
        place.publish();
    }
    log
}

fn numbers(items: &[FeedItem]) -> Vec<usize> {
    let text = |item: &FeedItem| item.entry.words().unwrap().1.parse().unwrap();
    items.iter().map(text).collect()
}

async fn all_back(log: &ChatLog, mut from: Option<FeedCursor>, page: usize) -> Vec<usize> {
    let mut found = Vec::new();
    while let Some(before) = from {
        let (items, more) = log.read_back(&channel(), &anna().id, before, page).await.unwrap();
        found.splice(0..0, numbers(&items));
        from = more;
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn pages_hold_everything_once_and_in_order(own in vec(any::<bool>(), 0..40), page in 1_usize..9) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (log, count) = (filled(&own).await, own.len());
            let newest = log.feed(&channel(), &anna().id).await.unwrap().newest();
            let mut seen = "0.0".parse().unwrap();
            let mut forth = Vec::new();
            while seen != newest {
                let (items, upto) = log.read_on(&channel(), &anna().id, seen, newest, page).await.unwrap();
                for item in &items {
                    let at = numbers(std::slice::from_ref(item))[0];
                    let earlier = all_back(&log, Some(item.before), page).await;
                    assert_eq!(earlier, (0..at).collect::<Vec<_>>(), "before {}", item.id);
                }
                forth.extend(numbers(&items));
                seen = upto;
            }
            assert_eq!(forth, (0..count).collect::<Vec<_>>());
            assert_eq!(all_back(&log, Some(newest.next()), page).await, forth);
        });
    }
}

#[test]
fn ids_and_places_are_read_as_they_are_written_and_nothing_else_is() {
    for id in [EntryId::Everybody(12), EntryId::Own(u64::MAX)] {
        assert_eq!(EntryId::try_from(id.to_string()), Ok(id));
    }
    let place = FeedCursor { everybody: 3, own: 0 };
    assert_eq!(place.to_string().parse(), Ok(place));
    for text in ["", "p", "+1", "-1", "1.", ".1", "1.2.3", "x", "p1", "99999999999999999999.0"] {
        assert!(text.parse::<FeedCursor>().is_err(), "{text}");
    }
    for text in ["", "p", "+1", "p-1", "1.0", "q1", "pp1"] {
        assert!(EntryId::try_from(text.to_owned()).is_err(), "{text}");
    }
}
