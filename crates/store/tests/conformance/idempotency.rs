//! Conformance tests of idempotency keys: an event acts once, a duplicate gets the stored answer,
//! and old answers are deleted in order.

use std::sync::Arc;

use adoube_store::{Batch, CommitOutcome, MAX_PAGE_ROWS, Store};
use tokio::task::JoinSet;

use crate::subject::{TABLE, apply, commit, event, get, is, shown};

fn repeated(answer: &str) -> CommitOutcome {
    CommitOutcome::Duplicate { answer: answer.into() }
}

pub(crate) async fn a_repeated_event_gets_its_answer_and_writes_nothing(store: Arc<dyn Store>) {
    let id = event("web:1");
    assert_eq!(store.answer(&id).await.expect("the store reads"), None);
    apply(&*store, Batch::new().idempotent(id.clone(), "first", 10).put(TABLE, "a", "1")).await;
    assert_eq!(store.answer(&id).await.expect("the store reads"), Some("first".into()));
    let again = Batch::new().idempotent(id.clone(), "second", 20).put(TABLE, "a", "2").put(TABLE, "b", "1");
    assert_eq!(commit(&*store, again).await, repeated("first"));
    assert_eq!(shown(&*store, "a").await, is(1, "1"));
    assert_eq!(get(&*store, b"b").await, None);
    apply(&*store, Batch::new().idempotent(event("web:2"), "", 20)).await;
    assert_eq!(commit(&*store, Batch::new().idempotent(event("web:2"), "x", 30)).await, repeated(""));
}

pub(crate) async fn a_repetition_wins_over_a_conflict(store: Arc<dyn Store>) {
    let batch =
        Batch::new().idempotent(event("web:1"), "done", 10).expect_absent(TABLE, "a").put(TABLE, "a", "1");
    apply(&*store, batch.clone()).await;
    assert_eq!(commit(&*store, batch).await, repeated("done"));
}

pub(crate) async fn a_conflict_does_not_use_up_the_event(store: Arc<dyn Store>) {
    let lost = Batch::new()
        .idempotent(event("web:1"), "lost", 10)
        .expect_version(TABLE, "a", 1)
        .put(TABLE, "a", "1");
    assert_eq!(commit(&*store, lost).await, CommitOutcome::Conflict { table: TABLE, key: b"a".into() });
    assert_eq!(store.answer(&event("web:1")).await.expect("the store reads"), None);
    apply(&*store, Batch::new().idempotent(event("web:1"), "won", 11).put(TABLE, "a", "1")).await;
}

pub(crate) async fn an_event_delivered_many_times_at_once_acts_once(store: Arc<dyn Store>) {
    let mut deliveries = JoinSet::new();
    for delivery in 0..64 {
        let store = Arc::clone(&store);
        deliveries.spawn(async move {
            let answer = format!("answer to delivery {delivery}");
            let batch = Batch::new().idempotent(event("web:1"), answer.as_str(), delivery).put(
                TABLE,
                "a",
                answer.as_str(),
            );
            (answer, commit(&*store, batch).await)
        });
    }
    let outcomes = deliveries.join_all().await;
    let applied: Vec<_> = outcomes.iter().filter(|(_, outcome)| *outcome == CommitOutcome::Applied).collect();
    let [(first, _)] = applied.as_slice() else { panic!("applied {} times", applied.len()) };
    let others = outcomes.iter().filter(|(_, outcome)| *outcome == repeated(first)).count();
    assert_eq!(others, 63);
    assert_eq!(shown(&*store, "a").await, is(1, first));
}

pub(crate) async fn forgetting_takes_the_oldest_answers_and_only_old_ones(store: Arc<dyn Store>) {
    // Later ids are older here, so that order by id and order by time differ.
    for number in 0..10 {
        let id = event(&format!("web:{number}"));
        apply(&*store, Batch::new().idempotent(id, "done", 1000 - number * 10)).await;
    }
    let forget = |before, limit| store.forget_answers(before, limit);
    assert_eq!(forget(910, MAX_PAGE_ROWS).await.expect("nothing is so old"), 0);
    assert_eq!(forget(1000, 3).await.expect("answers are forgotten"), 3);
    for number in 0..10 {
        let answer = store.answer(&event(&format!("web:{number}"))).await.expect("the store reads");
        assert_eq!(answer.is_some(), number < 7, "web:{number}");
    }
    assert_eq!(forget(1000, MAX_PAGE_ROWS).await.expect("answers are forgotten"), 6);
    assert_eq!(
        commit(&*store, Batch::new().idempotent(event("web:0"), "again", 2000)).await,
        repeated("done")
    );
    apply(&*store, Batch::new().idempotent(event("web:1"), "again", 2000)).await;
    assert_eq!(forget(u64::MAX, MAX_PAGE_ROWS).await.expect("answers are forgotten"), 2);
    assert_eq!(forget(u64::MAX, MAX_PAGE_ROWS).await.expect("none is left"), 0);
}

pub(crate) async fn answers_of_one_moment_are_forgotten_in_the_order_of_their_ids(store: Arc<dyn Store>) {
    for number in [3, 0, 4, 1, 2] {
        apply(&*store, Batch::new().idempotent(event(&format!("web:{number}")), "done", 20)).await;
    }
    assert_eq!(store.forget_answers(21, 3).await.expect("answers are forgotten"), 3);
    for number in 0..5 {
        let answer = store.answer(&event(&format!("web:{number}"))).await.expect("the store reads");
        assert_eq!(answer.is_some(), number > 2, "web:{number}");
    }
}

pub(crate) async fn forgetting_at_the_same_time_counts_each_answer_once(store: Arc<dyn Store>) {
    let mut batches = JoinSet::new();
    for number in 0..40 {
        let store = Arc::clone(&store);
        let batch = Batch::new().idempotent(event(&format!("web:{number}")), "done", number);
        batches.spawn(async move { apply(&*store, batch).await });
    }
    batches.join_all().await;
    let mut forgetting = JoinSet::new();
    for _ in 0..16 {
        let store = Arc::clone(&store);
        forgetting
            .spawn(async move { store.forget_answers(u64::MAX, 10).await.expect("answers are forgotten") });
    }
    let mut forgotten: usize = forgetting.join_all().await.iter().sum();
    // Those that met may have found the same oldest ones; what they left is still there.
    while let count @ 1.. = store.forget_answers(u64::MAX, 10).await.expect("answers are forgotten") {
        forgotten += count;
    }
    assert_eq!(forgotten, 40);
}
