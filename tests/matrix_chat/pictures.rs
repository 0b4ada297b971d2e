//! Tests that text does not wait for pictures: the server's media store may be down or slow while
//! all else goes on. Not here: who is notified (`notified`).

use std::sync::Arc;

use adoube_platform_matrix::MatrixSettings;
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, Table};

use crate::{
    server::{Media, Sent},
    world::{ROOM, World, words},
};

async fn begin(world: &mut World) {
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
}

async fn pictures_wait(store: &dyn Store) -> usize {
    let range = KeyRange::prefix(Key::new().text("picture"));
    store.scan(Table::Matrix, range, ScanOrder::Ascending, 100).await.expect("a store").len()
}

/// What stands now in the place of something that was said.
fn now(world: &World, said: &Sent) -> Sent {
    let state = world.server.state();
    state.sent.iter().find(|sent| sent.event == said.event).cloned().expect("it was said")
}

#[tokio::test]
async fn the_text_goes_at_once_and_the_picture_follows_also_after_a_restart() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut world = World::on(Arc::clone(&store), MatrixSettings::default());
    begin(&mut world).await;
    world.server.state().media = Media::Down;
    let moved = world.say("Ada", ROOM, "e4").await[0].clone();
    assert!(moved.message.plain.contains("e4") && moved.message.picture.is_none(), "{moved:?}");
    assert_eq!(moved.message.mentions.len(), 1, "whoever is to move is called without it");
    let answered = world.say("Bob", ROOM, "e5").await;
    assert!(words(&answered).contains("e5"), "{}", words(&answered));
    let shown = world.say("Eve", ROOM, "!chess piece knight").await[0].clone();
    assert_eq!(pictures_wait(&*store).await, 3);
    world.restart(0).await;
    world.server.state().media = Media::Up;
    for said in [&moved, &answered[0], &shown] {
        world.server.until(|_| now(&world, said).message.picture.is_some()).await;
        let now = now(&world, said).message;
        assert_eq!((&now.plain, &now.mentions), (&said.message.plain, &said.message.mentions));
    }
    while pictures_wait(&*store).await > 0 {
        tokio::task::yield_now().await;
    }
    let state = world.server.state();
    let is_new = |sent: &&Sent| {
        let before = sent.message.replaces.as_ref().map(|replaced| replaced.called.len());
        before != Some(sent.message.mentions.len()) && !sent.message.mentions.is_empty()
    };
    let calls = state.journal.iter().filter(is_new).count();
    assert_eq!(calls, 4, "the challenge, the beginning and two moves: nobody is called again for a picture");
}

#[tokio::test]
async fn what_is_slow_keeps_nobody_waiting_and_comes_when_it_can() {
    let mut world = World::new();
    begin(&mut world).await;
    world.server.state().media = Media::Slow;
    world.server.say("Ada", ROOM, "e4");
    world
        .server
        .until(|server| server.state().sent.iter().any(|sent| sent.message.plain.contains("e4")))
        .await;
    let called = |sent: &Sent| sent.message.plain.contains("e4") && !sent.message.mentions.is_empty();
    world.server.until(|server| server.state().sent.iter().any(called)).await;
    let moved = world.heard().await;
    assert!(moved.iter().all(|sent| sent.message.picture.is_none()), "{}", words(&moved));
    // Another one is said while the picture is on its way.
    world.server.say("Bob", ROOM, "!chess help");
    world
        .server
        .until(|server| server.state().sent.last().is_some_and(|sent| sent.message.thread.is_some()))
        .await;
    world.server.state().media = Media::Up;
    world.restart(0).await;
    world.server.until(|_| now(&world, &moved[0]).message.picture.is_some()).await;
}

#[tokio::test]
async fn of_many_pictures_that_wait_the_newest_come() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut world = World::on(Arc::clone(&store), MatrixSettings::default());
    world.server.state().media = Media::Down;
    let mut answers = Vec::new();
    for piece in ["knight", "rook", "bishop", "queen", "king", "pawn"].repeat(2) {
        answers.push(world.say("Eve", ROOM, &format!("!chess piece {piece}")).await[0].clone());
    }
    assert_eq!(pictures_wait(&*store).await, 8);
    world.server.state().media = Media::Up;
    while pictures_wait(&*store).await > 0 {
        tokio::task::yield_now().await;
    }
    let has_picture = |said: &Sent| now(&world, said).message.picture.is_some();
    let (dropped, kept) = answers.split_at(answers.len() - 8);
    assert!(kept.iter().all(has_picture));
    assert!(!dropped.iter().any(has_picture));
}

#[tokio::test]
async fn where_captions_are_not_shown_words_and_pictures_are_messages_of_their_own() {
    let captions_apart = vec![ROOM.to_owned()];
    let mut world = World::with(MatrixSettings { captions_apart, ..MatrixSettings::default() });
    begin(&mut world).await;
    let moved = world.say("Ada", ROOM, "e4").await;
    let [text, picture] = moved.as_slice() else { panic!("{}", words(&moved)) };
    assert!(text.message.plain.contains("e4") && text.message.picture.is_none(), "{text:?}");
    assert!(picture.message.plain.is_empty() && picture.message.picture.is_some(), "{picture:?}");
    assert_eq!((text.message.mentions.len(), picture.message.mentions.len()), (0, 1));
    // An answer to the words means their list.
    let list = world.reply("Bob", ROOM, text, "1").await;
    assert!(words(&list).contains("Which piece"), "{}", words(&list));
}
