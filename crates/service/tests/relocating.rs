//! What goes on in another channel, as a platform has put that in the place of the one it was in. Not here: how a platform tells
//! (its adapter's tests).

mod support;

use std::sync::Arc;

use adoube_service::{Action, ChannelId, Language, Notice, Reply};
use adoube_store::{MemoryStore, Store};
use support::{Chat, channel, waiting};

const NAMES: [&str; 3] = ["Ada", "Bob", "Cy"];

async fn says(chat: &mut Chat, name: &str, line: &str) {
    let event = chat.event(name, Language::EN, false, Action::Command(line.to_owned()));
    let reply = chat.service.handle(&event).await.reply;
    assert_eq!(reply, Reply::Posted, "{name} {line}");
}

fn kinds(notices: &[Notice]) -> Vec<&'static str> {
    let kind = |notice: &Notice| match notice {
        Notice::Challenge(_) => "challenge",
        Notice::ChallengeExpired { .. } => "expired",
        Notice::Board(_) => "board",
        _ => "other",
    };
    notices.iter().map(kind).collect()
}

#[tokio::test]
async fn whatever_waits_to_be_said_or_answered_goes_along_once() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&NAMES, 7, Arc::clone(&store) as Arc<dyn Store>);
    let there = ChannelId(format!("{}-new", channel().0));
    says(&mut chat, "Ada", "play Bob chess white").await;
    says(&mut chat, "Cy", "play chess960").await;
    says(&mut chat, "Bob", "accept").await;
    assert_eq!(kinds(&waiting(&*store, &channel()).await), ["challenge", "challenge", "board"]);
    assert!(chat.service.relocate(&channel(), &there).await.expect("a store"));
    assert!(waiting(&*store, &channel()).await.is_empty());
    // The board and the challenge are shown once more, as nobody looks for what was said elsewhere.
    let said = ["challenge", "challenge", "board", "board", "challenge"];
    assert_eq!(kinds(&waiting(&*store, &there).await), said);
    assert!(!chat.service.relocate(&channel(), &there).await.expect("a store"), "nothing is left");
    assert!(chat.service.is_played_in(&there).await.expect("a store"));
}

#[tokio::test]
async fn a_game_that_finds_another_one_stays_with_what_is_said_about_it() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&NAMES, 8, Arc::clone(&store) as Arc<dyn Store>);
    let there = ChannelId(format!("{}-new", channel().0));
    for _ in 0..2 {
        says(&mut chat, "Ada", "play Bob chess white").await;
        says(&mut chat, "Bob", "accept").await;
        chat.service.relocate(&channel(), &there).await.expect("a store");
    }
    assert!(chat.service.is_played_in(&channel()).await.expect("a store"));
    assert_eq!(kinds(&waiting(&*store, &channel()).await), ["challenge", "board"]);
}

#[tokio::test]
async fn a_challenge_nobody_has_answered_in_time_is_told_to_be_over() {
    let store = Arc::new(MemoryStore::new());
    let mut chat = Chat::with_store(&NAMES, 9, Arc::clone(&store) as Arc<dyn Store>);
    let there = ChannelId(format!("{}-new", channel().0));
    says(&mut chat, "Ada", "play chess").await;
    chat.posted().await;
    chat.clock.pass(8 * 24 * 60 * 60 * 1000);
    chat.service.relocate(&channel(), &there).await.expect("a store");
    let said = kinds(&waiting(&*store, &there).await);
    assert!(!said.contains(&"challenge"), "{said:?}");
}
