//! Evaluation weights: what the features are worth, and fitted piece-square tables, read from and
//! written to a text table for each size of board.
//!
//! Not here: what is counted (`features`), and how weights are fitted (`adoube-engine-lab`).

use std::fmt;

use adoube_rules::{PieceType, Variant};

use super::features::{self, COUNT, FeatureVector};
use super::geometry::half_squares;
use super::tapered_score::TaperedScore;

/// The tables that the engine is built with.
pub(super) const CHESS_TABLE: &str = include_str!("../../../../assets/engine/chess.txt");
pub(super) const GRAND_TABLE: &str = include_str!("../../../../assets/engine/grand.txt");
/// Fixed-point scale of weights: parts of a centipawn.
pub const WEIGHT_SCALE: i32 = 16;
/// How a line of a piece-square table begins, before the type.
const SQUARES_PREFIX: &str = "squares ";

/// Weights for boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalWeights {
    /// By feature number, in the middlegame.
    pub midgame: [i16; COUNT],
    /// By feature number, in the endgame.
    pub endgame: [i16; COUNT],
    /// By type: score of a White piece on each square of the left half, from a1 rank by rank; the
    /// right half is mirrored.
    pub squares: Vec<(PieceType, Vec<TaperedScore>)>,
}

/// A line of a table that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalWeightsError(String);

impl EvalWeights {
    /// The weights that the engine is built with.
    pub fn built_in(variant: Variant) -> Self {
        let text = if variant == Variant::Grand { GRAND_TABLE } else { CHESS_TABLE };
        // A test reads the tables that are built in.
        Self::parse(variant, text).unwrap_or_else(|_| Self::zero())
    }

    /// Weights of zero, without piece-square tables.
    pub const fn zero() -> Self {
        Self { midgame: [0; COUNT], endgame: [0; COUNT], squares: Vec::new() }
    }

    /// Reads a table as `Display` writes it.
    ///
    /// # Errors
    /// A line is not `feature | numbers in the middlegame | numbers in the endgame`, as many as the
    /// feature has.
    pub fn parse(variant: Variant, text: &str) -> Result<Self, EvalWeightsError> {
        let mut weights = Self::zero();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            weights.read_line(variant, line).ok_or_else(|| EvalWeightsError(line.to_owned()))?;
        }
        Ok(weights)
    }

    fn read_line(&mut self, variant: Variant, line: &str) -> Option<()> {
        let mut fields = line.split('|').map(str::trim);
        let name = fields.next()?;
        let mut numbers = || {
            let words = fields.next()?.split_whitespace();
            words.map(|word| word.parse::<i16>().ok()).collect::<Option<Vec<i16>>>()
        };
        let (midgame, endgame) = (numbers()?, numbers()?);
        if let Some(kind) = name.strip_prefix(SQUARES_PREFIX).and_then(PieceType::from_key) {
            let is_whole = midgame.len() == half_squares(variant) && endgame.len() == midgame.len();
            let amounts = midgame.iter().zip(&endgame).map(|(&midgame, &endgame)| TaperedScore {
                midgame: midgame.into(),
                endgame: endgame.into(),
            });
            self.squares.push((kind, is_whole.then(|| amounts.collect())?));
            return Some(());
        }
        let feature = features::ALL.into_iter().find(|feature| feature.name == name)?;
        let places = feature.first..feature.first + feature.len;
        let is_whole = midgame.len() == feature.len && endgame.len() == feature.len;
        is_whole.then(|| {
            self.midgame[places.clone()].copy_from_slice(&midgame);
            self.endgame[places].copy_from_slice(&endgame);
        })
    }

    /// Fitted score of a type on a square of the left half, if there is one.
    pub fn square_score(
        &self,
        variant: Variant,
        kind: PieceType,
        half_square: usize,
    ) -> Option<TaperedScore> {
        debug_assert!(half_square < half_squares(variant));
        let (_, amounts) = self.squares.iter().find(|(known, _)| *known == kind)?;
        amounts.get(half_square).copied()
    }

    /// Weighted sum of features for White, in parts of a centipawn.
    #[inline]
    pub(super) fn score(&self, counts: &FeatureVector) -> TaperedScore {
        counts.score(&self.midgame, &self.endgame)
    }
}

/// A table as [`EvalWeights::parse`] reads it.
impl fmt::Display for EvalWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |numbers: &mut dyn Iterator<Item = i32>| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
        };
        for feature in features::ALL {
            let places = feature.first..feature.first + feature.len;
            let midgame = words(&mut self.midgame[places.clone()].iter().copied().map(i32::from));
            let endgame = words(&mut self.endgame[places].iter().copied().map(i32::from));
            writeln!(f, "{} | {midgame} | {endgame}", feature.name)?;
        }
        for (kind, amounts) in &self.squares {
            let midgame = words(&mut amounts.iter().map(|amount| amount.midgame));
            let endgame = words(&mut amounts.iter().map(|amount| amount.endgame));
            writeln!(f, "{SQUARES_PREFIX}{} | {midgame} | {endgame}", kind.key())?;
        }
        Ok(())
    }
}
