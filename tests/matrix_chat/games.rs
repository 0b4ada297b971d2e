//! Transcript tests of games on Matrix, from the challenge to the end, in both languages.

use crate::world::{ROOM, World, words};

#[tokio::test]
async fn chess_to_mate_by_bare_moves() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "1").await;
    for (name, said) in [("Ada", "f3"), ("Bob", "e5"), ("Bob", "d5"), ("Eve", "good move"), ("Ada", "g4")] {
        world.say(name, ROOM, said).await;
    }
    world.restart(2).await;
    let end = world.say("Bob", ROOM, "Qh4").await;
    assert_eq!(end.len(), 1, "one message for a move");
    assert!(end[0].message.picture.is_some());
    world.check("chess");
}

#[tokio::test]
async fn the_same_again_by_numbers_and_words() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess960 white").await;
    world.say("Bob", ROOM, "1").await;
    let asked = world.say("Bob", ROOM, "!chess resign").await;
    let end = world.reply("Bob", ROOM, &asked[0], "1").await;
    assert!(words(&end).contains("1 Rematch · 2 New set-up · 3 Export"), "{}", words(&end));
    world.say("Eve", ROOM, "!chess 1").await;
    world.restart(2).await;
    let asked = world.say("Ada", ROOM, "!chess rematch new").await;
    assert!(words(&asked).contains("rematch of game"), "{}", words(&asked));
    let begun = world.say("Bob", ROOM, "!chess rematch new").await;
    assert!(words(&begun).contains("Bob (White) – Ada (Black)"), "{}", words(&begun));
    world.say("Ada", ROOM, "!chess games").await;
    world.check("rematch");
}

#[tokio::test]
async fn german_moves_in_steps_by_numbers() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess spielen @bob:x schach weiß").await;
    world.say("Bob", ROOM, "!chess annehmen").await;
    for number in ["1", "3", "!chess 1"] {
        world.say("Ada", ROOM, number).await;
    }
    world.say("Eve", ROOM, "1").await;
    world.say("Bob", ROOM, "!chess 1").await;
    world.say("Bob", ROOM, "Sf6").await;
    world.check("german");
}

#[tokio::test]
async fn a_whole_game_in_german_by_numbers_words_and_moves() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess deutsch").await;
    world.say("Bob", ROOM, "!chess Deutsch").await;
    world.say("Ada", ROOM, "!chess spielen Bob schach weiß berührt-geführt").await;
    world.say("Bob", ROOM, "1").await;
    for number in ["1", "8", "1"] {
        world.say("Ada", ROOM, number).await;
    }
    world.say("Bob", ROOM, "Bauer e5").await;
    world.say("Ada", ROOM, "adoube, zug Kd1").await;
    world.say("Bob", ROOM, "!chess remis").await;
    world.say("Ada", ROOM, "!chess remis ablehnen").await;
    world.say("Ada", ROOM, "!chess züge").await;
    world.say("Ada", ROOM, "g2-g4").await;
    world.say("Bob", ROOM, "Sh6").await;
    let end = world.say("Bob", ROOM, "!chess aufgeben").await;
    assert!(words(&end).contains("wirklich"), "{}", words(&end));
    let end = world.reply("Bob", ROOM, &end[0], "1").await;
    assert!(words(&end).contains("Ada gewinnt"), "{}", words(&end));
    world.say("Ada", ROOM, "!chess partien").await;
    world.check("german-game");
}

#[tokio::test]
async fn schachen_is_played_in_direct_rooms_and_no_hand_is_in_the_room() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
    world.say("Bob", ROOM, "!chess accept").await;
    let hand = world.say("Ada", ROOM, "!chess hand").await;
    assert!(hand.iter().all(|sent| sent.room == "!direct-ada:x"), "{hand:?}");
    assert!(words(&hand).contains("Your cards"), "{}", words(&hand));
    let told = world.say("Ada", ROOM, "n3").await;
    assert!(words(&told).contains("Everyone could read that turn"), "{}", words(&told));
    world.say("Ada", "!direct-ada:x", "moves").await;
    world.say("Ada", "!direct-ada:x", "m2m3").await;
    world.say("Ada", "!direct-ada:x", "pass").await;
    world.say("Bob", ROOM, "6").await;
    world.say("Eve", ROOM, "!chess hand").await;
    world.say("Ada", "!direct-ada:x", "resign").await;
    world.say("Ada", "!direct-ada:x", "1").await;
    world.check("schachen");
}

