//! Test of voice messages, pictures and stickers: the bot says that it reads text only, at times,
//! in a conversation of two.

use adoube_matrix_client::{MatrixEvent, RoomId};

use crate::{
    server::user,
    world::{ROOM, World, words},
};

const DIRECT: &str = "!direct-ada:x";

fn sends_a_voice_message(world: &World, room: &str) {
    let (room, event, sender) = (RoomId(room.to_owned()), world.server.event(), user("Ada"));
    world.server.happen(MatrixEvent::NonText { room, event, sender });
}

#[tokio::test]
async fn whoever_sends_no_words_to_the_bot_alone_is_told_once_in_a_while() {
    let mut world = World::new();
    world.server.room(DIRECT, &["Ada"], true);
    sends_a_voice_message(&world, ROOM);
    assert!(world.heard().await.is_empty(), "there it is for others");
    sends_a_voice_message(&world, DIRECT);
    let told = world.heard().await;
    assert_eq!(told.len(), 1);
    assert!(told[0].room == DIRECT && words(&told).contains("words only"), "{}", words(&told));
    sends_a_voice_message(&world, DIRECT);
    assert!(world.heard().await.is_empty(), "once is enough");
    world.clock.pass(6 * 60 * 60 * 1000);
    world.say("Ada", DIRECT, "deutsch").await;
    sends_a_voice_message(&world, DIRECT);
    assert!(words(&world.heard().await).contains("Ich lese nur Worte"));
}
