//! Tests of the rules at the flag, one by one: games without a result, losses on time, protection,
//! the opponent's choice, late moves, selection by lot.

use adoube_bot::{Language, UserAction};

use super::{ABOUT, DAY, HOUR, MINUTE, Timed};
use crate::support::table;

#[tokio::test]
async fn a_game_that_one_side_never_began_has_no_result() {
    for (moves, waits) in [(0, "white"), (1, "black")] {
        let mut timed = Timed::begin("chess pace:1d timeout:strict").await;
        if moves == 1 {
            timed.say("Ada", "move e4").await;
        }
        timed.pass(DAY - ABOUT).await;
        assert_eq!(timed.news(), ["Reminder", "Reminder"], "{waits}");
        timed.pass(2 * ABOUT).await;
        assert_eq!(timed.news(), ["NotStarted"], "{waits}");
        timed.pass(100 * DAY).await;
        assert_eq!(timed.news(), [""; 0], "{waits}: once");
    }
}

#[tokio::test]
async fn a_game_that_both_have_begun_is_lost_on_time_also_when_moves_were_taken_back() {
    // One ply is left, or two.
    for (moves, [asks, agrees], winner) in [
        (["move e4", "move e5"].as_slice(), ["Bob", "Ada"], "Time White"),
        (&["move e4", "move e5", "move Nf3"], ["Ada", "Bob"], "Time Black"),
    ] {
        let mut timed = Timed::begin("chess pace:1d timeout:strict").await;
        for (place, line) in moves.iter().enumerate() {
            timed.say(["Ada", "Bob"][place % 2], line).await;
        }
        timed.say(asks, "takeback").await;
        timed.say(agrees, "takeback accept").await;
        timed.news();
        timed.pass(4 * DAY).await;
        assert_eq!(timed.news().last().map(String::as_str), Some(winner), "{moves:?}");
    }
}

#[tokio::test]
async fn who_is_protected_has_a_day_more_twice_and_then_loses() {
    let mut timed = Timed::under_way("chess pace:2d timeout:strict").await;
    timed.pass(2 * DAY + ABOUT).await;
    assert_eq!(timed.news(), ["Reminder", "Reminder", "Protected"]);
    timed.pass(DAY - 2 * ABOUT).await;
    assert_eq!(timed.news(), ["Reminder"], "the last one, as there was more time");
    timed.pass(3 * ABOUT).await;
    assert_eq!(timed.news(), ["Protected"]);
    timed.pass(DAY + ABOUT).await;
    assert_eq!(timed.news(), ["Reminder", "Time Black"]);
}

#[tokio::test]
async fn the_opponent_is_asked_and_silence_wins() {
    for (pace, per_move, waits) in
        [("30m", 30 * MINUTE, HOUR), ("2h", 2 * HOUR, 2 * HOUR), ("7d", 7 * DAY, 2 * DAY)]
    {
        let mut timed = Timed::under_way(&format!("chess pace:{pace} timeout:ask")).await;
        // Protection is for games with a day or more per move.
        let protected = if per_move < DAY { 0 } else { 2 * DAY };
        timed.pass(per_move + protected + 2 * ABOUT).await;
        assert_eq!(timed.news().last().map(String::as_str), Some("Asked"), "{pace}");
        timed.pass(waits - 3 * ABOUT).await;
        assert_eq!(timed.news(), [""; 0], "{pace}");
        timed.pass(4 * ABOUT).await;
        assert_eq!(timed.news(), ["Time Black"], "{pace}");
    }
}

#[tokio::test]
async fn who_is_late_may_move_until_the_opponent_has_answered() {
    let mut timed = Timed::under_way("chess pace:2h timeout:ask").await;
    timed.pass(2 * HOUR + 2 * ABOUT).await;
    timed.say("Ada", "move Nf3").await;
    timed.news();
    timed.pass(HOUR).await;
    assert_eq!(timed.news(), [""; 0], "it is Bob's time");
    timed.say("Bob", "move Nc6").await;
}

#[tokio::test]
async fn a_move_that_comes_too_late_finds_the_game_over_before_anybody_looked() {
    let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
    timed.chat.clock.pass(DAY + ABOUT);
    // Two protections are used up first, each when somebody comes.
    for _ in 0..3 {
        timed.reply("Cy", "board").await;
        timed.chat.clock.pass(DAY + 10 * MINUTE);
    }
    assert_eq!(timed.news(), ["Protected", "Protected", "Time Black"]);
    let late = format!("{:?}", timed.reply("Ada", "move Nf3").await);
    assert!(late.contains("NoGame"), "{late}");
}

