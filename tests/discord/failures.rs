//! Tests of games on Discord during failures of Discord and the network: nothing is lost, nothing
//! happens twice, and people are told where possible.

use std::time::Duration;

use serde_json::json;

use crate::{
    fake::{Fault, Limit, Opt, Place, User, direct, permissions},
    support::{ADA, BETWEEN, BOB, CARLA, CHESS, ELSEWHERE, GO, ROBOT, World},
};

/// Who only looks on.
const FLO: u64 = 2005;

/// From now on nobody can be told anything; resolves when the bot has tried.
fn told_nothing(world: &World) -> impl Future<Output = ()> + use<> {
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 1);
        state.faults.add(Place::Messages, Fault::Status(500), 1000);
    });
    let fake = std::sync::Arc::clone(&world.fake);
    async move { fake.until("an attempt", |state| (state.faults.left() < 1000).then_some(())).await }
}

#[tokio::test]
async fn a_repeated_event_acts_once() {
    let mut world = World::new().await;
    world.begin(CHESS).await;
    let token = world.moves(ADA, CHESS, "e4");
    world.nth(CHESS, 3).await;
    let event = world.fake.last_event();
    world.fake.dispatch("INTERACTION_CREATE", &event);
    world.plays(BOB, CHESS, "e5").await;
    assert_eq!(world.public(CHESS).len(), 4);
    // Also by a bot that remembers nothing: Discord says that it is answered.
    world.stop_bot().await;
    world.start_bot().await;
    world.fake.dispatch("INTERACTION_CREATE", &event);
    world.fake.change(|state| state.interactions.get_mut(&token).expect("it").expired = true);
    world.fake.dispatch("INTERACTION_CREATE", &event);
    world.plays(ADA, CHESS, "Nf3").await;
    assert_eq!(world.public(CHESS).len(), 5);
    assert!(world.public(CHESS)[4].content.contains("2. Nf3"));
}

#[tokio::test]
async fn after_a_restart_the_buttons_work_and_what_waited_is_delivered() {
    let mut world = World::new().await;
    world.begin(CHESS).await;
    // The board cannot be shown; then the bot stops.
    let told = told_nothing(&world);
    world.moves(ADA, CHESS, "e4");
    told.await;
    world.stop_bot().await;
    assert_eq!(world.public(CHESS).len(), 2);
    world.fake.change(|state| state.faults.clear());
    world.start_bot().await;
    let board = world.nth(CHESS, 3).await;
    assert!(board.content.contains("1. e4"), "{}", board.content);
    let picker = world.reply(&world.press(BOB, board.id, "Move")).await;
    assert_eq!(picker.only_for, Some(BOB));
    world.only_the_last_has_buttons(CHESS).await;
}

#[tokio::test]
async fn a_board_that_discord_took_but_did_not_confirm_is_there_once() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 1);
        state.faults.add(Place::Messages, Fault::DoneBut(502), 2);
    });
    world.plays(ADA, CHESS, "e4").await;
    world.all_delivered().await;
    assert_eq!(world.public(CHESS).len(), 3);
}

#[tokio::test]
async fn a_board_that_discord_did_not_confirm_for_minutes_is_there_twice_at_most() {
    let mut world = World::new().await;
    world.begin(CHESS).await;
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 1);
        state.faults.add(Place::Messages, Fault::DoneBut(502), 1);
        state.faults.add(Place::Messages, Fault::Status(502), 1000);
    });
    let token = world.moves(ADA, CHESS, "e4");
    world.fake.until("two attempts", |state| (state.faults.left() < 1000).then_some(())).await;
    world.stop_bot().await;
    world.fake.change(|state| {
        state.faults.clear();
        state.forget_nonces();
        state.interactions.get_mut(&token).expect("it").expired = true;
    });
    world.start_bot().await;
    world.all_delivered().await;
    assert_eq!(world.public(CHESS).len(), 4, "nobody can tell that it is there");
    // Whichever of them people use.
    let board = world.plays(BOB, CHESS, "e5").await;
    assert!(board.content.contains("1… e5"), "{}", board.content);
}

