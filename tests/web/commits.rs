//! Tests that an event is one commit (decision, words, reply, notices), also when another process
//! writes to the same log, and that notices keep their order behind the outbox. Not here: the wire
//! (`recorded`), and two programs (`two`).

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use adoube_bot::{
    Audience, Bot, BotParts, ChannelId, ChatEvent, CommunityId, ComputerSettings, IdempotencyKey, Language,
    Locales, Person, PersonId, ThreadPolicy, UserAction,
};
use adoube_platform_web::WebPersonDirectory;
use adoube_store::{Batch, BatchWrite, Key, KeyRange, MemoryStore, ScanOrder, Store, StoreError, Table};
use adoube_testing::{
    clock::TestClock,
    store::{FailingHook, HookedStore, SharedTestStore, StoreCall, StoreHook},
};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde_json::Value;
use tokio::sync::Notify;

use super::{
    support::{Server, Socket, all_said, fresh_id, game, is_board},
    two::apart,
};

/// Keeps all commits, and holds one if it is told to.
#[derive(Default)]
struct Commits {
    seen: Mutex<Vec<Batch>>,
    /// Whether the next commit of a decision is held before it is made.
    holds: AtomicBool,
    /// A commit is held.
    reached: Notify,
    /// It may go on.
    opened: Notify,
}

impl Commits {
    fn take(&self) -> Vec<Batch> {
        std::mem::take(&mut self.seen.lock().unwrap())
    }
}

impl StoreHook for Commits {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        let StoreCall::Commit(batch) = asked else { return Ok(()) };
        if decides(batch) && self.holds.swap(false, Ordering::SeqCst) {
            self.reached.notify_one();
            self.opened.notified().await;
        }
        self.seen.lock().unwrap().push(batch.clone());
        Ok(())
    }
}

/// The tables and keys that a batch writes.
fn written(batch: &Batch) -> Vec<(Table, String)> {
    let key = |write: &BatchWrite| {
        let (BatchWrite::Put { table, key, .. } | BatchWrite::Delete { table, key }) = write;
        (*table, String::from_utf8_lossy(key).into_owned())
    };
    batch.writes.iter().map(key).collect()
}

fn writes(batch: &Batch, table: Table, prefix: &str) -> usize {
    written(batch).iter().filter(|(at, key)| *at == table && key.starts_with(prefix)).count()
}

fn decides(batch: &Batch) -> bool {
    writes(batch, Table::Channel, "") > 0
}

/// A server whose commits are kept.
async fn watched() -> (Arc<HookedStore<Commits>>, Server) {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), Commits::default()));
    let server = Server::with(store.clone(), Arc::new(TestClock::ticking())).await;
    (store, server)
}

/// What one says; everything that comes of it is one commit, with so many entries of the log for everybody and of the
/// person's own.
async fn costs_one(store: &HookedStore<Commits>, socket: &mut Socket, text: &str, entries: (usize, usize)) {
    store.take();
    socket.done(text).await;
    all_said(&*store.inner).await;
    let commits = store.take();
    let keys: Vec<_> = commits.iter().map(written).collect();
    assert_eq!(commits.len(), 1, "{text}: {keys:#?}");
    let found = (writes(&commits[0], Table::Web, "log/"), writes(&commits[0], Table::Web, "own/"));
    assert_eq!(found, entries, "{text}: {keys:#?}");
    assert!(commits[0].idempotent_answer.is_some(), "{text}: it acts once");
}

#[tokio::test]
async fn whatever_is_said_is_one_commit() {
    let (store, server) = watched().await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    costs_one(&store, &mut white, "e4", (2, 0)).await;
    costs_one(&store, &mut black, "/move e5", (1, 1)).await;
    // Refused: not possible, too soon, and no command.
    costs_one(&store, &mut white, "Qh8", (1, 1)).await;
    costs_one(&store, &mut black, "Nc6", (0, 2)).await;
    costs_one(&store, &mut black, "/move Nc6", (0, 2)).await;
    costs_one(&store, &mut black, "/nonsense", (0, 2)).await;
    // Talk, and what is asked.
    costs_one(&store, &mut black, "hello", (1, 0)).await;
    costs_one(&store, &mut black, "/moves", (0, 2)).await;
    costs_one(&store, &mut white, "/draw", (1, 1)).await;
    costs_one(&store, &mut black, "/draw accept", (1, 1)).await;
    server.stop().await;
}

#[tokio::test]
async fn a_move_that_tells_of_nothing_is_one_commit_too() {
    let (store, server) = watched().await;
    let [(_, mut white), (_, mut black)] = game(&server, "schachen touch-move").await;
    costs_one(&store, &mut white, "n3", (0, 2)).await;
    costs_one(&store, &mut black, "/hand", (0, 2)).await;
    server.stop().await;
}

/// A bot over the same records whose process serves no web pages.
fn elsewhere(store: &Arc<dyn Store>) -> Bot {
    Bot::new(BotParts {
        vacation_days: 28,
        computer: ComputerSettings::default(),
        locales: Locales::embedded(),
        store: Arc::clone(store),
        clock: Arc::new(TestClock::ticking()),
        directory: Arc::new(WebPersonDirectory::new(Arc::clone(store))),
        rng: Box::new(ChaCha20Rng::seed_from_u64(8)),
    })
    .unwrap()
}

