//! Tests that two processes which share one channel's stored context read each other's changes.

use adoube_testing::store::SharedTestStore;

use super::*;

#[tokio::test]
async fn what_one_process_notes_the_other_knows_at_once() {
    let store: Arc<dyn Store> = Arc::new(SharedTestStore::default());
    let (one, other) = (ChannelRepository::new(Arc::clone(&store)), ChannelRepository::new(store));
    let channel = ChannelId("discord:1".to_owned());
    assert_eq!(other.get(&channel).await.expect("a store"), None);
    let place = ChannelContext::new(Some(1), true, None, Language::default());
    one.note_interaction(&channel, place.clone()).await.expect("a store");
    assert_eq!(other.get(&channel).await.expect("a store"), Some(place.clone()));
    // The processes change different fields, and both changes stay.
    other.set_block(&channel, Some(ChannelBlock::Locked)).await.expect("a store");
    one.set_parent(&channel, 7).await.expect("a store");
    let both = ChannelContext { block: Some(ChannelBlock::Locked), parent: Some(7), ..place };
    assert_eq!(other.get(&channel).await.expect("a store"), Some(both.clone()));
    assert_eq!(one.get(&channel).await.expect("a store"), Some(both));
}

#[tokio::test]
async fn doors_are_passed_on_where_nothing_else_is_open() {
    let store: Arc<dyn Store> = Arc::new(SharedTestStore::default());
    let (one, other) =
        (ChannelRepository::new(Arc::clone(&store)), ChannelRepository::new(Arc::clone(&store)));
    let channel = ChannelId("discord:1".to_owned());
    let door = InteractionWindow { token: "a".to_owned(), until: 5 };
    one.note_interaction(&channel, ChannelContext::new(None, false, None, Language::default()))
        .await
        .expect("a store");
    one.open_window(&channel, door.clone()).await.expect("a store");
    let known = other.get(&channel).await.expect("a store").expect("a channel");
    assert_eq!(known.window, Some(door.clone()));
    // Where the bot can post, the window is not stored; only the answering process has it.
    one.note_interaction(&channel, ChannelContext::new(None, true, None, Language::default()))
        .await
        .expect("a store");
    let before = store.get(records::TABLE, records::place_key(&channel).as_ref()).await.expect("a store");
    let second = InteractionWindow { token: "b".to_owned(), until: 6 };
    one.open_window(&channel, second.clone()).await.expect("a store");
    let after = store.get(records::TABLE, records::place_key(&channel).as_ref()).await.expect("a store");
    assert_eq!(before.map(|record| record.version), after.map(|record| record.version));
    assert_eq!(one.get(&channel).await.expect("a store").expect("a channel").window, Some(second));
}
