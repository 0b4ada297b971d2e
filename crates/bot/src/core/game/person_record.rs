//! Record of a person across all their games: counts of begun and ended games, vacations, recent
//! reminders and preferences, and the events that change it. Not here: their identity (`ids`),
//! lists of their games (`records`), and what a platform knows of them (its own code).

use super::{AbsenceBudget, Preference, Preferences, time_control::HOUR};
use crate::ChannelId;

/// Least time between two reminders at one place, in milliseconds.
pub const BETWEEN_REMINDERS: u64 = HOUR;

/// A person's record. It counts games since the counters exist: earlier ones are in the lists
/// alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonRecord {
    /// Games that began.
    pub begun: u64,
    /// Games that ended, for any reason.
    pub ended: u64,
    /// Absences.
    pub absence: AbsenceBudget,
    /// Places of reminders within the last hour, with times in milliseconds since 1970.
    pub reminded: Vec<(LastReminder, u64)>,
    /// Preferences.
    pub preferences: Preferences,
}

/// Place of a reminder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastReminder {
    /// In a channel.
    Channel(ChannelId),
    /// In private.
    Private,
}

/// A change of a person's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonEvent {
    /// A game of theirs began.
    Begun,
    /// A game of theirs ended.
    Ended,
    /// The person is on vacation, or changed the end of the present one.
    Left {
        /// Start, in milliseconds since 1970.
        from: u64,
        /// End, in milliseconds since 1970.
        until: u64,
    },
    /// The person ended a vacation.
    CameBack {
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// A game of theirs was protected for a day.
    Protected {
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// The person was reminded.
    Reminded {
        /// The place.
        place: LastReminder,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// The person chose a preference.
    Prefers(Preference),
}

impl PersonRecord {
    /// Applies a change.
    pub fn record_event(&mut self, event: PersonEvent) {
        match event {
            PersonEvent::Begun => self.begun = self.begun.saturating_add(1),
            PersonEvent::Ended => self.ended = self.ended.saturating_add(1),
            PersonEvent::Left { from, until } => self.absence.leave(from, until),
            PersonEvent::CameBack { at } => self.absence.end_vacation(at),
            PersonEvent::Protected { at } => self.absence.protect(at),
            PersonEvent::Reminded { place, at } => {
                self.reminded.retain(|(other, then)| *other != place && is_recent(*then, at));
                self.reminded.push((place, at));
            }
            PersonEvent::Prefers(preference) => self.preferences.choose(preference),
        }
    }

    /// Whether the person was reminded at a place within the last hour; `now` in milliseconds since
    /// 1970.
    pub fn was_reminded(&self, place: &LastReminder, now: u64) -> bool {
        self.reminded.iter().any(|(other, then)| other == place && is_recent(*then, now))
    }
}

fn is_recent(then: u64, now: u64) -> bool {
    // A timestamp from a clock that was ahead must not suppress reminders for long.
    now.abs_diff(then) < BETWEEN_REMINDERS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_reminders_the_last_hour_is_known_of_each_place() {
        let (here, private) =
            (LastReminder::Channel(crate::ChannelId("test:here".to_owned())), LastReminder::Private);
        let reminded = |place: &LastReminder, at| PersonEvent::Reminded { place: place.clone(), at };
        let mut record = PersonRecord::default();
        record.record_event(reminded(&here, 0));
        record.record_event(reminded(&private, BETWEEN_REMINDERS / 2));
        assert!(record.was_reminded(&here, BETWEEN_REMINDERS - 1));
        assert!(record.was_reminded(&private, BETWEEN_REMINDERS));
        assert!(!record.was_reminded(&here, BETWEEN_REMINDERS));
        record.record_event(reminded(&private, BETWEEN_REMINDERS));
        assert_eq!(record.reminded, [(private.clone(), BETWEEN_REMINDERS)], "what is old is forgotten");
        record.record_event(reminded(&here, BETWEEN_REMINDERS));
        assert_eq!(record.reminded.len(), 2);
    }
}
