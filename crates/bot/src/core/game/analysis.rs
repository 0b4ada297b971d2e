//! Analysis of a finished game by the engine, as data: the verdict on each ply, the loss of each
//! move, and the moves that mattered most. Not here: the search and the text
//! (`features::analysis`).

use adoube_rules::Side;
use serde::{Deserialize, Serialize};

/// Upper limit of named moves.
const NAMED: usize = 3;
/// A move is named if it gives away at least this much expected score, in thousandths.
const MATTERS: u16 = 100;

/// The analysis of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameAnalysis {
    /// Verdict before the first move.
    pub start: GameVerdict,
    /// Moves in order.
    pub plies: Vec<PlyAnalysis>,
}

/// The analysis of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlyAnalysis {
    /// The side that moved.
    pub by: Side,
    /// The move in standard notation.
    pub san: String,
    /// Verdict after the best move.
    pub could: GameVerdict,
    /// The best move and its continuation, in standard notation; empty if the best move was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<String>,
    /// Verdict after the move that was made.
    pub did: GameVerdict,
}

/// Verdict on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameVerdict {
    /// White's advantage in hundredths of a Pawn; negative if Black is ahead.
    Pawns(i32),
    /// The side mates in this number of moves; 0 if it has mated.
    Mates(Side, u32),
}

impl Default for GameVerdict {
    fn default() -> Self {
        Self::Pawns(0)
    }
}

/// Verdict on a position in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoughVerdict {
    /// Equal.
    Even,
    /// One side is better.
    Better(Side),
    /// One side is winning.
    Winning(Side),
}

impl GameVerdict {
    /// White's expected score in thousandths, a draw counting half, by the curve that fits games of
    /// people on lichess.org.
    pub fn chance(self) -> u16 {
        match self {
            Self::Mates(Side::White, _) => 1000,
            Self::Mates(Side::Black, _) => 0,
            Self::Pawns(hundredths) => {
                let curve = 1.0 / (1.0 + (-0.003_682_08 * f64::from(hundredths)).exp());
                (curve * 1000.0).round() as u16
            }
        }
    }

    /// A side's expected score in thousandths.
    fn chance_of(self, side: Side) -> u16 {
        match side {
            Side::White => self.chance(),
            Side::Black => 1000 - self.chance(),
        }
    }

    /// The verdict in words.
    pub fn standing(self) -> RoughVerdict {
        match self.chance() {
            0..=200 => RoughVerdict::Winning(Side::Black),
            201..=400 => RoughVerdict::Better(Side::Black),
            401..=599 => RoughVerdict::Even,
            600..=799 => RoughVerdict::Better(Side::White),
            _ => RoughVerdict::Winning(Side::White),
        }
    }
}

impl PlyAnalysis {
    /// The expected score that the move gave away, in thousandths.
    pub fn lost(&self) -> u16 {
        self.could.chance_of(self.by).saturating_sub(self.did.chance_of(self.by))
    }
}

impl GameAnalysis {
    /// Indices of the moves that gave most away, in the order of the game.
    pub fn moments(&self) -> Vec<usize> {
        let lost = |place: &usize| self.plies.get(*place).map_or(0, PlyAnalysis::lost);
        let matters = |place: &usize| {
            let has_better = self.plies.get(*place).is_some_and(|ply| !ply.better.is_empty());
            has_better && lost(place) >= MATTERS
        };
        let mut places: Vec<usize> = (0..self.plies.len()).filter(matters).collect();
        places.sort_by_key(|place| std::cmp::Reverse(lost(place)));
        places.truncate(NAMED);
        places.sort_unstable();
        places
    }

    /// The verdicts before the first move and after each move.
    pub fn verdicts(&self) -> impl Iterator<Item = GameVerdict> {
        std::iter::once(self.start).chain(self.plies.iter().map(|ply| ply.did))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(by: Side, could: i32, did: i32, better: &str) -> PlyAnalysis {
        PlyAnalysis {
            by,
            san: "e4".to_owned(),
            could: GameVerdict::Pawns(could),
            better: better.split_whitespace().map(str::to_owned).collect(),
            did: GameVerdict::Pawns(did),
        }
    }

    #[test]
    fn chances_are_those_of_both_sides() {
        assert_eq!(GameVerdict::Pawns(0).chance(), 500);
        assert_eq!(GameVerdict::Pawns(300).chance() + GameVerdict::Pawns(-300).chance(), 1000);
        assert!(GameVerdict::Pawns(9_999).chance() <= 1000);
        assert_eq!(GameVerdict::Mates(Side::Black, 3).standing(), RoughVerdict::Winning(Side::Black));
        assert_eq!(GameVerdict::Pawns(30).standing(), RoughVerdict::Even);
        assert_eq!(GameVerdict::Pawns(-150).standing(), RoughVerdict::Better(Side::Black));
        assert_eq!(GameVerdict::Pawns(150).standing(), RoughVerdict::Better(Side::White));
    }

    #[test]
    fn the_three_moves_that_gave_most_away_are_named_in_their_order() {
        let plies = vec![
            ply(Side::White, 0, -200, "d4"),
            ply(Side::Black, -200, -190, "d5"),
            ply(Side::White, -190, -900, "Nf3"),
            ply(Side::Black, -900, 100, "Nf6"),
            ply(Side::White, 100, -600, "Bb5"),
            ply(Side::Black, -600, 900, ""),
        ];
        let analysis = GameAnalysis { start: GameVerdict::default(), plies };
        assert_eq!(analysis.moments(), [2, 3, 4]);
        // A move in a lost position loses little.
        let lost =
            GameAnalysis { plies: vec![ply(Side::White, -1200, -1900, "Kh1")], ..GameAnalysis::default() };
        assert!(lost.moments().is_empty());
    }
}
