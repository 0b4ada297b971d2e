//! Tests of a failing engine: searches that panic repeatedly, and processes that die during a
//! search.

use std::sync::{Arc, atomic::Ordering};

use adoube_engine::Engine;

use super::trial::Trial;
use crate::{
    Notice,
    bot::computer_runner::{TurnGuard, play},
    core::game::MissedTurns,
    features::computer::{ComputerAction, ComputerTask},
};

/// Longer than any retry pause, in milliseconds.
const LONG: u64 = 10 * 60 * 1000;

/// A stand-in for the engine's search.
type How = fn(ComputerTask, &mut Engine, &mut dyn FnMut() -> bool) -> Option<ComputerAction>;

fn breaks(_: ComputerTask, _: &mut Engine, _: &mut dyn FnMut() -> bool) -> Option<ComputerAction> {
    panic!("on purpose");
}

fn finds_nothing(_: ComputerTask, _: &mut Engine, _: &mut dyn FnMut() -> bool) -> Option<ComputerAction> {
    None
}

/// Plays all queued turns with this search and returns how many there were.
async fn think_all(trial: &Trial, think: How) -> usize {
    let context = &trial.service.inner;
    let mut count = 0;
    while let Some(turn) = context.engine.turns.take() {
        play(TurnGuard { context: Arc::clone(context), turn }, think).await;
        count += 1;
    }
    count
}

async fn look(trial: &Trial) {
    trial.clock.0.fetch_add(LONG, Ordering::Relaxed);
    trial.service.run_due_jobs().await.expect("memory");
}

async fn guessed(trial: &Trial) -> usize {
    let waiting = trial.waiting().await;
    waiting.iter().filter(|notice| matches!(notice, Notice::ComputerFallback { .. })).count()
}

async fn missed(trial: &Trial) -> Option<u8> {
    trial.game().await.and_then(|record| record.missed).map(|MissedTurns { times, .. }| times)
}

#[tokio::test]
async fn what_breaks_the_engine_costs_nobody_the_game() {
    for (think, restarts) in [(breaks as How, false), (breaks, true), (finds_nothing, true)] {
        let mut trial = Trial::new(1);
        trial.commands("Ada", "play computer 5 chess white").await;
        assert!(trial.commands("Ada", "move e2e4").await);
        assert_eq!(think_all(&trial, think).await, 1);
        for times in 1..=3 {
            assert_eq!(trial.game().await.map(|record| record.plies), Some(1));
            if restarts {
                trial.restart(times);
            }
            look(&trial).await;
            assert_eq!(missed(&trial).await, Some(times as u8));
            assert_eq!(think_all(&trial, think).await, 1, "it is tried again");
        }
        look(&trial).await;
        assert_eq!(think_all(&trial, think).await, 0, "and at last not any more");
        assert_eq!(trial.game().await.map(|record| record.plies), Some(2));
        assert_eq!((missed(&trial).await, guessed(&trial).await), (None, 1));
        // The next turn is searched as if no search had failed.
        assert!(trial.commands("Ada", "move g1f3").await);
        assert_eq!(think_all(&trial, ComputerTask::think).await, 1);
        assert_eq!(trial.game().await.map(|record| record.plies), Some(4));
        assert_eq!(guessed(&trial).await, 1);
    }
}

#[tokio::test]
async fn it_is_waited_for_longer_each_time() {
    let mut trial = Trial::new(1);
    trial.commands("Ada", "play computer 5 chess white").await;
    trial.commands("Ada", "move e2e4").await;
    let mut pauses = Vec::new();
    for _ in 0..3 {
        think_all(&trial, breaks).await;
        let before = trial.clock.0.load(Ordering::Relaxed);
        let times = missed(&trial).await;
        while missed(&trial).await == times {
            trial.clock.0.fetch_add(1000, Ordering::Relaxed);
            trial.service.run_due_jobs().await.expect("memory");
        }
        pauses.push(trial.clock.0.load(Ordering::Relaxed) - before);
    }
    assert!(pauses.windows(2).all(|pair| pair[0] < pair[1]), "{pauses:?}");
}

#[tokio::test]
async fn whatever_it_has_to_do_is_done_without_thinking() {
    let lines = [
        (&["play computer 5 chess white", "draw"][..], 0),
        (&["play computer 5 schachen black"], 1),
        (&["setup classic-chosen 2", "setup computer black"], 0),
    ];
    for (said, plies) in lines {
        let mut trial = Trial::new(1);
        for line in said {
            trial.commands("Ada", line).await;
        }
        let before = trial.game().await.expect("a game");
        assert!(before.computer_to_act().is_some(), "{said:?}");
        for _ in 0..4 {
            think_all(&trial, breaks).await;
            look(&trial).await;
        }
        assert_eq!(guessed(&trial).await, 1, "{said:?}");
        let after = trial.game().await.expect("it goes on");
        assert!(after.revision > before.revision && after.plies == plies, "{said:?}");
        assert_eq!(after.offer, None);
    }
}

#[tokio::test]
async fn what_waits_here_is_not_missed() {
    let mut trial = Trial::new(1);
    trial.commands("Ada", "play computer 5 chess white").await;
    trial.commands("Ada", "move e2e4").await;
    for _ in 0..5 {
        look(&trial).await;
    }
    assert_eq!(missed(&trial).await, None, "it only has not had its turn");
    assert_eq!(think_all(&trial, ComputerTask::think).await, 1);
    assert_eq!(trial.game().await.map(|record| record.plies), Some(2));
}
