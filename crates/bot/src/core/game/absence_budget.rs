//! Absence budget of a person: vacations and days of protection from losing on time, charged to one
//! yearly budget for all their games. Not here: the effect on a clock (`game_clock`), and who may
//! take one (`features::vacation`).

use super::{time_control::DAY, time_span::TimeSpan};

/// Period of the budget, in milliseconds.
pub const VACATION_YEAR: u64 = 365 * DAY;

/// Shortest vacation that is charged, in milliseconds.
pub const SHORTEST_CHARGED: u64 = DAY;

/// A person's absences of the last year.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbsenceBudget {
    /// Vacations in order, without overlap. A vacation in progress ends at its planned time.
    pub vacations: Vec<TimeSpan>,
    /// When one of the person's games was protected, in milliseconds since 1970.
    pub protections: Vec<u64>,
}

impl AbsenceBudget {
    /// When the present vacation ends; `None` if the person is not on vacation; `now` in
    /// milliseconds since 1970.
    pub fn away_until(&self, now: u64) -> Option<u64> {
        self.vacations.iter().find(|vacation| vacation.has(now)).map(|vacation| vacation.to)
    }

    /// Time charged to the year that ends at `now`, in milliseconds. A vacation in progress is
    /// charged as planned.
    pub fn charged(&self, now: u64) -> u64 {
        let since = now.saturating_sub(VACATION_YEAR);
        let of_year = |vacation: &TimeSpan| {
            let charged_to = vacation.to.max(vacation.from.saturating_add(SHORTEST_CHARGED));
            TimeSpan { from: vacation.from.max(since), to: charged_to }.length()
        };
        let protected = self.protections.iter().filter(|at| at.saturating_add(DAY) > since).count() as u64;
        self.vacations.iter().map(of_year).sum::<u64>().saturating_add(protected.saturating_mul(DAY))
    }

    /// The rest of a yearly allowance, in milliseconds.
    pub fn left(&self, allowance: u64, now: u64) -> u64 {
        allowance.saturating_sub(self.charged(now))
    }

    /// When the oldest charge leaves the year, in milliseconds since 1970.
    pub fn more_at(&self) -> Option<u64> {
        let began = self.vacations.iter().map(|vacation| vacation.from);
        began.chain(self.protections.iter().copied()).min().map(|at| at.saturating_add(VACATION_YEAR))
    }

    /// Begins a vacation, or changes the end of the present one.
    pub(super) fn leave(&mut self, from: u64, until: u64) {
        self.forget(from);
        match self.vacations.iter_mut().find(|vacation| vacation.has(from)) {
            Some(lasting) => lasting.to = until,
            None => self.vacations.push(TimeSpan { from, to: until }),
        }
    }

    /// Ends the present vacation.
    pub(super) fn end_vacation(&mut self, at: u64) {
        for vacation in self.vacations.iter_mut().filter(|vacation| vacation.has(at)) {
            vacation.to = at;
        }
    }

    /// Charges a day for the protection of a game.
    pub(super) fn protect(&mut self, at: u64) {
        self.forget(at);
        self.protections.push(at);
    }

    fn forget(&mut self, now: u64) {
        let since = now.saturating_sub(VACATION_YEAR);
        self.vacations.retain(|vacation| vacation.to.saturating_add(SHORTEST_CHARGED) > since);
        self.protections.retain(|at| at.saturating_add(DAY) > since);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::HOUR;

    #[test]
    fn short_ones_are_charged_a_day_and_a_year_later_nothing() {
        let now = 2000 * DAY;
        let mut absence = AbsenceBudget::default();
        absence.leave(now, now + 10 * DAY);
        assert_eq!((absence.charged(now), absence.away_until(now + DAY)), (10 * DAY, Some(now + 10 * DAY)));
        absence.leave(now + HOUR, now + 12 * DAY);
        assert_eq!((absence.vacations.len(), absence.charged(now)), (1, 12 * DAY), "the same, but longer");
        absence.end_vacation(now + 2 * HOUR);
        assert_eq!(absence.away_until(now + 2 * HOUR), None);
        assert_eq!(absence.charged(now + 2 * HOUR), DAY, "two hours");
        absence.protect(now + 3 * DAY);
        assert_eq!(absence.left(28 * DAY, now + 3 * DAY), 26 * DAY);
        assert_eq!(absence.more_at(), Some(now + VACATION_YEAR));
        let later = now + 4 * DAY + VACATION_YEAR;
        assert_eq!(absence.charged(later), 0);
        absence.leave(later, later + DAY);
        assert_eq!(
            (absence.vacations.len(), absence.protections.len()),
            (1, 0),
            "what counts no more is gone"
        );
    }

    #[test]
    fn what_lies_half_in_the_year_counts_half() {
        let mut absence = AbsenceBudget::default();
        absence.leave(1000 * DAY, 1010 * DAY);
        assert_eq!(absence.charged(1004 * DAY + VACATION_YEAR), 6 * DAY);
    }
}
