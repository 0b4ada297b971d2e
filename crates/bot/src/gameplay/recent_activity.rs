//! Remembers which players were recently active in their games, for whom reminders are left out.
//! Kept in this process alone and lost with it. Not here: reminders (`features::clock`).

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use crate::{PersonId, core::game::GameId};

/// How long an activity counts.
const LATELY: Duration = Duration::from_secs(60 * 60);

/// Upper limit of entries.
const MOST: usize = 100_000;

/// Least time between two sweeps for old entries.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// Times of activities by game and person.
#[derive(Default)]
pub(crate) struct RecentActivity(Mutex<RecentUse>);

#[derive(Default)]
struct RecentUse {
    at: HashMap<(GameId, PersonId), Duration>,
    swept: Duration,
}

impl RecentActivity {
    /// Records an activity; `now` is a monotonic time.
    pub(crate) fn note(&self, game: &GameId, person: &PersonId, now: Duration) {
        // Inserting into a map is a single step, so a panic elsewhere leaves nothing half done.
        let mut used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if used.at.len() >= MOST && now.saturating_sub(used.swept) >= SWEEP_EVERY {
            used.swept = now;
            used.at.retain(|_, at| is_lately(*at, now));
        }
        if used.at.len() < MOST {
            used.at.insert((game.clone(), person.clone()), now);
        }
    }

    /// Whether the person was active in the game within the last hour.
    pub(crate) fn has(&self, game: &GameId, person: &PersonId, now: Duration) -> bool {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        used.at.get(&(game.clone(), person.clone())).is_some_and(|at| is_lately(*at, now))
    }
}

fn is_lately(at: Duration, now: Duration) -> bool {
    now.saturating_sub(at) < LATELY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_there_are_too_many_old_ones_are_forgotten_a_minute_apart() {
        let (recently, Some(game)) = (RecentActivity::default(), GameId::parse("k7f2mq")) else {
            panic!("an id")
        };
        let person = |number: usize| PersonId(format!("web:{number}"));
        let seconds = Duration::from_secs;
        for number in 0..MOST {
            recently.note(&game, &person(number), seconds(if number < 10 { 30 } else { 2000 }));
        }
        let note = |number: usize, now: u64| {
            recently.note(&game, &person(number), seconds(now));
            recently.has(&game, &person(number), seconds(now))
        };
        assert!(!note(MOST, 2000), "there is no room, and none can be made");
        assert!(note(MOST + 1, 4000), "ten are old by now");
        assert!(recently.has(&game, &person(10), seconds(4000)));
        for number in 2..11 {
            assert!(note(MOST + number, 4000), "{number}: as long as there is room");
        }
        assert!(!note(MOST + 11, 4059), "it was looked at less than a minute ago");
        assert!(!note(MOST + 11, 5599), "all are newer");
        assert!(note(MOST + 11, 5660), "all are old");
    }

    #[test]
    fn an_hour_counts() {
        let (recently, person) = (RecentActivity::default(), PersonId("web:ada".to_owned()));
        let (Some(game), Some(other)) = (GameId::parse("k7f2mq"), GameId::parse("k7f2mr")) else {
            panic!("ids")
        };
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        recently.note(&game, &person, minutes(100));
        assert!(recently.has(&game, &person, minutes(159)));
        assert!(!recently.has(&game, &person, minutes(160)) && !recently.has(&other, &person, minutes(100)));
    }
}
