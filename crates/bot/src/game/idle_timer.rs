//! Idle timer: a game without a time control in which nobody moves asks its players, then ends
//! without a result, so that it frees its channel. Not here: who asks (`handlers::clock_jobs`).

use super::time_control::DAY;

/// After which time what is done about a game in which nothing happens. It is kept with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleTimer {
    /// The players are asked after this, in milliseconds.
    pub ask_after: u64,
    /// It ends after this.
    pub end_after: u64,
    /// When they were asked, if nothing has happened since, in milliseconds since 1970.
    pub asked_at: Option<u64>,
    /// How often that has changed: what is due by it names this, so that it happens once.
    pub version: u64,
    /// When it is looked at next. That is never too late, and is not moved by every move.
    pub look_at: u64,
}

impl IdleTimer {
    /// A game that ends after so many days in which nothing happens, and is asked about after half of them.
    pub fn after(days: u64) -> Self {
        let end_after = days.saturating_mul(DAY);
        Self { ask_after: end_after / 2, end_after, asked_at: None, version: 0, look_at: 0 }
    }

    /// When something is to be done if nothing happens since `changed_at`, in milliseconds since 1970.
    pub fn next(&self, changed_at: u64) -> u64 {
        match self.asked_at {
            // Whenever they are asked, they have this long to answer.
            Some(asked_at) => asked_at.saturating_add(self.answer_within()),
            None => changed_at.saturating_add(self.ask_after),
        }
    }

    /// How long they have to answer, in milliseconds.
    pub fn answer_within(&self) -> u64 {
        self.end_after.saturating_sub(self.ask_after)
    }

    /// It is looked at no sooner than then, as they could not answer all the time.
    pub fn put_off(&mut self, at: u64) {
        self.version = self.version.saturating_add(1);
        self.look_at = at;
    }

    /// Something happened.
    pub fn moved(&mut self, now: u64) {
        let was_asked = self.asked_at.take().is_some();
        if was_asked || self.look_at <= now {
            self.set_next_check(now);
        }
    }

    /// Notes when it is looked at next, if nothing happens since `changed_at`.
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
