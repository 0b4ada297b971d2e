//! Tests of `/vacation`, for all games of a person at once: begun, shown, ended, expired and
//! refused vacations, and the clocks they stop.

use adoube_bot::{ChannelId, Language, UserAction};

use super::world::{DAY, HOUR, World, says};

fn room(number: usize) -> ChannelId {
    ChannelId(format!("test:room-{number}"))
}

#[tokio::test]
async fn a_vacation_is_begun_looked_at_and_ended() {
    let mut world = World::playing("chess white 1d").await;
    says(
        &world.tells("Ada", "vacation").await,
        &["You are not on vacation", "You have 28 days of vacation left."],
    );
    says(&world.tells("Ada", "vacation end").await, &["You are not on vacation"]);
    let began = world.tells("Ada", "vacation 10d").await;
    says(
        &began,
        &[
            "Enjoy your vacation! It ends in 10 days (",
            "You have 18 days of vacation left.",
            "the first of it in 365 days (",
        ],
    );
    let posted = world.posted().await;
    assert_eq!(posted.len(), 1, "the opponent is told once: {posted:?}");
    says(
        &posted[0],
        &[
            "Ada is on vacation, which ends in 9 days 23 h (",
            "Until then the clock of this game stands still.",
        ],
    );
    assert_eq!(posted[0].calls, None, "nobody is called");
    says(
        &world.tells("Ada", "vacation").await,
        &["You are on vacation. It ends in 9 days 23 h (", "18 days"],
    );
    world.pass(4 * DAY).await;
    says(&world.tells("Ada", "vacation end").await, &["Welcome back!", "You have 23 days"]);
    says(&world.posted().await[0], &["Ada is back from vacation, and the clock runs again.", "Deadline: "]);
    says(&world.tells("Bob", "vacation").await, &["You have 28 days of vacation left."]);
}

#[tokio::test]
async fn a_vacation_of_two_hours_counts_as_a_day() {
    let mut world = World::new();
    says(&world.tells("Ada", "vacation 10d").await, &["Enjoy your vacation!"]);
    world.pass(2 * HOUR).await;
    says(&world.tells("Ada", "vacation end").await, &["You have 27 days of vacation left."]);
}

#[tokio::test]
async fn what_is_too_short_or_too_much_is_refused_with_what_is_left() {
    let mut world = World::new();
    says(&world.tells("Ada", "vacation 23h").await, &["A vacation lasts at least a day"]);
    says(&world.tells("Eve", "vacation 24h").await, &["Enjoy your vacation!"]);
    says(
        &world.tells("Ada", "vacation 29d").await,
        &["You asked for 29 days, but have 28 days of vacation left"],
    );
    says(&world.tells("Ada", "vacation 99999999999999999999w").await, &["but have 28 days of vacation left"]);
    says(&world.tells("Ada", "vacation soon").await, &["soon"]);
    says(&world.tells("Ada", "vacation 20d").await, &["You have 8 days of vacation left."]);
    // The one that lasts may end at another time, earlier or later.
    says(
        &world.tells("Ada", "vacation 29d").await,
        &["You asked for 29 days, but have 27 days of vacation left"],
    );
    says(&world.tells("Ada", "vacation 25d").await, &["It ends in 25 days"]);
    says(&world.tells("Ada", "vacation 5d").await, &["It ends in 5 days"]);
    world.pass(5 * DAY + HOUR).await;
    says(
        &world.tells("Ada", "vacation").await,
        &["You are not on vacation", "You have 22 days 23 h of vacation left."],
    );
    says(
        &world.tells("Ada", "vacation 23d").await,
        &["but have 22 days 23 h of vacation left", "the first of it in 359 days"],
    );
    says(&world.tells("Ada", "vacation 22d23h").await, &["Enjoy your vacation!"]);
    world.pass(30 * DAY).await;
    says(
        &world.tells("Ada", "vacation 1d").await,
        &[
            "You asked for 1 day, but have less than a day of vacation left",
            "/moretime",
            "comes back after a year",
        ],
    );
    world.pass(365 * DAY).await;
    says(&world.tells("Ada", "vacation").await, &["You have 28 days of vacation left."]);
}

#[tokio::test]
async fn all_that_is_left_may_be_taken_and_is_there_again_a_year_later() {
    let mut world = World::new();
    says(&world.tells("Bob", "vacation 28d").await, &["Enjoy your vacation!"]);
    says(&world.tells("Ada", "vacation 27d").await, &["You have 1 day of vacation left."]);
    world.pass(28 * DAY).await;
    says(
        &world.tells("Ada", "vacation 2d").await,
        &["You asked for 2 days, but have 1 day of vacation left"],
    );
    says(&world.tells("Ada", "vacation 1d").await, &["Enjoy your vacation!"]);
    world.pass(367 * DAY).await;
    let (ada, eve) = (world.tells("Ada", "vacation").await, world.tells("Eve", "vacation").await);
    assert_eq!(ada.text, eve.text, "nothing of it counts any more");
}

