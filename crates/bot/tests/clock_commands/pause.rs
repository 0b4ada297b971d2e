//! Tests of `/pause` and `/resume`: pauses that are offered, agreed, declined, ended and over.

use adoube_bot::Language;

use super::world::{DAY, World, says};

#[tokio::test]
async fn a_pause_is_offered_and_agreed_and_stops_the_clocks() {
    let mut world = World::playing("chess white 1d").await;
    assert_eq!(world.tells("Ada", "pause 10d").await.text, "posted");
    let offer = world.posted().await.remove(0);
    says(&offer, &["Ada offers a pause", "10 days", "Bob, do you agree?"]);
    assert_eq!((offer.labels(), offer.calls.as_deref()), (vec!["Accept", "Decline"], Some("test:bob")));
    says(&world.tells("Ada", "pause").await, &["You have already offered a pause"]);
    says(&world.does("Eve", offer.press("Accept")).await, &["Only Ada and Bob"]);
    says(&world.does("Ada", offer.press("Accept")).await, &["No pause is on offer"]);
    assert_eq!(world.does("Bob", offer.press("Accept")).await.text, "posted");
    says(&world.posted().await[0], &["The game pauses", "It goes on in ", "/resume"]);
    says(&world.does("Bob", offer.press("Accept")).await, &["That offer no longer stands"]);
    says(&world.tells("Bob", "pause").await, &["The game pauses already"]);
    world.pass(9 * DAY).await;
    assert!(world.posted().await.is_empty(), "nobody is reminded of a clock that stands still");
    // The moves may go on in it.
    world.play(&[("Ada", "move e4"), ("Bob", "move e5")]).await;
    world.pass(2 * DAY).await;
    let over = world.posted().await;
    says(&over[0], &["The pause is over"]);
    assert_eq!(world.tells("Ada", "move Nf3").await.text, "posted");
}

#[tokio::test]
async fn either_player_ends_a_pause_and_the_mover_has_a_turns_time() {
    for (name, other) in [("Ada", "Bob"), ("Bob", "Ada")] {
        let mut world = World::playing("chess white 1d").await;
        world.pass(DAY - 60_000).await;
        world.posted().await;
        world.play(&[(other, "pause"), (name, "pause accept")]).await;
        world.pass(3 * DAY).await;
        says(&world.tells("Eve", "resume").await, &["Only Ada and Bob"]);
        assert_eq!(world.tells(name, "resume").await.text, "posted");
        says(&world.posted().await[0], &[&format!("{name} ends the pause"), "Deadline: in 1 day ("]);
        says(&world.tells(other, "resume").await, &["The game does not pause"]);
        world.pass(DAY - 3_600_000).await;
        world.posted().await;
        assert_eq!(world.tells("Ada", "move e4").await.text, "posted", "a minute was left, now it was a day");
    }
}

#[tokio::test]
async fn a_pause_has_bounds_and_there_are_three_in_a_game() {
    let mut world = World::playing("chess white 1d").await;
    for line in ["pause 12h", "pause 31d", "pause 99999999999999999999d"] {
        says(&world.tells("Ada", line).await, &["A pause lasts at least 1 day and at most 30 days"]);
    }
    for _ in 0..3 {
        world.play(&[("Ada", "pause 1d"), ("Bob", "pause"), ("Ada", "resume")]).await;
    }
    says(&world.tells("Bob", "pause").await, &["There were 3 pauses in this game"]);
}

#[tokio::test]
async fn a_pause_that_is_declined_is_not_offered_again_at_once() {
    let mut world = World::playing("chess white 1d").await;
    world.play(&[("Bob", "pause 2 days")]).await;
    says(&world.tells("Ada", "draw").await, &["Your opponent offers a pause. Answer that first"]);
    says(&world.tells("Ada", "pause 5d").await, &["Your opponent offers a pause. Answer that first"]);
    assert_eq!(world.tells("Ada", "pause decline").await.text, "posted");
    says(&world.posted().await[0], &["Ada declines the pause"]);
    says(&world.tells("Bob", "pause").await, &["Ada has just declined a pause"]);
    says(&world.tells("Ada", "pause accept").await, &["No pause is on offer"]);
    world.play(&[("Ada", "move e4"), ("Bob", "move e5"), ("Bob", "pause")]).await;
    // Playing on answers it.
    world.play(&[("Ada", "move Nf3")]).await;
    says(&world.tells("Ada", "pause accept").await, &["No pause is on offer"]);
    // One's own move does not.
    world.play(&[("Bob", "pause"), ("Bob", "move Nc6"), ("Ada", "pause accept")]).await;
}

#[tokio::test]
async fn pauses_are_spoken_of_in_german() {
    let mut world = World::playing("chess white 1d").await;
    world.language = Language::of("de");
    assert_eq!(world.tells("Ada", "pause 7t").await.text, "posted");
    says(&world.posted().await[0], &["Ada bietet eine Pause an", "7 Tage", "Bob, bist du einverstanden?"]);
    assert_eq!(world.tells("Bob", "pause annehmen").await.text, "posted");
    says(&world.posted().await[0], &["Die Partie pausiert", "Weiter geht es in ", "/fortsetzen"]);
    assert_eq!(world.tells("Bob", "fortsetzen").await.text, "posted");
    says(&world.posted().await[0], &["Bob beendet die Pause", "Frist: in "]);
}
