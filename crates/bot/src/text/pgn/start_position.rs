//! Returns the start position of a game record as text for its PGN; with the cards of Schachen once
//! the game is over.

use crate::core::game::GameRecord;

/// The first position, with its cards once the game is over.
pub(crate) fn start(record: &GameRecord) -> String {
    match &record.deal {
        Some(deal) if !record.is_running() => {
            deal.start().map_or_else(|| record.start.clone(), |start| start.full_text())
        }
        _ => record.start.clone(),
    }
}
