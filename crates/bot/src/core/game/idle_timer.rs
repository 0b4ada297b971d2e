//! Idle timer: a game without a time control in which no player moves asks its players, then ends
//! without a result, so that it frees its channel. Not here: the job that asks
//! (`features::clock::jobs`).

use super::time_control::DAY;

/// Idle limits of a game, stored with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleTimer {
    /// The players are asked after this time, in milliseconds.
    pub ask_after: u64,
    /// The game ends after this time, in milliseconds.
    pub end_after: u64,
    /// When the players were asked, in milliseconds since 1970; `None` again after any event.
    pub asked_at: Option<u64>,
    /// Number of changes: the job names it, so that each acts once.
    pub version: u64,
    /// When the timer is checked next; never too late, and not changed by every move.
    pub look_at: u64,
}

impl IdleTimer {
    /// A timer that ends a game after this many idle days, and asks after half of them.
    pub fn after(days: u64) -> Self {
        let end_after = days.saturating_mul(DAY);
        Self { ask_after: end_after / 2, end_after, asked_at: None, version: 0, look_at: 0 }
    }

    /// When the next action is due without an event since `changed_at`, in milliseconds since 1970.
    pub fn next(&self, changed_at: u64) -> u64 {
        match self.asked_at {
            // The players have this long to answer, whenever they are asked.
            Some(asked_at) => asked_at.saturating_add(self.answer_within()),
            None => changed_at.saturating_add(self.ask_after),
        }
    }

    /// Time for an answer, in milliseconds.
    pub fn answer_within(&self) -> u64 {
        self.end_after.saturating_sub(self.ask_after)
    }

    /// Sets the time of the next check, and a new version; also to postpone it for time in which
    /// players could not answer.
    pub fn put_off(&mut self, at: u64) {
        self.version = self.version.saturating_add(1);
        self.look_at = at;
    }

    /// Records an event of the game.
    pub fn moved(&mut self, now: u64) {
        let was_asked = self.asked_at.take().is_some();
        if was_asked || self.look_at <= now {
            self.set_next_check(now);
        }
    }

    /// Sets the next check, without an event since `changed_at`.
    pub fn set_next_check(&mut self, changed_at: u64) {
        self.put_off(self.next(changed_at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_changes_when_a_game_is_looked_at_only_when_it_was_time_to_look() {
        let mut idle = IdleTimer::after(60);
        idle.set_next_check(0);
        idle.moved(29 * DAY);
        assert_eq!((idle.look_at, idle.version), (30 * DAY, 1));
        idle.moved(30 * DAY);
        assert_eq!((idle.look_at, idle.version), (60 * DAY, 2));
    }
}
