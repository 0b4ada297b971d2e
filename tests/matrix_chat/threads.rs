//! Tests of threads on Matrix: replies of clients that know no threads
//! (<https://spec.matrix.org/v1.16/client-server-api/#fallback-for-unthreaded-clients>), and long
//! answers, which stand in threads of their own. Not here: threads of games otherwise (`games`).

use adoube_bot::ThreadPolicy;
use adoube_platform_matrix::MatrixSettings;

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

/// What is one person's alone elsewhere takes no room among what others write.
#[tokio::test]
async fn long_answers_stand_in_a_thread_under_the_command() {
    let mut world = World::new();
    for (text, in_thread) in [("!chess help", true), ("!chess hilfe wörter", true), ("!chess draw", false)] {
        let asked = world.server.say("Ada", ROOM, text);
        let told = world.heard().await;
        let thread = told[0].message.thread.as_ref();
        assert_eq!(thread, in_thread.then_some(&asked), "{text}: {}", words(&told));
        assert_eq!(told[0].message.reply_to.is_some(), !in_thread, "{text}");
        if in_thread {
            // Where it is read more is asked.
            let more = world.say("Bob", &format!("{ROOM}/{}", asked.0), "!chess draw").await;
            assert_eq!(more[0].message.thread.as_ref(), Some(&asked), "{text}");
        }
    }
    for (room, people, direct) in [("!two:x", vec!["Ada"], false), ("!direct-ada:x", vec!["Ada"], true)] {
        world.server.room(room, &people, direct);
        let told = world.say("Ada", room, "!chess help").await;
        assert!(told.iter().all(|sent| sent.message.thread.is_none()), "{room}");
    }
    let mut world = World::with(MatrixSettings { threads: ThreadPolicy::Never, ..MatrixSettings::default() });
    let told = world.say("Ada", ROOM, "!chess help").await;
    assert!(told[0].message.thread.is_none() && told[0].message.reply_to.is_some());
}

#[tokio::test]
async fn what_is_chosen_in_such_a_thread_is_done_in_the_room() {
    for answers_in_thread in [true, false] {
        let mut world = World::new();
        world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
        world.say("Bob", ROOM, "!chess accept").await;
        let asked = world.server.say("Ada", ROOM, "!chess move");
        let menu = world.heard().await;
        assert!(words(&menu).contains("Which piece"), "{}", words(&menu));
        assert_eq!(menu[0].message.thread.as_ref(), Some(&asked));
        // The program that goes on knows the thread.
        world.restart(0).await;
        // Clients without threads show it among all else, and people answer there.
        let thread = format!("{ROOM}/{}", asked.0);
        let place = if answers_in_thread { thread.as_str() } else { ROOM };
        let squares = world.say("Ada", place, "1").await;
        assert_eq!(squares[0].message.thread.as_ref(), Some(&asked), "{}", words(&squares));
        let moved = world.say("Ada", place, "1").await;
        let board = moved.iter().find(|sent| sent.message.picture.is_some()).expect("a board");
        assert!(board.message.plain.contains("Ada played 1."), "{}", words(&moved));
        assert!(board.message.thread.is_none(), "everybody is shown it: {moved:?}");
        // So is a move on its own that is written there.
        let moved = world.say("Bob", &thread, "e5").await;
        assert!(words(&moved).contains("Bob played 1… e5"), "{}", words(&moved));
        assert!(moved.iter().all(|sent| sent.message.thread.is_none()), "{moved:?}");
    }
}
