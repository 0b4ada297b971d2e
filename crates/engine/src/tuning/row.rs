//! A position of a game as it is kept, one a line: what looking ahead has found in it, and how the game ended.

use std::fmt;
use std::str::FromStr;

use crate::chances::{SCALE, likely};

/// How much what looking ahead has found counts, beside how the game ended.
const FOUND: f32 = 0.75;

/// A quiet position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// As it is written.
    pub position: String,
    /// What looking ahead has found for White, in hundredths of a pawn.
    pub score: i32,
    /// White's points, up to 1.
    pub points: f32,
}

impl Row {
    /// White's points that the one and the other let expect.
    pub(crate) fn expected(&self) -> f32 {
        FOUND * likely(self.score as f32 / SCALE) + (1.0 - FOUND) * self.points
    }
}

/// A line that is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotARow(String);

impl fmt::Display for NotARow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a position, a score and points: {}", self.0)
    }
}

impl std::error::Error for NotARow {}

/// `position;score;points`.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.position, self.score, self.points)
    }
}

impl FromStr for Row {
    type Err = NotARow;

    fn from_str(line: &str) -> Result<Self, NotARow> {
        let read = || {
            let (rest, points) = line.rsplit_once(';')?;
            let (position, score) = rest.rsplit_once(';')?;
            let points: f32 = points.parse().ok().filter(|points| (0.0..=1.0).contains(points))?;
            Some(Self { position: position.to_owned(), score: score.parse().ok()?, points })
        };
        read().ok_or_else(|| NotARow(line.to_owned()))
    }
}
