//! Tests that the example programs of this crate print what they promise.

use adoube_store::MemoryStore;

#[expect(dead_code, reason = "no test calls its `main`")]
#[path = "../examples/idempotent_commit.rs"]
mod idempotent_commit;

#[tokio::test]
async fn an_event_acts_once_and_a_late_change_is_refused() {
    let mut printed = Vec::new();
    let done = idempotent_commit::idempotent_commit(&MemoryStore::new(), &mut printed).await;
    done.unwrap_or_else(|error| panic!("{error}"));
    let expected = "\
applied, and durable
duplicate of welcome
version 1: no game yet
applied, and durable
version conflict in table channel
demo:lobby/ version 2: a game
";
    assert_eq!(String::from_utf8_lossy(&printed), expected);
}
