//! What waits to be thought about: first come, first served, by channel. Of a channel one thing is under way at a time, and a
//! channel that has more waits behind all others. Not here: threads.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::ChannelId;

/// The most that waits, of all channels together and of one.
pub(super) const MOST_WAITING: usize = 4096;
/// The same of one channel.
pub(super) const MOST_OF_CHANNEL: usize = 8;

/// Tells apart what waits.
pub(super) type Number = u64;

pub(super) struct Queue<J> {
    /// What waits, by channel, in the order in which it came.
    waiting: HashMap<ChannelId, VecDeque<(Number, J)>>,
    /// The channels of which the first thing may begin, in their turn.
    turns: VecDeque<ChannelId>,
    under_way: HashSet<ChannelId>,
    count: usize,
    next: Number,
}

impl<J> Default for Queue<J> {
    fn default() -> Self {
        let (waiting, turns, under_way) = (HashMap::new(), VecDeque::new(), HashSet::new());
        Self { waiting, turns, under_way, count: 0, next: 0 }
    }
}

impl<J> Queue<J> {
    /// Lets something wait; nothing where too much does.
    pub(super) fn add(&mut self, channel: ChannelId, job: J) -> Option<Number> {
        let of_channel = self.waiting.get(&channel).map_or(0, VecDeque::len);
        if self.count >= MOST_WAITING || of_channel >= MOST_OF_CHANNEL {
            return None;
        }
        let number = self.next;
        self.next += 1;
        self.count += 1;
        if of_channel == 0 && !self.under_way.contains(&channel) {
            self.turns.push_back(channel.clone());
        }
        self.waiting.entry(channel).or_default().push_back((number, job));
        Some(number)
    }

    /// What begins next.
    pub(super) fn take(&mut self) -> Option<(ChannelId, J)> {
        loop {
            let channel = self.turns.pop_front()?;
            let taken = self.waiting.get_mut(&channel).and_then(VecDeque::pop_front);
            self.tidy(&channel);
            if let Some((_, job)) = taken {
                self.count -= 1;
                self.under_way.insert(channel.clone());
                return Some((channel, job));
            }
        }
    }

    /// What was under way for a channel is over.
    pub(super) fn done(&mut self, channel: &ChannelId) {
        if self.under_way.remove(channel) && self.waiting.contains_key(channel) {
            self.turns.push_back(channel.clone());
        }
    }

    /// Takes out what nobody waits for any more, if it has not begun.
    pub(super) fn forget(&mut self, channel: &ChannelId, number: Number) {
        let Some(jobs) = self.waiting.get_mut(channel) else { return };
        if let Some(place) = jobs.iter().position(|(found, _)| *found == number) {
            jobs.remove(place);
            self.count -= 1;
            self.tidy(channel);
        }
    }

    fn tidy(&mut self, channel: &ChannelId) {
        if self.waiting.get(channel).is_some_and(VecDeque::is_empty) {
            self.waiting.remove(channel);
            self.turns.retain(|waiting| waiting != channel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(name: &str) -> ChannelId {
        ChannelId(format!("web:{name}"))
    }

    fn queue(jobs: &[(&str, u32)]) -> Queue<u32> {
        let mut queue = Queue::default();
        for (name, job) in jobs {
            queue.add(channel(name), *job).expect("room");
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
        queue.add(channel("b"), 4).expect("room");
        assert_eq!(queue.take(), None);
        queue.done(&channel("b"));
        assert_eq!(queue.take(), Some((channel("b"), 4)));
        queue.done(&channel("a"));
        assert_eq!(queue.take(), Some((channel("a"), 2)));
        queue.done(&channel("a"));
        for job in [5, 6] {
            queue.add(channel("a"), job).expect("room");
        }
        assert_eq!(queue.take(), Some((channel("a"), 5)));
        assert_eq!(queue.take(), None, "also where nothing waited when the last one was done");
    }

    #[test]
    fn what_is_forgotten_does_not_begin() {
        let mut queue: Queue<u32> = Queue::default();
        let first = queue.add(channel("a"), 1).expect("room");
        queue.add(channel("b"), 2).expect("room");
        queue.forget(&channel("a"), first);
        queue.forget(&channel("a"), first);
        queue.add(channel("a"), 3).expect("room");
        assert_eq!(queue.take(), Some((channel("b"), 2)));
        assert_eq!(queue.take(), Some((channel("a"), 3)));
        queue.forget(&channel("a"), 2);
        queue.done(&channel("a"));
        queue.done(&channel("b"));
        assert!(queue.take().is_none() && queue.waiting.is_empty() && queue.count == 0);
    }

    #[test]
    fn only_so_much_waits() {
        let mut queue = Queue::default();
        for job in 0..MOST_OF_CHANNEL {
            queue.add(channel("a"), job).expect("room");
        }
        assert_eq!(queue.add(channel("a"), 0), None);
        for job in MOST_OF_CHANNEL..MOST_WAITING {
            queue.add(channel(&job.to_string()), job).expect("room");
        }
        assert_eq!(queue.add(channel("b"), 0), None);
        assert_eq!(queue.take(), Some((channel("a"), 0)));
        assert!(queue.add(channel("b"), 0).is_some());
    }
}
