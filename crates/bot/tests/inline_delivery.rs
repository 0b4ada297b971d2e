//! Tests of inline delivery to a simulated platform whose log is in the store: which notices are
//! written in the batch of the decision and which enter the outbox, failed plans, version conflicts
//! and store errors. Not here: the log of the web chat.

use std::sync::{
    Arc,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};

use adoube_bot::{
    BoxFuture, ChannelId, ChatEvent, Decision, DeliveryPolicy, DeliveryReceipt, InlineEventError, InlinePost,
    InlineTransport, InlineWrites, Language, Notice, Reply, RepositoryError, ThreadPolicy, UserAction, forms,
};
use adoube_store::{Batch, Key, KeyRange, MemoryStore, ScanOrder, Store, Table};
use adoube_testing::store::{FailingHook, HookedStore};

use crate::support::{Chat, channel, waiting};

/// A log of notices, numbered from 1, and of replies.
#[derive(Default)]
struct Log {
    /// The last used number, as far as this process knows.
    last: AtomicU64,
    /// Entries that were shown.
    shown: Arc<AtomicUsize>,
    /// So many coming plans fail.
    failing: AtomicUsize,
}

impl Log {
    fn plan(&self, post: InlinePost<'_>) -> Result<InlineWrites, RepositoryError> {
        if self.failing.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok() {
            let (key, reason) = (String::new(), "on purpose".to_owned());
            return Err(RepositoryError::Unreadable { table: Table::Web, key, reason });
        }
        let mut batch = Batch::new();
        let mut number = self.last.load(Ordering::SeqCst);
        let mut entry = |kind: &str, value: Vec<u8>| {
            number += 1;
            let key = Key::new().text("log").text(&post.lane.0).number(number);
            let next = std::mem::take(&mut batch).expect_absent(Table::Web, key.clone());
            batch = next.put(Table::Web, key, [kind.as_bytes(), &value].concat());
        };
        if post.decision.is_some() {
            entry("reply", Vec::new());
        }
        for notice in post.notices {
            entry("notice", forms::write(notice).unwrap());
        }
        // After a conflict it is tried behind what another one has written.
        self.last.fetch_add(1, Ordering::SeqCst);
        let (shown, count) = (Arc::clone(&self.shown), batch.writes.len());
        let receipt =
            DeliveryReceipt { expect: batch.version_checks, ..DeliveryReceipt::writing(batch.writes) };
        let receipt = receipt.then(async move || {
            shown.fetch_add(count, Ordering::SeqCst);
        });
        Ok(InlineWrites { receipt, is_answered: true })
    }
}

impl InlineTransport for Log {
    fn accepts<'a>(&'a self, _: &'a ChannelId) -> BoxFuture<'a, Result<bool, RepositoryError>> {
        Box::pin(std::future::ready(Ok(true)))
    }

    fn plan_writes<'a>(
        &'a self,
        post: InlinePost<'a>,
    ) -> BoxFuture<'a, Result<InlineWrites, RepositoryError>> {
        Box::pin(std::future::ready(self.plan(post)))
    }
}

struct LoggedChat {
    chat: Chat,
    log: Arc<Log>,
}

impl LoggedChat {
    fn over(store: Arc<dyn Store>) -> Self {
        let (chat, log) = (Chat::with_store(&["Ada", "Bob"], 3, store), Arc::new(Log::default()));
        let transport: Arc<dyn InlineTransport> = log.clone();
        chat.service
            .outbox_of("test", DeliveryPolicy::WITHOUT_RELAY)
            .deliver_inline(Arc::downgrade(&transport));
        Self { chat, log }
    }

    fn event(&mut self, name: &str, line: &str) -> ChatEvent {
        self.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()))
    }

    async fn says(&mut self, name: &str, line: &str) -> Decision {
        let event = self.event(name, line);
        self.chat.service.handle(&event).await
    }

    async fn writes(&self, event: &ChatEvent) -> Result<Decision, InlineEventError> {
        self.chat.service.handle_inline(event, &*self.log).await
    }

    /// The kinds of entries in the log.
    async fn entries(&self) -> Vec<String> {
        let rows =
            self.chat.store.scan(Table::Web, KeyRange::all(), ScanOrder::Ascending, 1000).await.unwrap();
        let kind = |value: &[u8]| if value.starts_with(b"reply") { "reply" } else { "notice" };
        rows.iter().map(|(_, row)| kind(&row.value).to_owned()).collect()
    }

    async fn waits(&self) -> Vec<Notice> {
        waiting(&*self.chat.store, &channel()).await
    }
}

