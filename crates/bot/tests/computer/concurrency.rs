//! Tests of what people do while the computer thinks: conditional moves, offers, touches, lists of
//! games, and rooms that move. Not here: how it plays (`playing`), and programs that die
//! (`processes`, `crash`).

use adoube_bot::{ChannelId, Language, Notice, Reply, UserAction};

use super::table::{MISSED, Table, text};
use crate::support;

async fn begun(line: &str) -> Table {
    let mut table = Table::new(1);
    assert_eq!(table.say(line).await, None, "{line}");
    table.told().await;
    table
}

#[tokio::test]
async fn plans_answer_its_moves() {
    // Whatever it does, one of these fits.
    let start = begun("play computer 1 chess white").await.position().to_string();
    let mut table = begun("play computer 1 chess white").await;
    assert_eq!(table.position().to_string(), start, "the same game");
    table.say("move a2a3").await;
    table.told().await;
    let replies: Vec<String> = table.position().legal_moves().iter().map(ToString::to_string).collect();
    assert!(replies.len() <= 20);
    for reply in replies.iter().take(10) {
        let said = table.say(&format!("if {reply} then a3a4")).await;
        assert!(said.is_some(), "{reply}");
    }
    let told = table.let_it_play().await;
    assert!(matches!(table.plies(), 2 | 4), "{told:?}");
    if table.plies() == 2 {
        // None of those it was asked about: the others fit then.
        assert_eq!(table.say("takeback").await, None);
        table.told().await;
        table.say("move a2a3").await;
        table.told().await;
        for reply in replies.iter().skip(10) {
            assert!(table.say(&format!("if {reply} then a3a4")).await.is_some(), "{reply}");
        }
        table.let_it_play().await;
    }
    // It answered the planned move as well, without anybody who wakes it.
    assert_eq!(table.plies(), 4);
}

#[tokio::test]
async fn a_draw_may_be_offered_with_each_move_and_is_answered_each_time() {
    let mut table = begun("play computer 1 chess white").await;
    let mut answers = 0;
    for _ in 0..4 {
        // A Queen ahead it is better, so give it one.
        assert_eq!(table.say("draw").await, None);
        assert!(table.say("draw").await.is_some(), "one offer at a time");
        table.move_by_lot().await;
        table.told().await;
        table.let_it_play().await;
        if table.is_over() {
            break;
        }
        answers += 1;
        assert_eq!(table.plies(), 2 * answers, "it declines and moves");
    }
}

#[tokio::test]
async fn an_offer_it_thinks_about_is_gone_with_a_takeback() {
    let mut table = begun("play computer 1 chess white").await;
    table.move_by_lot().await;
    table.told().await;
    assert_eq!(table.say("draw").await, None);
    assert_eq!(table.say("takeback").await, None);
    table.told().await;
    assert!(table.let_it_play().await.is_empty());
    assert!(!table.is_over());
    assert_eq!(table.plies(), 0);
}

#[tokio::test]
async fn games_end_and_begin_anew_while_it_thinks() {
    let mut table = begun("play computer 1 chess white").await;
    table.move_by_lot().await;
    table.told().await;
    let Some(Notice::Board(board)) = table.board.clone() else { panic!("no board") };
    // Only one side has moved, so the game need not count.
    let id = format!("turn.{}.{}.confirm.abort.white", board.game, board.revision);
    let press = table.chat.event("Ada", Language::EN, false, UserAction::Press { id, value: None });
    table.chat.service.handle(&press).await;
    table.told().await;
    assert!(table.is_over());
    assert_eq!(table.say("rematch").await, None);
    table.told().await;
    let told = table.let_it_play().await;
    assert_eq!(told.len(), 1, "it has White in the new game, and is done with the old one: {told:?}");
    assert_eq!(table.plies(), 1);
}

#[tokio::test]
async fn touch_move_binds_nobody_to_what_the_other_touched() {
    for game in ["chess", "grand initial"] {
        let mut table = begun(&format!("play computer 2 {game} white touch-move")).await;
        for _ in 0..12 {
            if table.is_over() {
                break;
            }
            // The first one touched binds, so a move of that piece is made.
            let made = adoube_rules::Game::new(table.position()).legal_moves()[0].to_string();
            let from: String = made.chars().take_while(|letter| !letter.is_ascii_digit()).collect();
            let rank: String = made.chars().skip(from.len()).take_while(char::is_ascii_digit).collect();
            table.say(&format!("touch {from}{rank}")).await;
            assert!(table.say("takeback").await.is_some(), "no takebacks with touch-move");
            assert_eq!(table.say(&format!("move {made}")).await, None, "{made}");
            table.told().await;
            let (before, over) = (table.plies(), table.is_over());
            table.let_it_play().await;
            assert!(over || table.plies() == before + 1, "{game}: {made}");
        }
    }
}

