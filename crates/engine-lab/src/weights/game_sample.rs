//! Sample of a self-play game, written and read as a line of a file: a quiet position, the score of
//! the search and the result of the game.

use std::fmt;
use std::str::FromStr;

use adoube_engine::win_probability::{SCALE, expected_score};

/// Share of the search score in the target; the rest is the result of the game.
const SEARCH_SCORE_SHARE: f32 = 0.75;

/// A quiet position of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameSample {
    /// The position text.
    pub(crate) position: String,
    /// Score of the search for White, in centipawns.
    pub(crate) score: i32,
    /// White's points, up to 1.
    pub(crate) result: f32,
}

impl GameSample {
    /// Target: White's expected points by search score and result.
    pub(crate) fn target(&self) -> f32 {
        SEARCH_SCORE_SHARE * expected_score(self.score as f32 / SCALE)
            + (1.0 - SEARCH_SCORE_SHARE) * self.result
    }
}

/// A line that is no sample.
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
