//! Clients that know no threads: they show what is said there among all else, and answer it beside the thread.
//! <https://spec.matrix.org/v1.16/client-server-api/#fallback-for-unthreaded-clients>. Not here: threads of games otherwise
//! (`games`).

use crate::world::{ROOM, World, words};

#[tokio::test]
async fn a_plain_answer_to_a_message_of_a_thread_belongs_to_its_game() {
    let mut world = World::new();
    let thread = format!("{ROOM}/$root");
    world.say("Ada", &thread, "!chess play @bob:x chess white").await;
    let board = world.say("Bob", &thread, "1").await[0].clone();
    let moved = world.reply("Ada", ROOM, &board, "e4").await;
    assert!(words(&moved).contains("Ada played 1. e4"), "{}", words(&moved));
    assert!(moved.iter().all(|sent| sent.message.thread.is_some()), "{moved:?}");
    // Also to what a person has said there.
    let said = world.server.say("Ada", &thread, "your turn");
    world.heard().await;
    world.server.reply("Bob", ROOM, "e5", Some(&said));
    let moved = world.heard().await;
    assert!(words(&moved).contains("Bob played 1… e5"), "{}", words(&moved));
    let list = world.reply("Ada", ROOM, &moved[0], "1").await;
    assert!(words(&list).contains("Which piece"), "{}", words(&list));
    assert!(list.iter().all(|sent| sent.message.thread.is_some()), "{list:?}");
    let asked = world.reply("Ada", ROOM, &moved[0], "!chess resign").await;
    assert!(asked.iter().all(|sent| sent.message.thread.is_some()), "{asked:?}");
    // What answers nothing of the thread is about the room.
    let none = world.say("Ada", ROOM, "!chess resign").await;
    assert!(none.iter().all(|sent| sent.message.thread.is_none()), "{none:?}");
}
