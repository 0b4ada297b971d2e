//! Turns of the computer that this process is to think about, each once, in the order in which they came. Whatever is lost
//! here is in the store as something that is due. Not here: what becomes of a turn (`computer`).

use std::{
    collections::{HashSet, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use crate::{ChannelId, game::GameId, ledger::Due};

/// The most turns that wait here; others wait until they are due.
const MOST: usize = 4096;

/// A turn of the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Where its game is played.
    pub(crate) channel: ChannelId,
    /// Which game, and at which of its revisions.
    pub(crate) due: Due,
}

/// Those of this process.
#[derive(Default)]
pub(crate) struct Turns {
    state: Mutex<State>,
    added: Notify,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Turn>,
    /// Whatever waits or is thought about.
    known: HashSet<(GameId, u64)>,
}

impl Turns {
    /// Takes a turn in hand, unless it is already.
    pub(crate) fn add(&self, channel: ChannelId, due: Due) {
        let mut state = self.state();
        if state.waiting.len() < MOST && state.known.insert((due.subject.clone(), due.revision)) {
            state.waiting.push_back(Turn { channel, due });
            drop(state);
            self.added.notify_one();
        }
    }

    /// The next turn, if one waits.
    pub(crate) fn take(&self) -> Option<Turn> {
        self.state().waiting.pop_front()
    }

    /// The next turn, as soon as there is one.
    pub(crate) async fn next(&self) -> Turn {
        loop {
            if let Some(turn) = self.take() {
                return turn;
            }
            self.added.notified().await;
        }
    }

    /// Nothing more is done about a turn, which may be taken in hand again.
    pub(crate) fn done(&self, turn: &Turn) {
        self.state().known.remove(&(turn.due.subject.clone(), turn.due.revision));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is whole before anything can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::DueKind;

    fn due(game: &str, revision: u64) -> Due {
        let subject = GameId::parse(game).expect("an id");
        Due { at: 1, subject, revision, kind: DueKind::Computer }
    }

    #[tokio::test]
    async fn a_turn_is_in_hand_once() {
        let turns = Turns::default();
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
}
