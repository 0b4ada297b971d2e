//! What counts are worth, and what pieces that everybody knows are worth on each square: tables found from games (`tuning`), one
//! for each size of board. Not here: what is counted (`features`), and other pieces' squares (`squares`).

use std::fmt;

use adoube_rules::{PieceType, Variant};

use super::features::{self, COUNT, FeatureVector};
use super::geometry::half_squares;
use super::tapered_score::TaperedScore;

/// The tables that are part of the program.
pub(super) const CHESS_TABLE: &str = include_str!("../../../../assets/engine/chess.txt");
pub(super) const GRAND_TABLE: &str = include_str!("../../../../assets/engine/grand.txt");
/// Parts of a hundredth of a pawn that weights are counted in.
pub const WEIGHT_SCALE: i32 = 16;
/// How a line of squares begins, before the type.
const SQUARES_PREFIX: &str = "squares ";

/// What is known for boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalWeights {
    pub midgame: [i16; COUNT],
    pub endgame: [i16; COUNT],
    /// By type: what a White piece is worth on each square of the left half, from a1 on rank by rank, and on the other half's
    /// mirrored.
    pub squares: Vec<(PieceType, Vec<TaperedScore>)>,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalWeightsError(String);

impl EvalWeights {
    /// Those of the program's own table.
    pub fn built_in(variant: Variant) -> Self {
        let text = if variant == Variant::Grand { GRAND_TABLE } else { CHESS_TABLE };
        // A test reads the tables as they are in the program.
        Self::parse(variant, text).unwrap_or_else(|_| Self::zero())
    }

    pub const fn zero() -> Self {
        Self { midgame: [0; COUNT], endgame: [0; COUNT], squares: Vec::new() }
    }

    /// Reads a table as it is written.
    ///
    /// # Errors
    /// A line is not `what | numbers in the opening | numbers in the ending`, as many as there are of it.
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
        let (opening, ending) = (numbers()?, numbers()?);
        if let Some(kind) = name.strip_prefix(SQUARES_PREFIX).and_then(PieceType::from_key) {
            let is_whole = opening.len() == half_squares(variant) && ending.len() == opening.len();
            let amounts = opening
                .iter()
                .zip(&ending)
                .map(|(&opening, &ending)| TaperedScore { midgame: opening.into(), endgame: ending.into() });
            self.squares.push((kind, is_whole.then(|| amounts.collect())?));
            return Some(());
        }
        let feature = features::ALL.into_iter().find(|feature| feature.name == name)?;
        let places = feature.first..feature.first + feature.len;
        let is_whole = opening.len() == feature.len && ending.len() == feature.len;
        is_whole.then(|| {
            self.midgame[places.clone()].copy_from_slice(&opening);
            self.endgame[places].copy_from_slice(&ending);
        })
    }

    /// What that piece is worth there, if it is known.
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

    /// What counts are worth for White, in parts of a hundredth of a pawn.
    #[inline]
    pub(super) fn score(&self, counts: &FeatureVector) -> TaperedScore {
        counts.score(&self.midgame, &self.endgame)
    }
}

/// A table as [`Weights::parse`] reads it.
impl fmt::Display for EvalWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |numbers: &mut dyn Iterator<Item = i32>| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
        };
        for feature in features::ALL {
            let places = feature.first..feature.first + feature.len;
            let opening = words(&mut self.midgame[places.clone()].iter().copied().map(i32::from));
            let ending = words(&mut self.endgame[places].iter().copied().map(i32::from));
            writeln!(f, "{} | {opening} | {ending}", feature.name)?;
        }
        for (kind, amounts) in &self.squares {
            let opening = words(&mut amounts.iter().map(|amount| amount.midgame));
            let ending = words(&mut amounts.iter().map(|amount| amount.endgame));
            writeln!(f, "{SQUARES_PREFIX}{} | {opening} | {ending}", kind.key())?;
        }
        Ok(())
    }
}
