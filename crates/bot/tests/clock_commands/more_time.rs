//! Tests of `/moretime`, which gives the opponent more time: how often, how much, and who is
//! refused.

use adoube_bot::Language;

use super::world::{DAY, World, says};

#[tokio::test]
async fn the_opponent_is_given_a_turns_time_three_times_a_turn() {
    let mut world = World::playing("chess white 3d").await;
    for _ in 0..3 {
        assert_eq!(world.tells("Bob", "moretime").await.text, "posted");
        let posted = world.posted().await;
        says(&posted[0], &["Bob gives Ada more time: 3 days."]);
        assert_eq!((posted.len(), &posted[0].calls), (1, &None), "one line, and nobody is called");
    }
    says(&world.tells("Bob", "moretime").await, &["Ada has been given more time 3 times"]);
    // 3 days and 9 more.
    world.pass(11 * DAY).await;
    world.posted().await;
    assert_eq!(world.tells("Ada", "move e4").await.text, "posted", "there was time enough");
    assert_eq!(world.tells("Ada", "moretime").await.text, "posted", "another turn, another three times");
}

#[tokio::test]
async fn who_cannot_give_time_is_told_what_to_do() {
    let mut world = World::playing("chess white 3d").await;
    says(&world.tells("Ada", "moretime").await, &["nobody gives more time to themselves", "Ask Bob"]);
    says(&world.tells("Eve", "moretime").await, &["Only Ada and Bob can do that"]);
    let mut without = World::playing("chess white").await;
    for line in ["moretime", "pause", "resume"] {
        says(&without.tells("Bob", line).await, &["This game has no clock"]);
    }
    let mut none = World::new();
    for line in ["moretime", "pause 3d", "resume"] {
        says(&none.tells("Bob", line).await, &["No game is running here"]);
    }
}

#[tokio::test]
async fn a_pace_without_time_for_a_move_gives_a_day() {
    let mut world = World::playing("chess white 0+84h").await;
    assert_eq!(world.tells("Bob", "moretime").await.text, "posted");
    says(&world.posted().await[0], &["Bob gives Ada more time: 1 day."]);
}

#[tokio::test]
async fn time_is_given_in_german_while_picking_and_before_the_first_move() {
    let mut world = World::new();
    world.language = Language::of("de");
    for (name, line) in
        [("Ada", "aufstellen klassisch-gewählt 2 anfang weiß 3t @bob abschicken"), ("Bob", "annehmen")]
    {
        assert_eq!(world.tells(name, line).await.text, "posted", "{line}");
    }
    world.posted().await;
    let mut given = 0;
    for name in ["Ada", "Bob"] {
        given += usize::from(world.tells(name, "mehrzeit").await.text == "posted");
    }
    assert_eq!(given, 1, "only one of them is to pick");
    says(&world.posted().await[0], &[" mehr Zeit: 3 Tage. Frist: in "]);
}
