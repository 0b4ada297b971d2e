//! Simulates Synapse's rate limits of an account with default settings: a burst after a rest, then
//! a fixed rate; refused requests do not count, and the answer says how long to wait. Creating a
//! room and joining one each also count as a message. Not here: what the bot makes of that.
//!
//! Sources: <https://element-hq.github.io/synapse/latest/usage/configuration/config_documentation.html#ratelimiting>,
//! <https://github.com/element-hq/synapse/blob/develop/synapse/handlers/room.py>.

use std::{sync::Arc, time::Duration};

use adoube_bot::Timer;

/// What counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Message,
    Room,
    Join,
}

/// One limit: so many a second after ten.
struct Limit {
    what: What,
    a_second: f64,
    /// How much of it is used up, at a moment.
    used: f64,
    at: Duration,
    /// Before this nothing is to be asked for.
    wait_until: Duration,
}

const AT_ONCE: f64 = 10.0;

impl Limit {
    fn new(what: What, a_second: f64) -> Self {
        Self { what, a_second, used: 0.0, at: Duration::ZERO, wait_until: Duration::ZERO }
    }

    fn used(&self, now: Duration) -> f64 {
        (self.used - now.saturating_sub(self.at).as_secs_f64() * self.a_second).max(0.0)
    }

    /// How long until one more is taken.
    fn wait(&self, now: Duration) -> Option<Duration> {
        let over = self.used(now) + 1.0 - AT_ONCE;
        (over > 0.0).then(|| Duration::from_secs_f64(over / self.a_second))
    }
}

/// All of them.
pub struct Limits {
    timer: Arc<dyn Timer>,
    each: [Limit; 3],
    /// How many messages it took.
    pub taken: usize,
    /// How often something was refused.
    pub refused: usize,
    /// How often something was asked for before the time that was named.
    pub impatient: usize,
}

impl Limits {
    pub fn of_synapse(timer: Arc<dyn Timer>) -> Self {
        let each =
            [Limit::new(What::Message, 0.2), Limit::new(What::Room, 0.016), Limit::new(What::Join, 0.1)];
        Self { timer, each, taken: 0, refused: 0, impatient: 0 }
    }

    /// One more of each of these; otherwise how long to wait, and then none counts.
    pub fn count(&mut self, what: &[What]) -> Result<(), Duration> {
        let now = self.timer.now();
        let mut asked: Vec<&mut Limit> =
            self.each.iter_mut().filter(|limit| what.contains(&limit.what)).collect();
        if asked.iter().any(|limit| now < limit.wait_until) {
            self.impatient += 1;
        }
        if let Some((limit, wait)) =
            asked.iter_mut().find_map(|limit| limit.wait(now).map(|wait| (limit, wait)))
        {
            limit.wait_until = now + wait;
            self.refused += 1;
            return Err(wait);
        }
        self.taken += usize::from(what.contains(&What::Message));
        for limit in asked {
            (limit.used, limit.at) = (limit.used(now) + 1.0, now);
        }
        Ok(())
    }
}
