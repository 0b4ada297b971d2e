//! Tests of the log without a server: private logs, retention, and writers that die between
//! reserving and publishing.

use std::sync::Arc;

use adoube_bot::{ChannelId, Person, PersonId, forms};
use adoube_store::{Batch, CommitOutcome, KeyRange, MemoryStore, ScanOrder, Store};

use crate::{
    limits::{KEPT_BYTES, KEPT_ENTRIES},
    log::{
        chat_log::ChatLog,
        entry::{LogContent, LogEntry},
        log_id::LogId,
        stored::StoredWebEntry,
    },
    records::TABLE,
    wire::entry_id::EntryId,
};

fn channel() -> ChannelId {
    ChannelId("web:lobby".to_owned())
}

fn everybody() -> LogId {
    LogId::Everybody(channel())
}

fn person(name: &str) -> Person {
    Person { id: PersonId(format!("web:{name}")), name: name.to_owned() }
}

fn said(text: &str) -> LogEntry {
    LogEntry::new(
        1,
        None,
        LogContent::Said { by: person("anna"), text: serde_json::from_value(text.into()).unwrap() },
    )
}

fn asked(by: &str, text: &str) -> LogEntry {
    LogEntry::new(1, None, LogContent::Command { by: person(by), text: text.to_owned() })
}

fn opened() -> (Arc<dyn Store>, ChatLog) {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    (Arc::clone(&store), ChatLog::new(store))
}

async fn write(store: &Arc<dyn Store>, log: &ChatLog, entry: LogEntry) {
    let place = log.reserve_end(&channel(), entry).await.unwrap();
    assert_eq!(store.commit(place.batch()).await.unwrap(), CommitOutcome::Applied);
    place.publish();
}

async fn numbers_after(log: &ChatLog, number: u64) -> Vec<u64> {
    log.after(&everybody(), number, 100).await.unwrap().into_iter().map(|(number, _)| number).collect()
}

/// The ids and texts of all entries that a person reads.
async fn read(log: &ChatLog, name: &str) -> Vec<(String, String)> {
    let person = person(name).id;
    let newest = log.feed(&channel(), &person).await.unwrap().newest();
    let (items, more) = log.read_back(&channel(), &person, newest.next(), 100).await.unwrap();
    assert_eq!(more, None);
    let text = |entry: &LogEntry| entry.words().map(|(_, text)| text.to_owned()).unwrap_or_default();
    items.iter().map(|item| (item.id.to_string(), text(&item.entry))).collect()
}

fn ids(read: &[(String, String)]) -> Vec<(&str, &str)> {
    read.iter().map(|(id, text)| (id.as_str(), text.as_str())).collect()
}

#[tokio::test]
async fn everybody_reads_their_own_between_what_all_read_and_nothing_of_others() {
    let (store, log) = opened();
    let mut bert = log.feed(&channel(), &person("bert").id).await.unwrap();
    bert.newest();
    for entry in [asked("anna", "/hand"), asked("anna", "n3")] {
        write(&store, &log, entry).await;
    }
    assert!(bert.pending(), "what Anna was told wakes nobody");
    for entry in [said("one"), asked("anna", "/drop"), asked("bert", "/hand"), said("two")] {
        write(&store, &log, entry).await;
    }
    assert!(!bert.pending());
    let of_anna = [("p1", "/hand"), ("p2", "n3"), ("1", "one"), ("p3", "/drop"), ("2", "two")];
    assert_eq!(ids(&read(&log, "anna").await), of_anna);
    assert_eq!(ids(&read(&log, "bert").await), [("1", "one"), ("p1", "/hand"), ("2", "two")]);
    assert_eq!(ids(&read(&log, "carl").await), [("1", "one"), ("2", "two")]);
    // Ids address only the reader's own log, so entries of other people cannot be addressed.
    let found = log.entry_of(&channel(), EntryId::Own(3), &person("bert").id).await.unwrap();
    assert_eq!(found, None);
    let found = log.entry_of(&channel(), EntryId::Own(1), &person("bert").id).await.unwrap();
    assert_eq!(found.map(|entry| entry.what.clone()), Some(asked("bert", "/hand").what));
}

