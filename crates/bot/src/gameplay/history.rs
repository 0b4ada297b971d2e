//! Reads the moves of a game from its event log. Not here: positions before the present one
//! (`repetition_history`).

use super::HandlerRequest;
use crate::core::{
    game::{GameEvent, GameId, GameLogEntry},
    notice::ReplayPly,
    records::RepositoryError,
};

impl HandlerRequest<'_> {
    /// The moves of a game without those that were taken back.
    pub(crate) async fn moves_on_board(&self, id: &GameId) -> Result<Vec<ReplayPly>, RepositoryError> {
        Ok(standing(self.context.ledger.events(id).await?))
    }
}

/// The moves of an event log without those that were taken back.
pub(crate) fn standing(events: Vec<GameLogEntry>) -> Vec<ReplayPly> {
    let mut moves = Vec::new();
    for logged in events {
        match logged.event {
            GameEvent::Move { lan, san, .. } => moves.push(ReplayPly { lan, san }),
            GameEvent::TakenBack { plies } => moves.truncate(moves.len().saturating_sub(plies as usize)),
            _ => {}
        }
    }
    moves
}

/// The largest number of plies that ever stood on the board.
pub(crate) fn most_plies(events: &[GameLogEntry]) -> u32 {
    let plies = events.iter().scan(0_u32, |plies, logged| {
        *plies = match logged.event {
            GameEvent::Move { .. } => plies.saturating_add(1),
            GameEvent::TakenBack { plies: back } => plies.saturating_sub(back),
            _ => *plies,
        };
        Some(*plies)
    });
    plies.max().unwrap_or_default()
}
