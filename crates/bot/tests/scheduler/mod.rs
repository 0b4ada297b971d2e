//! Tests of scheduled jobs: they run in order, once and not before their time, and a failing one
//! does not stop the others. Not here: what people read of it (`challenges`, `setup`), and all
//! other events at once (`simulation`).

mod task;

use std::{
    panic::resume_unwind,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_bot::{Bot, ChannelId, DeliveryPolicy, Notice, Reply, UserAction};
use adoube_store::{
    Batch, IdempotencyKey, Key, KeyRange, KeyReader, MemoryStore, Record, ScanOrder, Store, StoreError, Table,
};
use adoube_testing::clock::TestClock;
use adoube_testing::log_capture;
use adoube_testing::store::{CountingHook, HookedStore, StoreCall, StoreCallResult, StoreHook, broken_disk};

use crate::support::{self, channel};

const NAMES: [&str; 2] = ["Ada", "Bob"];
const WEEK: u64 = 7 * 24 * 60 * 60 * 1000;

type Watched = HookedStore<Watching>;

/// Notes what was done under which id, and fails where it is told to.
#[derive(Default)]
struct Watching {
    counting: CountingHook,
    done: Mutex<Vec<String>>,
    /// Looks at the record of this channel fail.
    broken: Mutex<Option<String>>,
    /// They panic, too.
    panics: bool,
}

impl Watching {
    /// Looks at the rows of what is due.
    fn looks(&self) -> usize {
        self.counting.so_far().scans(Table::Deadline)
    }

    fn done(&self) -> Vec<String> {
        std::mem::take(&mut *self.done.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn breaks(&self, channel: Option<&str>) {
        let key = |channel: &str| String::from_utf8(Key::new().text(channel).into()).expect("text");
        *self.broken.lock().unwrap_or_else(PoisonError::into_inner) = channel.map(key);
    }

    fn is_broken(&self, key: &[u8]) -> bool {
        let broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        broken.as_ref().is_some_and(|broken| broken.as_bytes() == key)
    }
}

impl StoreHook for Watching {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        match asked {
            StoreCall::Get(Table::Channel, key) if self.is_broken(key) => {
                // Like a panic, but nobody prints it.
                if self.panics { resume_unwind(Box::new("a mistake")) } else { Err(broken_disk()) }
            }
            asked => self.counting.before(asked).await,
        }
    }

    async fn after(&self, asked: StoreCall<'_>, told: StoreCallResult) -> Result<(), StoreError> {
        if let (StoreCall::Commit(batch), StoreCallResult::Written) = (asked, told) {
            let id = batch.idempotent_answer.as_ref().map(|once| once.id.to_string());
            self.done.lock().unwrap_or_else(PoisonError::into_inner).extend(id);
        }
        Ok(())
    }
}

/// A calendar and a timer that go on when they are told to.
fn clock() -> Arc<TestClock> {
    Arc::new(TestClock::stopped().moved_by_hand())
}

/// An empty store.
fn watched() -> Arc<Watched> {
    Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), Watching::default()))
}

/// One whose faults are panics.
fn panicking() -> Arc<Watched> {
    let watching = Watching { panics: true, ..Watching::default() };
    Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), watching))
}

/// A service over a store whose calendar stands still.
fn service(store: &Arc<Watched>, time: &Arc<TestClock>, seed: u64) -> Bot {
    support::service(&NAMES, seed, store.clone(), time.clone())
}

async fn says(service: &Bot, place: &str, event: &str, line: &str) -> Reply {
    let (event, place) = (format!("test:{event}"), ChannelId(place.to_owned()));
    let incoming = support::incoming(&event, &place, "Ada", UserAction::Line(line.to_owned()));
    service.handle(&incoming).await.reply
}

async fn rows(store: &Watched, word: &str) -> Vec<(Vec<u8>, Record)> {
    let range = KeyRange::prefix(Key::new().text(word));
    store.scan(Table::Deadline, range, ScanOrder::Ascending, 1024).await.expect("memory")
}

