//! Records of the first release on their way home: all of them, once, wherever it is cut short; and what adapters have kept
//! since.

#[path = "../../tests/kept_stores/files.rs"]
mod files;

use std::sync::Arc;

use adoube_store::{MAX_PAGE_ROWS, MemoryStore, StoreRow};
use adoube_testing::store::{Counting, Failing, Hooked, Turns};
use serde_json::Value;

use super::*;
use crate::adapter::{discord, web};

/// Everything in a store but the answers to events: table, key, value.
async fn rows(store: &dyn Store) -> Vec<(Table, Vec<u8>, Vec<u8>)> {
    let (mut all, mut from) = (Vec::new(), None);
    loop {
        let page = store.page(from, MAX_PAGE_ROWS).await.expect("memory");
        for row in page.rows {
            if let StoreRow::Record { table, key, record } = row {
                all.push((table, key, record.value));
            }
        }
        from = page.next;
        if from.is_none() {
            return all;
        }
    }
}

/// What an adapter has kept in the store of each release, after it was moved: key, value.
pub(crate) async fn kept_of(adapter: &str, kinds: &[Moved]) -> Vec<Vec<(String, Vec<u8>)>> {
    let mut kept = Vec::new();
    for release in files::releases() {
        let store = files::found(&release, adapter).await;
        bring_home(&store, adapter, kinds).await.expect("memory");
        let mut own = rows(&store).await;
        own.retain(|(table, _, _)| table.name() == adapter);
        let row = |(_, key, value)| (String::from_utf8(key).expect("text"), value);
        kept.push(own.into_iter().map(row).collect());
    }
    kept
}

/// Checks that a record is read whole, and is the same after what the code works with was made of it, and it was written
/// again.
pub(crate) fn stays_the_same<F: Form, T: From<F>>(key: &str, bytes: &[u8], back: impl Fn(&T) -> F) {
    let read = |bytes: &[u8]| stored::read::<F>(bytes).unwrap_or_else(|error| panic!("{key}: {error}"));
    let written = |form: &F| stored::write(form).expect("JSON");
    let fields = |form: &F| serde_json::from_slice::<Value>(&written(form)).expect("JSON");
    let first = fields(&read(bytes));
    if let Ok(Value::Object(kept)) = serde_json::from_slice(bytes) {
        for (name, value) in kept.into_iter().filter(|(name, _)| name != "format") {
            assert_eq!(unlabelled(first[&name].clone()), unlabelled(value), "{name} of {key}");
        }
    }
    let again = back(&T::from(read(bytes)));
    assert_eq!(fields(&again), first, "{key}");
    assert_eq!(first["format"], F::VERSION, "{key}");
    assert_eq!(fields(&read(&written(&again))), first, "{key}");
}

/// Without the versions of notices in it, which the first release did not say.
fn unlabelled(mut what: Value) -> Value {
    for place in ["/notice", "/private/notice"] {
        if let Some(Value::Object(notice)) = what.pointer_mut(place) {
            notice.remove("format");
        }
    }
    what
}

/// A store as the first release left it.
async fn released(platform: &str) -> MemoryStore {
    files::found("0.1", platform).await
}

/// Every adapter with what it has moved.
fn adapters() -> Vec<(&'static str, Vec<Moved>)> {
    vec![
        (web::PLATFORM, web::MOVED.to_vec()),
        (discord::PLATFORM, discord::MOVED.to_vec()),
        #[cfg(feature = "matrix")]
        (crate::adapter::matrix::PLATFORM, crate::adapter::matrix::MOVED.to_vec()),
    ]
}

/// Where everything of an adapter belongs, by what is in it before.
fn home(before: Vec<(Table, Vec<u8>, Vec<u8>)>, kinds: &[Moved]) -> Vec<(Table, Vec<u8>, Vec<u8>)> {
    let mut all: Vec<_> = before
        .into_iter()
        .map(|(table, key, value)| {
            let is = |kind: &&Moved| kind.from.0 == table && key.starts_with(&kind.old_prefix());
            match kinds.iter().find(is) {
                Some(kind) => (kind.to.0, kind.new_key(&key), value),
                None => (table, key, value),
            }
        })
        .collect();
    all.sort();
    all
}

