//! Fair queue of the computer's moves and hints (start-time fair queueing): people take turns,
//! however many games each of them plays, and so do the channels of a person. One task of a channel
//! runs at a time, and the number that waits is bounded. Not here: the threads (`engine_pool`).

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::{ChannelId, PersonId};

/// Upper limit of waiting tasks in all.
pub(super) const MOST_WAITING: usize = 4096;
/// Upper limit of waiting tasks of one owner.
const MOST_OF_OWNER: usize = 512;
/// Upper limit of waiting tasks of one channel.
pub(super) const MOST_OF_CHANNEL: usize = 8;

/// Number of a waiting task.
pub(super) type EngineTaskId = u64;

/// The owner of a task, for whom it runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum EngineTaskOwner {
    /// The person who plays against the computer or asked for a hint.
    Person(PersonId),
    /// All people in a channel.
    Channel(ChannelId),
}

/// A waiting task.
struct QueuedTask<J> {
    number: EngineTaskId,
    owner: EngineTaskOwner,
    job: J,
}

/// Order of an owner's turn: virtual time, then the number of the owner's last task that ran, then
/// arrival.
type QueueTurn = (u64, u64, u64);

/// State of an owner.
#[derive(Default)]
struct OwnerShare {
    /// Channels whose first task may run, in their order.
    ready: VecDeque<ChannelId>,
    /// The owner's turn, while a channel is ready.
    turn: Option<QueueTurn>,
    /// Number of waiting tasks.
    count: usize,
    under_way: usize,
    /// Number of the last task of this owner that ran.
    served: u64,
}

pub(super) struct EngineTaskQueue<J> {
    /// Waiting tasks by channel, in order of arrival.
    waiting: HashMap<ChannelId, VecDeque<QueuedTask<J>>>,
    shares: HashMap<EngineTaskOwner, OwnerShare>,
    turns: BTreeMap<QueueTurn, EngineTaskOwner>,
    /// Running tasks: channels with their owners.
    under_way: HashMap<ChannelId, EngineTaskOwner>,
    /// Advances to the time of each turn taken: a newcomer never gets a turn before those who have
    /// waited since an earlier time.
    virtual_time: u64,
    served: u64,
    count: usize,
    next: EngineTaskId,
}

impl<J> Default for EngineTaskQueue<J> {
    fn default() -> Self {
        Self {
            waiting: HashMap::new(),
            shares: HashMap::new(),
            turns: BTreeMap::new(),
            under_way: HashMap::new(),
            virtual_time: 0,
            served: 0,
            count: 0,
            next: 0,
        }
    }
}

impl<J> EngineTaskQueue<J> {
    /// Queues a task; `None` if too many wait.
    pub(super) fn add(
        &mut self,
        channel: &ChannelId,
        owner: EngineTaskOwner,
        job: J,
    ) -> Option<EngineTaskId> {
        let of_channel = self.waiting.get(channel).map_or(0, VecDeque::len);
        let of_owner = self.shares.get(&owner).map_or(0, |share| share.count);
        if self.count >= MOST_WAITING || of_owner >= MOST_OF_OWNER || of_channel >= MOST_OF_CHANNEL {
            return None;
        }
        let number = self.next;
        self.next += 1;
        self.count += 1;
        self.shares.entry(owner.clone()).or_default().count += 1;
        let waiting = QueuedTask { number, owner, job };
        self.waiting.entry(channel.clone()).or_default().push_back(waiting);
        if of_channel == 0 {
            self.make_ready(channel);
        }
        Some(number)
    }

    /// The next task to run.
    pub(super) fn take(&mut self) -> Option<(ChannelId, J)> {
        let ((time, ..), owner) = self.turns.pop_first()?;
        let share = self.shares.get_mut(&owner)?;
        share.turn = None;
        let channel = share.ready.pop_front()?;
        let waiting = self.waiting.get_mut(&channel).and_then(VecDeque::pop_front)?;
        self.virtual_time = self.virtual_time.max(time);
        self.served += 1;
        self.count -= 1;
        share.count -= 1;
        share.under_way += 1;
        share.served = self.served;
        if self.waiting.get(&channel).is_some_and(VecDeque::is_empty) {
            self.waiting.remove(&channel);
        }
        self.under_way.insert(channel.clone(), owner.clone());
        self.give_turn(&owner);
        Some((channel, waiting.job))
    }