#[tokio::test]
async fn only_the_clock_of_the_side_to_move_stands_still() {
    // Begun in turn: it stands at once. Begun out of turn: when it is their turn.
    for (name, in_turn) in [("Ada", true), ("Bob", false)] {
        let mut world = World::playing("chess white 1d timeout:strict").await;
        world.play(&[("Ada", "move e4"), ("Bob", "move e5")]).await;
        says(&world.tells(name, "vacation 10d").await, &["Enjoy your vacation!"]);
        world.pass(2 * DAY).await;
        let posted = world.posted().await;
        let is_over = posted.iter().any(|read| read.text.contains("out of time"));
        assert_eq!(is_over, !in_turn, "{name}: {posted:?}");
    }
}

#[tokio::test]
async fn both_may_be_away() {
    let mut world = World::playing("chess white 1d timeout:strict").await;
    world.play(&[("Ada", "move e4"), ("Bob", "move e5")]).await;
    says(&world.tells("Ada", "vacation 3d").await, &["Enjoy"]);
    says(&world.tells("Bob", "vacation 10d").await, &["Enjoy"]);
    world.pass(3 * DAY).await;
    let posted = world.posted().await;
    assert_eq!(posted.len(), 1, "whose turn it is not stops no clock: {posted:?}");
    says(&posted[0], &["Ada is on vacation"]);
    assert_eq!(world.tells("Ada", "move Nf3").await.text, "posted");
    world.pass(6 * DAY).await;
    let posted = world.posted().await;
    assert_eq!(posted.len(), 1, "only the move: {posted:?}");
    assert_eq!(world.tells("Bob", "vacation end").await.text.lines().count(), 2);
    assert_eq!(world.tells("Bob", "move Nc6").await.text, "posted");
}

#[tokio::test]
async fn who_comes_back_before_time_is_up_has_what_was_left() {
    let mut world = World::playing("chess white 1d timeout:strict").await;
    world.tells("Ada", "protect off").await;
    world.play(&[("Ada", "move e4"), ("Bob", "move e5")]).await;
    world.pass(23 * HOUR).await;
    assert_eq!(world.posted().await.len(), 2, "both reminders");
    says(&world.tells("Ada", "vacation 2d").await, &["Enjoy"]);
    world.pass(HOUR / 2).await;
    says(&world.tells("Ada", "vacation end").await, &["Welcome back!"]);
    let posted = world.posted().await;
    says(&posted[0], &["Ada is on vacation"]);
    says(&posted[1], &["Ada is back from vacation"]);
    // When time would have been up it is looked at, and it is not.
    world.pass(HOUR * 3 / 4).await;
    assert!(world.posted().await.is_empty());
    world.pass(HOUR / 2).await;
    says(&world.posted().await[0], &["Ada has run out of time: Bob wins."]);
}

#[tokio::test]
async fn the_board_after_a_move_tells_of_the_vacation_of_whoever_is_to_move_then() {
    let mut world = World::playing("chess white 1d timeout:strict").await;
    says(&world.tells("Bob", "vacation 10d").await, &["Enjoy"]);
    assert_eq!(world.tells("Ada", "move e4").await.text, "posted");
    says(&world.posted().await[0], &["Bob is on vacation, so the clock stands still."]);
    world.tells("Ada", "takeback").await;
    world.tells("Bob", "takeback accept").await;
    let back = world.posted().await.pop().expect("a board");
    assert!(back.text.contains("Deadline") && !back.text.contains("on vacation"), "{}", back.text);
    world.play(&[("Ada", "move e4")]).await;
    says(&world.tells("Bob", "vacation end").await, &["Welcome back!"]);
    says(&world.posted().await[0], &["Bob is back from vacation, and the clock runs again."]);
    says(&world.tells("Ada", "vacation 10d").await, &["Enjoy"]);
    assert_eq!(world.tells("Bob", "move e5").await.text, "posted");
    says(&world.posted().await[0], &["Ada is on vacation, so the clock stands still."]);
}

