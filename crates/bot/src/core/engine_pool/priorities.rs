//! Order of waiting searches by priority: the computer's moves and hints before analyses, so that
//! no player waits for more than one position of an analysis. Of analyses the one with the fewest
//! positions done is next; every fourth turn goes to the one that has waited longest, so that none
//! starves. Not here: order among moves and hints (`task_queue`), and the number of analyses
//! (`analysis_slots`).

use std::collections::BTreeMap;

use super::task_queue::{EngineTaskId, EngineTaskOwner, EngineTaskQueue};
use crate::{ChannelId, PersonId};

/// Waiting positions of analyses; each analysis waits for one at a time.
const MOST_ANALYSES: usize = 1024;
/// One of this many turns of analyses goes to the position that has waited longest.
const TURNS: u64 = 4;

/// The purpose of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SearchDemand {
    /// A move of the computer or a hint.
    Play {
        /// The channel.
        channel: ChannelId,
        /// The person who plays against the computer or asked for the hint; `None` if not known.
        person: Option<PersonId>,
    },
    /// The next position of an analysis.
    Analysis {
        /// Positions of the analysis that are done.
        done: usize,
    },
}

/// Waiting searches.
pub(super) struct WaitingSearches<J> {
    plays: EngineTaskQueue<J>,
    /// By positions done, then by arrival.
    analyses: BTreeMap<(usize, EngineTaskId), J>,
    next: EngineTaskId,
    turns: u64,
}

impl<J> Default for WaitingSearches<J> {
    fn default() -> Self {
        Self { plays: EngineTaskQueue::default(), analyses: BTreeMap::new(), next: 0, turns: 0 }
    }
}

impl<J> WaitingSearches<J> {
    /// Queues a search; `None` if too many wait.
    pub(super) fn add(&mut self, demand: &SearchDemand, job: J) -> Option<EngineTaskId> {
        match demand {
            SearchDemand::Play { channel, person } => {
                let owner = person
                    .clone()
                    .map_or_else(|| EngineTaskOwner::Channel(channel.clone()), EngineTaskOwner::Person);
                self.plays.add(channel, owner, job)
            }
            SearchDemand::Analysis { .. } if self.analyses.len() >= MOST_ANALYSES => None,
            SearchDemand::Analysis { done } => {
                let number = self.next;
                self.next += 1;
                self.analyses.insert((*done, number), job);
                Some(number)
            }
        }
    }

    /// The next search to run. A move or hint comes with its channel, which gets no other search
    /// until [`Self::done`].
    pub(super) fn take(&mut self) -> Option<(Option<ChannelId>, J)> {
        if let Some((channel, job)) = self.plays.take() {
            return Some((Some(channel), job));
        }
        self.turns += 1;
        let next = if self.turns.is_multiple_of(TURNS) {
            self.analyses.keys().min_by_key(|(_, number)| *number)
        } else {
            self.analyses.keys().next()
        };
        let next = *next?;
        self.analyses.remove(&next).map(|job| (None, job))
    }

    /// Records that the running move or hint of a channel is done.
    pub(super) fn done(&mut self, channel: &ChannelId) {
        self.plays.done(channel);
    }

    /// Removes a cancelled search, if it has not begun.
    pub(super) fn forget(&mut self, demand: &SearchDemand, number: EngineTaskId) {
        match demand {
            SearchDemand::Play { channel, .. } => self.plays.forget(channel, number),
            SearchDemand::Analysis { done } => drop(self.analyses.remove(&(*done, number))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(name: &str) -> ChannelId {
        ChannelId(format!("web:{name}"))
    }

    /// A simulated thread that searches one position after the other; time is counted in positions.
    struct Thread {
        waiting: WaitingSearches<Search>,
        /// For each analysis: positions done, and positions in all.
        analyses: Vec<(usize, usize)>,
        over: Vec<Option<usize>>,
        now: usize,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Search {
        Play,
        Analysis(usize),
    }

    impl Thread {
        fn new() -> Self {
            Self { waiting: WaitingSearches::default(), analyses: Vec::new(), over: Vec::new(), now: 0 }
        }

        fn analyse(&mut self, plies: usize) -> usize {
            let number = self.analyses.len();
            self.analyses.push((0, plies));
            self.over.push(None);
            self.waiting.add(&SearchDemand::Analysis { done: 0 }, Search::Analysis(number)).expect("room");
            number
        }

        /// Searches one position.
        fn step(&mut self) -> Option<Search> {
            let (channel, search) = self.waiting.take()?;
            self.now += 1;
            if let Some(channel) = channel {
                self.waiting.done(&channel);
            }
            if let Search::Analysis(number) = search {
                let (done, plies) = &mut self.analyses[number];
                *done += 1;
                if done == plies {
                    self.over[number] = Some(self.now);
                } else {
                    self.waiting.add(&SearchDemand::Analysis { done: *done }, search).expect("room");
                }
            }
            Some(search)
        }
    }

    /// 65 running analyses of 380 plies, each at another position.
    fn busy() -> Thread {
        let mut thread = Thread::new();
        for _ in 0..65 {
            thread.analyse(380);
        }
        for _ in 0..5_000 {
            thread.step();
        }
        thread
    }

    #[test]
    fn a_move_or_a_hint_waits_for_no_analysis() {
        let mut thread = busy();
        for round in 0..200 {
            for name in ["a", "b"] {
                let demand = SearchDemand::Play { channel: channel(name), person: None };
                thread.waiting.add(&demand, Search::Play).expect("room");
            }
            // The search after the running position.
            assert_eq!([thread.step(), thread.step()], [Some(Search::Play); 2], "round {round}");
            for _ in 0..round % 7 {
                assert_ne!(thread.step(), Some(Search::Play));
            }
        }
    }

    #[test]
    fn a_short_analysis_is_done_soon_while_long_ones_go_on() {
        let mut thread = busy();
        let (began, short) = (thread.now, thread.analyse(60));
        while thread.over[short].is_none() {
            thread.step();
        }
        let took = thread.now - began;
        assert!(took <= 60 * 4 / 3 + 4, "{took} positions for 60 of its own");
    }

    #[test]
    fn no_analysis_waits_for_ever_while_new_ones_come() {
        let mut thread = Thread::new();
        let long = thread.analyse(380);
        while thread.over[long].is_none() {
            // An analysis with no position done is always waiting.
            let (done, plies) = thread.analyses.last().copied().expect("one");
            if done == plies || thread.analyses.len() == 1 {
                thread.analyse(20);
            }
            thread.step();
            assert!(thread.now < 380 * 2 * TURNS as usize, "the long one waits");
        }
        assert!(thread.analyses.len() > 10);
    }

    #[test]
    fn all_analyses_come_to_an_end_and_what_is_forgotten_does_not_begin() {
        let mut thread = Thread::new();
        for plies in 1..40 {
            thread.analyse(plies);
        }
        let forgotten = SearchDemand::Analysis { done: 0 };
        let number = thread.waiting.add(&forgotten, Search::Play).expect("room");
        thread.waiting.forget(&forgotten, number);
        while thread.step().is_some() {}
        assert!(thread.over.iter().all(Option::is_some));
        assert!(thread.over[0] < thread.over[38], "{:?}", thread.over);
        assert!(thread.waiting.analyses.is_empty());
    }
}