#[tokio::test]
async fn levels_beyond_are_said_kindly() {
    for (line, expected) in [
        ("play computer level:11 chess", "There is no level “11”. The computer plays at level 1"),
        ("play computer 0 chess", "There is no level “0”."),
        ("play computer 11", "There is no level “11”."),
        ("play level:-3 chess", "There is no level “-3”."),
        ("play computer level:best", "There is no level “best”."),
        ("play computer 99999999999999999999 chess", "There is no level “99999999999999999999”."),
        ("spielen computer stufe:11 schach", "There is no level “11”."),
    ] {
        let mut table = Table::new(1);
        let said = table.say(line).await.unwrap_or_default();
        assert!(said.starts_with(expected), "{line}: {said}");
        assert!(table.told().await.is_empty(), "{line}");
    }
    let mut table = Table::new(1);
    let action = UserAction::Line("spielen computer 11 schach".to_owned());
    let event = table.chat.event("Ada", Language::of("de"), false, action);
    let reply = table.chat.service.handle(&event).await.reply;
    let Reply::Private(refused) = reply else { panic!("{reply:?}") };
    let said = text(&table.chat.read(&refused, Some("Ada"), Language::of("de")));
    assert!(said.starts_with("Eine Stufe „11“ gibt es nicht."), "{said}");
}

#[tokio::test]
async fn lists_name_the_computer_and_whoever_follows_is_called() {
    let mut table = begun("play computer 1 chess white").await;
    let due = table.say("games due").await.unwrap_or_default();
    assert!(due.contains("Computer level 1"), "{due}");
    let follow = table.chat.event("Bob", Language::EN, false, UserAction::Line("follow".to_owned()));
    table.chat.service.handle(&follow).await;
    table.move_by_lot().await;
    table.told().await;
    let due = table.say("games due").await.unwrap_or_default();
    assert!(!due.contains("Computer level 1"), "it is not her turn: {due}");
    table.let_it_play().await;
    let games = table.say("games").await.unwrap_or_default();
    assert!(games.contains("Computer level 1"), "{games}");
}

#[tokio::test]
async fn a_game_goes_on_in_the_room_that_takes_the_place_of_its_own() {
    let mut table = begun("play computer 1 chess white").await;
    table.move_by_lot().await;
    table.told().await;
    let (old, new) = (support::channel(), ChannelId("test:upgraded".to_owned()));
    table.chat.service.relocate(&old, &new).await.expect("memory");
    table.chat.service.run_computer_once().await;
    table.chat.clock.pass(MISSED);
    table.chat.service.run_due_jobs().await.expect("memory");
    table.chat.service.run_computer_once().await;
    assert!(support::delivered(&table.chat.service, &old).await.is_empty(), "nothing is said in the old one");
    let told = support::delivered(&table.chat.service, &new).await;
    let moves = told.iter().filter(|delivery| {
        matches!(&delivery.notice, Notice::Board(board) if table.words(&delivery.notice).contains("1…") && board.ending.is_none())
    });
    assert_eq!(moves.count(), 1, "it moves there once");
}

#[tokio::test]
async fn it_moves_where_nothing_can_be_shown_and_that_waits() {
    let mut table = begun("play computer 1 chess white pace:1d").await;
    table.move_by_lot().await;
    table.told().await;
    table.chat.service.channel_unavailable(&support::channel()).await.expect("memory");
    table.told().await;
    table.let_it_play().await;
    assert_eq!(table.plies(), 2);
    table.chat.service.channel_available(&support::channel()).await.expect("memory");
    table.told().await;
    table.move_by_lot().await;
    table.told().await;
    assert_eq!(table.let_it_play().await.len(), 1);
}

#[tokio::test]
async fn whoever_moves_back_and_forth_gets_an_answer_to_the_last_move() {
    let mut table = begun("play computer 1 chess white").await;
    for _ in 0..20 {
        assert_eq!(table.say("move e2e4").await, None);
        assert_eq!(table.say("takeback").await, None);
    }
    assert_eq!(table.say("move d2d4").await, None);
    table.told().await;
    assert_eq!(table.let_it_play().await.len(), 1);
    assert_eq!(table.plies(), 2);
}
