//! Tests of moves by a person on vacation: the bot first asks in private, then the move is made and
//! the vacation ends, once, however the move is made.

use adoube_bot::{Language, UserAction};

use super::world::{DAY, World, says};

const PLAY: &str = "Play it, end the vacation";

/// A game in which Ada is to move and away.
async fn away(terms: &str) -> World {
    let mut world = World::playing(terms).await;
    says(&world.tells("Ada", "vacation 10d").await, &["Enjoy your vacation!"]);
    // The opponent is told where it stops a clock.
    world.posted().await;
    world
}

async fn is_away(world: &mut World, name: &str) -> bool {
    world.tells(name, "vacation").await.text.starts_with("You are on vacation")
}

#[tokio::test]
async fn a_move_is_asked_about_and_then_made_once() {
    let mut world = away("chess white 1d").await;
    let asked = world.tells("Ada", "move e4").await;
    says(
        &asked,
        &[
            "You are on vacation, which ends in 9 days 23 h (",
            "If you play e4 now, it ends for all your games.",
        ],
    );
    assert_eq!(asked.labels(), [PLAY, "Stay on vacation"]);
    assert!(world.posted().await.is_empty(), "nobody else learns of it");
    says(&world.does("Ada", asked.press("Stay on vacation")).await, &["nothing has changed"]);
    assert!(is_away(&mut world, "Ada").await);
    for other in ["Bob", "Eve"] {
        let no = world.does(other, asked.press(PLAY)).await;
        assert!(no.text.contains("Ada"), "{other}: {}", no.text);
    }
    assert!(is_away(&mut world, "Ada").await, "what others press ends nobody's vacation");
    let event = world.event(&crate::support::channel(), "Ada", asked.press(PLAY));
    for _ in 0..2 {
        says(&world.handled(&event).await, &["e4"]);
    }
    let posted = world.posted().await;
    assert_eq!(posted.len(), 1);
    says(&posted[0], &["Ada played 1. e4"]);
    assert!(!is_away(&mut world, "Ada").await);
    says(&world.does("Ada", asked.press(PLAY)).await, &["older board"]);
}

#[tokio::test]
async fn every_way_to_move_is_asked_about() {
    for (what, steps) in [
        ("typed", vec![UserAction::Line("move e4".to_owned())]),
        ("said", vec![UserAction::Text("e4".to_owned())]),
        ("an unknown command", vec![UserAction::Line("e2e4".to_owned())]),
    ] {
        let mut world = away("chess white 1d").await;
        let mut last = super::world::Read::default();
        for step in steps {
            last = world.does("Ada", step).await;
        }
        says(&last, &["If you play e4 now"]);
        says(&world.does("Ada", last.press(PLAY)).await, &["e4"]);
        assert_eq!(world.posted().await.len(), 1, "{what}");
    }
}

#[tokio::test]
async fn a_move_in_steps_and_one_on_a_board_are_asked_about() {
    let mut world = World::new();
    for (name, line) in [("Ada", "play Bob chess white 1d"), ("Bob", "accept")] {
        world.tells(name, line).await;
    }
    let posted = world.posted().await;
    let board = posted.last().expect("a board").clone();
    says(&world.tells("Ada", "vacation 2d").await, &["Enjoy"]);
    world.posted().await;
    let id = |target: &str| {
        let UserAction::Press { id, .. } = board.press("Move") else { panic!("a button") };
        let (begin, _) = id.rsplit_once('.').expect("an id");
        format!("{begin}.{target}")
    };
    for (target, value) in [("square.e2", "e4"), ("make", "e2e4"), ("play.e2.e4.-", "")] {
        let value = Some(value.to_owned()).filter(|value| !value.is_empty());
        let asked = world.does("Ada", UserAction::Press { id: id(target), value }).await;
        says(&asked, &["If you play e4 now"]);
        assert!(world.posted().await.is_empty());
        if target == "make" {
            continue;
        }
        assert_eq!(asked.labels().first(), Some(&PLAY));
    }
}

#[tokio::test]
async fn touch_moves_and_promotions_are_asked_about_and_touches_stay() {
    let mut world = away("chess touch-move white 1d").await;
    assert_eq!(world.tells("Ada", "touch e2").await.text, "posted", "a touch is no move");
    world.posted().await;
    let asked = world.tells("Ada", "move e4").await;
    says(&asked, &["If you play e4 now"]);
    says(&world.does("Ada", asked.press(PLAY)).await, &["e4"]);
    says(&world.posted().await[0], &["Ada played 1. e4"]);
}

#[tokio::test]
async fn a_pick_of_an_extra_piece_is_asked_about() {
    let mut world = World::new();
    for (name, line) in [("Ada", "setup classic-picked 2 initial white 1d @bob send"), ("Bob", "accept")] {
        assert_eq!(world.tells(name, line).await.text, "posted", "{line}");
    }
    world.posted().await;
    for name in ["Ada", "Bob"] {
        says(&world.tells(name, "vacation 3d").await, &["Enjoy"]);
    }
    assert_eq!(world.posted().await.len(), 1, "told by whoever's turn it is");
    let mut picked = 0;
    for name in ["Ada", "Bob", "Ada"] {
        let asked = world.tells(name, "pick Camel").await;
        if !asked.text.contains("If you pick a piece now (Camel), it ends for all your games.") {
            continue;
        }
        says(&world.does(name, asked.press("Pick it, end the vacation")).await, &["Camel"]);
        assert!(!is_away(&mut world, name).await);
        picked += 1;
        break;
    }
    assert_eq!(picked, 1);
    says(&world.posted().await[0], &["Camel"]);
}

#[tokio::test]
async fn cards_are_shown_to_nobody_by_it() {
    let mut world = away("schachen white 1d").await;
    let hand = world.tells("Ada", "move n3").await;
    let question = if hand.text.contains("If you play") { hand } else { world.tells("Ada", "pass").await };
    says(&question, &["You are on vacation", "If you play"]);
    assert!(world.posted().await.is_empty());
    let done = world.does("Ada", question.press(PLAY)).await;
    assert!(done.labels().is_empty(), "the turn is whole, and no card is asked for: {done:?}");
    let posted = world.posted().await;
    assert_eq!(posted.len(), 1);
    assert!(!posted[0].text.contains("vacation"), "{}", posted[0].text);
}

#[tokio::test]
async fn a_vacation_that_is_over_meanwhile_is_no_hindrance_and_one_without_a_clock_is_not_asked_about() {
    let mut world = away("chess white 3d").await;
    let asked = world.tells("Ada", "move e4").await;
    world.tells("Ada", "vacation end").await;
    says(&world.does("Ada", asked.press(PLAY)).await, &["e4"]);
    let mut world = away("chess white").await;
    assert_eq!(world.tells("Ada", "move e4").await.text, "posted");
    assert!(is_away(&mut world, "Ada").await, "no clock stands still there");
    world.pass(DAY).await;
}

#[tokio::test]
async fn it_is_asked_in_german() {
    let mut world = away("chess white 1d").await;
    world.language = Language::of("de");
    let asked = world.tells("Ada", "zug Sf3").await;
    says(&asked, &["Du bist im Urlaub, der in 9 Tagen 23 h (", "Wenn du jetzt Sf3 spielst, ist der Urlaub"]);
    assert_eq!(asked.labels(), ["Spielen, Urlaub beenden", "Im Urlaub bleiben"]);
    says(&world.does("Ada", asked.press("Spielen, Urlaub beenden")).await, &["Sf3"]);
}
