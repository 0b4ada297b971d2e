//! Tests that unreadable notices, games and channels, damaged or written by a newer program, stop
//! nothing else.

use std::sync::Arc;

use adoube_bot::{
    ChannelId, DeliveryPolicy, DeliveryReceipt, FindingStatus, FindingSubject, Language, Notice, Outbox,
    Reply, SelfTestNotice, UserAction,
};
use adoube_store::{Batch, Key, KeyRange, MemoryStore, Record, ScanOrder, Store, Table};
use adoube_testing::log_capture;
use serde_json::Value;

use crate::support::{Chat, channel, delivered, first_button};

/// Something that must stand in no log.
const SECRET: &str = "hidden-card";

fn place(channel: &ChannelId) -> Key {
    Key::new().text(channel.platform()).text(&channel.0)
}

async fn rows(store: &MemoryStore, table: Table, prefix: Key) -> Vec<(Vec<u8>, Record)> {
    store.scan(table, KeyRange::prefix(prefix), ScanOrder::Ascending, 1000).await.expect("memory")
}

/// Puts something that is no notice, yet well-formed, in the place of one.
async fn spoil(store: &MemoryStore, table: Table, key: &[u8]) {
    let value = format!("{{\"what\":\"{SECRET}\",\"cards\":[\"{SECRET}\"]}}");
    store.commit(Batch::new().delete(table, key).put(table, key, value)).await.expect("memory");
}

async fn says(chat: &mut Chat, name: &str, line: &str) -> Reply {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    chat.service.handle(&event).await.reply
}

fn outbox(chat: &Chat) -> Outbox {
    chat.service.outbox_of("test", DeliveryPolicy::WITHOUT_RELAY)
}

async fn check(chat: &mut Chat) -> SelfTestNotice {
    match says(chat, "Ada", "help check").await {
        Reply::SelfTest(found) => *found,
        reply => panic!("no self-test: {reply:?}"),
    }
}

#[tokio::test]
async fn a_notice_that_cannot_be_read_is_put_aside_and_the_next_ones_go_on() {
    let (captured, _guard) = log_capture::capture();
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&["Ada", "Bob"], 1, store.clone());
    for line in ["play Bob chess white", "withdraw", "play grand", "withdraw"] {
        assert_eq!(says(&mut chat, "Ada", line).await, Reply::Public);
    }
    let before = rows(&store, Table::Outbox, Key::new()).await;
    assert_eq!(before.len(), 4);
    for (key, _) in [&before[0], &before[1], &before[3]] {
        spoil(&store, Table::Outbox, key).await;
    }
    let spoilt = rows(&store, Table::Outbox, Key::new()).await[0].1.value.clone();
    // Those that cannot be read come first.
    let delivered = delivered(&chat.service, &channel()).await;
    assert_eq!(delivered.iter().map(adoube_bot::OutboxEntry::key).collect::<Vec<_>>(), [&before[2].0]);
    assert!(outbox(&chat).waiting(None, 10).await.expect("memory").is_empty());
    let aside = rows(&store, Table::Outbox, Key::new().text("unreadable")).await;
    assert_eq!(aside.len(), 3);
    for (key, record) in &aside {
        assert!(key.starts_with(b"unreadable/test/test:lobby/"), "{}", String::from_utf8_lossy(key));
        assert_eq!(record.value, spoilt);
    }
    let logged = captured.take();
    assert_eq!(logged.matches("is put aside").count(), 3, "{logged}");
    assert!(logged.contains("test:lobby") && !logged.contains(SECRET), "{logged}");

    let found = check(&mut chat).await;
    let wanted = FindingSubject::PutAside(3);
    assert!(
        found.findings.iter().any(|found| (found.outcome, &found.found) == (FindingStatus::Note, &wanted))
    );
    let read = chat.read(&Notice::Check(Box::new(found)), Some("Ada"), Language::of("de"));
    assert!(format!("{:?}", read.blocks).contains("3 Nachrichten für hier"), "{:?}", read.blocks);
}

