//! Computes the repetition history of a game for the engine: the positions since the last
//! irreversible move, replayed from the nearest checkpoint. Read when the computer searches, never
//! when a person moves. Not here: its use (`features::computer`).

use adoube_rules::{Game, Position, notation};

use super::{HandlerResult, history::standing, restore_game};
use crate::core::{
    game::{Checkpoint, GameRecord},
    notice::ReplayPly,
    records::{Repository, RepositoryError},
};

/// Half-moves without progress after which a draw can be claimed, so that earlier positions do not
/// matter.
const DRAWN_AFTER: u32 = 100;

/// A game with its repetition history.
pub(crate) struct GameWithHistory {
    pub(crate) game: Game,
    pub(crate) recalled: Option<RepetitionHistory>,
}

impl GameWithHistory {
    /// The game of a record; without a history if that cannot be read.
    pub(crate) async fn of(ledger: &Repository, record: &GameRecord) -> HandlerResult<Self> {
        let game = restore_game(record)?;
        let recalled = match RepetitionHistory::of(ledger, record, &game).await {
            Ok(recalled) => recalled,
            Err(error) if error.is_unreadable() => {
                tracing::error!(%error, game = %record.id, "the computer plays as if nothing had been on the board before");
                None
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Self { game, recalled })
    }

    /// The engine's form of the game; `None` in Schachen.
    pub(crate) fn course(&self) -> Option<adoube_engine::GameLine> {
        let present = self.game.position();
        let recalled = self.recalled.as_ref().and_then(|recalled| recalled.course(present));
        recalled.or_else(|| adoube_engine::GameLine::new(present))
    }
}

/// A position, and the moves from it to the present one.
pub(crate) struct RepetitionHistory {
    start: Position,
    pub(crate) moves: Vec<ReplayPly>,
}

impl RepetitionHistory {
    /// The history of a game; `None` after an irreversible move, and if no checkpoint is stored.
    pub(crate) async fn of(
        ledger: &Repository,
        record: &GameRecord,
        game: &Game,
    ) -> Result<Option<Self>, RepositoryError> {
        let quiet = u32::from(game.position().halfmove_clock()).min(record.plies);
        if record.variant.has_cards() || quiet == 0 || quiet >= DRAWN_AFTER {
            return Ok(None);
        }
        let Some((start, since)) = beginning(ledger, record, record.plies - quiet).await? else {
            return Ok(None);
        };
        Ok(Some(Self::from(start, standing(ledger.events_since(&record.id, since).await?))))
    }

    /// The history of these moves from a position.
    pub(crate) fn from(start: Position, moves: Vec<ReplayPly>) -> Self {
        Self { start, moves }
    }

    /// The engine's form of the history; `None` if the moves do not lead to the present position.
    pub(crate) fn course(&self, present: &Position) -> Option<adoube_engine::GameLine> {
        let mut position = self.start.clone();
        let mut course = adoube_engine::GameLine::new(&position)?;
        for ply in &self.moves {
            let made = notation::parse_lan(&position, &ply.lan).ok()?;
            position = position.apply(&made);
            if !course.play(&made) {
                return None;
            }
        }
        // The present position was read from text, which omits state that matters only in other
        // variants.
        (position.to_string() == present.to_string()).then_some(course)
    }
}

/// The nearest checkpoint before a ply, and the game's revision there. Games of earlier releases
/// have none under touch-move.
async fn beginning(
    ledger: &Repository,
    record: &GameRecord,
    ply: u32,
) -> Result<Option<(Position, u64)>, RepositoryError> {
    // The checkpoint of a ply holds the position after it.
    let Some(before) = Checkpoint::before(ply + 1) else {
        return Ok(record.first_position().ok().map(|start| (start, 0)));
    };
    let Some(kept) = ledger.checkpoint(record, before).await? else { return Ok(None) };
    let game = Game::restore(kept.state).ok();
    Ok(game.map(|game| (game.position().clone(), kept.revision)))
}
