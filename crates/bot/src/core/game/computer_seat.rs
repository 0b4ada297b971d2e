//! Tells whether it is the computer's turn to move, select a piece or answer an offer in a game,
//! and when its turn counts as missed or lost; and counts misses. Not here: its action
//! (`features::computer`), and the job that notices a miss (`scheduler`).

use adoube_engine::StrengthLevel;
use adoube_rules::Side;

use super::{GameRecord, MINUTE, MissedTurns, Seat};

/// How long after a change the computer's turn counts as missed, in milliseconds: longer than the
/// search and its wait.
const MISSED_AFTER: u64 = 10 * 1000;

/// Pauses after each miss, in milliseconds. After the last one the game stops waiting for the
/// engine.
const PATIENCE: [u64; 3] = [20 * 1000, MINUTE, 5 * MINUTE];

impl GameRecord {
    /// The side whose turn or answer is due from the computer, with its level: an offer to answer,
    /// a piece to choose, or a move.
    pub fn computer_to_act(&self) -> Option<(Side, StrengthLevel)> {
        if !self.is_running() || !self.has_computer() {
            return None;
        }
        let asked = self.offer.map(|offer| offer.by.other()).and_then(|side| self.computer(side));
        asked.or_else(|| self.computer(self.to_move()?))
    }

    /// Whether the computer plays in the game.
    pub fn has_computer(&self) -> bool {
        self.side_of_computer().is_some()
    }

    /// The side that the computer plays.
    pub fn side_of_computer(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.computer(*side).is_some())
    }

    fn computer(&self, side: Side) -> Option<(Side, StrengthLevel)> {
        match self.seats.of(side) {
            Seat::Computer { level } => {
                Some((side, StrengthLevel::new(*level).unwrap_or(StrengthLevel::BEST)))
            }
            Seat::Person(_) | Seat::Team { .. } => None,
        }
    }

    /// When the computer's turn counts as missed, in milliseconds since 1970.
    pub(crate) fn computer_missed_at(&self) -> u64 {
        let Some(MissedTurns { times, last }) = self.missed else {
            return self.changed_at.saturating_add(MISSED_AFTER);
        };
        let patience = PATIENCE.get(usize::from(times).saturating_sub(1)).or(PATIENCE.last());
        last.saturating_add(patience.copied().unwrap_or(MISSED_AFTER))
    }

    /// Whether the turn was missed so often that no further search will finish it.
    pub(crate) fn is_computer_lost(&self) -> bool {
        self.missed.is_some_and(|missed| usize::from(missed.times) >= PATIENCE.len())
    }

    /// Records a miss; `now` in milliseconds since 1970.
    pub(crate) fn miss_computer(&mut self, now: u64) {
        let times = self.missed.map_or(0, |missed| missed.times).saturating_add(1);
        self.missed = Some(MissedTurns { times, last: now });
    }
}
