//! What the computer has to do in a game, as the record shows it. Not here: what it does (`flow`).

use adoube_engine::Level;
use adoube_rules::Side;

use super::{GameRecord, Seat};

impl GameRecord {
    /// The side for which the computer has something to do now, and how strong it plays: to answer an offer, to choose a piece
    /// or to move.
    pub fn computer_to_act(&self) -> Option<(Side, Level)> {
        if !self.is_running() || Side::BOTH.into_iter().all(|side| self.computer(side).is_none()) {
            return None;
        }
        let asked = self.offer.map(|offer| offer.by.other()).and_then(|side| self.computer(side));
        asked.or_else(|| self.computer(self.to_move()?))
    }

    fn computer(&self, side: Side) -> Option<(Side, Level)> {
        match self.seats.of(side) {
            Seat::Computer { level } => Some((side, Level::new(*level).unwrap_or(Level::BEST))),
            Seat::Person(_) | Seat::Team { .. } => None,
        }
    }
}
