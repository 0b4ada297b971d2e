//! Snapshot of a game: makes and restores a small record from which a game goes on without a replay
//! of its moves.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Game;
use super::repetition::RepetitionKey;
use crate::{Position, PositionError, PositionView, PositionViewer, Variant};

/// The current format. A program that changes it must read older ones too.
const FORMAT: u32 = 1;
/// Earlier positions at most: one for every half-move without progress until the game is drawn.
const MAX_EARLIER: usize = 150;

/// What a game needs to go on: a position text and at most 150 keys of 32 characters. It knows all
/// cards; `Debug` prints none.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSnapshot {
    format: u32,
    /// The key of the variant, such as `grand`.
    game: String,
    /// The present position.
    position: String,
    /// Keys of the positions before it, since the last Pawn move, capture or drop.
    earlier: Vec<RepetitionKey>,
}

/// Why a snapshot is not that of a game.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// A newer program wrote it.
    #[error("the snapshot has format {0}, this program reads {FORMAT}")]
    Format(u32),
    /// There is no such game.
    #[error("there is no game {0:?}")]
    UnknownGame(String),
    /// The position is not one of the game's.
    #[error("the snapshot's position: {0}")]
    Position(#[from] PositionError),
    /// More repetition keys than a running game can have.
    #[error("{0} earlier positions, {MAX_EARLIER} at most are possible")]
    TooManyKeys(usize),
}

impl GameSnapshot {
    /// The full text of the present position, for records. People get a [`view`](Self::view).
    pub fn full_text(&self) -> &str {
        &self.position
    }

    /// The present position as that viewer may see it.
    ///
    /// # Errors
    /// The snapshot is not that of a game.
    pub fn view(&self, viewer: PositionViewer) -> Result<PositionView, RestoreError> {
        Ok(self.read_position()?.view(viewer))
    }

    fn read_position(&self) -> Result<Position, RestoreError> {
        let variant =
            Variant::from_key(&self.game).ok_or_else(|| RestoreError::UnknownGame(self.game.clone()))?;
        Ok(Position::parse(variant, &self.position)?)
    }
}

impl fmt::Debug for GameSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameSnapshot")
            .field("game", &self.game)
            .field("position", &self.read_position().ok())
            .field("earlier", &self.earlier.len())
            .finish_non_exhaustive()
    }
}

impl Game {
    /// A snapshot of the game.
    pub fn snapshot(&self) -> GameSnapshot {
        let earlier = self.keys.split_last().map_or(&[][..], |(_, earlier)| earlier);
        GameSnapshot {
            format: FORMAT,
            game: self.position.variant().key().to_owned(),
            position: self.position.full_text(),
            earlier: earlier.to_vec(),
        }
    }

    /// Restores a game from a snapshot.
    ///
    /// # Errors
    /// The snapshot has another format, or is not that of a game.
    pub fn restore(snapshot: GameSnapshot) -> Result<Self, RestoreError> {
        if snapshot.format != FORMAT {
            return Err(RestoreError::Format(snapshot.format));
        }
        if snapshot.earlier.len() > MAX_EARLIER {
            return Err(RestoreError::TooManyKeys(snapshot.earlier.len()));
        }
        let position = snapshot.read_position()?;
        Ok(Self::with_keys(position, snapshot.earlier))
    }
}