    /// Records that a channel's running task is done.
    pub(super) fn done(&mut self, channel: &ChannelId) {
        let Some(owner) = self.under_way.remove(channel) else { return };
        if let Some(share) = self.shares.get_mut(&owner) {
            share.under_way -= 1;
        }
        self.make_ready(channel);
        self.tidy(&owner);
    }

    /// Removes a cancelled task, if it has not begun.
    pub(super) fn forget(&mut self, channel: &ChannelId, number: EngineTaskId) {
        let Some(all) = self.waiting.get_mut(channel) else { return };
        let Some(place) = all.iter().position(|waiting| waiting.number == number) else { return };
        let Some(QueuedTask { owner, .. }) = all.remove(place) else { return };
        if all.is_empty() {
            self.waiting.remove(channel);
        }
        self.count -= 1;
        if let Some(share) = self.shares.get_mut(&owner) {
            share.count -= 1;
            let is_ready = share.ready.iter().position(|ready| ready == channel).filter(|_| place == 0);
            if let Some(ready) = is_ready {
                share.ready.remove(ready);
                self.make_ready(channel);
            }
        }
        self.tidy(&owner);
    }

    /// Marks a channel as ready if it has a waiting task and no running one.
    fn make_ready(&mut self, channel: &ChannelId) {
        if self.under_way.contains_key(channel) {
            return;
        }
        let Some(first) = self.waiting.get(channel).and_then(VecDeque::front) else { return };
        let owner = first.owner.clone();
        self.shares.entry(owner.clone()).or_default().ready.push_back(channel.clone());
        self.give_turn(&owner);
    }

    /// Gives a turn to an owner with a ready channel.
    fn give_turn(&mut self, owner: &EngineTaskOwner) {
        let Some(share) = self.shares.get_mut(owner).filter(|share| share.turn.is_none()) else { return };
        if share.ready.is_empty() {
            return;
        }
        self.next += 1;
        let turn = (self.virtual_time + 1, share.served, self.next);
        share.turn = Some(turn);
        self.turns.insert(turn, owner.clone());
    }

