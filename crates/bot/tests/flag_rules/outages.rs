//! Tests that nobody loses a game by an outage of the bot, a jump of the clock, or a board that
//! comes late; and of reminders, and of games without a clock in which nobody moves.

use std::time::Duration;

use adoube_bot::Notice;
use adoube_store::{Batch, Key, Table};

use super::{ABOUT, DAY, HOUR, MINUTE, Timed};
use crate::support;

/// How a game stands whose turn would have been over without what happened in it.
async fn over(timed: &mut Timed) -> bool {
    timed.settle().await;
    timed.news().iter().any(|news| news.starts_with("Time") || news == "Protected")
}

#[tokio::test]
async fn a_reminder_in_private_is_for_one_and_where_that_cannot_be_it_is_said_where_they_play() {
    let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
    for (line, is_for_one, moves) in
        [("remind here", false, ["move Nf3", "move Nf6"]), ("remind private", true, ["move Ng1", "move Ng8"])]
    {
        timed.reply("Ada", line).await;
        timed.told.clear();
        timed.pass(DAY - HOUR).await;
        let told = std::mem::take(&mut timed.told);
        let [Notice::Reminder(reminder), ..] = &told[..] else { panic!("{told:?}") };
        let ada = &reminder.person.id;
        assert_eq!(told[0].concerns(), [ada], "{line}");
        assert_eq!(told[0].is_for_one(), is_for_one.then_some(ada), "{line}");
        if is_for_one {
            for _ in 0..2 {
                timed
                    .chat
                    .service
                    .direct_message_refused(&support::channel(), reminder)
                    .await
                    .expect("the store");
                timed.deliver().await;
            }
            let told = std::mem::take(&mut timed.told);
            assert!(
                matches!(&told[..], [Notice::Reminder(again)] if !again.privately && again.refused),
                "{told:?}"
            );
            assert_eq!(told[0].is_for_one(), None);
        }
        timed.say("Ada", moves[0]).await;
        timed.say("Bob", moves[1]).await;
    }
}

#[tokio::test]
async fn who_cannot_be_reminded_in_private_is_reminded_of_what_is_still_to_be_done_here() {
    for (what, lines) in [
        ("they have moved", &[("Ada", "move Nf3")][..]),
        (
            "it is another game",
            &[("Ada", "draw"), ("Bob", "draw accept"), ("Ada", "play Bob chess white"), ("Bob", "accept")],
        ),
    ] {
        let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
        timed.reply("Ada", "remind private").await;
        timed.pass(DAY - HOUR).await;
        let told = std::mem::take(&mut timed.told);
        let Some(Notice::Reminder(reminder)) = told.last() else { panic!("{told:?}") };
        for (name, line) in lines {
            timed.say(name, line).await;
        }
        timed.told.clear();
        timed.chat.service.direct_message_refused(&support::channel(), reminder).await.expect("the store");
        timed.deliver().await;
        assert_eq!(timed.news(), [""; 0], "{what}");
        let said = format!("{:?}", timed.reply("Ada", "remind").await);
        assert!(said.contains("how: Here"), "{what}: the next one is said where they play: {said}");
    }
}

#[tokio::test]
async fn a_platform_that_is_gone_stops_the_clock_and_a_blip_does_not() {
    for (gone, counts) in [(MINUTE, false), (10 * HOUR, true)] {
        let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
        timed.pass(20 * HOUR).await;
        timed.chat.service.platform_unreachable("test/3-16").await.expect("the store");
        timed.pass(gone).await;
        timed.chat.service.platform_reachable("test/3-16").await.expect("the store");
        timed.news();
        timed.chat.clock.pass((4 * HOUR).saturating_sub(gone) + ABOUT);
        assert_eq!(over(&mut timed).await, !counts, "{gone}");
        if counts {
            // 34 hours after the turn began time is up; a quarter of a day after the end of the outage is later.
            timed.chat.clock.pass(5 * HOUR);
            assert!(!over(&mut timed).await);
            timed.chat.clock.pass(HOUR);
            assert!(over(&mut timed).await);
        }
    }
}

#[tokio::test]
async fn another_platform_concerns_nobody_here() {
    let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
    timed.chat.service.platform_unreachable("discord").await.expect("the store");
    timed.chat.clock.pass(DAY + ABOUT);
    assert!(over(&mut timed).await);
}

