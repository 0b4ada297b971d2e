//! Queue of the computer's turns in this process, each once, in order of arrival. A turn lost here
//! is found again as a scheduled job. Not here: what becomes of a turn (`computer_runner`).

use std::{
    collections::{BTreeSet, VecDeque},
    pin::pin,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use crate::{ChannelId, game::GameId, records::ScheduledJob};

/// The most turns that wait here; others wait until they are due.
const MOST: usize = 4096;

/// A turn of the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ComputerTurn {
    /// Where its game is played.
    pub(crate) channel: ChannelId,
    /// Which game, and at which of its revisions.
    pub(crate) due: ScheduledJob,
}

/// Those of this process.
#[derive(Default)]
pub(crate) struct ComputerTurnQueue {
    state: Mutex<ComputerTurnState>,
    added: Notify,
    /// Told whenever one is added, also those who wait for another one.
    changed: Notify,
}

#[derive(Default)]
struct ComputerTurnState {
    waiting: VecDeque<ComputerTurn>,
    /// Whatever waits or is thought about.
    known: BTreeSet<(GameId, u64, ChannelId)>,
}

impl ComputerTurnQueue {
    /// Takes a turn in hand, unless it is already.
    pub(crate) fn add(&self, channel: ChannelId, due: ScheduledJob) {
        let mut state = self.state();
        if state.waiting.len() < MOST && state.known.insert(key(&channel, &due)) {
            state.waiting.push_back(ComputerTurn { channel, due });
            drop(state);
            self.added.notify_one();
            self.changed.notify_waiters();
        }
    }

    /// Whether a turn is in hand.
    pub(crate) fn has(&self, channel: &ChannelId, due: &ScheduledJob) -> bool {
        self.state().known.contains(&key(channel, due))
    }

    /// Resolves when a later turn of the same game is in hand: nobody needs this one any more.
    pub(crate) async fn wait_until_superseded(&self, turn: &ComputerTurn) {
        let ScheduledJob { subject, revision, .. } = &turn.due;
        let is_same = |known: &(GameId, u64, ChannelId)| known.0 == *subject;
        loop {
            let mut changed = pin!(self.changed.notified());
            // From here on nothing is missed.
            changed.as_mut().enable();
            let after = (subject.clone(), revision.saturating_add(1), ChannelId(String::new()));
            if self.state().known.range(after..).next().is_some_and(is_same) {
                return;
            }
            changed.await;
        }
    }

    /// The next turn, if one waits.
    pub(crate) fn take(&self) -> Option<ComputerTurn> {
        self.state().waiting.pop_front()
    }

    /// The next turn, as soon as there is one.
    pub(crate) async fn next(&self) -> ComputerTurn {
        loop {
            if let Some(turn) = self.take() {
                return turn;
            }
            self.added.notified().await;
        }
    }

    /// Nothing more is done about a turn, which may be taken in hand again.
    pub(crate) fn done(&self, turn: &ComputerTurn) {
        self.state().known.remove(&key(&turn.channel, &turn.due));
    }

    fn state(&self) -> MutexGuard<'_, ComputerTurnState> {
        // Every change is whole before anything can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(channel: &ChannelId, due: &ScheduledJob) -> (GameId, u64, ChannelId) {
    (due.subject.clone(), due.revision, channel.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::JobKind;

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

    /// Whether something is there at once.
    fn futures_now(future: impl Future<Output = ()>) -> bool {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        pin!(future).poll(&mut context).is_ready()
    }
}
