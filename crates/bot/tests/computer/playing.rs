//! Tests of whole games against the computer, also with hidden cards and with a clock, and with
//! takebacks, draw offers and touches in the middle of them.

use adoube_bot::Notice;

use super::table::Table;

/// Half-moves of a game after which it is given up.
const LONG: usize = 60;

/// Plays a game in which Ada moves by lot; the positions in which she was to move.
async fn played(line: &str, seed: u64) -> Vec<String> {
    let mut table = Table::new(seed);
    assert_eq!(table.say(line).await, None, "{line}");
    table.told().await;
    table.let_it_play().await;
    let mut positions = vec![table.position().to_string()];
    while !table.is_over() && table.plies() < LONG {
        table.move_by_lot().await;
        table.told().await;
        let (before, over) = (table.plies(), table.is_over());
        table.let_it_play().await;
        assert!(over || table.plies() == before + 1, "seed {seed}, {line}: it moves once");
        positions.push(table.position().to_string());
    }
    positions
}

#[tokio::test]
async fn whole_games_are_played_and_the_same_again() {
    for (number, level) in [1, 2, 3].into_iter().enumerate() {
        for game in ["chess", "chess960", "grand"] {
            let seed = 100 + number as u64;
            let line = format!("play computer {level} {game} white");
            let first = played(&line, seed).await;
            assert!(first.len() > 3, "{line}: {first:?}");
            if level == 2 {
                assert_eq!(first, played(&line, seed).await, "seed {seed}, {line}");
            }
        }
    }
}

#[tokio::test]
async fn where_cards_are_hidden_it_plays_too() {
    for seed in [1, 2] {
        let mut table = Table::new(seed);
        assert_eq!(table.say("play computer 1 schachen white").await, None);
        table.told().await;
        for turn in 0..6 {
            if table.is_over() {
                break;
            }
            table.move_without_a_card().await;
            table.told().await;
            let told = table.let_it_play().await;
            assert!(told.len() == 1 || table.is_over(), "seed {seed}, turn {turn}: {told:?}");
        }
    }
}

#[tokio::test]
async fn a_draw_is_answered_where_cards_are_hidden() {
    let mut table = Table::new(3);
    assert_eq!(table.say("play computer 1 schachen white").await, None);
    table.told().await;
    assert_eq!(table.say("draw").await, None);
    table.told().await;
    assert_eq!(table.let_it_play().await.len(), 1);
}

#[tokio::test]
async fn moves_go_back_at_once_also_while_it_thinks() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white").await;
    table.told().await;
    let start = table.position();
    table.move_by_lot().await;
    table.told().await;
    // It has not moved yet, and what it would have thought is worth nothing any more.
    assert_eq!(table.say("takeback").await, None);
    table.told().await;
    assert_eq!(table.position(), start);
    assert!(table.let_it_play().await.is_empty());
    table.move_by_lot().await;
    table.told().await;
    table.let_it_play().await;
    assert_eq!(table.plies(), 2);
    assert_eq!(table.say("takeback").await, None);
    table.told().await;
    assert_eq!(table.plies(), 0);
}

#[tokio::test]
async fn a_game_that_ends_while_it_thinks_is_over() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white").await;
    table.told().await;
    table.move_by_lot().await;
    table.told().await;
    let Some(Notice::Board(board)) = table.board.clone() else { panic!("no board") };
    let id = format!("turn.{}.{}.confirm.resign.white", board.game, board.revision);
    let action = adoube_bot::UserAction::Press { id, value: None };
    let press = table.chat.event("Ada", adoube_bot::Language::EN, false, action);
    table.chat.service.handle(&press).await;
    table.told().await;
    assert!(table.is_over());
    assert!(table.let_it_play().await.is_empty());
    table.chat.clock.pass(super::table::MISSED);
    table.chat.service.run_due_jobs().await.expect("memory");
    assert!(table.let_it_play().await.is_empty());
}

#[tokio::test]
async fn a_draw_is_answered() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white").await;
    table.told().await;
    assert_eq!(table.say("draw").await, None);
    assert_eq!(table.told().await.len(), 1, "the offer");
    let answer = table.let_it_play().await;
    assert_eq!(answer.len(), 1, "{answer:?}");
    assert!(table.is_over(), "nobody is better yet, and a beginner does not mind: {answer:?}");
}

#[tokio::test]
async fn touches_bind_the_person_alone() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white touch-move").await;
    table.told().await;
    table.say("touch e2").await;
    table.told().await;
    assert_eq!(table.say("move e2e4").await, None);
    table.told().await;
    table.let_it_play().await;
    assert_eq!(table.plies(), 2);
}

#[tokio::test]
async fn games_with_a_clock_are_played_and_paused() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white 10m timeout:strict").await;
    table.told().await;
    for _ in 0..2 {
        table.move_by_lot().await;
        table.told().await;
        table.let_it_play().await;
    }
    assert_eq!(table.say("pause").await, None, "it agrees at once");
    assert!(table.told().await.iter().all(|said| !said.is_empty()));
    assert_eq!(table.say("resume").await, None);
    table.told().await;
    table.move_by_lot().await;
    table.told().await;
    table.let_it_play().await;
    assert_eq!(table.plies(), 6);
}
