//! Counts the actions of the soak test by kind. Not here: whether they were right.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// What people do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Game,
    Move,
    Aside,
    Completion,
    Repetition,
    Takeback,
    Draw,
    Resignation,
    Rematch,
    Record,
}

impl Deed {
    pub const ALL: [Self; 10] = [
        Self::Game,
        Self::Move,
        Self::Aside,
        Self::Completion,
        Self::Repetition,
        Self::Takeback,
        Self::Draw,
        Self::Resignation,
        Self::Rematch,
        Self::Record,
    ];
}

/// How often they did it.
#[derive(Default)]
pub struct Tally([AtomicU64; Deed::ALL.len()]);

impl Tally {
    pub fn count(&self, deed: Deed) {
        self.0[deed as usize].fetch_add(1, Relaxed);
    }

    pub fn of(&self, deed: Deed) -> u64 {
        self.0[deed as usize].load(Relaxed)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> =
            Deed::ALL.iter().map(|deed| format!("{deed:?} {}", self.of(*deed))).collect();
        form.write_str(&counts.join(", "))
    }
}