#[tokio::test]
async fn a_notice_that_belongs_to_no_channel_stops_no_channel() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&["Ada"], 1, store.clone());
    let key = Key::new().text("test");
    store.commit(Batch::new().put(Table::Outbox, key.clone(), "?")).await.expect("memory");
    assert_eq!(says(&mut chat, "Ada", "play grand").await, Reply::Public);
    assert_eq!(outbox(&chat).waiting(None, 10).await.expect("it is put aside"), [channel()]);
    assert_eq!(chat.posted().await.len(), 1);
    assert!(store.get(Table::Outbox, key.as_ref()).await.expect("memory").is_none());
}

#[tokio::test]
async fn a_notice_with_the_longest_key_stops_nothing_either() {
    let store = Arc::new(MemoryStore::new());
    let chat = Chat::with_store(&["Ada"], 1, store.clone());
    let long = ChannelId(format!("test:{}", "x".repeat(480)));
    for number in 0..2 {
        let key = place(&long).number(number);
        store.commit(Batch::new().put(Table::Outbox, key, "?")).await.expect("memory");
    }
    assert!(delivered(&chat.service, &long).await.is_empty(), "they are put aside");
    assert_eq!(rows(&store, Table::Outbox, Key::new().text("unreadable")).await.len(), 2);
}

#[tokio::test]
async fn a_channel_that_cannot_be_read_is_named_as_such() {
    let (captured, _guard) = log_capture::capture();
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&["Ada", "Bob"], 1, store.clone());
    says(&mut chat, "Ada", "play grand").await;
    spoil(&store, Table::Channel, Key::new().text(&channel().0).as_ref()).await;
    let Reply::Private(told) = says(&mut chat, "Bob", "accept").await else { panic!("a refusal") };
    let read = chat.read(&told, Some("Bob"), Language::EN);
    assert!(format!("{:?}", read.blocks).contains("cannot be read any more"), "{:?}", read.blocks);
    let logged = captured.take();
    assert!(logged.contains("test:lobby") && !logged.contains(SECRET), "{logged}");
    // What was posted before still goes out.
    assert_eq!(rows(&store, Table::Outbox, place(&channel())).await.len(), 1);
    assert_eq!(chat.posted().await.len(), 1);
}

#[tokio::test]
async fn a_game_whose_counts_are_at_their_end_goes_on() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&["Ada", "Bob"], 1, store.clone());
    says(&mut chat, "Ada", "play Bob chess white").await;
    says(&mut chat, "Bob", "accept").await;
    let key = Key::new().text(&channel().0);
    let kept = store.get(Table::Channel, key.as_ref()).await.expect("memory").expect("a channel");
    let mut record: Value = serde_json::from_slice(&kept.value).expect("JSON");
    let game = &mut record["game"];
    (game["turn"], game["board_turn"], game["plies"]) = (u64::MAX.into(), u64::MAX.into(), u32::MAX.into());
    game["idle"]["version"] = u64::MAX.into();
    game["idle"]["look_at"] = 0.into();
    let batch = Batch::new().put(Table::Channel, key, serde_json::to_vec(&record).expect("JSON"));
    store.commit(batch).await.expect("memory");
    for (name, line) in [("Ada", "move e4"), ("Bob", "move e5")] {
        assert_eq!(says(&mut chat, name, line).await, Reply::Public, "{line}");
    }
}

