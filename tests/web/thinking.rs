//! Test of answers by the engine in the web chat (hints, analyses): progress and result stand in
//! one place of the log, for the asking person alone. Not here: what is found (tests of the bot).

use serde_json::Value;

use crate::support::{Server, game};

/// Whether an entry tells of a game that was looked at, to its end.
fn is_whole(entry: &Value) -> bool {
    entry.to_string().contains("g4 (Anna)")
}

#[tokio::test(flavor = "multi_thread")]
async fn how_far_it_is_gives_way_to_what_came_of_it() {
    let server = Server::start().await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    for (place, text) in ["f3", "e5", "g4", "Qh4"].into_iter().enumerate() {
        if place % 2 == 0 { white.done(text).await } else { black.done(text).await }
    }
    white.say("/analyse").await;
    let entries = white.entries_until(is_whole).await;
    let [.., progress, last] = entries.as_slice() else { panic!("{entries:?}") };
    assert!(progress.to_string().contains("% is done"), "{progress}");
    let first = if progress["replaces"].is_null() { &progress["seq"] } else { &progress["replaces"] };
    assert_eq!((&last["replaces"], &last["kind"]), (first, &Value::from("private")), "{last}");
    // Who did not ask sees the next thing that everybody sees, and nothing before it.
    white.say("Good game").await;
    let seen = black.entries_until(|entry| entry.to_string().contains("Good game")).await;
    assert!(!seen.iter().any(is_whole), "{seen:?}");
    server.stop().await;
}
