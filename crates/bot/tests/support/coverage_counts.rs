//! Counts how often each kind of event happened in random runs, so that a run that tests nothing is
//! noticed.

use std::collections::BTreeMap;

/// Counts of one run, or of several, by what happened.
#[derive(Clone, Debug, Default)]
pub struct Tally(BTreeMap<&'static str, usize>);

impl Tally {
    /// Of these things, none of which has happened yet.
    pub fn of(things: &[&'static str]) -> Self {
        Self(things.iter().map(|thing| (*thing, 0)).collect())
    }

    /// Something happened so many times more.
    pub fn note(&mut self, thing: &str, times: usize) {
        *self.0.get_mut(thing).unwrap_or_else(|| panic!("nobody counts {thing}")) += times;
    }

    /// How often something happened.
    pub fn count(&self, thing: &str) -> usize {
        self.0[thing]
    }

    /// Whatever happened in another run, too.
    pub fn add(&mut self, other: &Self) {
        for (thing, times) in &other.0 {
            self.note(thing, *times);
        }
    }

    /// Whether everything happened at least once.
    pub fn is_complete(&self) -> bool {
        self.0.values().all(|count| *count > 0)
    }
}
