//! Tests of games against the computer with a clock: only the person's time runs. Not here: the
//! arithmetic (`core/game/game_clock`).

use adoube_bot::Notice;

use super::table::{MISSED, Table};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The last board everybody was shown, with its words.
fn board(table: &Table) -> (adoube_bot::Notice, String) {
    let board = table.board.clone().expect("a board");
    let words = table.words(&board);
    (board, words)
}

/// What is left of the computer's reserve.
fn reserve(table: &Table) -> u64 {
    let Some(Notice::Board(board)) = &table.board else { panic!("no board") };
    board.clock.as_ref().expect("a clock").reserves.black
}

#[tokio::test]
async fn it_does_not_lose_by_waiting_for_its_turn_to_think() {
    for pace in ["10m timeout:strict", "pace:1d timeout:strict", "pace:0+1d", "pace:12h+1d"] {
        let mut table = Table::new(1);
        assert_eq!(table.say(&format!("play computer 1 chess white {pace}")).await, None, "{pace}");
        table.told().await;
        for _ in 0..2 {
            table.move_by_lot().await;
            table.told().await;
            let (_, words) = board(&table);
            assert!(words.contains("The clock stands still while the computer thinks."), "{pace}: {words}");
            let before = reserve(&table);
            // Far longer than it has, and whoever keeps the time looks again and again.
            for _ in 0..20 {
                table.chat.clock.pass(DAY);
                table.chat.service.run_due_jobs().await.expect("memory");
            }
            assert!(table.told().await.is_empty(), "{pace}: nothing is said about it");
            assert_eq!(table.let_it_play().await.len(), 1, "{pace}");
            assert!(!table.is_over(), "{pace}");
            assert_eq!(reserve(&table), before, "{pace}");
        }
        // The person's time runs as ever.
        for _ in 0..5 {
            table.chat.clock.pass(20 * DAY);
            table.chat.service.run_due_jobs().await.expect("memory");
            table.told().await;
        }
        assert!(table.is_over(), "{pace}: nobody moved");
    }
}

#[tokio::test]
async fn pauses_and_more_time_do_not_keep_it_from_moving() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white pace:1d").await;
    table.told().await;
    for line in ["pause 3d", "moretime"] {
        table.move_by_lot().await;
        table.told().await;
        table.say(line).await;
        table.told().await;
        let plies = table.plies();
        assert_eq!(table.let_it_play().await.len(), 1, "{line}");
        assert_eq!(table.plies(), plies + 1, "{line}");
    }
    table.say("resume").await;
    table.told().await;
    assert!(table.say("vacation 2d").await.is_some());
    table.chat.clock.pass(DAY + DAY / 2);
    table.chat.service.run_due_jobs().await.expect("memory");
    assert!(!table.is_over(), "she is away");
    assert!(table.let_it_play().await.is_empty());
}

#[tokio::test]
async fn a_turn_taken_back_is_the_persons_time_again() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white pace:1d timeout:strict").await;
    table.told().await;
    table.move_by_lot().await;
    table.told().await;
    table.chat.clock.pass(MISSED);
    assert_eq!(table.say("takeback").await, None);
    table.told().await;
    let (_, words) = board(&table);
    assert!(!words.contains("stands still"), "{words}");
    assert!(words.contains("Deadline"), "{words}");
}

#[tokio::test]
async fn whoever_is_late_against_it_loses_as_it_cannot_be_asked() {
    let mut table = Table::new(1);
    assert!(table.say("protect off").await.is_some());
    table.say("play computer 1 chess white pace:1d timeout:ask").await;
    for _ in 0..2 {
        table.told().await;
        table.move_by_lot().await;
        table.let_it_play().await;
    }
    table.chat.clock.pass(DAY + MISSED);
    table.chat.service.run_due_jobs().await.expect("memory");
    table.told().await;
    let (_, words) = board(&table);
    assert!(table.is_over() && words.contains("Ada has run out of time"), "{words}");
}
