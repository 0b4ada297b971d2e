//! Conformance tests of closing a store, and of its contents after reopening.

use std::{fmt::Debug, sync::Arc};

use adoube_store::{Batch, CommitOutcome, KeyRange, Record, RestoreStep, ScanOrder, Store, StoreError};

use crate::subject::{Subject, TABLE, apply, event, get};

fn closed<T: Debug>(result: &Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::Closed)), "{result:?}");
}

pub(crate) async fn a_closed_store_refuses_everything(store: Arc<dyn Store>) {
    apply(&*store, Batch::new().put(TABLE, "a", "1")).await;
    store.close().await.expect("the store closes");
    store.close().await.expect("closing twice does nothing");
    closed(&store.get(TABLE, b"a").await);
    closed(&store.scan(TABLE, KeyRange::all(), ScanOrder::Ascending, 1).await);
    closed(&store.answer(&event("web:1")).await);
    closed(&store.commit(Batch::new()).await);
    closed(&store.forget_answers(1, 1).await);
    closed(&store.page(None, 1).await);
    closed(&store.restore(RestoreStep::Begin).await);
}

pub(crate) async fn what_was_acknowledged_is_there_after_closing<S: Subject>() {
    let Some(subject) = S::new().await else { return };
    let store = subject.open().await;
    let commits: Vec<_> = (0..300_u32)
        .map(|number| {
            let store = Arc::clone(&store);
            let batch = Batch::new().put(TABLE, number.to_be_bytes(), number.to_string());
            tokio::spawn(async move { store.commit(batch).await })
        })
        .collect();
    tokio::task::yield_now().await;
    store.close().await.expect("the store closes");
    drop(store);
    let mut acknowledged = Vec::new();
    for (number, commit) in (0..300_u32).zip(commits) {
        match commit.await.expect("no commit panics") {
            Ok(CommitOutcome::Applied) => acknowledged.push(number),
            Err(StoreError::Closed) => {}
            other => panic!("{other:?}"),
        }
    }
    if S::KEEPS {
        let store = subject.open().await;
        for number in acknowledged {
            let record = Record { version: 1, value: number.to_string().into() };
            assert_eq!(get(&*store, &number.to_be_bytes()).await, Some(record));
        }
    }
}