#[tokio::test]
async fn playing_takes_no_requests_of_the_bots_own() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.plays(ADA, CHESS, "e4").await;
    let board = world.plays(BOB, CHESS, "e5").await;
    world.only_the_last_has_buttons(CHESS).await;
    world.press(ADA, board.id, "Draw");
    let offer = world.nth(CHESS, 5).await;
    world.press(BOB, offer.id, "Accept");
    world.nth(CHESS, 6).await;
    world.all_delivered().await;
    let state = world.fake.state();
    let own = state.requests.iter().filter(|request| request.path.starts_with("channels/"));
    assert_eq!(own.count(), 0, "Discord counts them for all servers together");
    let asked = state.requests.iter().filter(|request| request.path.ends_with("@original"));
    assert_eq!(asked.count(), 0, "the answer says which message it became");
}

#[tokio::test]
async fn an_answer_comes_when_discord_lets_it() {
    let world = World::new().await;
    let board = world.begin(CHESS).await;
    let seconds = 0.4;
    world
        .fake
        .change(|state| state.faults.add(Place::Answers, Fault::TooOften { seconds, global: false }, 1));
    let asked = tokio::time::Instant::now();
    let picker = world.reply(&world.press(ADA, board.id, "Move")).await;
    assert_eq!(picker.only_for, Some(ADA));
    assert!(asked.elapsed() >= Duration::from_secs_f64(seconds), "not before");
}

#[tokio::test]
async fn limits_are_kept_and_one_channel_does_not_keep_another_waiting() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.begin(GO).await;
    let moves = [(ADA, "e4"), (BOB, "e5"), (ADA, "Nf3"), (BOB, "Nc6"), (ADA, "Bb5"), (BOB, "a6")];
    world.fake.change(|state| {
        state.faults.limit = Some(Limit { count: 2, window: Duration::from_millis(400) });
        // No board can be an answer, so the bot posts each.
        state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 1);
    });
    for (user, text) in moves {
        world.plays(user, CHESS, text).await;
        world
            .fake
            .change(|state| state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 1));
    }
    world.plays(ADA, GO, "d4").await;
    assert_eq!(world.fake.state().faults.ignored_limits, 0);
}

#[tokio::test]
async fn a_storm_of_refusals_passes() {
    let world = World::new().await;
    let board = world.begin(CHESS).await;
    world.fake.change(|state| {
        state.faults.add(Place::Messages, Fault::TooOften { seconds: 0.05, global: false }, 5);
        state.faults.add(Place::Messages, Fault::TooOften { seconds: 0.05, global: true }, 2);
        state.faults.add(Place::Messages, Fault::Status(500), 2);
    });
    world.press(ADA, board.id, "Draw");
    world.nth(CHESS, 3).await;
    world.all_delivered().await;
    assert_eq!(world.public(CHESS).len(), 3);
}

#[tokio::test]
async fn a_channel_that_takes_nothing_keeps_no_other_waiting() {
    let world = World::new().await;
    let board = world.begin(CHESS).await;
    world.begin(GO).await;
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 1);
        state.faults.add(Place::Messages, Fault::Status(500), 3);
    });
    world.press(ADA, board.id, "Draw");
    world.fake.until("a fault", |state| (state.faults.left() < 3).then_some(())).await;
    world.plays(ADA, GO, "d4").await;
    world.nth(CHESS, 3).await;
}

#[tokio::test]
async fn where_the_bot_may_not_write_the_game_goes_on_in_answers() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.fake.change(|state| state.channels.get_mut(&CHESS).expect("it").permissions = 0);
    let board = world.plays(ADA, CHESS, "e4").await;
    // A button's board has no command to answer: it goes through the interaction all the same.
    let picker = world.reply(&world.press(BOB, board.id, "Move")).await;
    let squares = world.reply(&world.pick(BOB, picker.id, "Pawn e7")).await;
    world.pick(BOB, squares.id, "e5");
    let board = world.nth(CHESS, 4).await;
    assert!(board.content.contains("e5"), "{}", board.content);
}