#[tokio::test]
async fn one_game_that_cannot_be_read_hides_no_others() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&["Ada", "Bob"], 1, store.clone());
    for _ in 0..2 {
        says(&mut chat, "Ada", "play Bob chess white").await;
        says(&mut chat, "Bob", "accept").await;
        let Reply::Private(asked) = says(&mut chat, "Ada", "resign").await else { panic!("a question") };
        let message = chat.read(&asked, Some("Ada"), Language::EN);
        let event = chat.event("Ada", Language::EN, false, first_button(&message));
        chat.service.handle(&event).await;
    }
    let games = rows(&store, Table::Game, Key::new()).await;
    assert_eq!(games.len(), 2);
    spoil(&store, Table::Game, &games[0].0).await;
    match says(&mut chat, "Ada", "games").await {
        Reply::Private(notice) => match *notice {
            Notice::Games { games, .. } => assert_eq!(games.len(), 1),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// Changes a record as a newer program would write it.
async fn renew(store: &MemoryStore, table: Table, key: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let record = store.get(table, key).await.expect("memory").expect("a record");
    let mut value: Value = serde_json::from_slice(&record.value).expect("JSON");
    change(&mut value);
    let newer = serde_json::to_vec(&value).expect("JSON");
    store.commit(Batch::new().delete(table, key).put(table, key, newer.clone())).await.expect("memory");
    newer
}

fn newer(version: u64) -> impl FnOnce(&mut Value) {
    move |value| *value = serde_json::json!({ "format": version, "card": SECRET, "old": value })
}

#[tokio::test]
async fn what_a_newer_program_wrote_is_left_to_it() {
    for in_game in [false, true] {
        let (captured, _guard) = log_capture::capture();
        let store = Arc::new(MemoryStore::new());
        let mut chat = Chat::with_store(&["Ada", "Bob"], 1, store.clone());
        says(&mut chat, "Ada", "play Bob chess white").await;
        says(&mut chat, "Bob", "accept").await;
        let key: Vec<u8> = Key::new().text(&channel().0).into();
        let written = renew(&store, Table::Channel, &key, |value| {
            if in_game {
                newer(77)(&mut value["game"]);
            } else {
                newer(78)(value);
            }
        })
        .await;
        let Reply::Private(told) = says(&mut chat, "Ada", "resign").await else { panic!("a refusal") };
        for (language, words) in
            [(Language::EN, "newer version of me"), (Language::of("de"), "neuere Version")]
        {
            let read = chat.read(&told, Some("Ada"), language);
            assert!(format!("{:?}", read.blocks).contains(words), "{:?}", read.blocks);
        }
        let logged = captured.take();
        let (found, known, kind) = if in_game { ("77", "3", "a game") } else { ("78", "4", "a channel") };
        let said = format!("{kind} of version {found}, this program knows versions up to {known}");
        assert!(logged.contains(&said) && logged.contains("test:lobby"), "{logged}");
        assert!(!logged.contains(SECRET), "{logged}");
        let record = store.get(Table::Channel, &key).await.expect("memory").expect("a record");
        assert_eq!(record.value, written, "it is as it was");
    }
}

#[tokio::test]
async fn a_notice_of_a_newer_program_waits_for_one_and_what_follows_waits_behind_it() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&["Ada"], 1, store.clone());
    for line in ["play grand", "withdraw", "play chess"] {
        assert_eq!(says(&mut chat, "Ada", line).await, Reply::Public);
    }
    let before = rows(&store, Table::Outbox, Key::new()).await;
    let (key, record) = &before[1];
    renew(&store, Table::Outbox, key, newer(9)).await;
    let outbox = outbox(&chat);
    let held = outbox.hold(&channel()).await;
    let first = held.first().await.expect("memory").expect("what stands before it");
    assert_eq!(first.delivery.key(), before[0].0);
    assert!(held.done(&first, DeliveryReceipt::default()).await.expect("memory"));
    let said = held.first().await.err().expect("a newer notice").to_string();
    assert!(said.contains("a notice of version 9") && said.contains("up to 4"), "{said}");
    assert_eq!(outbox.waiting(None, 10).await.expect("memory"), [channel()]);
    outbox.leave().await;
    assert_eq!(rows(&store, Table::Outbox, place(&channel())).await.len(), 2, "nothing is put aside");
    // A newer program comes, and says it.
    store
        .commit(Batch::new().delete(Table::Outbox, key.clone()).put(
            Table::Outbox,
            key.clone(),
            record.value.clone(),
        ))
        .await
        .expect("memory");
    assert_eq!(chat.posted().await.len(), 2);
}

