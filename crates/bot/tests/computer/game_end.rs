//! Tests of games against the computer when it is switched off or nobody goes on: what people are
//! told, and how such games end. Not here: how they end on the board (`playing`).

use std::sync::Arc;

use adoube_bot::{ComputerSettings, Language, Notice, UserAction};

use super::table::{MISSED, Table};
use crate::support;

/// Programs in which the computer does not play take the table over.
fn switch_off(table: &mut Table) {
    let off = ComputerSettings { enabled: false, ..ComputerSettings::default() };
    let (store, clock) = (Arc::clone(&table.chat.store), Arc::clone(&table.chat.clock));
    table.chat.service = support::service_with(off, &["Ada", "Bob"], 2, store, clock);
}

fn switch_on(table: &mut Table) {
    table.chat.service = table.another(3);
}

/// Ada confirms that the game shall end so.
async fn confirm(table: &mut Table, end: &str) -> Vec<String> {
    let Some(Notice::Board(board)) = table.board.clone() else { panic!("no board") };
    let id = format!("turn.{}.{}.confirm.{end}.white", board.game, board.revision);
    let press = table.chat.event("Ada", Language::EN, false, UserAction::Press { id, value: None });
    table.chat.service.handle(&press).await;
    table.told().await
}

async fn begun(turns: usize) -> Table {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white").await;
    table.told().await;
    for _ in 0..turns {
        table.move_by_lot().await;
        table.told().await;
        table.let_it_play().await;
    }
    table
}

#[tokio::test]
async fn where_it_plays_no_more_people_are_told_once_and_may_end_the_game() {
    let mut table = begun(3).await;
    table.move_by_lot().await;
    table.told().await;
    // It is switched off while it thinks.
    switch_off(&mut table);
    let mut told = Vec::new();
    for _ in 0..5 {
        table.chat.clock.pass(MISSED);
        table.chat.service.run_due_jobs().await.expect("memory");
        told.extend(table.told().await);
    }
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("The computer does not play here") && told[0].contains("/abort"), "{told:?}");
    let asked = table.say("abort").await.unwrap_or_default();
    assert!(asked.contains("no result"), "{asked}");
    let told = confirm(&mut table, "abort").await;
    assert!(table.is_over() && told.iter().any(|told| told.contains("aborted")), "{told:?}");
    table.chat.clock.pass(MISSED);
    table.chat.service.run_due_jobs().await.expect("memory");
    assert!(table.told().await.is_empty());
}

#[tokio::test]
async fn where_it_plays_again_it_goes_on_and_nobody_gets_away() {
    let mut table = begun(3).await;
    switch_off(&mut table);
    table.move_by_lot().await;
    let told = table.told().await;
    assert_eq!(
        told.iter().filter(|told| told.starts_with("The computer does not play")).count(),
        1,
        "{told:?}"
    );
    for _ in 0..5 {
        table.chat.clock.pass(MISSED);
        table.chat.service.run_due_jobs().await.expect("memory");
        assert!(table.told().await.is_empty(), "it has been said");
    }
    switch_on(&mut table);
    let refused = table.say("abort").await.unwrap_or_default();
    assert!(refused.contains("/resign"), "{refused}");
    table.chat.service.run_due_jobs().await.expect("memory");
    assert_eq!(table.let_it_play().await.len(), 1);
    assert_eq!(table.plies(), 8);
}

#[tokio::test]
async fn everything_else_may_be_done_while_it_does_not_play() {
    for line in ["takeback", "draw", "resign", "board", "games due"] {
        let mut table = begun(3).await;
        switch_off(&mut table);
        table.move_by_lot().await;
        table.told().await;
        let said = table.say(line).await;
        assert!(said.is_none_or(|said| !said.is_empty()), "{line}");
        table.told().await;
        if line == "takeback" {
            assert_eq!(table.plies(), 6);
        }
    }
    let mut table = begun(3).await;
    switch_off(&mut table);
    confirm(&mut table, "resign").await;
    assert!(table.is_over());
    let refused = table.say("rematch").await.unwrap_or_default();
    assert!(refused.starts_with("The computer does not play here"), "{refused}");
}

#[tokio::test]
async fn a_game_nobody_goes_on_with_ends() {
    let mut table = begun(3).await;
    let month = 31 * 24 * 60 * 60 * 1000;
    for _ in 0..3 {
        table.chat.clock.pass(month);
        table.chat.service.run_due_jobs().await.expect("memory");
        table.let_it_play().await;
    }
    assert!(table.is_over());
}
