//! Conformance tests of batches: versions, version checks (compare-and-swap), and atomicity.

use std::sync::Arc;

use adoube_store::{Batch, CommitOutcome, Store, Table};

use crate::subject::{TABLE, apply, commit, get, is, shown};

pub(crate) async fn a_put_makes_version_one_and_each_write_one_more(store: Arc<dyn Store>) {
    assert_eq!(get(&*store, b"a").await, None);
    for version in 1..=5 {
        let value = format!("value {version}");
        apply(&*store, Batch::new().put(TABLE, "a", value.as_str())).await;
        assert_eq!(shown(&*store, "a").await, is(version, &value));
    }
}

pub(crate) async fn a_deleted_key_is_absent_and_begins_again(store: Arc<dyn Store>) {
    apply(&*store, Batch::new().put(TABLE, "a", "1").put(TABLE, "a", "2")).await;
    apply(&*store, Batch::new().expect_version(TABLE, "a", 2).delete(TABLE, "a")).await;
    assert_eq!(get(&*store, b"a").await, None);
    apply(&*store, Batch::new().delete(TABLE, "a").delete(TABLE, "never there")).await;
    apply(&*store, Batch::new().expect_absent(TABLE, "a").put(TABLE, "a", "3")).await;
    assert_eq!(shown(&*store, "a").await, is(1, "3"));
}

pub(crate) async fn writes_of_a_batch_happen_in_order(store: Arc<dyn Store>) {
    let batch =
        Batch::new().put(TABLE, "a", "1").put(TABLE, "a", "2").delete(TABLE, "b").put(TABLE, "b", "1");
    apply(&*store, batch).await;
    assert_eq!(shown(&*store, "a").await, is(2, "2"));
    assert_eq!(shown(&*store, "b").await, is(1, "1"));
    apply(&*store, Batch::new().put(TABLE, "b", "2").delete(TABLE, "b").put(TABLE, "b", "3")).await;
    assert_eq!(shown(&*store, "b").await, is(1, "3"));
}

pub(crate) async fn a_conflict_names_the_key_and_writes_nothing(store: Arc<dyn Store>) {
    apply(&*store, Batch::new().put(TABLE, "a", "1").put(TABLE, "b", "1")).await;
    let wrong = [
        (Batch::new().expect_absent(TABLE, "a"), "a"),
        (Batch::new().expect_version(TABLE, "a", 2), "a"),
        (Batch::new().expect_version(TABLE, "a", 1).expect_version(TABLE, "c", 1), "c"),
        (Batch::new().expect_version(TABLE, "b", 0).expect_absent(TABLE, "a"), "b"),
    ];
    for (batch, key) in wrong {
        let batch = batch.put(TABLE, "a", "2").delete(TABLE, "b").put(TABLE, "new", "1");
        let conflict = CommitOutcome::Conflict { table: TABLE, key: key.into() };
        assert_eq!(commit(&*store, batch).await, conflict);
        assert_eq!(shown(&*store, "a").await, is(1, "1"));
        assert_eq!(shown(&*store, "b").await, is(1, "1"));
        assert_eq!(get(&*store, b"new").await, None);
    }
}

pub(crate) async fn expectations_are_checked_before_the_writes(store: Arc<dyn Store>) {
    let batch = Batch::new().put(TABLE, "a", "1").expect_absent(TABLE, "a").put(TABLE, "a", "2");
    apply(&*store, batch).await;
    assert_eq!(shown(&*store, "a").await, is(2, "2"));
}

pub(crate) async fn tables_do_not_see_each_other(store: Arc<dyn Store>) {
    for table in Table::ALL {
        apply(&*store, Batch::new().expect_absent(table, "a").put(table, "a", table.name())).await;
    }
    for table in Table::ALL {
        let record = store.get(table, b"a").await.expect("the store reads").expect("the record is there");
        assert_eq!((record.version, record.value), (1, table.name().into()));
    }
    apply(&*store, Batch::new().delete(Table::Event, "a")).await;
    assert!(store.get(Table::Game, b"a").await.expect("the store reads").is_some());
}

pub(crate) async fn an_empty_batch_is_applied(store: Arc<dyn Store>) {
    apply(&*store, Batch::new()).await;
    let conflict = CommitOutcome::Conflict { table: TABLE, key: b"a".into() };
    assert_eq!(commit(&*store, Batch::new().expect_version(TABLE, "a", 1)).await, conflict);
}