#[tokio::test]
async fn the_oldest_entry_makes_room() {
    let (store, log) = opened();
    let kept = forms::write(&StoredWebEntry::new(&said("old"), 0)).unwrap();
    let old = [1, 2, KEPT_ENTRIES];
    let batch = old
        .iter()
        .fold(Batch::new(), |batch, number| batch.put(TABLE, everybody().entry_key(*number), kept.clone()));
    store.commit(batch).await.unwrap();
    write(&store, &log, said("new")).await;
    let fresh = ChatLog::new(store);
    assert_eq!(numbers_after(&fresh, 0).await, [2, KEPT_ENTRIES, KEPT_ENTRIES + 1]);
}

#[tokio::test]
async fn a_place_that_is_given_up_leaves_no_gap() {
    let (store, log) = opened();
    write(&store, &log, said("one")).await;
    drop(log.reserve_end(&channel(), said("never written")).await.unwrap());
    write(&store, &log, said("two")).await;
    assert_eq!(numbers_after(&log, 0).await, [1, 2]);
}

#[tokio::test]
async fn an_entry_whose_writer_never_heard_of_it_is_read_and_not_overwritten() {
    let (store, log) = opened();
    write(&store, &log, said("one")).await;
    let mut head = log.head(&everybody()).await.unwrap();
    head.newest();
    let place = log.reserve_end(&channel(), said("written, but its writer went away")).await.unwrap();
    store.commit(place.batch()).await.unwrap();
    drop(place);
    write(&store, &log, said("three")).await;
    assert!(head.numbers.has_changed().unwrap());
    assert_eq!(numbers_after(&log, 1).await, [2, 3]);
}

#[tokio::test]
async fn another_writer_at_the_same_place_is_noticed() {
    let (store, log) = opened();
    let place = log.reserve_end(&channel(), said("mine")).await.unwrap();
    write(&store, &ChatLog::new(Arc::clone(&store)), said("theirs")).await;
    assert!(matches!(store.commit(place.batch()).await.unwrap(), CommitOutcome::Conflict { .. }));
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_hides_no_other() {
    let (store, log) = opened();
    write(&store, &log, said("one")).await;
    store.commit(Batch::new().put(TABLE, everybody().entry_key(2), "{}")).await.unwrap();
    let fresh = ChatLog::new(Arc::clone(&store));
    write(&store, &fresh, said("three")).await;
    assert_eq!(numbers_after(&ChatLog::new(store), 0).await, [1, 3]);
}

#[tokio::test]
async fn logs_that_nobody_has_open_are_forgotten() {
    let (store, log) = opened();
    let mut anna = log.feed(&channel(), &person("anna").id).await.unwrap();
    anna.newest();
    for number in 0..1000 {
        write(&store, &log, asked(&format!("guest{number}"), "/help")).await;
    }
    assert!(log.open.lock().unwrap().len() < 100);
    write(&store, &log, asked("anna", "/help")).await;
    assert!(!anna.pending(), "but not those that somebody has");
}

#[test]
fn what_is_for_one_person_is_for_no_other() {
    let bert = person("bert").id;
    for (entry, for_bert) in [(said("hello"), true), (asked("anna", "/help"), false)] {
        assert!(entry.is_for(&person("anna").id));
        assert_eq!(entry.is_for(&bert), for_bert);
    }
}

#[tokio::test]
async fn a_log_has_room_for_so_many_bytes() {
    let (store, log) = opened();
    let text = "x".repeat(60_000);
    let fits = KEPT_BYTES / 60_000;
    for _ in 0..fits + 40 {
        write(&store, &log, said(&text)).await;
    }
    let range = KeyRange::prefix(everybody().key());
    let rows = store.scan(TABLE, range, ScanOrder::Ascending, 1000).await.unwrap();
    let bytes: usize = rows.iter().map(|(_, record)| record.value.len()).sum();
    // One entry lies across the edge.
    let room = KEPT_BYTES * 9 / 10..=KEPT_BYTES + 64 * 1024;
    assert!(room.contains(&(bytes as u64)), "{bytes} bytes of {}", rows.len());
    // A later reader gets the entries that are left, without a gap.
    let numbers = numbers_after(&ChatLog::new(store), 0).await;
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{numbers:?}");
}