#[tokio::test]
async fn a_notice_without_any_way_is_given_up_and_the_player_told() {
    let mut world = World::new().await;
    let board = world.begin(CHESS).await;
    world.plays(ADA, CHESS, "e4").await;
    let offer = world.press(BOB, board.id, "Move");
    world.answered(&offer).await;
    // Nothing reaches the channel any more, and the bot has forgotten every interaction there.
    let told = told_nothing(&world);
    world.moves(BOB, CHESS, "e5");
    told.await;
    world.stop_bot().await;
    world.fake.change(|state| {
        state.faults.clear();
        state.channels.get_mut(&CHESS).expect("it").permissions = 0;
    });
    world.start_bot().await;
    let told = world.nth(ADA + 900_000, 1).await;
    assert!(told.content.contains(&format!("<#{CHESS}>")), "{}", told.content);
    assert!(told.pinged.is_empty());
    world.all_delivered().await;
    // The move is in the game.
    world.fake.change(|state| state.channels.get_mut(&CHESS).expect("it").permissions = permissions::USUAL);
    let board = world.plays(ADA, CHESS, "Nf3").await;
    assert!(board.content.contains("2. Nf3"), "{}", board.content);
}

#[tokio::test]
async fn a_deleted_channel_is_given_up_and_the_player_told() {
    for (channel, opponent, accept, told) in [
        (CHESS, BOB, "Accept", "The channel of one of your games was deleted"),
        (GO, CARLA, "Accept", "Der Kanal einer deiner Partien wurde gelöscht"),
    ] {
        gone(channel, opponent, accept, told).await;
    }
}

/// Ada plays `opponent`, the channel is deleted while Ada moves.
async fn gone(channel: u64, opponent: u64, accept: &str, told: &str) {
    let world = World::new().await;
    world.answered(&world.slash(opponent, channel, "games", &[])).await;
    let options = [("opponent", Opt::User(opponent)), ("variant", Opt::Text("chess".to_owned()))];
    let white = ("colour", Opt::Text("white".to_owned()));
    world.slash(ADA, channel, "play", &[&options[..], &[white]].concat());
    let challenge = world.nth(channel, 1).await;
    let token = world.press(opponent, challenge.id, accept);
    world.nth(channel, 2).await;
    world.all_delivered().await;
    world.answered(&token).await;
    world.fake.change(|state| {
        state.channels.get_mut(&channel).expect("it").deleted = true;
        state.interactions.get_mut(&token).expect("it").expired = true;
        state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 2);
    });
    world.moves(ADA, channel, "e4");
    let message = world.nth(direct(opponent), 1).await;
    assert!(message.content.starts_with(told), "{}", message.content);
    assert!(message.pinged.is_empty());
    world.all_delivered().await;
    // The game is kept, and elsewhere another one begins.
    let seen = world.reply(&world.slash(ADA, ELSEWHERE, "games", &[])).await;
    assert!(seen.content.contains("Chess"), "{}", seen.content);
    world.begin(ELSEWHERE).await;
}

#[tokio::test]
async fn an_expired_interaction_still_acts() {
    let world = World::new().await;
    world.begin(CHESS).await;
    // The bot hears of it when Discord no longer waits for an answer.
    world.fake.change(|state| state.lag = Duration::from_millis(3100));
    let board = world.plays(ADA, CHESS, "e4").await;
    assert!(board.content.contains("1. e4"), "{}", board.content);
    assert!(board.content.starts_with(&format!("<@{BOB}>")), "{}", board.content);
}

#[tokio::test]
async fn a_message_discord_finds_wrong_is_sent_as_words() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.fake.change(|state| state.faults.add(Place::Answers, Fault::Error { status: 413, code: 40005 }, 1));
    let board = world.plays(ADA, CHESS, "e4").await;
    assert!(board.attachments.is_empty() && board.content.contains("1. e4"), "{board:?}");
    assert_ne!(board.components, json!([]), "the buttons are there");
}

#[tokio::test]
async fn a_replay_discord_does_not_take_is_told_in_words() {
    let mut world = World::new().await;
    world.begin(CHESS).await;
    world.plays(ADA, CHESS, "e4").await;
    world.restart_bot().await;
    let seen = world.reply(&world.slash(BOB, CHESS, "replay", &[])).await;
    let [(name, moves, gif)] = seen.attachments.as_slice() else { panic!("one file: {seen:?}") };
    assert!(name == "replay.gif" && gif.starts_with(b"GIF89a") && moves.contains("1. Pawn e4."), "{moves}");
    world.fake.change(|state| state.faults.add(Place::Edits, Fault::Error { status: 413, code: 40005 }, 1));
    let told = world.reply(&world.slash(BOB, CHESS, "replay", &[])).await;
    assert!(told.attachments.is_empty() && !told.content.is_empty(), "{told:?}");
}

