//! Queue of the computer's turns in this process, each once, in order of arrival; a commit that
//! leaves the computer to move adds one (`services`). A turn lost here
//! is found again as a scheduled job. Not here: how a turn is played (`computer_runner`).

use std::{
    collections::{BTreeSet, VecDeque},
    pin::pin,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use crate::{
    ChannelId,
    core::{game::GameId, records::ScheduledJob},
};

/// Upper limit of queued turns; others wait until their job is due.
const MOST: usize = 4096;

/// A turn of the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ComputerTurn {
    /// The channel of the game.
    pub(crate) channel: ChannelId,
    /// The job: the game and its revision.
    pub(crate) due: ScheduledJob,
}

/// The queue of this process.
#[derive(Default)]
pub(crate) struct ComputerTurnQueue {
    state: Mutex<ComputerTurnState>,
    added: Notify,
    /// Notified at each new turn, for all waiters.
    changed: Notify,
}

#[derive(Default)]
struct ComputerTurnState {
    waiting: VecDeque<ComputerTurn>,
    /// Turns that are queued or being searched.
    known: BTreeSet<(GameId, u64, ChannelId)>,
}

impl ComputerTurnQueue {
    /// Queues a turn, unless it is queued or being searched.
    pub(crate) fn add(&self, channel: ChannelId, due: ScheduledJob) {
        let mut state = self.state();
        if state.waiting.len() < MOST && state.known.insert(key(&channel, &due)) {
            state.waiting.push_back(ComputerTurn { channel, due });
            drop(state);
            self.added.notify_one();
            self.changed.notify_waiters();
        }
    }

    /// Whether a turn is queued or being searched.
    pub(crate) fn has(&self, channel: &ChannelId, due: &ScheduledJob) -> bool {
        self.state().known.contains(&key(channel, due))
    }

    /// Resolves when a later turn of the same game is queued; this one is then stale.
    pub(crate) async fn wait_until_superseded(&self, turn: &ComputerTurn) {
        let ScheduledJob { subject, revision, .. } = &turn.due;
        let is_same = |known: &(GameId, u64, ChannelId)| known.0 == *subject;
        loop {
            let mut changed = pin!(self.changed.notified());
            // From here on no notification is missed.
            changed.as_mut().enable();
            let after = (subject.clone(), revision.saturating_add(1), ChannelId(String::new()));
            if self.state().known.range(after..).next().is_some_and(is_same) {
                return;
            }
            changed.await;
        }
    }

    /// The next turn, if one is queued.
    pub(crate) fn take(&self) -> Option<ComputerTurn> {
        self.state().waiting.pop_front()
    }

    /// The next turn, as soon as one is queued.
    pub(crate) async fn next(&self) -> ComputerTurn {
        loop {
            if let Some(turn) = self.take() {
                return turn;
            }
            self.added.notified().await;
        }
    }

    /// Forgets a turn, so that it may be queued again.
    pub(crate) fn done(&self, turn: &ComputerTurn) {
        self.state().known.remove(&key(&turn.channel, &turn.due));
    }

    fn state(&self) -> MutexGuard<'_, ComputerTurnState> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(channel: &ChannelId, due: &ScheduledJob) -> (GameId, u64, ChannelId) {
    (due.subject.clone(), due.revision, channel.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::records::JobKind;

    fn due(game: &str, revision: u64) -> ScheduledJob {
        let subject = GameId::parse(game).expect("an id");
        ScheduledJob { at: 1, subject, revision, kind: JobKind::Computer }
    }

    #[tokio::test]
    async fn a_turn_is_in_hand_once() {
        let turns = ComputerTurnQueue::default();
        let channel = || ChannelId("web:a".to_owned());
        turns.add(channel(), due("222222", 1));
        turns.add(channel(), due("222222", 1));
        turns.add(channel(), due("222222", 2));
        let first = turns.next().await;
        assert_eq!(first.due.revision, 1);
        turns.add(channel(), due("222222", 1));
        assert_eq!(turns.take().map(|turn| turn.due.revision), Some(2));
        assert_eq!(turns.take(), None, "the first one is thought about");
        turns.done(&first);
        turns.add(channel(), due("222222", 1));
        assert_eq!(turns.take(), Some(first));
    }

    #[test]
    fn only_so_many_turns_wait_here() {
        let (turns, channel) = (ComputerTurnQueue::default(), ChannelId("web:a".to_owned()));
        for revision in 0..=MOST as u64 {
            turns.add(channel.clone(), due("222222", revision));
        }
        assert!(turns.has(&channel, &due("222222", MOST as u64 - 1)));
        assert!(!turns.has(&channel, &due("222222", MOST as u64)), "it waits until it is due");
    }

    #[tokio::test]
    async fn a_later_turn_of_a_game_outlives_the_earlier_ones() {
        let turns = ComputerTurnQueue::default();
        let channel = || ChannelId("web:a".to_owned());
        let turn = |game, revision| ComputerTurn { channel: channel(), due: due(game, revision) };
        turns.add(channel(), due("222222", 5));
        turns.add(channel(), due("222222", 7));
        turns.wait_until_superseded(&turn("222222", 5)).await;
        let (last, other) = (turn("222222", 7), turn("222223", 3));
        let is_outlived = |turn| futures_now(turns.wait_until_superseded(turn));
        assert!(!is_outlived(&last), "it is the last one");
        assert!(!is_outlived(&other), "that is another game");
        let mut waits = Box::pin(turns.wait_until_superseded(&last));
        assert!(!futures_now(&mut waits));
        turns.add(channel(), due("222222", 8));
        waits.await;
    }

    /// Whether a future is ready at once.
    fn futures_now(future: impl Future<Output = ()>) -> bool {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        pin!(future).poll(&mut context).is_ready()
    }
}
