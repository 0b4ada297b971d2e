//! Tests of policy servers and spam checkers that refuse single events: the channel stays in use
//! and no clock stops. What cannot be shown is sent as text with the board in letters. Not here:
//! rooms in which the bot may not write (`places`).

use adoube_matrix_client::{MatrixMessage, RoomId};

use crate::{
    server::Sent,
    world::{ROOM, World, words},
};

/// What a checker refuses.
type Policy = fn(&MatrixMessage) -> bool;

/// As `MediaFilter` of policyserv.
const MEDIA: Policy = |message| message.attached().is_some();
/// As a checker that has banned the sender.
const EVERYTHING: Policy = |_| true;

async fn begin(world: &mut World, encrypted: bool) {
    let room = RoomId(ROOM.to_owned());
    world.server.state().rooms.get_mut(&room).expect("a room").encrypted = encrypted;
    world.say("Ada", ROOM, "!chess play @bob:x chess white pace:1d").await;
    world.say("Bob", ROOM, "1").await;
}

fn is_stopped(sent: &[Sent]) -> bool {
    words(sent).contains("clock") && words(sent).contains("stand")
}

#[tokio::test]
async fn where_pictures_are_refused_boards_come_in_letters_and_clocks_run_on() {
    for encrypted in [false, true] {
        for apart in [false, true] {
            let mut world = World::new();
            if apart {
                world.server.state().moderators.push(crate::server::user("Eve"));
                world.say("Eve", ROOM, "!chess settings room pictures apart").await;
            }
            begin(&mut world, encrypted).await;
            world.server.state().policy = Some(MEDIA);
            let mut told = 0;
            for (name, said) in [("Ada", "e4"), ("Bob", "e5"), ("Ada", "Nf3"), ("Bob", "Nc6")] {
                let heard = world.say(name, ROOM, said).await;
                assert!(heard.iter().all(|sent| sent.room == ROOM), "nobody is told in private: {heard:?}");
                let board = heard.iter().find(|sent| sent.message.plain.contains(said)).expect("the move");
                let shown = &world.server.state().sent;
                let board =
                    shown.iter().find(|sent| sent.event == board.event).expect("a message").message.clone();
                // From the side that is to move.
                let files = ["a  b  c  d", "a b c d", "h  g  f  e", "h g f e"];
                assert!(files.iter().any(|files| board.plain.contains(files)), "{board:?}");
                assert!(board.html.contains("<pre>") && board.picture.is_none(), "{board:?}");
                assert_eq!(board.mentions.len(), 1, "whoever is to move is called: {board:?}");
                told += words(&heard).matches("Pictures from me are not let through").count();
            }
            assert_eq!(told, 1, "the room is told once");
            let clock = world.say("Ada", ROOM, "!chess clock").await;
            assert!(!is_stopped(&clock), "{}", words(&clock));
            // It is tried again later.
            world.server.state().policy = None;
            world.clock.pass(61 * 60 * 1000);
            let shown = world.say("Eve", ROOM, "!chess board").await;
            assert!(shown.iter().any(|sent| sent.message.picture.is_some()), "{}", words(&shown));
            world.server.state().policy = Some(MEDIA);
            let again = world.say("Eve", ROOM, "!chess board").await;
            assert!(!words(&again).contains("are not let through"), "{}", words(&again));
        }
    }
}

#[tokio::test]
async fn where_nothing_is_let_through_whoever_is_called_hears_it_and_no_clock_stops() {
    let mut world = World::new();
    begin(&mut world, false).await;
    world.server.state().policy = Some(EVERYTHING);
    world.server.say("Ada", ROOM, "e4");
    world.settled().await;
    world.server.state().policy = Some(|message| !message.plain.contains("let my messages through"));
    let told = world.say("Bob", ROOM, "e5").await;
    assert_eq!(told.iter().map(|sent| sent.room.as_str()).collect::<Vec<_>>(), ["!direct-ada:x"], "{told:?}");
    assert!(words(&told).contains("the game goes on"), "{}", words(&told));
    world.server.state().policy = None;
    let board = world.say("Ada", ROOM, "Nf3").await;
    assert!(
        board.iter().all(|sent| sent.room == ROOM && !is_stopped(std::slice::from_ref(sent))),
        "{board:?}"
    );
    assert!(words(&board).contains("Nf3"), "{}", words(&board));
}

#[tokio::test]
async fn a_message_that_is_refused_for_its_words_keeps_no_other_one() {
    for encrypted in [false, true] {
        let mut world = World::new();
        begin(&mut world, encrypted).await;
        world.server.state().policy = Some(|message| message.plain.contains("1… e5"));
        for (name, said) in [("Ada", "e4"), ("Bob", "e5"), ("Ada", "Nf3")] {
            let heard = world.say(name, ROOM, said).await;
            let there = heard.iter().any(|sent| sent.room == ROOM && sent.message.plain.contains(said));
            assert_eq!(there, said != "e5", "{}", words(&heard));
            if said == "e5" {
                assert_eq!(heard[0].room, "!direct-ada:x", "{heard:?}");
            }
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_refused_is_given_in_private() {
    let mut world = World::new();
    world.server.state().policy =
        Some(|message| message.plain.contains("!chess play") && message.thread.is_some());
    let told = world.say("Eve", ROOM, "!chess help").await;
    assert_eq!(told[0].room, "!direct-eve:x", "{told:?}");
}
