//! Lane scheduler: which lanes are being delivered, which may have notices, and which wait until
//! when, so that no lane delays another. Time is an argument. Not here: what is delivered
//! (`relay`).

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use crate::ChannelId;

/// How a platform is delivered to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryPolicy {
    /// Lanes delivered in at once.
    pub at_once: usize,
    /// The shortest time from one look through the whole outbox to the next.
    pub look_every: Duration,
    /// How long a lane waits after a failure, at first; it doubles each time.
    pub first_pause: Duration,
    /// The same at most.
    pub longest_pause: Duration,
    /// What becomes of that when the platform says how long.
    pub wish: RetryAfterPolicy,
    /// Attempts before something is given up, if it ever is.
    pub attempts: Option<u32>,
}

/// What a platform's wish to be asked again later means for the lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfterPolicy {
    /// The lane waits at least so long.
    Minimum,
    /// The lane waits so long, within these bounds.
    Exact {
        /// Never less.
        shortest: Duration,
        /// Never more.
        longest: Duration,
    },
}

impl DeliveryPolicy {
    fn pause(&self, pauses: u32, wished: Option<Duration>) -> Duration {
        let doubled = 1 << pauses.min(20).saturating_sub(1);
        let own = self.first_pause.saturating_mul(doubled).min(self.longest_pause);
        match (wished, self.wish) {
            (None, _) => own,
            (Some(wished), RetryAfterPolicy::Minimum) => own.max(wished),
            (Some(wished), RetryAfterPolicy::Exact { shortest, longest }) => wished.clamp(shortest, longest),
        }
    }
}

/// What is known of attempts at the first thing in a lane, as far as this process made them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryAttempts {
    /// How often the platform was asked in vain.
    pub attempts: u32,
    /// Whether it may be there although nobody knows: it was sent before, or was about to be, and what became of that is not
    /// noted. That need not be the platform's doing, so it may be without an attempt in vain.
    pub perhaps_there: bool,
}

/// How delivering in a lane ended for now.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LaneRunEnd {
    /// Nothing waits there any more.
    Empty,
    /// It has had its turn, and more may wait there.
    Yielded,
    /// The first thing is tried again.
    Backoff {
        /// Why.
        reason: String,
        /// What the platform wishes.
        wished: Option<Duration>,
        /// Whether the platform was asked in vain; it is not to blame for anything else.
        is_attempt: bool,
    },
    /// Another process delivers there; that is looked at again.
    OtherProcess {
        /// When.
        ask_again: Duration,
    },
}

impl LaneRunEnd {
    /// The first thing is tried again, and the platform had no part in that.
    pub(super) fn local_failure(reason: String) -> Self {
        Self::Backoff { reason, wished: None, is_attempt: false }
    }
}

/// The lanes of one platform.
pub(super) struct LaneScheduler {
    manner: DeliveryPolicy,
    busy: BTreeSet<ChannelId>,
    /// There may be something for them.
    woken: LaneQueue,
    /// Those of the busy ones that were woken since they were begun.
    again: BTreeSet<ChannelId>,
    /// Those that wait, by when that is over.
    due: BTreeSet<(Duration, ChannelId)>,
    /// When a lane in `due` is.
    until: BTreeMap<ChannelId, Duration>,
    failed: BTreeMap<ChannelId, LaneBackoff>,
    /// Those in which something was begun and is not known to be done.
    begun: BTreeSet<ChannelId>,
}

/// Lanes in the order in which they came, each once.
#[derive(Default)]
struct LaneQueue {
    arrived: u64,
    by_arrival: BTreeMap<u64, ChannelId>,
    arrival: BTreeMap<ChannelId, u64>,
}

impl LaneQueue {
    /// A lane comes, or keeps its place.
    fn push(&mut self, lane: ChannelId) {
        if !self.arrival.contains_key(&lane) {
            self.arrived += 1;
            self.arrival.insert(lane.clone(), self.arrived);
            self.by_arrival.insert(self.arrived, lane);
        }
    }

    fn remove(&mut self, lane: &ChannelId) {
        if let Some(arrived) = self.arrival.remove(lane) {
            self.by_arrival.remove(&arrived);
        }
    }

    fn iter(&self) -> impl Iterator<Item = &ChannelId> {
        self.by_arrival.values()
    }
}

/// What failed in a lane, until something is done there.
#[derive(Clone, Debug)]
pub(super) struct LaneBackoff {
    /// How often the platform was asked in vain, one after the other.
    pub(super) attempts: u32,
    /// How often the lane had to wait, whatever for: the pause goes by that.
    pauses: u32,
    /// When it began.
    pub(super) since: Duration,
    /// What became of the last attempt.
    pub(super) reason: String,
}