#[tokio::test]
async fn old_messages_that_cannot_be_changed_are_left() {
    let mut world = World::new().await;
    world.begin(CHESS).await;
    world.restart_bot().await;
    world.fake.change(|state| state.faults.add(Place::Edits, Fault::Error { status: 400, code: 30046 }, 1));
    for (user, text) in [(ADA, "e4"), (BOB, "e5"), (ADA, "Nf3")] {
        world.plays(user, CHESS, text).await;
        // Before the next move it is noted what became of the older boards.
        world.restart_bot().await;
    }
    let state = world.fake.state();
    let with_buttons = state.messages.iter().filter(|message| message.components != json!([]));
    assert_eq!(with_buttons.count(), 2, "one old board keeps its buttons");
    let edits = state.requests.iter().filter(|request| request.method == "PATCH");
    assert_eq!(edits.count(), 4, "it is not tried again");
}

#[tokio::test]
async fn only_the_player_to_move_is_called_whatever_people_are_named() {
    let world = World::new().await;
    world.fake.change(|state| {
        state.users.get_mut(&ADA).expect("Ada").name = "<@2003> @everyone **x**".to_owned();
    });
    let board = world.begin(CHESS).await;
    assert_eq!(board.pinged, [ADA]);
    let board = world.plays(ADA, CHESS, "e4").await;
    assert_eq!(board.pinged, [BOB]);
    assert!(board.content.contains(r"\<\@2003\> \@everyone \*\*x\*\*"), "{}", board.content);
    let state = world.fake.state();
    let spoken = state.requests.iter().filter(|request| request.body["data"]["content"].is_string());
    for request in spoken {
        assert!(request.body["data"]["allowed_mentions"]["parse"] == json!([]), "{:#}", request.body);
    }
}

#[tokio::test]
async fn programs_are_not_challenged() {
    let world = World::new().await;
    let told = world.reply(&world.slash(ADA, CHESS, "play", &[("opponent", Opt::User(ROBOT))])).await;
    assert_eq!(told.only_for, Some(ADA));
    assert!(told.content.starts_with("Bots do not play"), "{}", told.content);
    let told = world.reply(&world.slash(CARLA, CHESS, "play", &[("opponent", Opt::User(ROBOT))])).await;
    assert!(told.content.starts_with("Bots spielen"), "{}", told.content);
}

#[tokio::test]
async fn moderators_abort_and_others_do_not() {
    let world = World::new().await;
    world.fake.change(|state| {
        let (name, locale) = ("Flo".to_owned(), "en-US".to_owned());
        // May do anything but what moderators do.
        let permissions = permissions::USUAL;
        state.users.insert(FLO, User { id: FLO, name, locale, bot: false, permissions });
    });
    world.begin(CHESS).await;
    world.plays(ADA, CHESS, "e4").await;
    world.plays(BOB, CHESS, "e5").await;
    for other in [FLO, BOB] {
        let told = world.reply(&world.slash(other, CHESS, "abort", &[])).await;
        assert_eq!(told.only_for, Some(other));
        assert!(!told.components.to_string().contains("Abort"), "{}", told.content);
    }
    let asked = world.reply(&world.slash(CARLA, CHESS, "abort", &[])).await;
    assert_eq!(asked.only_for, Some(CARLA));
    world.press(CARLA, asked.id, "Partie abbrechen");
    let board = world.nth(CHESS, 5).await;
    // It is over: nothing is left of it but what it was.
    let rows = board.components.as_array().cloned().unwrap_or_default();
    let labels: Vec<_> =
        rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default()).collect();
    let labels: Vec<_> = labels.iter().filter_map(|button| button["label"].as_str()).collect();
    assert_eq!(labels, ["Rematch", "Replay", "Step through", "Export", "Analyse"]);
}

#[tokio::test]
async fn people_take_the_bot_where_it_is_not() {
    for channel in [ELSEWHERE, BETWEEN] {
        let world = World::new().await;
        let board = world.begin(channel).await;
        assert!(!board.attachments.is_empty());
        world.plays(ADA, channel, "e4").await;
        let board = world.plays(BOB, channel, "e5").await;
        world.press(ADA, board.id, "Draw");
        world.nth(channel, 5).await;
        let posts = |state: &crate::fake::State| {
            state.requests.iter().filter(|request| request.path.starts_with("channels/")).count()
        };
        assert_eq!(posts(&world.fake.state()), 0, "the bot itself may not write there");
    }
}
