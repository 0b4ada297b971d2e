//! Applies the rate limits of people and networks: events, text, requests, changes, new people,
//! drawn pictures.

use std::sync::Arc;

use adoube_bot::{Clock, PersonId};
use adoube_platform::rate_limit::RateLimiter;

use super::{
    BOARD_PACE, CHANGE_PACE, EVENT_BYTES, EVENT_PACE, FIRST_NEWCOMERS, NEWCOMER_PACE, NEWCOMERS_OF_ONE,
    QUESTION_PACE, REPLAY_PACE, WRITING_PACE,
    network::{ClientAddress, NetworkBuckets},
};

/// Why a person may not act now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateLimitExceeded {
    /// Too many events.
    Events,
    /// Too much text.
    Words,
}

/// The rate limits of all people.
pub(crate) struct PersonRateLimits {
    clock: Arc<dyn Clock>,
    events: RateLimiter<PersonId>,
    writing: RateLimiter<PersonId>,
    questions: RateLimiter<PersonId>,
    changes: RateLimiter<PersonId>,
    newcomers: RateLimiter<()>,
    newcomers_of_one: NetworkBuckets,
    first_newcomers: RateLimiter<()>,
    boards: RateLimiter<PersonId>,
    replays: RateLimiter<PersonId>,
}

impl PersonRateLimits {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            events: RateLimiter::new(EVENT_PACE),
            writing: RateLimiter::new(WRITING_PACE),
            questions: RateLimiter::new(QUESTION_PACE),
            changes: RateLimiter::new(CHANGE_PACE),
            newcomers: RateLimiter::new(NEWCOMER_PACE),
            newcomers_of_one: NetworkBuckets::new(NEWCOMERS_OF_ONE),
            first_newcomers: RateLimiter::new(FIRST_NEWCOMERS),
            boards: RateLimiter::new(BOARD_PACE),
            replays: RateLimiter::new(REPLAY_PACE),
        }
    }

    /// Whether a person may act now; counts the event if so.
    pub(crate) fn may_act(&self, person: &PersonId) -> Result<(), RateLimitExceeded> {
        let now = self.clock.monotonic();
        if !self.writing.is_available(person, now) {
            return Err(RateLimitExceeded::Words);
        }
        if !self.events.take(person.clone(), now) {
            return Err(RateLimitExceeded::Events);
        }
        self.writing.consume(person.clone(), EVENT_BYTES, now);
        Ok(())
    }

    /// Counts bytes that a person's event has added to a log.
    pub(crate) fn charge_writing(&self, person: PersonId, bytes: u32) {
        self.writing.consume(person, bytes, self.clock.monotonic());
    }

    /// Whether a person may request completions, history and games now.
    pub(crate) fn may_ask(&self, person: &PersonId) -> bool {
        self.questions.take(person.clone(), self.clock.monotonic())
    }

    /// Whether a person may change settings or make channels now.
    pub(crate) fn may_change(&self, person: &PersonId) -> bool {
        self.changes.take(person.clone(), self.clock.monotonic())
    }

    /// Whether a board may be drawn for a person now.
    pub(crate) fn may_draw_board(&self, person: &PersonId) -> bool {
        self.boards.take(person.clone(), self.clock.monotonic())
    }

    /// Whether a replay may be drawn for a person now.
    pub(crate) fn may_draw_replay(&self, person: &PersonId) -> bool {
        self.replays.take(person.clone(), self.clock.monotonic())
    }

    /// Whether a new person may come from this address; counts them if so.
    pub(crate) fn may_come(&self, address: ClientAddress) -> bool {
        let now = self.clock.monotonic();
        let is_first = self.newcomers_of_one.is_full(address, now);
        // First the buckets of the address: a refusal there takes no token from the other buckets.
        self.newcomers_of_one.take(address, now)
            // Even if many came from elsewhere, a first newcomer of a network is let in.
            && (self.newcomers.take((), now) || (is_first && self.first_newcomers.take((), now)))
    }
}