/// What is in a store beside the notes about moving.
async fn kept(store: &dyn Store) -> Vec<(Table, Vec<u8>, Vec<u8>)> {
    let mut all = rows(store).await;
    let note = Key::new().text("moved");
    all.retain(|(table, key, _)| *table != Table::Setting || !key.starts_with(note.as_ref()));
    all.sort();
    all
}

#[tokio::test]
async fn everything_of_an_adapter_comes_into_its_table_and_nothing_else_moves() {
    for (platform, kinds) in adapters() {
        let store = released(platform).await;
        let before = rows(&store).await;
        let expected = home(before.clone(), &kinds);
        let moved = bring_home(&store, platform, &kinds).await.expect("memory");
        let after = kept(&store).await;
        assert_eq!(after, expected);
        let own = after.iter().filter(|(table, _, _)| kinds.iter().all(|kind| kind.to.0 == *table)).count();
        assert!(own >= 8 && own as u64 == moved, "{platform}: {own} of {moved}");
        let shared = [Table::Message, Table::Person];
        assert!(!after.iter().any(|(table, _, _)| shared.contains(table)), "{platform}");
        // A second time there is nothing to do.
        assert_eq!(bring_home(&store, platform, &kinds).await.expect("memory"), 0);
    }
}

#[tokio::test]
async fn wherever_it_is_cut_short_it_goes_on() {
    for (platform, kinds) in adapters() {
        let expected = home(rows(&released(platform).await).await, &kinds);
        for commits in 0.. {
            let store = Hooked::over(Arc::new(released(platform).await), Failing::commits()).with_few_rows();
            store.fail(commits..usize::MAX);
            let is_done = bring_home(&store, platform, &kinds).await.is_ok();
            store.fail(0..0);
            bring_home(&store, platform, &kinds).await.expect("memory");
            assert_eq!(kept(&store).await, expected, "{platform} after {commits} commits");
            if is_done {
                assert!(commits > 2, "{platform}");
                break;
            }
        }
    }
}

/// One program of two; it serves when nothing lies elsewhere any more.
async fn begins(
    store: Hooked<Turns>,
    platform: &str,
    kinds: &[Moved],
    home: &[(Table, Vec<u8>, Vec<u8>)],
) -> u64 {
    let moved = bring_home(&store, platform, kinds).await.expect("memory");
    assert_eq!(kept(&*store.inner).await, home, "{platform}: it would serve before everything is there");
    moved
}

#[tokio::test]
async fn two_programs_that_begin_at_once_move_everything_once() {
    for (platform, kinds) in adapters() {
        for seed in 0..20 {
            let store = Arc::new(released(platform).await);
            let expected = home(rows(&*store).await, &kinds);
            let [one, other] = [seed, seed + 1000].map(|seed| Turns::at(&store, seed).with_few_rows());
            let (first, second) = tokio::join!(
                begins(one, platform, &kinds, &expected),
                begins(other, platform, &kinds, &expected)
            );
            let own =
                expected.iter().filter(|(table, _, _)| kinds.iter().all(|kind| kind.to.0 == *table)).count();
            assert_eq!(first + second, own as u64, "{platform} {seed}");
        }
    }
}

#[tokio::test]
async fn where_it_is_done_it_costs_one_look() {
    for (platform, kinds) in adapters() {
        let store = Hooked::over(Arc::new(released(platform).await), Counting::default());
        bring_home(&store, platform, &kinds).await.expect("memory");
        store.take();
        bring_home(&store, platform, &kinds).await.expect("memory");
        let counts = store.take();
        assert_eq!((counts.reads(), counts.commits), (1, 0), "nothing is written");
    }
}

#[tokio::test]
async fn what_was_written_later_stays() {
    let kinds = [Moved::kind((Table::Message, "old"), (Table::Web, "new"))];
    let store = MemoryStore::new();
    let batch = Batch::new().put(Table::Message, "old/a/", "1").put(Table::Message, "old/b/", "1");
    store.commit(batch.put(Table::Web, "new/a/", "2")).await.expect("memory");
    assert_eq!(bring_home(&store, "web", &kinds).await.expect("memory"), 2);
    let expected =
        [("new/a/", "2"), ("new/b/", "1")].map(|(key, value)| (Table::Web, key.into(), value.into()));
    assert_eq!(kept(&store).await, expected);
}