async fn person(store: &dyn Store, name: &str) -> Person {
    let key = Key::new().text("name").text(&name.to_lowercase());
    let record = store.get(Table::Web, key.as_ref()).await.unwrap().unwrap();
    let holder: Value = serde_json::from_slice(&record.value).unwrap();
    Person { id: PersonId(holder["person"].as_str().unwrap().to_owned()), name: name.to_owned() }
}

fn event(person: Person, key: String, text: &str) -> ChatEvent {
    ChatEvent {
        event: IdempotencyKey::new(key).unwrap(),
        channel: ChannelId("web:lobby".to_owned()),
        place: Some(CommunityId("web:lobby".to_owned())),
        person,
        language: Language::default(),
        moderator: false,
        threads: ThreadPolicy::Never,
        audience: Audience::SenderOnly,
        action: UserAction::Text(text.to_owned()),
        also: Vec::new(),
        ongoing: None,
    }
}

/// What one gets until this is said.
async fn heard_until(socket: &mut Socket, end: &str) -> Vec<Value> {
    socket.entries_until(|entry| entry["text"] == end).await
}

fn boards(heard: &[Value]) -> Vec<String> {
    heard.iter().filter(|entry| is_board(entry)).map(|entry| entry["message"]["blocks"].to_string()).collect()
}

fn said(heard: &[Value], text: &str) -> usize {
    heard.iter().filter(|entry| entry["text"] == text).count()
}

#[tokio::test]
async fn where_something_waits_the_next_notice_waits_behind_it() {
    let (store, server) = watched().await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    let records: Arc<dyn Store> = Arc::clone(&store.inner);
    let anna = person(&*records, "Anna").await;
    elsewhere(&records).handle(&event(anna, "test:e4".to_owned(), "e4")).await;
    // The relay of the server looks for what others post only now and then.
    store.take();
    black.done("e5").await;
    let decision = store.take().into_iter().find(decides).unwrap();
    assert_eq!(writes(&decision, Table::Outbox, ""), 1, "{:#?}", written(&decision));
    assert_eq!(writes(&decision, Table::Web, "log/"), 1, "the words: {:#?}", written(&decision));
    all_said(&*records).await;
    black.done("the end").await;
    let heard = heard_until(&mut white, "the end").await;
    let boards = boards(&heard);
    assert!(boards.len() == 2 && boards[0].contains("e4") && boards[1].contains("e5"), "{heard:#?}");
    assert_eq!(said(&heard, "e5"), 1);
    server.stop().await;
}

/// All rows of the tables that a decision changes.
async fn rows(store: &dyn Store) -> Vec<(Table, Vec<u8>, Vec<u8>)> {
    let mut rows = Vec::new();
    for table in [Table::Channel, Table::Event, Table::Outbox, Table::Web] {
        let found = store.scan(table, KeyRange::all(), ScanOrder::Ascending, 1000).await.unwrap();
        rows.extend(found.into_iter().map(|(key, record)| (table, key, record.value)));
    }
    rows
}

fn is_decision(asked: StoreCall<'_>) -> bool {
    matches!(asked, StoreCall::Commit(batch) if decides(batch))
}

#[tokio::test]
async fn a_move_is_written_whole_or_not_at_all() {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), FailingHook::at(is_decision)));
    let server = Server::with(store.clone(), Arc::new(TestClock::ticking())).await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    let before = rows(&*store.inner).await;
    store.fail(0..1);
    let id = fresh_id();
    white.say_as(&id, "e4").await;
    assert_eq!(white.until("postponed").await["id"], id.as_str());
    assert_eq!(rows(&*store.inner).await, before);
    // Written, and its writer does not hear of that.
    store.fail_when_done(0..1);
    white.say_as(&id, "e4").await;
    assert_eq!(white.until("postponed").await["id"], id.as_str());
    let after = rows(&*store.inner).await;
    let new: Vec<_> = after.iter().filter(|row| !before.contains(row)).map(|(table, ..)| *table).collect();
    assert_eq!(new, [Table::Channel, Table::Event, Table::Web, Table::Web], "nothing in the outbox");
    // Who asks again learns that it is done, and everybody is shown it.
    for _ in 0..2 {
        white.say_as(&id, "e4").await;
        white.answered("done", &id).await;
    }
    assert_eq!(rows(&*store.inner).await, after);
    white.done("the end").await;
    let heard = heard_until(&mut black, "the end").await;
    assert_eq!((said(&heard, "e4"), boards(&heard).len()), (1, 1), "{heard:#?}");
    server.stop().await;
}