/// What a channel was told that a challenge is over; everything is taken out of the outbox.
async fn expired(service: &Bot, place: &str) -> usize {
    let delivered = support::delivered(service, &ChannelId(place.to_owned())).await;
    delivered.iter().filter(|delivery| matches!(delivery.notice, Notice::ChallengeExpired { .. })).count()
}

/// Leaves the channel as an earlier release did, which knew nothing of rows.
async fn forget_rows(store: &Watched) {
    let place = Key::new().text(&channel().0);
    let record = store.inner.get(Table::Channel, place.as_ref()).await.expect("memory").expect("a record");
    let mut json: serde_json::Value = serde_json::from_slice(&record.value).expect("JSON");
    json.as_object_mut().expect("an object").remove("due").expect("rows");
    let mut batch = Batch::new().put(Table::Channel, place, json.to_string());
    for (key, _) in rows(store, "due").await {
        batch = batch.delete(Table::Deadline, key);
    }
    store.inner.commit(batch).await.expect("memory");
}

#[tokio::test]
async fn a_thousand_things_are_done_in_order_after_a_standstill() {
    let (store, time) = (watched(), clock());
    let service = service(&store, &time, 1);
    let place = |number: usize| format!("test:{number}");
    for number in 0..1000 {
        assert_eq!(says(&service, &place(number), &number.to_string(), "play chess").await, Reply::Public);
        time.set_forward(if number % 10 == 0 { 0 } else { 7 });
    }
    let due: Vec<String> = rows(&store, "due")
        .await
        .iter()
        .map(|(key, _)| {
            let parts: Vec<_> = std::str::from_utf8(key).expect("text").split('/').collect();
            format!("due:{}:0:challenge", parts[3])
        })
        .collect();
    assert_eq!(due.len(), 1000);
    assert!(service.run_due_jobs().await.expect("memory").is_some_and(|next| next >= WEEK));
    store.done();
    time.set_forward(2 * WEEK);
    assert_eq!(service.run_due_jobs().await.expect("memory"), None);
    assert_eq!(store.done(), due);
    for number in 0..1000 {
        assert_eq!(expired(&service, &place(number)).await, 1, "{number}");
    }
    assert_eq!(rows(&store, "").await, []);
}

#[tokio::test]
async fn what_people_do_looks_at_no_rows_and_is_written_at_once() {
    let (store, time) = (watched(), clock());
    let service = service(&store, &time, 1);
    let lines = ["play chess", "withdraw", "setup free-random", "setup 3", "setup send", "withdraw"];
    for (number, line) in lines.into_iter().enumerate() {
        says(&service, &channel().0, &number.to_string(), line).await;
        assert_eq!((store.looks(), store.counting.so_far().commits), (0, number + 1), "{line}");
    }
}

#[tokio::test]
async fn nothing_happens_before_its_time() {
    let (store, time) = (watched(), clock());
    let service = service(&store, &time, 1);
    let made_at = time.shown();
    says(&service, "test:lobby", "1", "play chess").await;
    let mut next = None;
    for wait in [0, WEEK / 2, WEEK / 2 - 1] {
        time.set_forward(wait);
        next = service.run_due_jobs().await.expect("memory");
        assert_eq!(next, Some(made_at + WEEK));
        assert_eq!(expired(&service, "test:lobby").await, 0);
    }
    // Somebody sets the calendar back, and to the right time again.
    time.set_back(WEEK);
    assert_eq!(service.run_due_jobs().await.expect("memory"), next);
    time.set_forward(WEEK + 1);
    assert_eq!(service.run_due_jobs().await.expect("memory"), None);
    assert_eq!(expired(&service, "test:lobby").await, 1);
}

