//! Public information about the cards of a game: the posted commitment, and the sealed text once the game is over.

use adoube_rules::{Position, PositionError};

use super::{GameRecord, SealedDeal};

/// Public information about the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealCommitment {
    /// The SHA-256 that was posted when the game began.
    pub sha256: String,
    /// The sealed text, once the game is over.
    pub text: Option<String>,
}

impl GameRecord {
    /// Public information about the cards at present; `None` in a game without cards.
    pub fn commitment(&self) -> Option<DealCommitment> {
        let deal = self.deal.as_ref()?;
        let text = (!self.is_running()).then(|| deal.text(&self.id));
        Some(DealCommitment { sha256: deal.commitment().to_owned(), text })
    }

    /// The start position, with all cards.
    ///
    /// # Errors
    /// The record cannot be read.
    pub fn first_position(&self) -> Result<Position, PositionError> {
        match self.deal.as_ref().and_then(SealedDeal::start) {
            Some(start) => Ok(start),
            None => Position::parse(self.variant, &self.start),
        }
    }
}
