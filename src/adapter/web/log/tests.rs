//! The log without a server: making room, and writers of which nobody knows whether they wrote.

use adoube_store::{Committed, MemoryStore};

use super::*;

fn channel() -> ChannelId {
    ChannelId("web:lobby".to_owned())
}

fn anna() -> Person {
    Person { id: PersonId("web:a".to_owned()), name: "Anna".to_owned() }
}

fn said(text: &str) -> Entry {
    Entry { at: 1, event: None, what: What::Said { by: anna(), text: text.to_owned() } }
}

fn opened() -> (Arc<dyn Store>, Log) {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    (Arc::clone(&store), Log::new(store))
}

async fn write(store: &Arc<dyn Store>, log: &Log, text: &str) {
    let mut place = log.place(&channel()).await.unwrap();
    place.add(said(text)).unwrap();
    assert_eq!(store.commit(place.batch()).await.unwrap(), Committed::Applied);
    place.publish();
}

async fn numbers_after(log: &Log, number: u64) -> Vec<u64> {
    log.after(&channel(), number, 100).await.unwrap().into_iter().map(|(number, _)| number).collect()
}

#[tokio::test]
async fn the_oldest_entry_makes_room() {
    let (store, log) = opened();
    let kept = serde_json::to_vec(&said("old")).unwrap();
    let old = [1, 2, KEPT_ENTRIES];
    let batch = old.iter().fold(Batch::new(), |batch, number| {
        batch.put(Table::Message, entry_key(&channel(), *number), kept.clone())
    });
    store.commit(batch).await.unwrap();
    write(&store, &log, "new").await;
    let fresh = Log::new(store);
    assert_eq!(numbers_after(&fresh, 0).await, [2, KEPT_ENTRIES, KEPT_ENTRIES + 1]);
}

#[tokio::test]
async fn a_place_that_is_given_up_leaves_no_gap() {
    let (store, log) = opened();
    write(&store, &log, "one").await;
    let mut place = log.place(&channel()).await.unwrap();
    place.add(said("never written")).unwrap();
    drop(place);
    write(&store, &log, "two").await;
    assert_eq!(numbers_after(&log, 0).await, [1, 2]);
}

#[tokio::test]
async fn an_entry_whose_writer_never_heard_of_it_is_read_and_not_overwritten() {
    let (store, log) = opened();
    write(&store, &log, "one").await;
    let mut head = log.head(&channel()).await.unwrap();
    head.borrow_and_update();
    let mut place = log.place(&channel()).await.unwrap();
    place.add(said("written, but its writer went away")).unwrap();
    store.commit(place.batch()).await.unwrap();
    drop(place);
    write(&store, &log, "three").await;
    assert!(head.has_changed().unwrap());
    assert_eq!(numbers_after(&log, 1).await, [2, 3]);
}

#[tokio::test]
async fn another_writer_at_the_same_place_is_noticed() {
    let (store, log) = opened();
    let mut place = log.place(&channel()).await.unwrap();
    place.add(said("mine")).unwrap();
    write(&store, &Log::new(Arc::clone(&store)), "theirs").await;
    assert!(matches!(store.commit(place.batch()).await.unwrap(), Committed::Conflict { .. }));
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_hides_no_other() {
    let (store, log) = opened();
    write(&store, &log, "one").await;
    store.commit(Batch::new().put(Table::Message, entry_key(&channel(), 2), "{}")).await.unwrap();
    let fresh = Log::new(Arc::clone(&store));
    write(&store, &fresh, "three").await;
    assert_eq!(numbers_after(&Log::new(store), 0).await, [1, 3]);
}

#[test]
fn what_is_for_one_person_is_for_no_other() {
    let bert = PersonId("web:b".to_owned());
    let command = Entry { at: 1, event: None, what: What::Command { by: anna(), text: "/help".to_owned() } };
    for (entry, for_bert) in [(said("hello"), true), (command, false)] {
        assert!(entry.is_for(&anna().id));
        assert_eq!(entry.is_for(&bert), for_bert);
    }
}