#[tokio::test]
async fn what_is_posted_is_in_the_log_and_never_in_the_outbox() {
    let mut table = LoggedChat::over(Arc::new(MemoryStore::new()));
    table.says("Ada", "play Bob chess white").await;
    table.says("Bob", "accept").await;
    assert_eq!((table.entries().await.len(), table.waits().await.len()), (2, 0));
    // Notices of scheduled jobs, too.
    let mut table = LoggedChat::over(Arc::new(MemoryStore::new()));
    table.says("Ada", "play Bob chess white").await;
    let before = table.entries().await.len();
    table.chat.clock.pass(7 * 24 * 60 * 60 * 1000);
    table.chat.service.run_due_jobs().await.unwrap();
    assert_eq!((table.entries().await.len(), table.waits().await.len()), (before + 1, 0));
    assert_eq!(table.log.shown.load(Ordering::SeqCst), before + 1);
}

#[tokio::test]
async fn what_wants_a_thread_and_all_behind_it_waits() {
    let mut table = LoggedChat::over(Arc::new(MemoryStore::new()));
    let event = table.event("Ada", "play Bob chess white");
    table.chat.service.handle(&event).await;
    let event = table.event("Bob", "accept");
    table.chat.service.handle(&ChatEvent { threads: ThreadPolicy::Always, ..event }).await;
    assert!(table.waits().await.iter().any(|notice| matches!(notice, Notice::OpenThread { .. })));
    let (waiting, entries) = (table.waits().await.len(), table.entries().await);
    let event = table.event("Ada", "play chess white");
    table.writes(&event).await.unwrap();
    assert_eq!(table.waits().await.len(), waiting + 1, "the challenge comes after the thread");
    assert_eq!(table.entries().await.len(), entries.len() + 1, "the reply comes at once");
}

#[tokio::test]
async fn an_event_has_its_reply_in_the_batch_and_acts_once() {
    let mut table = LoggedChat::over(Arc::new(MemoryStore::new()));
    let event = table.event("Ada", "play Bob chess white");
    assert_eq!(table.writes(&event).await.unwrap().reply, Reply::Public);
    assert_eq!(table.entries().await, ["reply", "notice"]);
    let refused = table.event("Ada", "accept");
    let decision = table.writes(&refused).await.unwrap();
    assert!(matches!(decision.reply, Reply::Private(_)), "{decision:?}");
    for event in [&event, &refused] {
        // What was written is not given again.
        assert_eq!(table.writes(event).await.unwrap().reply, Reply::Public);
    }
    assert_eq!(table.entries().await, ["reply", "notice", "reply"]);
}

#[tokio::test]
async fn an_entry_of_another_process_is_not_overwritten() {
    let mut table = LoggedChat::over(Arc::new(MemoryStore::new()));
    for number in 1..=3 {
        let key = Key::new().text("log").text(&channel().0).number(number);
        table.chat.store.commit(Batch::new().put(Table::Web, key, "notice of another")).await.unwrap();
    }
    let event = table.event("Ada", "play Bob chess white");
    table.writes(&event).await.unwrap();
    assert_eq!(table.entries().await, ["notice", "notice", "notice", "reply", "notice"]);
}

#[tokio::test]
async fn a_notice_that_cannot_be_planned_goes_through_the_outbox() {
    let mut table = LoggedChat::over(Arc::new(MemoryStore::new()));
    table.log.failing.store(1, Ordering::SeqCst);
    assert_eq!(table.says("Ada", "play Bob chess white").await.reply, Reply::Public);
    assert_eq!((table.entries().await.len(), table.waits().await.len()), (0, 1));
    // An event is refused instead, as its words have no other way.
    table.log.failing.store(1, Ordering::SeqCst);
    let event = table.event("Bob", "accept");
    let decision = table.writes(&event).await.unwrap();
    assert!(matches!(&decision.reply, Reply::Private(notice) if matches!(**notice, Notice::Refused(_))));
    assert_eq!((table.entries().await, table.waits().await.len()), (vec!["reply".to_owned()], 1));
}

#[tokio::test]
async fn where_the_store_fails_nothing_is_written_and_the_event_can_be_sent_again() {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), FailingHook::commits()));
    let mut table = LoggedChat::over(store.clone());
    let event = table.event("Ada", "play Bob chess white");
    store.fail(0..1);
    let failed = table.writes(&event).await;
    assert!(matches!(failed, Err(InlineEventError::Repository(_))), "{failed:?}");
    assert_eq!((table.entries().await.len(), table.waits().await.len()), (0, 0));
    assert_eq!(table.log.shown.load(Ordering::SeqCst), 0, "nothing is shown before it is durable");
    table.writes(&event).await.unwrap();
    assert_eq!(
        (table.entries().await, table.log.shown.load(Ordering::SeqCst)),
        (vec!["reply".to_owned(), "notice".to_owned()], 2)
    );
}