/// Ada and Bob begin a game on these terms.
async fn begin(service: &Bot, place: &ChannelId, terms: &str) {
    for (name, line) in [("Ada", format!("play Bob {terms}")), ("Bob", "accept".to_owned())] {
        let (event, action) = (format!("test:{place} {line}"), UserAction::Line(line.clone()));
        let reply = service.handle(&support::incoming(&event, place, name, action)).await.reply;
        assert_eq!(reply, Reply::Public, "{place} {line}");
    }
}

#[tokio::test]
async fn clocks_are_looked_at_anew_when_the_calendar_is_set_back_and_one_that_cannot_be_holds_up_no_other() {
    const AHEAD: u64 = 50 * WEEK;
    for store in [watched(), panicking()] {
        let time = clock();
        let service = service(&store, &time, 1);
        let places = ["test:a", "test:b", "test:c"].map(|place| ChannelId(place.to_owned()));
        for place in &places {
            begin(&service, place, "pace:1d").await;
        }
        let rows_before = async |at: u64| {
            let rows = rows(&store, "due").await;
            rows.iter().filter(|(key, _)| *key < Vec::from(Key::new().text("due").number(at))).count()
        };
        let soon = time.shown() + WEEK;
        assert_eq!((service.run_due_jobs().await.is_ok(), rows_before(soon).await), (true, 3));
        time.set_forward(AHEAD);
        assert_eq!((service.run_due_jobs().await.is_ok(), rows_before(soon).await), (true, 0), "put off");
        time.set_back(AHEAD);
        store.breaks(Some("test:b"));
        assert_eq!((service.run_due_jobs().await.is_ok(), rows_before(soon).await), (false, 2));
        store.breaks(None);
        service.run_due_jobs().await.expect("memory");
        let is_tried_again = !store.panics;
        assert_eq!(rows_before(soon).await, 2 + usize::from(is_tried_again));
    }
}

#[tokio::test]
async fn two_processes_do_it_once() {
    for seed in 0..20 {
        let (store, time) = (watched(), clock());
        let services = [service(&store, &time, seed), service(&store, &time, seed + 100)];
        for number in 0..10 {
            says(&services[0], &format!("test:{number}"), &number.to_string(), "play chess").await;
        }
        time.set_forward(WEEK);
        let (one, other) = tokio::join!(services[0].run_due_jobs(), services[1].run_due_jobs());
        assert_eq!((one.expect("memory"), other.expect("memory")), (None, None));
        for number in 0..10 {
            assert_eq!(expired(&services[1], &format!("test:{number}")).await, 1, "{number}");
        }
        assert_eq!(rows(&store, "").await, []);
    }
}

#[tokio::test]
async fn what_fails_keeps_nothing_else_waiting_and_is_tried_again() {
    what_goes_wrong_keeps_nothing_else_waiting(watched()).await;
}

#[tokio::test]
async fn what_panics_keeps_nothing_else_waiting_and_is_tried_again() {
    what_goes_wrong_keeps_nothing_else_waiting(panicking()).await;
}

async fn what_goes_wrong_keeps_nothing_else_waiting(store: Arc<Watched>) {
    let time = clock();
    let service = service(&store, &time, 1);
    for place in ["test:a", "test:b", "test:c"] {
        says(&service, place, place, "play chess").await;
        time.set_forward(1);
    }
    time.set_forward(WEEK);
    store.breaks(Some("test:a"));
    for _ in 0..3 {
        assert!(service.run_due_jobs().await.is_err());
    }
    store.breaks(None);
    let told = [expired(&service, "test:b").await, expired(&service, "test:c").await];
    assert_eq!((told, expired(&service, "test:a").await), ([1, 1], 0));
    assert_eq!(service.run_due_jobs().await.expect("memory"), None);
    assert_eq!(expired(&service, "test:a").await, 1);
}