#[tokio::test]
async fn setup_and_picking_by_numbers() {
    let mut world = World::new();
    let panel = world.say("Ada", ROOM, "!chess setup classic-chosen 1 @bob:x").await;
    assert!(panel.iter().all(|sent| sent.room == "!direct-ada:x"), "a set-up is its owner's: {panel:?}");
    world.say("Ada", "!direct-ada:x", "1").await;
    world.say("Ada", "!direct-ada:x", "setup send").await;
    world.say("Bob", ROOM, "1").await;
    for _ in 0..4 {
        world.say("Bob", ROOM, "1").await;
    }
    world.check("setup");
}

#[tokio::test]
async fn touch_move_and_a_further_game_in_a_thread() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x chess white touch-move").await;
    world.say("Bob", ROOM, "!chess accept").await;
    world.say("Ada", ROOM, "!chess touch g1").await;
    world.say("Ada", ROOM, "e4").await;
    world.say("Ada", ROOM, "Nf3").await;
    world.say("Eve", ROOM, "!chess play @ada:x chess white").await;
    let accepted = world.say("Ada", ROOM, "!chess accept").await;
    let root = &accepted[0].event.0;
    let board = accepted.last().expect("a board");
    assert_eq!(board.message.thread.as_ref().map(|root| &root.0), Some(root));
    let thread = format!("{ROOM}/{root}");
    let moved = world.say("Eve", &thread, "d4").await;
    assert!(words(&moved).contains("d4"), "{}", words(&moved));
    world.check("touch-and-thread");
}

#[tokio::test]
async fn a_challenge_nobody_answers_expires_and_its_numbers_with_it() {
    let mut world = World::new();
    let challenge = world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    let told = world.days_pass(7).await;
    assert!(words(&told).contains("has expired"), "{}", words(&told));
    assert!(told.iter().all(|sent| sent.message.mentions.is_empty()), "{told:?}");
    world.say("Bob", ROOM, "1").await;
    world.say("Bob", ROOM, "!chess 1").await;
    world.reply("Bob", ROOM, &challenge[0], "1").await;
    assert_eq!(world.days_pass(7).await.len(), 0, "it is told once");
    world.check("expired");
}

#[tokio::test]
async fn a_game_that_lasts_weeks_in_german() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess deutsch").await;
    world.say("Bob", ROOM, "!chess Deutsch").await;
    world.say("Ada", ROOM, "!chess spielen Bob schach weiß 1t+2t").await;
    world.say("Bob", ROOM, "1").await;
    world.say("Ada", ROOM, "e4").await;
    world.days_go_by(1).await;
    world.say("Bob", ROOM, "e5").await;
    world.say("Bob", ROOM, "!chess urlaub 3t").await;
    world.say("Ada", ROOM, "Sf3").await;
    world.say("Ada", ROOM, "!chess uhr").await;
    world.days_go_by(2).await;
    let asked = world.say("Bob", ROOM, "Sc6").await;
    assert!(words(&asked).contains("Urlaub"), "{}", words(&asked));
    world.reply("Bob", ROOM, &asked[0], "1").await;
    world.say("Ada", ROOM, "Lb5").await;
    world.say("Ada", ROOM, "!chess mehrzeit").await;
    world.say("Bob", ROOM, "!chess pause 7t").await;
    world.say("Ada", ROOM, "1").await;
    world.days_go_by(2).await;
    world.say("Ada", ROOM, "!chess fortsetzen").await;
    world.say("Bob", ROOM, "a6").await;
    world.say("Ada", ROOM, "!chess remis").await;
    world.say("Ada", ROOM, "Lxc6").await;
    world.say("Bob", ROOM, "dxc6").await;
    world.say("Ada", ROOM, "0-0").await;
    world.say("Bob", ROOM, "f6").await;
    world.say("Ada", ROOM, "d4").await;
    world.say("Bob", ROOM, "exd4").await;
    world.say("Ada", ROOM, "!chess partien fällig").await;
    world.days_go_by(6).await;
    world.say("Bob", ROOM, "!chess uhr").await;
    world.say("Ada", ROOM, "1").await;
    let end = world.say("Bob", ROOM, "!chess 1").await;
    assert!(words(&end).contains("Bob gewinnt"), "{}", words(&end));
    world.say("Bob", ROOM, "!chess revanche").await;
    world.say("Ada", ROOM, "!chess annehmen").await;
    world.check("correspondence");
}