#[tokio::test]
async fn a_hundred_games_cost_one_vacation_and_end_with_one_move() {
    let mut world = World::new();
    for number in 0..100 {
        world.begin_in(&room(number), "chess white 1d timeout:strict").await;
        for (name, made) in [("Ada", "e4"), ("Bob", "e5")] {
            let read = world.does_in(&room(number), name, UserAction::Line(format!("move {made}"))).await;
            assert_eq!(read.text, "posted");
        }
        world.posted_in(&room(number)).await;
    }
    world.tells("Ada", "protect off").await;
    says(&world.tells("Ada", "vacation 10d").await, &["You have 18 days of vacation left."]);
    world.pass(5 * DAY).await;
    for number in 0..100 {
        let posted = world.posted_in(&room(number)).await;
        assert_eq!(posted.len(), 1, "nobody lost in room {number}");
        says(&posted[0], &["Ada is on vacation"]);
    }
    let asked = world.does_in(&room(42), "Ada", UserAction::Line("move Nf3".to_owned())).await;
    let read = world.does_in(&room(42), "Ada", asked.press("Play it, end the vacation")).await;
    says(&read, &["Nf3"]);
    says(&world.tells("Ada", "vacation").await, &["You are not on vacation", "You have 22 days"]);
    // The clocks of all others run again.
    world.pass(2 * DAY).await;
    let mut lost = 0;
    for number in 0..100 {
        let posted = world.posted_in(&room(number)).await;
        lost += usize::from(posted.iter().any(|read| read.text.contains("out of time: Bob wins")));
    }
    assert_eq!(lost, 99);
}

#[tokio::test]
async fn vacation_is_spoken_of_in_german() {
    let mut world = World::new();
    world.language = Language::of("de");
    says(&world.tells("Ada", "urlaub").await, &["Du bist nicht im Urlaub", "Du hast noch 28 Tage Urlaub."]);
    says(
        &world.tells("Ada", "urlaub 10t").await,
        &["Schönen Urlaub! Er endet in 10 Tagen (", "noch 18 Tage"],
    );
    says(&world.tells("Ada", "urlaub 40t").await, &["Du möchtest 40 Tage, hast aber noch "]);
    says(&world.tells("Ada", "urlaub ende").await, &["Willkommen zurück!", "noch 27 Tage"]);
}

#[tokio::test]
async fn looking_writes_nothing() {
    let mut world = World::new();
    for line in ["vacation", "remind", "protect", "vacation 99d", "remind here", "protect on"] {
        world.tells("Ada", line).await;
    }
    let all = adoube_store::KeyRange::prefix(adoube_store::Key::new());
    for table in adoube_store::Table::ALL {
        let rows = world.chat.store.scan(table, all.clone(), adoube_store::ScanOrder::Ascending, 10).await;
        let rows = rows.expect("memory");
        assert!(rows.is_empty(), "{table}: {rows:?}");
    }
}

#[tokio::test]
async fn a_vacation_stops_no_clock_of_a_game_with_less_than_a_day_per_move() {
    let mut world = World::playing("chess white 10m").await;
    world.play(&[("Ada", "move e4"), ("Bob", "move e5")]).await;
    says(
        &world.tells("Ada", "vacation 10d").await,
        &[
            "Enjoy your vacation!",
            "In 1 of your games a move has less than a day: there your vacation stops no clock.",
        ],
    );
    assert!(world.posted().await.is_empty(), "the opponent has nothing to learn");
    world.pass(HOUR).await;
    says(&world.posted().await[0], &["Ada has run out of time. Bob, do you take the win"]);
}

#[tokio::test]
async fn nobody_is_protected_in_a_game_with_less_than_a_day_per_move() {
    let mut world = World::playing("chess white 23h timeout:strict").await;
    world.play(&[("Ada", "move e4"), ("Bob", "move e5")]).await;
    world.pass(DAY).await;
    says(world.posted().await.last().expect("an end"), &["Ada has run out of time: Bob wins."]);
}

#[tokio::test]
async fn opponents_are_told_where_it_is_the_travellers_turn_and_nowhere_else() {
    let mut world = World::new();
    for number in 0..3 {
        world.begin_in(&room(number), "chess white 3d").await;
        world.posted_in(&room(number)).await;
    }
    world.does_in(&room(2), "Ada", UserAction::Line("move e4".to_owned())).await;
    world.posted_in(&room(2)).await;
    says(&world.tells("Ada", "vacation 5d").await, &["Enjoy your vacation!"]);
    for (number, told) in [(0, 1), (1, 1), (2, 0)] {
        assert_eq!(world.posted_in(&room(number)).await.len(), told, "room {number}");
    }
    // Whoever asks again what is left tells nobody again.
    world.tells("Ada", "vacation").await;
    assert!(world.posted_in(&room(0)).await.is_empty());
}