#[tokio::test]
async fn a_platform_that_only_a_dead_process_reached_was_gone_since_then() {
    let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
    let another = |timed: &Timed, seed| {
        support::service(&["Ada", "Bob"], seed, timed.chat.store.clone(), timed.chat.clock.clone())
    };
    // It serves the platform and dies, while this one goes on.
    let dead = another(&timed, 6);
    dead.platform_reachable("test/0-1").await.expect("the store");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let beats = dead.keep_alive(async { stopped.await.unwrap_or_default() });
    let noted = async {
        timed.chat.clock.wait(Duration::from_secs(61));
        let key = Key::new().text("alive").text("test");
        for _ in 0..1000 {
            if timed.chat.store.get(Table::Meta, key.as_ref()).await.expect("the store").is_some() {
                break;
            }
            timed.chat.clock.wait(Duration::from_secs(61));
            tokio::task::yield_now().await;
        }
        drop(stop);
    };
    tokio::join!(beats, noted);
    timed.chat.clock.pass(2 * DAY);
    timed.chat.service.begin().await.expect("the store");
    let again = another(&timed, 7);
    again.begin().await.expect("the store");
    timed.chat.clock.pass(2 * DAY);
    assert!(!over(&mut timed).await, "nobody serves the platform");
    again.platform_reachable("test/0-1").await.expect("the store");
    assert!(!over(&mut timed).await);
}

#[tokio::test]
async fn a_bot_that_was_off_for_two_days_has_cost_nobody_a_game() {
    let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
    timed.chat.service.begin().await.expect("the store");
    timed.chat.clock.pass(2 * DAY);
    timed.chat.service.begin().await.expect("the store");
    assert!(!over(&mut timed).await);
    timed.pass(DAY - ABOUT).await;
    assert!(timed.kept().await["game"].is_object());
    timed.news();
    timed.pass(2 * ABOUT).await;
    assert!(over(&mut timed).await || timed.kept().await["game"]["clock"]["protections"][0] == 1);
}

#[tokio::test]
async fn a_machine_whose_clock_is_set_forward_has_cost_nobody_a_game() {
    let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
    timed.settle().await;
    timed.chat.clock.set_forward(300 * DAY);
    assert!(!over(&mut timed).await);
    timed.say("Ada", "move Nf3").await;
}

#[tokio::test]
async fn a_calendar_that_was_wrong_for_a_while_stops_no_clock_when_it_is_right_again() {
    for starts_anew in [false, true] {
        let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
        timed.settle().await;
        timed.chat.service.begin().await.expect("the store");
        for is_ahead in [true, false] {
            if is_ahead {
                timed.chat.clock.set_forward(300 * DAY);
            } else {
                timed.chat.clock.set_back(300 * DAY);
            }
            if starts_anew {
                let (store, clock) = (timed.chat.store.clone(), timed.chat.clock.clone());
                timed.chat.service = support::service(&["Ada", "Bob"], 50, store, clock);
                timed.chat.service.begin().await.expect("the store");
            }
            assert!(!over(&mut timed).await, "{starts_anew}");
        }
        timed.chat.clock.pass(DAY - HOUR);
        assert!(!over(&mut timed).await, "{starts_anew}");
        timed.chat.clock.pass(2 * HOUR);
        assert!(over(&mut timed).await, "nobody need come for it, {starts_anew}");
    }
}