#[tokio::test]
async fn a_move_is_one_commit_in_a_store_that_others_share() {
    let store = Arc::new(HookedStore::over(Arc::new(SharedTestStore::default()), Commits::default()));
    let clock = || Arc::new(TestClock::ticking());
    let servers =
        [Server::with(store.clone(), clock()).await, Server::with(Arc::clone(&store.inner), clock()).await];
    let [(_, mut white), (_, mut black)] = apart(&servers, "chess").await;
    store.take();
    white.done("e4").await;
    let heard = black.entries_until(is_board).await;
    assert_eq!(said(&heard, "e4"), 1, "the words come first: {heard:#?}");
    let commits = store.take();
    let keys: Vec<_> = commits.iter().map(written).collect();
    let decisions: Vec<_> = commits.iter().filter(|batch| decides(batch)).collect();
    assert_eq!(decisions.len(), 1, "{keys:#?}");
    let count = |table, prefix| writes(decisions[0], table, prefix);
    // The words and the board, the end of their log, and a row for each player, who may be served elsewhere.
    assert_eq!(
        (count(Table::Web, "log/"), count(Table::Web, "head/"), count(Table::Web, "bell/")),
        (2, 1, 2)
    );
    let others = commits.iter().filter(|batch| !decides(batch));
    let of_log = |batch: &&Batch| writes(batch, Table::Web, "log/") + writes(batch, Table::Outbox, "") > 0;
    assert_eq!(others.filter(of_log).count(), 0, "{keys:#?}");
    for server in servers {
        server.halt().await;
    }
}

#[tokio::test]
async fn a_move_that_meets_words_of_another_process_comes_behind_them() {
    let store = Arc::new(HookedStore::over(Arc::new(SharedTestStore::default()), Commits::default()));
    let clock = || Arc::new(TestClock::ticking());
    let servers =
        [Server::with(store.clone(), clock()).await, Server::with(Arc::clone(&store.inner), clock()).await];
    let [(_, mut white), (_, mut black)] = apart(&servers, "chess").await;
    let mut onlooker = servers[1].person("Carl").await.enter().await;
    store.take();
    store.holds.store(true, Ordering::SeqCst);
    let id = white.say("e4").await;
    store.reached.notified().await;
    black.done("hello").await;
    store.opened.notify_one();
    white.answered("done", &id).await;
    let decisions = store.take().into_iter().filter(decides).count();
    assert_eq!(decisions, 2, "the first one found another end of the log");
    white.done("the end").await;
    let heard = heard_until(&mut onlooker, "the end").await;
    let order: Vec<&Value> = heard.iter().map(|entry| &entry["text"]).collect();
    assert_eq!(order, [&"hello".into(), &"e4".into(), &Value::Null, &Value::from("the end")], "{heard:#?}");
    assert_eq!(boards(&heard).len(), 1);
    for server in servers {
        server.halt().await;
    }
}

#[tokio::test]
async fn what_an_earlier_program_began_is_finished_and_not_done_again() {
    let (store, server) = watched().await;
    let [(browser, mut white), (_, mut black)] = game(&server, "chess touch-move").await;
    let mut listening = browser.enter().await;
    let records: Arc<dyn Store> = Arc::clone(&store.inner);
    let anna = person(&*records, "Anna").await;
    // It decided, and was gone before it wrote the words and the reply: an impossible move, which touches a piece.
    let begun = fresh_id();
    let decided = event(anna.clone(), format!("web-event:{}:{begun}", anna.id), "Ng3");
    elsewhere(&records).handle(&decided).await;
    for _ in 0..2 {
        white.say_as(&begun, "Ng3").await;
        white.answered("done", &begun).await;
    }
    // This one it had finished, but for the answer to the page; the notice waited in its outbox.
    let finished = fresh_id();
    let decided = event(anna.clone(), format!("web-event:{}:{finished}", anna.id), "Nf3");
    elsewhere(&records).handle(&decided).await;
    let word = |step: &str| IdempotencyKey::new(format!("web-{step}:{}:{finished}", anna.id)).unwrap();
    store.inner.commit(Batch::new().idempotent(word("said"), [], 1)).await.unwrap();
    white.say_as(&finished, "Nf3").await;
    white.answered("done", &finished).await;
    // Of this talk it had written the words and not yet that there is no reply.
    let talk = fresh_id();
    let word = IdempotencyKey::new(format!("web-said:{}:{talk}", anna.id)).unwrap();
    store.inner.commit(Batch::new().idempotent(word, [], 1)).await.unwrap();
    white.say_as(&talk, "good luck").await;
    white.answered("done", &talk).await;
    // And this one altogether.
    let answered = IdempotencyKey::new(format!("web-done:{}:{finished}", anna.id)).unwrap();
    store.inner.commit(Batch::new().idempotent(answered, [], 1)).await.unwrap();
    white.say_as(&finished, "Nf3").await;
    white.answered("done", &finished).await;
    all_said(&*records).await;
    black.done("the end").await;
    let heard = heard_until(&mut listening, "the end").await;
    let times = ["Ng3", "Nf3", "good luck"].map(|words| said(&heard, words));
    assert_eq!(times, [1, 0, 0], "{heard:#?}");
    let private = heard.iter().filter(|entry| entry["kind"] == "private").count();
    assert_eq!((private, boards(&heard).len()), (1, 1), "{heard:#?}");
    server.stop().await;
}