impl LaneScheduler {
    pub(super) fn new(manner: DeliveryPolicy) -> Self {
        Self {
            manner,
            busy: BTreeSet::new(),
            woken: LaneQueue::default(),
            again: BTreeSet::new(),
            due: BTreeSet::new(),
            until: BTreeMap::new(),
            failed: BTreeMap::new(),
            begun: BTreeSet::new(),
        }
    }

    /// There may be something for this lane.
    pub(super) fn found(&mut self, lane: ChannelId) {
        // What waits is begun when that is over. While a lane is delivered in, it may have looked already.
        if self.busy.contains(&lane) || !self.until.contains_key(&lane) {
            self.woken.push(lane);
        }
    }

    /// Something has changed that may let through what waits in this lane: it waits no longer.
    pub(super) fn wake(&mut self, lane: ChannelId) {
        self.wait_no_longer(&lane);
        if self.busy.contains(&lane) {
            // What is under way there began before that.
            self.again.insert(lane.clone());
        }
        self.woken.push(lane);
    }

    /// Lanes that are to be delivered in from now on, as far as there is room: first come, first served.
    pub(super) fn begin(&mut self, now: Duration) -> Vec<ChannelId> {
        while self.due.first().is_some_and(|(until, _)| *until <= now) {
            let Some((_, lane)) = self.due.pop_first() else { break };
            self.until.remove(&lane);
            self.woken.push(lane);
        }
        let room = self.manner.at_once.saturating_sub(self.busy.len());
        let begun: Vec<_> =
            self.woken.iter().filter(|lane| !self.busy.contains(*lane)).take(room).cloned().collect();
        for lane in &begun {
            self.woken.remove(lane);
            self.busy.insert(lane.clone());
        }
        begun
    }

    /// A lane is not delivered in any more.
    pub(super) fn end(&mut self, lane: &ChannelId, ended: LaneRunEnd, now: Duration) {
        self.busy.remove(lane);
        let is_woken = self.again.remove(lane);
        match ended {
            LaneRunEnd::Empty => {
                self.wait_no_longer(lane);
                self.clear_failures(lane);
            }
            LaneRunEnd::Yielded => {
                self.woken.remove(lane);
                self.woken.push(lane.clone());
            }
            LaneRunEnd::Backoff { reason, wished, is_attempt } => {
                let none = LaneBackoff { attempts: 0, pauses: 0, since: now, reason: String::new() };
                let failed = self.failed.entry(lane.clone()).or_insert(none);
                failed.attempts = failed.attempts.saturating_add(is_attempt.into());
                failed.pauses = failed.pauses.saturating_add(1);
                failed.reason = reason;
                let pause = self.manner.pause(failed.pauses, wished);
                if !is_woken {
                    self.wait(lane, now.saturating_add(pause));
                }
            }
            LaneRunEnd::OtherProcess { ask_again } if !is_woken => self.wait(lane, ask_again),
            // It stands in the queue since then.
            LaneRunEnd::OtherProcess { .. } => {}
        }
    }

    /// The first thing in a lane is about to be sent; what is known of that from before.
    pub(super) fn attempt(&mut self, lane: &ChannelId) -> DeliveryAttempts {
        let attempts = self.failed(lane).map_or(0, |failed| failed.attempts);
        DeliveryAttempts { attempts, perhaps_there: !self.begun.insert(lane.clone()) }
    }

    /// Something was done in a lane: the next thing begins anew.
    pub(super) fn clear_failures(&mut self, lane: &ChannelId) {
        self.failed.remove(lane);
        self.begun.remove(lane);
    }

    /// What fails in a lane, where something does.
    pub(super) fn failed(&self, lane: &ChannelId) -> Option<&LaneBackoff> {
        self.failed.get(lane)
    }

    /// When the next lane may be begun; nothing when none waits, or whichever ends next makes room.
    pub(super) fn next(&self) -> Option<Duration> {
        let has_room = self.busy.len() < self.manner.at_once;
        self.due.first().filter(|_| has_room).map(|(until, _)| *until)
    }

    fn wait(&mut self, lane: &ChannelId, until: Duration) {
        // What was found there meanwhile is behind what waits.
        self.woken.remove(lane);
        self.wait_no_longer(lane);
        self.until.insert(lane.clone(), until);
        self.due.insert((until, lane.clone()));
    }

    fn wait_no_longer(&mut self, lane: &ChannelId) {
        if let Some(until) = self.until.remove(lane) {
            self.due.remove(&(until, lane.clone()));
        }
    }
}

#[cfg(test)]
mod tests;
