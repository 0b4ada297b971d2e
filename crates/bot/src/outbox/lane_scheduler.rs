//! Schedules lanes (the queues of one channel's notices each): which are being delivered, which may
//! have notices, and which wait until when after failures, with a growing backoff, so that no lane
//! delays another. Time is an argument. Not here: what is delivered (`relay`).

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use crate::ChannelId;

/// Delivery policy of a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryPolicy {
    /// Lanes delivered concurrently.
    pub at_once: usize,
    /// Minimum time between two scans of the whole outbox.
    pub look_every: Duration,
    /// First pause of a lane after an error; exponential backoff doubles it each time.
    pub first_pause: Duration,
    /// Maximum of the pause.
    pub longest_pause: Duration,
    /// How a retry-after of the platform changes the pause.
    pub wish: RetryAfterPolicy,
    /// Attempts before an entry is given up; none for never.
    pub attempts: Option<u32>,
}

/// Meaning of a retry-after for the lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfterPolicy {
    /// The lane waits at least as long.
    Minimum,
    /// The lane waits exactly as long, within bounds.
    Exact {
        /// Lower bound.
        shortest: Duration,
        /// Upper bound.
        longest: Duration,
    },
}

impl DeliveryPolicy {
    /// One lane at a time and no pauses, for a caller that delivers without a relay
    /// ([`Outbox::hold`](crate::Outbox::hold)).
    pub const WITHOUT_RELAY: Self = Self {
        at_once: 1,
        look_every: Duration::ZERO,
        first_pause: Duration::ZERO,
        longest_pause: Duration::ZERO,
        wish: RetryAfterPolicy::Minimum,
        attempts: None,
    };

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

/// Attempts of this process at the first entry of a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryAttempts {
    /// Failed attempts at the platform.
    pub attempts: u32,
    /// Whether it may have been delivered without a receipt: it was sent, or was about to be, and
    /// the outcome is not recorded. The platform need not be the cause, so it can be set without a
    /// failed attempt.
    pub perhaps_there: bool,
}

/// Why a run of deliveries in a lane ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LaneRunEnd {
    /// The lane is empty.
    Empty,
    /// The lane yielded to others and may have more entries.
    Yielded,
    /// The first entry is retried.
    Backoff {
        /// Why.
        reason: String,
        /// Retry-after of the platform.
        wished: Option<Duration>,
        /// Whether an attempt at the platform failed.
        is_attempt: bool,
    },
    /// Another process delivers in the lane; ownership is checked again.
    OtherProcess {
        /// When.
        ask_again: Duration,
    },
}

impl LaneRunEnd {
    /// The first entry is retried after an error that was not the platform's.
    pub(super) fn local_failure(reason: String) -> Self {
        Self::Backoff { reason, wished: None, is_attempt: false }
    }
}

/// The lanes of one platform.
pub(super) struct LaneScheduler {
    manner: DeliveryPolicy,
    busy: BTreeSet<ChannelId>,
    /// Lanes that may have entries.
    woken: LaneQueue,
    /// Busy lanes that were woken since they were begun.
    again: BTreeSet<ChannelId>,
    /// Waiting lanes by the end of their pause.
    due: BTreeSet<(Duration, ChannelId)>,
    /// The end of the pause of each lane in `due`.
    until: BTreeMap<ChannelId, Duration>,
    failed: BTreeMap<ChannelId, LaneBackoff>,
    /// Lanes with a begun attempt of unknown outcome.
    begun: BTreeSet<ChannelId>,
}

/// Queue of lanes in order of arrival, each once.
#[derive(Default)]
struct LaneQueue {
    arrived: u64,
    by_arrival: BTreeMap<u64, ChannelId>,
    arrival: BTreeMap<ChannelId, u64>,
}

impl LaneQueue {
    /// Adds a lane; one in the queue keeps its place.
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

/// Backoff of a lane, until an entry is delivered there.
#[derive(Clone, Debug)]
pub(super) struct LaneBackoff {
    /// Consecutive failed attempts at the platform.
    pub(super) attempts: u32,
    /// Consecutive pauses of the lane, from which the next pause follows.
    pauses: u32,
    /// When the first of them was.
    pub(super) since: Duration,
    /// Result of the last attempt.
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

    /// The lane may have entries.
    pub(super) fn found(&mut self, lane: ChannelId) {
        // A pause ends by itself. A lane under delivery may have been read before the new entry
        // came.
        if self.busy.contains(&lane) || !self.until.contains_key(&lane) {
            self.woken.push(lane);
        }
    }

    /// Ends the pause of a lane, after a change that may let its entries through.
    pub(super) fn wake(&mut self, lane: ChannelId) {
        self.wait_no_longer(&lane);
        if self.busy.contains(&lane) {
            // The delivery under way began before the change.
            self.again.insert(lane.clone());
        }
        self.woken.push(lane);
    }

    /// Begins as many lanes as there is room for, in order of arrival.
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

    /// Ends a run in a lane.
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
            // The wake-up has put the lane into the queue already.
            LaneRunEnd::OtherProcess { .. } => {}
        }
    }

    /// Records an attempt at the first entry of a lane; returns the attempts before.
    pub(super) fn attempt(&mut self, lane: &ChannelId) -> DeliveryAttempts {
        let attempts = self.failed(lane).map_or(0, |failed| failed.attempts);
        DeliveryAttempts { attempts, perhaps_there: !self.begun.insert(lane.clone()) }
    }

    /// Clears the backoff of a lane after a delivery.
    pub(super) fn clear_failures(&mut self, lane: &ChannelId) {
        self.failed.remove(lane);
        self.begun.remove(lane);
    }

    /// The backoff of a lane, if it has one.
    pub(super) fn failed(&self, lane: &ChannelId) -> Option<&LaneBackoff> {
        self.failed.get(lane)
    }

    /// When the next lane may be begun; none if no lane waits or there is no room.
    pub(super) fn next(&self) -> Option<Duration> {
        let has_room = self.busy.len() < self.manner.at_once;
        self.due.first().filter(|_| has_room).map(|(until, _)| *until)
    }

    fn wait(&mut self, lane: &ChannelId, until: Duration) {
        // Entries found meanwhile stand behind the one that waits.
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