#[tokio::test]
async fn an_outage_of_the_channel_that_ends_in_the_future_stops_no_clock_after_a_start() {
    for is_put_off in [false, true] {
        let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
        timed.settle().await;
        let now = timed.chat.clock.shown();
        let key = Key::new().text("outage").text(&support::channel().0).number(now + 300 * DAY).number(now);
        let batch = Batch::new().put(Table::Meta, key, br#"{"format":1}"#.to_vec());
        timed.chat.store.commit(batch).await.expect("the store");
        if is_put_off {
            // The job of the clock is written anew by what it finds.
            timed.chat.clock.pass(DAY + HOUR);
            assert!(!over(&mut timed).await);
        }
        let (store, clock) = (timed.chat.store.clone(), timed.chat.clock.clone());
        timed.chat.service = support::service(&["Ada", "Bob"], 50, store, clock);
        timed.chat.service.begin().await.expect("the store");
        assert!(!over(&mut timed).await, "{is_put_off}");
        timed.chat.clock.pass(DAY - HOUR);
        assert!(!over(&mut timed).await, "{is_put_off}");
        timed.chat.clock.pass(2 * HOUR);
        assert!(over(&mut timed).await, "{is_put_off}");
    }
}

#[tokio::test]
async fn a_machine_whose_clock_is_set_back_shows_nothing_before_what_was() {
    let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
    timed.pass(6 * HOUR).await;
    timed.say("Ada", "move Nf3").await;
    let before = timed.kept().await["game"]["changed_at"].as_u64();
    timed.chat.clock.set_back(5 * HOUR);
    timed.say("Bob", "move Nc6").await;
    let after = timed.kept().await["game"]["changed_at"].as_u64();
    assert!(after >= before, "{before:?} {after:?}");
    assert!(!over(&mut timed).await);
}

/// Ada has moved, and that is on its way to the channel.
async fn moved(timed: &mut Timed) {
    timed.reply_before_anybody_is_told("Ada", "move Nf3").await;
}

#[tokio::test]
async fn a_board_that_does_not_arrive_is_nobodys_time() {
    let mut timed = Timed::under_way("chess pace:1h timeout:strict").await;
    moved(&mut timed).await;
    // It waits; nobody takes it to the channel.
    timed.chat.clock.pass(3 * HOUR);
    let next = timed.chat.service.run_due_jobs().await.expect("the store").expect("it is looked at again");
    let again = next - timed.chat.clock.shown();
    assert!(again.abs_diff(90 * MINUTE) < ABOUT, "half as long as it has waited: {again}");
    timed.deliver().await;
    assert!(timed.news().iter().all(|news| !news.starts_with("Time") && news != "Protected"));
    timed.chat.clock.pass(40 * MINUTE);
    assert!(!over(&mut timed).await, "the hour began when it came");
    timed.say("Bob", "move Nc6").await;
    assert_eq!(timed.news(), [""; 0], "nor was anybody spared");
}

#[tokio::test]
async fn a_turn_begins_when_its_board_comes_unless_that_is_at_once() {
    for (late, counts) in [(100 * 1000, true), (4 * MINUTE, false)] {
        let mut timed = Timed::under_way("chess pace:1h timeout:strict").await;
        moved(&mut timed).await;
        timed.chat.clock.pass(late);
        timed.deliver().await;
        timed.news();
        timed.chat.clock.pass(HOUR - late / 2);
        assert_eq!(over(&mut timed).await, counts, "{late} ms");
    }
}

#[tokio::test]
async fn a_board_that_was_posted_two_minutes_ago_stops_no_clock() {
    for (late, stops) in [(100 * 1000, false), (3 * MINUTE, true)] {
        let mut timed = Timed::under_way("chess pace:0+5m timeout:strict").await;
        timed.chat.clock.pass(4 * MINUTE);
        timed.say("Ada", "move Nf3").await;
        timed.reply_before_anybody_is_told("Bob", "move Nc6").await;
        timed.news();
        // Ada has a minute.
        timed.chat.clock.pass(late);
        // Nothing more is due in a game that is over.
        let next = timed.chat.service.run_due_jobs().await.expect("the store");
        let again = next.map(|next| next - timed.chat.clock.shown());
        let is_soon = again.is_some_and(|again| again.abs_diff(5 * MINUTE) < MINUTE / 2);
        assert!(!stops || is_soon, "{late} ms: {again:?}");
        assert_eq!(over(&mut timed).await, !stops, "{late} ms");
    }
}

#[tokio::test]
async fn whatever_else_says_that_time_runs_and_does_not_arrive_is_nobodys_time_either() {
    for (begins, last) in [
        (
            &[("Ada", "play Bob chess pace:1h timeout:strict white"), ("Bob", "accept")][..],
            ("Bob", "moretime"),
        ),
        (&[("Ada", "setup Bob classic-chosen 2 pace:1h white send")], ("Bob", "accept")),
    ] {
        let mut timed = Timed { chat: super::Chat::new(&["Ada", "Bob"], 5), told: Vec::new() };
        for (name, line) in begins {
            timed.say(name, line).await;
        }
        let reply = timed.reply_before_anybody_is_told(last.0, last.1).await;
        assert_eq!(reply, super::Reply::Public, "{}", last.1);
        timed.news();
        timed.chat.clock.pass(3 * HOUR);
        timed.chat.service.run_due_jobs().await.expect("the store");
        timed.deliver().await;
        let news = timed.news();
        assert!(news.iter().all(|news| news == "Reminder" || news == "MoreTime"), "{}: {news:?}", last.1);
    }
}

#[tokio::test]
async fn a_reminder_that_does_not_arrive_is_nobodys_time() {
    let mut timed = Timed::under_way("chess pace:2h timeout:strict").await;
    timed.news();
    for passed in [100 * MINUTE, 3 * HOUR] {
        timed.chat.clock.pass(passed);
        timed.chat.service.run_due_jobs().await.expect("the store");
    }
    timed.deliver().await;
    assert_eq!(timed.news(), ["Reminder"]);
}

#[tokio::test]
async fn a_place_that_is_lost_stops_the_clock_once() {
    let mut timed = Timed::under_way("chess pace:1d timeout:strict").await;
    let place = super::channel();
    assert_eq!(timed.chat.service.channel_unavailable(&place).await.ok(), Some(true));
    assert_eq!(timed.chat.service.channel_unavailable(&place).await.ok(), Some(false));
    timed.pass(9 * DAY).await;
    assert_eq!(timed.news(), ["PlaceLost"]);
    assert_eq!(timed.chat.service.channel_available(&place).await.ok(), Some(true));
    assert_eq!(timed.chat.service.channel_available(&place).await.ok(), Some(false));
    timed.deliver().await;
    assert!(
        matches!(timed.told.last(), Some(Notice::Board(_))),
        "how it stands is shown again: {:?}",
        timed.told
    );
    assert_eq!(timed.news(), ["PlaceFound"]);
    timed.pass(DAY - ABOUT).await;
    assert_eq!(timed.news(), ["Reminder", "Reminder"]);
}

#[tokio::test]
async fn who_used_the_bot_within_the_hour_is_not_reminded() {
    let mut timed = Timed::under_way("chess pace:2h").await;
    timed.pass(HOUR + 20 * MINUTE).await;
    timed.reply("Ada", "board").await;
    timed.pass(20 * MINUTE).await;
    assert_eq!(timed.news(), [""; 0]);
}

#[tokio::test]
async fn no_game_is_over_before_its_players_had_the_time_they_were_told_to_answer() {
    for is_off in [true, false] {
        let mut timed = Timed::under_way("chess").await;
        timed.chat.service.begin().await.expect("the store");
        timed.pass(30 * DAY + ABOUT).await;
        timed.chat.service.begin().await.expect("the store");
        timed.news();
        // The bot is off, or the machine's calendar is set forward.
        if is_off {
            timed.chat.clock.pass(100 * DAY);
            timed.chat.service.begin().await.expect("the store");
        } else {
            timed.chat.clock.set_forward(100 * DAY);
        }
        timed.pass(29 * DAY).await;
        assert_eq!(timed.news(), [""; 0], "off: {is_off}");
        timed.pass(2 * DAY).await;
        assert_eq!(timed.news(), ["Abandoned"], "off: {is_off}");
    }
}

#[tokio::test]
async fn a_game_whose_place_is_lost_waits_for_it_only_while_the_bot_is_there() {
    let mut timed = Timed::under_way("chess pace:1d").await;
    timed.chat.service.begin().await.expect("the store");
    timed.chat.service.channel_unavailable(&super::channel()).await.expect("the store");
    timed.deliver().await;
    timed.news();
    timed.chat.clock.pass(100 * DAY);
    timed.chat.service.begin().await.expect("the store");
    timed.pass(59 * DAY).await;
    assert_eq!(timed.news(), [""; 0]);
    timed.pass(2 * DAY).await;
    assert_eq!(timed.news(), ["Abandoned"]);
}

#[tokio::test]
async fn a_game_without_a_pace_is_asked_about_and_then_over() {
    let mut timed = Timed::under_way("chess").await;
    timed.news();
    timed.pass(29 * DAY).await;
    assert_eq!(timed.news(), [""; 0]);
    timed.pass(DAY + ABOUT).await;
    assert_eq!(timed.news(), ["IdleAsked"]);
    timed.pass(29 * DAY).await;
    timed.say("Ada", "move Nf3").await;
    timed.pass(29 * DAY).await;
    assert_eq!(timed.news(), [""; 0], "a move begins it anew");
    timed.pass(DAY + ABOUT).await;
    assert_eq!(timed.news(), ["IdleAsked"]);
    timed.pass(30 * DAY + ABOUT).await;
    assert_eq!(timed.news(), ["Abandoned"]);
}

#[tokio::test]
async fn a_move_before_anybody_is_asked_puts_the_question_off() {
    let mut timed = Timed::under_way("chess").await;
    timed.pass(20 * DAY).await;
    timed.say("Ada", "move Nf3").await;
    timed.news();
    timed.pass(30 * DAY - ABOUT).await;
    assert_eq!(timed.news(), [""; 0], "thirty days after the game began it was looked at, and all was well");
    timed.pass(2 * ABOUT).await;
    assert_eq!(timed.news(), ["IdleAsked"]);
}
