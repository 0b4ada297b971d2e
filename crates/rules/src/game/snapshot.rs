//! A game as a small record from which it goes on, so that nobody has to replay its moves.

use serde::{Deserialize, Serialize};

use super::Game;
use super::repetition::RepetitionKey;
use crate::{Position, PositionError, Variant};

/// The form written now. A program that changes it reads the older ones too.
const FORMAT: u32 = 1;
/// Earlier positions a game can need: one for every half-move without progress until it is drawn.
const MAX_EARLIER: usize = 150;

/// What a game needs to go on: at most a position text and 150 keys of 32 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSnapshot {
    format: u32,
    /// The game's key, such as `grand`.
    game: String,
    /// The present position.
    position: String,
    /// Keys of the positions before it, since the last pawn move or capture.
    earlier: Vec<RepetitionKey>,
}

/// A record that is not a game's.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// It was written by a newer program.
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
    /// The present position's text.
    pub fn position(&self) -> &str {
        &self.position
    }
}

impl Game {
    /// What the game needs to go on.
    pub fn snapshot(&self) -> GameSnapshot {
        let earlier = self.keys.split_last().map_or(&[][..], |(_, earlier)| earlier);
        GameSnapshot {
            format: FORMAT,
            game: self.position.variant().key().to_owned(),
            position: self.position.to_string(),
            earlier: earlier.to_vec(),
        }
    }

    /// The game a snapshot was taken of.
    ///
    /// # Errors
    /// The record is of another format, or not a game's.
    pub fn restore(snapshot: GameSnapshot) -> Result<Self, RestoreError> {
        if snapshot.format != FORMAT {
            return Err(RestoreError::Format(snapshot.format));
        }
        if snapshot.earlier.len() > MAX_EARLIER {
            return Err(RestoreError::TooManyKeys(snapshot.earlier.len()));
        }
        let variant = Variant::from_key(&snapshot.game).ok_or(RestoreError::UnknownGame(snapshot.game))?;
        let position = Position::parse(variant, &snapshot.position)?;
        Ok(Self::with_keys(position, snapshot.earlier))
    }
}
