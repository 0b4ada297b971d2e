//! Rate limits of people and of networks: events, words, questions, changes, new people, drawn pictures.

use std::sync::Arc;

use adoube_bot::{Clock, PersonId};
use adoube_platform::rate_limit::RateLimiter;

use super::{
    BOARD_PACE, CHANGE_PACE, EVENT_BYTES, EVENT_PACE, FIRST_NEWCOMERS, NEWCOMER_PACE, NEWCOMERS_OF_ONE,
    QUESTION_PACE, REPLAY_PACE, WRITING_PACE,
    network::{ClientAddress, NetworkBuckets},
};

/// Why a person may not write or press anything now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateLimitExceeded {
    /// Too many events.
    Events,
    /// Too many words.
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

    /// Whether a person may write or press something now; then it counts.
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

    /// Whether a person may ask for completions, older pages and games now.
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

    /// Whether one more person may come from this address.
    pub(crate) fn may_come(&self, address: ClientAddress) -> bool {
        let now = self.clock.monotonic();
        let is_first = self.newcomers_of_one.is_full(address, now);
        // Of the address first: whoever is refused there takes nothing from the others.
        self.newcomers_of_one.take(address, now)
            // However many came from elsewhere, somebody comes from there.
            && (self.newcomers.take((), now) || (is_first && self.first_newcomers.take((), now)))
    }
}
