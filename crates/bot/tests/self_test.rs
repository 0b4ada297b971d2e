//! Tests that the self-test (`/help check`) finds a store that loses or changes records, and
//! undelivered messages.

use std::sync::Arc;

use adoube_bot::{FindingStatus, FindingSubject, Language, Notice, Reply, SelfTestNotice, UserAction};
use adoube_store::{Batch, CommitOutcome, MemoryStore, Store, StoreError, StoreFuture};

use crate::support::Chat;

/// What is wrong with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    /// It takes nothing.
    Full,
    /// It takes everything and keeps nothing.
    Forgetful,
}

struct WrongStore(MemoryStore, Wrong);

impl Store for WrongStore {
    adoube_testing::forward_store!(0: get scan answer forget_answers page restore close);

    fn commit(&self, _: Batch) -> StoreFuture<'_, CommitOutcome> {
        let outcome = match self.1 {
            Wrong::Full => Err(StoreError::Closed),
            Wrong::Forgetful => Ok(CommitOutcome::Applied),
        };
        Box::pin(std::future::ready(outcome))
    }
}

async fn check(chat: &mut Chat) -> SelfTestNotice {
    let event = chat.event("Ada", Language::EN, false, UserAction::Line("help check".to_owned()));
    match chat.service.handle(&event).await.reply {
        Reply::SelfTest(found) => *found,
        reply => panic!("no self-test: {reply:?}"),
    }
}

fn about(found: &SelfTestNotice, wanted: &FindingSubject) -> FindingStatus {
    let finding = found.findings.iter().find(|finding| finding.found == *wanted);
    finding.unwrap_or_else(|| panic!("nothing about {wanted:?} in {found:?}")).outcome
}

#[tokio::test]
async fn a_store_that_keeps_nothing_is_found_out() {
    for wrong in [Wrong::Full, Wrong::Forgetful] {
        let store = Arc::new(WrongStore(MemoryStore::new(), wrong));
        let mut chat = Chat::with_store(&["Ada"], 1, store);
        let found = check(&mut chat).await;
        assert_eq!(about(&found, &FindingSubject::Store), FindingStatus::Broken, "{wrong:?}");
        let read = chat.read(&Notice::Check(Box::new(found)), Some("Ada"), Language::of("de"));
        let words = format!("{:?}", read.blocks);
        assert!(words.contains("Um eine Sache") && words.contains("Geht nicht: Partien"), "{words}");
    }
}

#[tokio::test]
async fn what_waits_is_counted_and_a_test_leaves_nothing_behind() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&["Ada", "Bob"], 1, store.clone());
    for name in ["Ada", "Bob"] {
        let event = chat.event(name, Language::EN, false, UserAction::Line("play grand".to_owned()));
        assert_eq!(chat.service.handle(&event).await.reply, Reply::Public);
    }
    let before = store.page(None, 100).await.expect("memory").rows;
    let found = check(&mut chat).await;
    assert_eq!(about(&found, &FindingSubject::Waiting(2)), FindingStatus::Note);
    assert_eq!((about(&found, &FindingSubject::Store), found.troubles()), (FindingStatus::Fine, 0));
    assert_eq!(store.page(None, 100).await.expect("memory").rows, before);
    chat.posted().await;
    assert_eq!(about(&check(&mut chat).await, &FindingSubject::Waiting(0)), FindingStatus::Fine);
}
