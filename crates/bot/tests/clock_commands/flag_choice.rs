//! Tests of the choice of a player whose opponent's time is up: take the win, or give one more
//! turn.

use adoube_bot::Language;

use super::world::{DAY, HOUR, Read, World, says};

const WIN: &str = "Take the win";
const TURN: &str = "One more turn";

/// A game in which Ada is to move and her time has just run out; what everybody reads of it. Nobody is protected.
async fn out_of_time() -> (World, Read) {
    let mut world = World::playing("chess white 1d").await;
    for name in ["Ada", "Bob"] {
        world.tells(name, "protect off").await;
        world.tells(name, "remind off").await;
    }
    world.play(&[("Ada", "move e4"), ("Bob", "move e5")]).await;
    let asked = run_out(&mut world).await;
    (world, asked)
}

async fn run_out(world: &mut World) -> Read {
    world.pass(DAY + HOUR / 2).await;
    let mut posted = world.posted().await;
    assert_eq!(posted.len(), 1, "{posted:?}");
    posted.remove(0)
}

#[tokio::test]
async fn the_opponent_alone_is_asked_and_takes_the_win() {
    let (mut world, asked) = out_of_time().await;
    says(
        &asked,
        &[
            "Ada has run out of time. Bob, do you take the win, or give Ada one more turn (1 day)?",
            "the win is yours in ",
        ],
    );
    assert_eq!((asked.labels(), asked.calls.as_deref()), (vec![WIN, TURN], Some("test:bob")));
    for label in [WIN, TURN] {
        says(&world.does("Ada", asked.press(label)).await, &["Only Bob can choose that"]);
        says(&world.does("Eve", asked.press(label)).await, &["Only Ada and Bob"]);
    }
    assert_eq!(world.does("Bob", asked.press(WIN)).await.text, "posted");
    says(&world.posted().await[0], &["Ada has run out of time: Bob wins.", "/rematch"]);
    for label in [WIN, TURN] {
        says(&world.does("Bob", asked.press(label)).await, &["That game is over"]);
    }
}

#[tokio::test]
async fn one_more_turn_is_given_once_to_each() {
    let (mut world, asked) = out_of_time().await;
    assert_eq!(world.does("Bob", asked.press(TURN)).await.text, "posted");
    let given = world.posted().await.remove(0);
    says(&given, &["Bob gives Ada one more turn: 1 day. Deadline: in 1 day ("]);
    assert_eq!(given.calls.as_deref(), Some("test:ada"));
    says(&world.does("Bob", asked.press(WIN)).await, &["There is nothing to choose any more"]);
    let again = run_out(&mut world).await;
    says(&again, &["Ada has run out of time. Bob, do you take the win?"]);
    assert_eq!(again.labels(), [WIN]);
    says(&world.does("Bob", asked.press(TURN)).await, &["Ada has had one more turn in this game"]);
    assert_eq!(world.tells("Bob", "moretime").await.text, "posted", "more time can still be given");
    world.play(&[("Ada", "move Nf3")]).await;
    // Now it is the other one's time.
    let other = run_out(&mut world).await;
    says(&other, &["Bob has run out of time. Ada, do you take the win, or give Bob one more turn (1 day)?"]);
    says(&world.does("Bob", asked.press(WIN)).await, &["There is nothing to choose any more"]);
    assert_eq!(world.does("Ada", other.press(TURN)).await.text, "posted");
    assert_eq!(world.tells("Bob", "move Nc6").await.text, "posted");
}

#[tokio::test]
async fn both_choices_can_be_typed() {
    let (mut world, _) = out_of_time().await;
    says(&world.tells("Ada", "claim").await, &["No draw can be claimed"]);
    assert_eq!(world.tells("Bob", "claim").await.text, "posted");
    says(&world.posted().await[0], &["Ada has run out of time: Bob wins."]);
    let (mut world, asked) = out_of_time().await;
    assert_eq!(world.tells("Bob", "moretime").await.text, "posted");
    says(&world.posted().await[0], &["Bob gives Ada more time: 1 day."]);
    says(&world.does("Bob", asked.press(WIN)).await, &["There is nothing to choose any more"]);
    world.language = Language::of("de");
    let again = run_out(&mut world).await;
    says(&again, &["Die Zeit von Ada ist um. Bob, nimmst du den Sieg", "gehört der Sieg dir: in "]);
    assert_eq!(again.labels(), ["Den Sieg nehmen", "Noch ein Zug"]);
}

#[tokio::test]
async fn the_late_player_still_moves_until_something_is_chosen() {
    let (mut world, asked) = out_of_time().await;
    assert_eq!(world.tells("Ada", "move Nf3").await.text, "posted");
    for label in [WIN, TURN] {
        says(&world.does("Bob", asked.press(label)).await, &["There is nothing to choose any more"]);
    }
    assert_eq!(world.tells("Bob", "move Nc6").await.text, "posted");
}

#[tokio::test]
async fn who_does_not_answer_wins() {
    let (mut world, _) = out_of_time().await;
    world.pass(DAY - HOUR).await;
    assert!(world.posted().await.is_empty());
    world.pass(HOUR).await;
    says(&world.posted().await[0], &["Ada has run out of time: Bob wins."]);
}

#[tokio::test]
async fn a_pause_that_is_agreed_then_takes_no_win() {
    let (mut world, asked) = out_of_time().await;
    world.play(&[("Ada", "pause 2d"), ("Bob", "pause accept")]).await;
    says(&world.does("Bob", asked.press(WIN)).await, &["There is nothing to choose any more"]);
    world.pass(DAY).await;
    assert!(world.posted().await.is_empty());
    world.play(&[("Ada", "resume")]).await;
    world.pass(DAY - HOUR).await;
    assert_eq!(world.tells("Ada", "move Nf3").await.text, "posted");
}

#[tokio::test]
async fn protection_gives_a_day_twice_and_costs_vacation() {
    let mut world = World::playing("chess white 1d").await;
    world.play(&[("Ada", "move e4"), ("Bob", "move e5")]).await;
    for left in [27, 26] {
        world.pass(DAY + HOUR).await;
        let posted = world.posted().await;
        let told = posted.last().expect("it is told");
        says(told, &["Ada has run out of time but is protected", "Deadline: in "]);
        assert_eq!(told.calls.as_deref(), Some("test:ada"));
        says(&world.tells("Ada", "vacation").await, &[&format!("You have {left} days of vacation left.")]);
    }
    world.pass(DAY + HOUR).await;
    says(world.posted().await.last().expect("it is told"), &["Bob, do you take the win"]);
}
