//! Tests of several processes that play the computer's turns, die during a search or do not play at
//! all: the computer moves once, and no turn is lost.

use std::{num::NonZero, sync::Arc};

use adoube_bot::{ChatEvent, ComputerSettings, Notice, Reply, UserAction};
use adoube_store::{KeyRange, Store};
use adoube_testing::clock::TestClock;

use super::table::{MISSED, Table, store};
use crate::support::{self, conflicting_store::Overtaking};

#[tokio::test]
async fn a_turn_is_found_by_whoever_comes_after() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white").await;
    table.told().await;
    table.move_by_lot().await;
    table.told().await;
    // The process that took the move dies before it has thought.
    let after = table.another(2);
    after.run_due_jobs().await.expect("memory");
    after.run_computer_once().await;
    assert!(table.told().await.is_empty(), "it is not missed yet");
    table.chat.clock.pass(MISSED);
    after.run_due_jobs().await.expect("memory");
    after.run_computer_once().await;
    assert_eq!(table.told().await.len(), 1);
    assert_eq!(table.plies(), 2);
    // The first one was only slow.
    assert!(table.let_it_play().await.is_empty());
    table.chat.clock.pass(MISSED);
    after.run_due_jobs().await.expect("memory");
    after.run_computer_once().await;
    assert!(table.told().await.is_empty());
}

#[tokio::test]
async fn a_thought_that_is_given_up_is_thought_again() {
    let mut table = Table::new(1);
    table.say("play computer 3 chess white").await;
    table.told().await;
    table.move_by_lot().await;
    table.told().await;
    {
        let mut playing = std::pin::pin!(table.chat.service.run_computer_once());
        let once = std::future::poll_fn(|context| {
            let _ = playing.as_mut().poll(context);
            std::task::Poll::Ready(())
        });
        once.await;
    }
    // What was spawned ends when the runtime comes to it.
    tokio::task::yield_now().await;
    table.chat.clock.pass(MISSED);
    table.chat.service.run_due_jobs().await.expect("memory");
    table.let_it_play().await;
    assert_eq!(table.plies(), 2);
}

#[tokio::test]
async fn two_that_think_about_the_same_turn_move_once() {
    for seed in 0..8 {
        let mut table = Table::new(seed);
        table.say("play computer 2 chess white").await;
        table.told().await;
        table.move_by_lot().await;
        table.told().await;
        let other = table.another(seed + 100);
        table.chat.clock.pass(MISSED);
        other.run_due_jobs().await.expect("memory");
        tokio::join!(table.chat.service.run_computer_once(), other.run_computer_once());
        assert_eq!(table.told().await.len(), 1, "seed {seed}");
        assert_eq!(table.plies(), 2, "seed {seed}");
    }
}

#[tokio::test]
async fn its_move_is_made_however_often_others_change_the_channel_meanwhile() {
    for (times, is_at_once) in [(0, true), (1, true), (15, true), (16, false)] {
        let store = Overtaking::store(adoube_store::Table::Channel, KeyRange::all());
        let mut table = Table::over(Arc::clone(&store) as Arc<dyn Store>, 3);
        table.say("play computer 1 chess white").await;
        table.told().await;
        table.move_by_lot().await;
        table.told().await;
        store.overtake(times);
        table.let_it_play().await;
        assert_eq!((store.overtake(0), table.plies()), (0, if is_at_once { 2 } else { 1 }), "{times}");
        // What could not be done is tried again when it is missed.
        table.chat.clock.pass(MISSED);
        table.chat.service.run_due_jobs().await.expect("memory");
        table.let_it_play().await;
        assert_eq!(table.plies(), 2, "{times}");
    }
}

#[tokio::test]
async fn where_it_does_not_play_its_turn_waits_and_that_is_said() {
    let mut table = Table::new(1);
    table.say("play computer 1 chess white").await;
    table.told().await;
    let off = ComputerSettings { enabled: false, ..ComputerSettings::default() };
    let clock: Arc<TestClock> = Arc::clone(&table.chat.clock);
    let service = support::service_with(off, &["Ada"], 2, Arc::clone(&table.chat.store), clock);
    let before = std::mem::replace(&mut table.chat.service, service);
    let said = table.say("play computer chess").await.unwrap_or_default();
    assert!(said.contains("computer"), "{said}");
    table.move_by_lot().await;
    let told = table.told().await;
    assert!(told.iter().any(|said| said.starts_with("The computer does not play here")), "{told:?}");
    table.chat.clock.pass(MISSED);
    table.chat.service.run_due_jobs().await.expect("memory");
    assert!(table.let_it_play().await.is_empty());
    before.run_due_jobs().await.expect("memory");
    before.run_computer_once().await;
    table.told().await;
    assert_eq!(table.plies(), 2);
}

#[tokio::test]
async fn two_hundred_channels_are_all_answered() {
    let (store, clock): (Arc<dyn Store>, _) = (store(), Arc::new(TestClock::default()));
    let two = ComputerSettings { threads: NonZero::new(2).expect("two"), ..ComputerSettings::default() };
    let service = support::service_with(two, &["Ada"], 1, store, clock);
    let channels: Vec<_> = (0..200).map(|number| adoube_bot::ChannelId(format!("test:{number}"))).collect();
    for (number, channel) in channels.iter().enumerate() {
        for (step, line) in ["play computer 1 chess white", "move e2e4"].into_iter().enumerate() {
            let event = format!("test:{number}:{step}");
            let incoming: ChatEvent =
                support::incoming(&event, channel, "Ada", UserAction::Line(line.to_owned()));
            assert!(matches!(service.handle(&incoming).await.reply, Reply::Public), "{line}");
        }
    }
    service.run_computer_once().await;
    for channel in &channels {
        let delivered = support::delivered(&service, channel).await;
        let boards = delivered.iter().filter(|told| matches!(told.notice, Notice::Board(_)));
        assert_eq!(boards.count(), 3, "{channel}: the start, and a move of each");
    }
}