#[tokio::test]
async fn a_game_of_a_newer_program_hides_no_others() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&["Ada", "Bob"], 1, store.clone());
    let lines = [("Ada", "play Bob chess white"), ("Bob", "accept"), ("Ada", "draw"), ("Bob", "draw accept")];
    for (name, line) in lines.into_iter().chain(lines) {
        assert_eq!(says(&mut chat, name, line).await, Reply::Public, "{line}");
    }
    let games = rows(&store, Table::Game, Key::new()).await;
    renew(&store, Table::Game, &games[0].0, newer(3)).await;
    let Reply::Private(notice) = says(&mut chat, "Ada", "games").await else { panic!("a list") };
    let Notice::Games { games, .. } = *notice else { panic!("{notice:?}") };
    assert_eq!(games.len(), 1);
}

/// What was read wrong is not said to have been written wrong.
#[tokio::test]
async fn an_answer_that_cannot_be_read_is_reported_as_one() {
    for (answer, words) in [
        (format!("{{\"reply\":{{\"card\":\"{SECRET}\"}}}}"), "an answer has version 1"),
        (format!("\"{SECRET}\""), "an answer cannot be read"),
        (format!("{{\"format\":7,\"card\":\"{SECRET}\"}}"), "an answer of version 7"),
        (
            format!("{{\"format\":2,\"reply\":{{\"private\":{{\"format\":5,\"card\":\"{SECRET}\"}}}}}}"),
            "a notice of version 5",
        ),
    ] {
        let (captured, _guard) = log_capture::capture();
        let store = Arc::new(MemoryStore::new());
        let mut chat = Chat::with_store(&["Ada"], 1, store.clone());
        let event = chat.event("Ada", Language::EN, false, UserAction::Line("play grand".to_owned()));
        let batch = Batch::new().put(Table::Meta, Key::new().text("any"), "").idempotent(
            event.event.clone(),
            answer,
            1,
        );
        store.commit(batch).await.expect("memory");
        let Reply::Private(told) = chat.service.handle(&event).await.reply else { panic!("a refusal") };
        let read = format!("{:?}", chat.read(&told, Some("Ada"), Language::EN).blocks);
        assert!(!read.contains("went wrong on my side"), "{read}");
        let logged = captured.take();
        assert!(logged.contains(words) && logged.contains(event.event.as_str()), "{logged}");
        assert!(!logged.contains("written:") && !logged.contains(SECRET), "{logged}");
        assert!(rows(&store, Table::Outbox, Key::new()).await.is_empty());
    }
}

#[tokio::test]
async fn a_seal_that_somebody_changed_is_told_to_whoever_checks_it() {
    let mut chat = Chat::new(&["Ada", "Bob"], 1);
    for (name, line) in [
        ("Ada", "play Bob schachen white"),
        ("Bob", "accept"),
        ("Ada", "move o3 pass"),
        ("Ada", "draw"),
        ("Bob", "draw accept"),
    ] {
        assert_eq!(says(&mut chat, name, line).await, Reply::Public, "{line}");
    }
    let rows = chat.store.scan(Table::Game, KeyRange::all(), ScanOrder::Ascending, 9).await;
    let (key, row) = rows.expect("memory").remove(0);
    let sealed: Value = serde_json::from_slice(&row.value).expect("JSON");
    let mut other_seal = sealed.clone();
    other_seal["deal"]["commitment"] = "0".repeat(64).into();
    for (record, is_whole) in [(sealed, true), (other_seal, false)] {
        let bytes = serde_json::to_vec(&record).expect("JSON");
        chat.store.commit(Batch::new().put(Table::Game, key.clone(), bytes)).await.expect("memory");
        let reply = says(&mut chat, "Ada", "verify").await;
        let Reply::Private(notice) = &reply else { panic!("{reply:?}") };
        let Notice::DealVerified { fits, .. } = **notice else { panic!("{notice:?}") };
        assert_eq!(fits, is_whole);
    }
}
