//! A position of a game as it is kept, one a line: what looking ahead has found in it, and how the game ended.

use std::fmt;
use std::str::FromStr;

use adoube_engine::win_probability::{SCALE, expected_score};

/// How much what looking ahead has found counts, beside how the game ended.
const SEARCH_SCORE_SHARE: f32 = 0.75;

/// A quiet position of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameSample {
    /// As it is written.
    pub(crate) position: String,
    /// What looking ahead has found for White, in hundredths of a pawn.
    pub(crate) score: i32,
    /// White's points, up to 1.
    pub(crate) result: f32,
}

impl GameSample {
    /// White's points that the one and the other let expect.
    pub(crate) fn target(&self) -> f32 {
        SEARCH_SCORE_SHARE * expected_score(self.score as f32 / SCALE)
            + (1.0 - SEARCH_SCORE_SHARE) * self.result
    }
}

/// A line that is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameSampleError(String);

impl fmt::Display for GameSampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a position, a score and points: {}", self.0)
    }
}

impl std::error::Error for GameSampleError {}

/// `position;score;points`.
impl fmt::Display for GameSample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.position, self.score, self.result)
    }
}

impl FromStr for GameSample {
    type Err = GameSampleError;

    fn from_str(line: &str) -> Result<Self, GameSampleError> {
        let read = || {
            let (rest, points) = line.rsplit_once(';')?;
            let (position, score) = rest.rsplit_once(';')?;
            let points: f32 = points.parse().ok().filter(|points| (0.0..=1.0).contains(points))?;
            Some(Self { position: position.to_owned(), score: score.parse().ok()?, result: points })
        };
        read().ok_or_else(|| GameSampleError(line.to_owned()))
    }
}