    /// Removes the state of an owner without waiting or running tasks.
    fn tidy(&mut self, owner: &EngineTaskOwner) {
        let Some(share) = self.shares.get_mut(owner) else { return };
        if share.ready.is_empty()
            && let Some(turn) = share.turn.take()
        {
            self.turns.remove(&turn);
        }
        if share.count == 0 && share.under_way == 0 {
            self.shares.remove(owner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(name: &str) -> ChannelId {
        ChannelId(format!("web:{name}"))
    }

    /// Adds a task without a person.
    fn add<J>(queue: &mut EngineTaskQueue<J>, name: &str, job: J) -> Option<EngineTaskId> {
        queue.add(&channel(name), EngineTaskOwner::Channel(channel(name)), job)
    }

    fn person(name: &str) -> EngineTaskOwner {
        EngineTaskOwner::Person(PersonId(format!("web:{name}")))
    }

    fn queue(jobs: &[(&str, u32)]) -> EngineTaskQueue<u32> {
        let mut queue = EngineTaskQueue::default();
        for (name, job) in jobs {
            add(&mut queue, name, *job).expect("room");
        }
        queue
    }

    #[test]
    fn channels_have_their_turns_one_after_the_other() {
        let mut queue = queue(&[("a", 1), ("a", 2), ("b", 3), ("a", 4), ("c", 5)]);
        let mut order = Vec::new();
        while let Some((channel, job)) = queue.take() {
            order.push(job);
            queue.done(&channel);
        }
        assert_eq!(order, [1, 3, 5, 2, 4]);
    }

    #[test]
    fn of_a_channel_one_thing_is_under_way() {
        let mut queue = queue(&[("a", 1), ("a", 2), ("b", 3)]);
        assert_eq!(queue.take(), Some((channel("a"), 1)));
        assert_eq!(queue.take(), Some((channel("b"), 3)));
        add(&mut queue, "b", 4).expect("room");
        assert_eq!(queue.take(), None);
        queue.done(&channel("b"));
        assert_eq!(queue.take(), Some((channel("b"), 4)));
        queue.done(&channel("a"));
        assert_eq!(queue.take(), Some((channel("a"), 2)));
        queue.done(&channel("a"));
        for job in [5, 6] {
            add(&mut queue, "a", job).expect("room");
        }
        assert_eq!(queue.take(), Some((channel("a"), 5)));
        assert_eq!(queue.take(), None, "also where nothing waited when the last one was done");
    }

    #[test]
    fn what_is_forgotten_does_not_begin() {
        let mut queue: EngineTaskQueue<u32> = EngineTaskQueue::default();
        let first = add(&mut queue, "a", 1).expect("room");
        add(&mut queue, "b", 2).expect("room");
        queue.forget(&channel("a"), first);
        queue.forget(&channel("a"), first);
        add(&mut queue, "a", 3).expect("room");
        assert_eq!(queue.take(), Some((channel("b"), 2)));
        assert_eq!(queue.take(), Some((channel("a"), 3)));
        queue.forget(&channel("a"), 2);
        queue.done(&channel("a"));
        queue.done(&channel("b"));
        assert!(
            queue.take().is_none() && queue.waiting.is_empty() && queue.count == 0 && queue.shares.is_empty()
        );
    }

    /// One person plays in 50 channels, another one in a single channel.
    #[test]
    fn whoever_plays_much_keeps_nobody_waiting() {
        for threads in [1, 2, 3] {
            let mut queue = EngineTaskQueue::default();
            for game in 0..50 {
                queue.add(&channel(&format!("h{game}")), person("hoarder"), "hoarder").expect("room");
            }
            let mut under_way: VecDeque<ChannelId> = VecDeque::new();
            for round in 0..40 {
                // Each thread runs a task of the first person when the newcomer's move is queued.
                while under_way.len() < threads {
                    under_way.push_back(queue.take().expect("something waits").0);
                }
                queue.add(&channel("new"), person("newcomer"), "newcomer").expect("room");
                queue.done(&under_way.pop_front().expect("one"));
                let (next, job) = queue.take().expect("something waits");
                assert_eq!(job, "newcomer", "{threads} threads, round {round}");
                queue.done(&next);
                // The first person has answered at once.
                queue.add(&channel(&format!("again{round}")), person("hoarder"), "hoarder").expect("room");
            }
        }
    }

    #[test]
    fn whoever_plays_much_has_a_turn_however_many_come() {
        let mut queue = EngineTaskQueue::default();
        for game in 0..50 {
            queue.add(&channel(&format!("h{game}")), person("hoarder"), "hoarder").expect("room");
        }
        let mut taken = Vec::new();
        for newcomer in 0..100 {
            for name in ["x", "y"] {
                let name = format!("{name}{newcomer}");
                queue.add(&channel(&name), person(&name), "newcomer").expect("room");
            }
            let (of, job) = queue.take().expect("something waits");
            taken.push(job);
            queue.done(&of);
        }
        assert!(taken.contains(&"hoarder"), "{taken:?}");
    }

    #[test]
    fn a_hint_in_a_channel_counts_for_whoever_asked() {
        let mut queue = EngineTaskQueue::default();
        queue.add(&channel("a"), person("ada"), 1).expect("room");
        let second = queue.add(&channel("a"), person("bob"), 2).expect("room");
        queue.add(&channel("a"), person("ada"), 3).expect("room");
        assert_eq!(queue.take(), Some((channel("a"), 1)));
        queue.forget(&channel("a"), second);
        assert_eq!(queue.take(), None);
        queue.done(&channel("a"));
        assert_eq!(queue.take(), Some((channel("a"), 3)));
        queue.done(&channel("a"));
        assert!(queue.shares.is_empty() && queue.turns.is_empty());
    }

    #[test]
    fn one_person_fills_no_queue() {
        let mut queue = EngineTaskQueue::default();
        for game in 0..MOST_OF_OWNER {
            queue.add(&channel(&game.to_string()), person("hoarder"), game).expect("room");
        }
        assert_eq!(queue.add(&channel("more"), person("hoarder"), 0), None);
        assert!(queue.add(&channel("new"), person("newcomer"), 0).is_some());
    }

    #[test]
    fn only_so_much_waits() {
        let mut queue = EngineTaskQueue::default();
        for job in 0..MOST_OF_CHANNEL {
            add(&mut queue, "a", job).expect("room");
        }
        assert_eq!(add(&mut queue, "a", 0), None);
        for job in MOST_OF_CHANNEL..MOST_WAITING {
            add(&mut queue, &job.to_string(), job).expect("room");
        }
        assert_eq!(add(&mut queue, "b", 0), None);
        assert_eq!(queue.take(), Some((channel("a"), 0)));
        assert!(add(&mut queue, "b", 0).is_some());
    }
}
