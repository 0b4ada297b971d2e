//! A game in progress: the present position, and the history that repetition needs.
//!
//! Not here: players, clocks, offers and resignation, and the stored record of a game.

mod outcome;
mod repetition;
mod snapshot;

pub use outcome::{DrawClaim, GameOutcome, GameResult, OutcomeReason};
pub use snapshot::{GameSnapshot, RestoreError};

use std::fmt;

use crate::notation::{self, LanError};
use crate::{Move, MoveEffects, Position};
use repetition::RepetitionKey;

/// A game in progress. It knows all cards; `Debug` prints none.
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    position: Position,
    /// The legal moves of the present position, also after the game has ended.
    legal: Vec<Move>,
    /// The positions since the last irreversible move, the present one last.
    keys: Vec<RepetitionKey>,
    outcome: Option<GameOutcome>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveResult {
    /// The move.
    pub made: Move,
    /// Its standard algebraic notation.
    pub san: String,
    /// Its effects.
    pub effects: MoveEffects,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMoveError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(GameOutcome),
    /// The move is not legal in the present position.
    #[error(transparent)]
    NotLegal(#[from] LanError),
}

impl fmt::Debug for Game {
    /// Without the legal moves, as their drops reveal a hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("position", &self.position)
            .field("outcome", &self.outcome)
            .finish_non_exhaustive()
    }
}

impl Game {
    /// A game from a position, without earlier positions.
    pub fn new(position: Position) -> Self {
        Self::with_keys(position, Vec::new())
    }

    /// A game with the keys of its earlier positions since the last irreversible move.
    fn with_keys(position: Position, mut keys: Vec<RepetitionKey>) -> Self {
        keys.push(RepetitionKey::of(&position));
        let legal = position.legal_moves();
        let mut game = Self { position, legal, keys, outcome: None };
        game.outcome = outcome::outcome(&game);
        game
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves that can be played, sorted; none once the game has ended.
    pub fn legal_moves(&self) -> &[Move] {
        if self.outcome.is_some() { &[] } else { &self.legal }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The game is over, or the move is not legal. The game is unchanged then.
    pub fn play(&mut self, made: &Move) -> Result<MoveResult, IllegalMoveError> {
        if let Some(outcome) = self.outcome {
            return Err(IllegalMoveError::Over(outcome));
        }
        if self.legal.binary_search(made).is_err() {
            return Err(LanError(made.to_string()).into());
        }
        let san = notation::san(&self.position, made);
        let effects = self.position.effects(made);
        self.advance(made);
        Ok(MoveResult { made: *made, san, effects })
    }

    /// Plays the move with a coordinate notation.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn play_lan(&mut self, text: &str) -> Result<Move, IllegalMoveError> {
        if let Some(outcome) = self.outcome {
            return Err(IllegalMoveError::Over(outcome));
        }
        let made = notation::find_lan(&self.legal, text)?;
        self.advance(&made);
        Ok(made)
    }

    fn advance(&mut self, made: &Move) {
        let position = self.position.apply(made);
        let mut keys = std::mem::take(&mut self.keys);
        // A Pawn move, a capture or a drop is irreversible: no earlier position can recur.
        if position.halfmove_clock() == 0 {
            keys.clear();
        }
        *self = Self::with_keys(position, keys);
    }

    /// The outcome of the game by the rules alone, if it has ended.
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.outcome
    }

    /// The draws the side to move may claim; none once the game is over.
    pub fn draw_claims(&self) -> Vec<DrawClaim> {
        outcome::draw_claims(self)
    }

    /// The draws the side to move may claim with an intended move (FIDE Laws 9.2.1 and 9.3.1): the
    /// move completes the threefold repetition or the 50-move count. None if the move is not legal,
    /// or if it ends the game by checkmate, stalemate or a dead position.
    ///
    /// ```
    /// use adoube_rules::{DrawClaim, Game, Position, Variant};
    ///
    /// let mut game = Game::new(Position::start(Variant::Chess));
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
    ///     game.play_lan(text)?;
    /// }
    /// let knight_home = game.legal_moves().iter().find(|made| made.to_string() == "f6g8").unwrap();
    /// assert!(game.draw_claims().is_empty());
    /// assert_eq!(game.draw_claims_with(knight_home), [DrawClaim::Threefold]);
    /// # Ok::<(), adoube_rules::IllegalMoveError>(())
    /// ```
    pub fn draw_claims_with(&self, intended: &Move) -> Vec<DrawClaim> {
        outcome::draw_claims_with(self, intended)
    }

    /// The game after a move; `None` if the move is not legal.
    pub fn after(&self, intended: &Move) -> Option<Self> {
        let mut after = self.clone();
        after.play(intended).ok().map(|_| after)
    }

    /// Whether a position has occurred since the last irreversible move.
    pub(crate) fn has_occurred(&self, position: &Position) -> bool {
        position.halfmove_clock() > 0 && self.keys.contains(&RepetitionKey::of(position))
    }

    /// How often the present position has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        let present = self.keys.last();
        self.keys.iter().filter(|key| Some(*key) == present).count()
    }
}