#[tokio::test]
async fn a_row_nobody_can_read_is_put_aside_and_named_once() {
    let (captured, _guard) = log_capture::capture();
    let (store, time) = (watched(), clock());
    let service = service(&store, &time, 1);
    says(&service, "test:a", "1", "play chess").await;
    let place = || Key::new().text("due").number(5);
    let row = || place().text("test:a").text("222222").number(0);
    let broken = [
        (place().text("nothing"), r#"{"format":1}"#),
        (row().text("challenge"), "{"),
        (row().text("feast"), r#"{"format":1}"#),
    ];
    let newer = (row().text("panel"), r#"{"format":2}"#);
    for (key, value) in broken.iter().chain([&newer]) {
        store.inner.commit(Batch::new().put(Table::Deadline, key.clone(), *value)).await.expect("memory");
    }
    time.set_forward(WEEK);
    for _ in 0..2 {
        let trouble = service.run_due_jobs().await.expect_err("a row waits for a newer program");
        assert!(trouble.to_string().contains("use a newer program"), "{trouble}");
    }
    assert_eq!(expired(&service, "test:a").await, 1);
    assert_eq!(rows(&store, "due").await[0].0, newer.0.as_ref());
    assert_eq!((rows(&store, "due").await.len(), rows(&store, "unreadable").await.len()), (1, broken.len()));
    let logged = captured.take();
    assert_eq!(logged.matches("is put aside").count(), broken.len(), "{logged}");
}

#[tokio::test]
async fn a_channel_nobody_can_read_keeps_no_row_waiting() {
    let (store, time) = (watched(), clock());
    let service = service(&store, &time, 1);
    for place in ["test:a", "test:b"] {
        says(&service, place, place, "play chess").await;
    }
    let record = Key::new().text("test:a");
    let whole = store.inner.get(Table::Channel, record.as_ref()).await.expect("memory").expect("a record");
    let spoilt = Batch::new().put(Table::Channel, record.clone(), "{");
    store.inner.commit(spoilt).await.expect("memory");
    time.set_forward(WEEK);
    let trouble = service.run_due_jobs().await.expect_err("it is told");
    assert!(trouble.to_string().contains("test:a"), "{trouble}");
    assert_eq!(expired(&service, "test:b").await, 1);
    // Once the record is put right, it is told there as well.
    store.inner.commit(Batch::new().put(Table::Channel, record, whole.value)).await.expect("memory");
    assert_eq!(service.run_due_jobs().await.expect("memory"), None);
    assert_eq!(expired(&service, "test:a").await, 1);
}

#[tokio::test]
async fn a_row_whose_thing_has_gone_does_nothing_and_goes() {
    let (store, time) = (watched(), clock());
    let service = service(&store, &time, 1);
    says(&service, "test:a", "1", "play chess").await;
    let rows_of_it = rows(&store, "due").await;
    says(&service, "test:a", "2", "withdraw").await;
    assert_eq!(rows(&store, "").await, [], "it goes with its thing");
    // As a program that knows nothing of rows leaves them behind.
    let left = ["test:a", "test:never"].map(|place| {
        let [(key, record)] = &rows_of_it[..] else { panic!("{rows_of_it:?}") };
        let key = String::from_utf8(key.clone()).expect("text").replace("test:a", place);
        (key.into_bytes(), record.value.clone())
    });
    for (key, value) in left {
        store.inner.commit(Batch::new().put(Table::Deadline, key, value)).await.expect("memory");
    }
    expired(&service, "test:a").await;
    let before = store.inner.get(Table::Channel, Key::new().text("test:a").as_ref()).await.expect("memory");
    time.set_forward(WEEK);
    assert_eq!(service.run_due_jobs().await.expect("memory"), None);
    assert_eq!(rows(&store, "").await, []);
    let after = store.inner.get(Table::Channel, Key::new().text("test:a").as_ref()).await.expect("memory");
    assert_eq!(before, after);
    let outbox = service.outbox_of("test", DeliveryPolicy::WITHOUT_RELAY);
    assert_eq!(outbox.waiting(None, 10).await.expect("memory"), []);
}

#[tokio::test]
async fn what_was_told_under_its_name_is_not_told_again() {
    let (store, time) = (watched(), clock());
    let service = service(&store, &time, 1);
    says(&service, "test:a", "1", "play chess").await;
    let key = String::from_utf8(rows(&store, "due").await.remove(0).0).expect("text");
    let id = key.split('/').nth(3).expect("an id");
    let told = IdempotencyKey::new(format!("due:{id}:0:challenge")).expect("an id");
    store.inner.commit(Batch::new().idempotent(told, "{}", 0)).await.expect("memory");
    expired(&service, "test:a").await;
    time.set_forward(WEEK);
    assert_eq!(service.run_due_jobs().await.expect("memory"), None);
    assert_eq!(expired(&service, "test:a").await, 0);
    assert_eq!(rows(&store, "").await, []);
    assert_eq!(says(&service, "test:a", "2", "play chess").await, Reply::Public, "it is over all the same");
}

#[tokio::test]
async fn what_was_told_of_a_game_under_its_name_is_told_once_more_at_most() {
    for terms in ["pace:1d", "pace:none"] {
        let (store, time) = (watched(), clock());
        let service = service(&store, &time, 1);
        begin(&service, &channel(), terms).await;
        let (row, _) = rows(&store, "due").await.remove(0);
        let mut row = KeyReader::new(&row);
        row.text().expect("due");
        let (at, _channel) = (row.number().expect("when"), row.text().expect("where"));
        let (game, revision) = (row.text().expect("a game"), row.number().expect("a number"));
        let told = format!("due:{game}:{revision}:{}", row.text().expect("a kind"));
        let told = Batch::new().idempotent(IdempotencyKey::new(told).expect("an id"), "{}", 0);
        store.inner.commit(told).await.expect("memory");
        support::delivered(&service, &channel()).await;
        time.pass(at - time.shown());
        let next = service.run_due_jobs().await.expect("memory").expect("the game goes on");
        assert!(next > time.shown(), "{terms}");
        assert_eq!(support::delivered(&service, &channel()).await.len(), 1, "{terms}");
    }
}

#[tokio::test]
async fn what_an_earlier_release_kept_gets_its_row_when_its_channel_is_next_written() {
    let (store, time) = (watched(), clock());
    let service = service(&store, &time, 1);
    says(&service, &channel().0, "1", "play chess").await;
    let (key, _) = rows(&store, "due").await.remove(0);
    forget_rows(&store).await;
    assert_eq!(service.run_due_jobs().await.expect("memory"), None, "nothing looks for it");
    // Somebody begins a set-up, which nobody else sees.
    assert!(matches!(says(&service, &channel().0, "2", "setup").await, Reply::Private(_)));
    assert!(rows(&store, "due").await.iter().any(|(row, _)| *row == key));
    time.set_forward(WEEK);
    assert_eq!(service.run_due_jobs().await.expect("memory"), None);
    assert_eq!(expired(&service, &channel().0).await, 1);
}

/// What one person does unseen must not show: not even by what else is told at that moment.
#[tokio::test]
async fn nobody_is_told_by_what_one_person_does_unseen() {
    let (store, time) = (watched(), clock());
    let service = service(&store, &time, 1);
    let place = &channel().0;
    says(&service, place, "1", "play chess").await;
    time.set_forward(WEEK);
    let left = rows(&store, "due").await;
    assert!(matches!(says(&service, place, "2", "setup").await, Reply::Private(_)));
    assert_eq!(expired(&service, place).await, 0);
    assert_eq!(rows(&store, "due").await[..1], left, "its row waits on");
    forget_rows(&store).await;
    assert!(matches!(says(&service, place, "3", "setup discard").await, Reply::Private(_)));
    assert_eq!((expired(&service, place).await, rows(&store, "due").await.len()), (0, 0));
    assert_eq!(says(&service, place, "4", "play chess").await, Reply::Public);
    assert_eq!((expired(&service, place).await, rows(&store, "due").await.len()), (1, 1));
}