#[tokio::test]
async fn a_piece_nobody_picks_is_drawn_by_lot_and_play_goes_on() {
    let mut timed = Timed { chat: super::Chat::new(&["Ada", "Bob"], 5), told: Vec::new() };
    timed.reply("Ada", "setup Bob classic-chosen 2 pace:1h").await;
    timed.reply("Ada", "setup white send").await;
    timed.say("Bob", "accept").await;
    timed.news();
    timed.pass(HOUR + ABOUT).await;
    assert_eq!(timed.news(), ["Reminder", "PickedByLot"]);
    timed.pass(HOUR + ABOUT).await;
    assert_eq!(timed.news(), ["Reminder", "PickedByLot"]);
    let record = timed.kept().await;
    assert_eq!(record["game"]["choosing"], serde_json::Value::Null, "both are there: {record}");
    timed.pass(HOUR + ABOUT).await;
    assert_eq!(timed.news().last().map(String::as_str), Some("NotStarted"));
}

#[tokio::test]
async fn a_lone_king_wins_no_game() {
    let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
    let mut record = timed.kept().await;
    let text = serde_json::to_string(&record["game"]["state"]).expect("JSON");
    let position =
        record["game"]["state"]["position"].as_str().unwrap_or_else(|| panic!("{text}")).to_owned();
    let bare = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 2";
    let changed = text.replace(&position, bare);
    record["game"]["state"] = serde_json::from_str(&changed).expect("JSON");
    let key = adoube_store::Key::new().text(&super::channel().0);
    let bytes = serde_json::to_vec(&record).expect("JSON");
    let batch = adoube_store::Batch::new().put(adoube_store::Table::Channel, key, bytes);
    timed.chat.store.commit(batch).await.expect("the store");
    timed.pass(DAY + ABOUT).await;
    let board = timed.told.last().cloned().expect("a board");
    assert_eq!(timed.news().last().map(String::as_str), Some("TimeDraw"));
    for (language, told) in [
        (Language::EN, "Ada has run out of time, but Bob could not checkmate any more: a draw."),
        (Language::of("de"), "Die Zeit von Ada ist um, aber Bob konnte nicht mehr mattsetzen: remis."),
    ] {
        let said = table::text(&timed.chat.read(&board, None, language));
        assert!(said.contains(told), "{said}");
    }
}

#[tokio::test]
async fn an_open_drop_passes_and_shows_as_any_pass() {
    let mut timed = Timed::begin("schachen pace:1d timeout:strict").await;
    // Moves of Kings and Pawns until a player holds a card whose drop would be asked for.
    for turn in 0..40 {
        let name = if turn % 2 == 0 { "Ada" } else { "Bob" };
        let moves = format!("{:?}", timed.reply(name, "moves").await);
        assert!(moves.contains("Moves"), "{moves}");
        if timed.begun_by(name).await {
            if turn < 2 {
                timed.say(name, "pass").await;
                continue;
            }
            timed.news();
            timed.pass(DAY + ABOUT).await;
            let record = timed.kept().await;
            assert_eq!(record["game"]["begun"], serde_json::Value::Null);
            let news = timed.news();
            assert!(news.iter().all(|news| news == "Reminder"), "{news:?}");
            return;
        }
    }
    panic!("nobody could drop a card");
}

impl Timed {
    /// Presses the first way to move there is, step by step; whether a drop is asked for then.
    async fn begun_by(&mut self, name: &str) -> bool {
        let mut line = UserAction::Line("move".to_owned());
        for _ in 0..6 {
            let event = self.chat.event(name, Language::EN, false, line);
            let reply = self.chat.service.handle(&event).await.reply;
            self.deliver().await;
            if self.kept().await["game"]["begun"].is_object() {
                return true;
            }
            let (adoube_bot::Reply::Private(notice) | adoube_bot::Reply::Replace(notice)) = reply else {
                return false;
            };
            let rows = self.chat.read(&notice, Some(name), Language::EN).rows;
            let Some(adoube_bot::ControlRow::Menu(menu)) = rows.into_iter().next() else { return false };
            let value = menu.options.last().map(|option| option.value.clone());
            line = UserAction::Press { id: menu.id, value };
        }
        false
    }
}
