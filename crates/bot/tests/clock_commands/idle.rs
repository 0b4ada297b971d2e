//! Tests of games without a clock in which nobody moves: the players are asked after a month, and
//! the game ends after two.

use adoube_bot::Language;

use super::world::{DAY, World, says};

#[tokio::test]
async fn they_are_asked_after_a_month_and_end_after_two() {
    let mut world = World::playing("chess white").await;
    world.pass(29 * DAY).await;
    assert!(world.posted().await.is_empty());
    world.pass(2 * DAY).await;
    let asked = world.posted().await.remove(0);
    says(
        &asked,
        &[
            "Nobody has done anything in this game for a long time. Ada, it is your turn: will you play on?",
            "without a result in ",
        ],
    );
    assert_eq!((asked.labels(), asked.calls.as_deref()), (vec!["Play on"], Some("test:ada")));
    world.pass(30 * DAY).await;
    says(&world.posted().await[0], &["Nobody moved for a long time, so the game is over. It has no result."]);
    says(&world.does("Bob", asked.press("Play on")).await, &["That game is over"]);
}

#[tokio::test]
async fn either_player_goes_on_and_a_move_does_so_too() {
    let mut world = World::playing("chess white").await;
    world.pass(31 * DAY).await;
    let asked = world.posted().await.remove(0);
    says(&world.does("Eve", asked.press("Play on")).await, &["Only Ada and Bob"]);
    assert_eq!(world.does("Bob", asked.press("Play on")).await.text, "posted");
    says(&world.posted().await[0], &["Bob wants to play on."]);
    says(&world.does("Ada", asked.press("Play on")).await, &["The game goes on already"]);
    world.pass(31 * DAY).await;
    world.language = Language::of("de");
    let again = world.posted().await.remove(0);
    says(&again, &["In dieser Partie ist lange nichts geschehen. Ada, du bist am Zug: Spielst du weiter?"]);
    world.play(&[("Ada", "move e4")]).await;
    world.pass(29 * DAY).await;
    assert!(world.posted().await.is_empty());
    assert_eq!(world.tells("Bob", "move e5").await.text, "posted");
}
