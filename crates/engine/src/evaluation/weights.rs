//! What counts are worth, and what pieces that everybody knows are worth on each square: tables found from games (`tuning`), one
//! for each size of board. Not here: what is counted (`features`), and other pieces' squares (`squares`).

use std::fmt;

use adoube_rules::{PieceType, Region, Variant};

use super::features::{self, COUNT, Counts};
use super::squares::Amount;

/// The tables that are part of the program.
pub(super) const CHESS: &str = include_str!("../../../../assets/engine/chess.txt");
pub(super) const GRAND: &str = include_str!("../../../../assets/engine/grand.txt");
/// Parts of a hundredth of a pawn that weights are counted in.
pub(crate) const PARTS: i32 = 16;
/// How a line of squares begins, before the type.
const SQUARES: &str = "squares ";

/// What is known for boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) opening: [i16; COUNT],
    pub(crate) ending: [i16; COUNT],
    /// By type: what a White piece is worth on each square of the left half, from a1 on rank by rank, and on the other half's
    /// mirrored.
    pub(crate) squares: Vec<(PieceType, Vec<Amount>)>,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotAWeight(String);

impl Weights {
    /// Those of the program's own table.
    pub(crate) fn known(variant: Variant) -> Self {
        let text = if variant == Variant::Grand { GRAND } else { CHESS };
        // A test reads the tables as they are in the program.
        Self::parse(variant, text).unwrap_or_else(|_| Self::none())
    }

    pub(crate) const fn none() -> Self {
        Self { opening: [0; COUNT], ending: [0; COUNT], squares: Vec::new() }
    }

    /// Reads a table as it is written.
    ///
    /// # Errors
    /// A line is not `what | numbers in the opening | numbers in the ending`, as many as there are of it.
    pub(crate) fn parse(variant: Variant, text: &str) -> Result<Self, NotAWeight> {
        let mut weights = Self::none();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            weights.read(variant, line).ok_or_else(|| NotAWeight(line.to_owned()))?;
        }
        Ok(weights)
    }

    fn read(&mut self, variant: Variant, line: &str) -> Option<()> {
        let mut fields = line.split('|').map(str::trim);
        let name = fields.next()?;
        let mut numbers = || {
            let words = fields.next()?.split_whitespace();
            words.map(|word| word.parse::<i16>().ok()).collect::<Option<Vec<i16>>>()
        };
        let (opening, ending) = (numbers()?, numbers()?);
        if let Some(kind) = name.strip_prefix(SQUARES).and_then(PieceType::from_key) {
            let is_whole = opening.len() == half_squares(variant) && ending.len() == opening.len();
            let amounts = opening
                .iter()
                .zip(&ending)
                .map(|(&opening, &ending)| Amount { opening: opening.into(), ending: ending.into() });
            self.squares.push((kind, is_whole.then(|| amounts.collect())?));
            return Some(());
        }
        let feature = features::ALL.into_iter().find(|feature| feature.name == name)?;
        let places = feature.first..feature.first + feature.len;
        let is_whole = opening.len() == feature.len && ending.len() == feature.len;
        is_whole.then(|| {
            self.opening[places.clone()].copy_from_slice(&opening);
            self.ending[places].copy_from_slice(&ending);
        })
    }

    /// What that piece is worth there, if it is known.
    pub(crate) fn on(&self, variant: Variant, kind: PieceType, half_square: usize) -> Option<Amount> {
        debug_assert!(half_square < half_squares(variant));
        let (_, amounts) = self.squares.iter().find(|(known, _)| *known == kind)?;
        amounts.get(half_square).copied()
    }

    /// What counts are worth for White, in parts of a hundredth of a pawn.
    #[inline]
    pub(super) fn weigh(&self, counts: &Counts) -> Amount {
        counts.weigh(&self.opening, &self.ending)
    }
}

/// Squares of half a board.
pub(crate) fn half_squares(variant: Variant) -> usize {
    let Region::Board { files, ranks } = variant.region() else { return 0 };
    usize::from(files.div_ceil(2)) * usize::from(ranks)
}

/// The place in half a board of a square, as White counts ranks.
pub(crate) fn half_square(variant: Variant, file: i32, rank: i32) -> usize {
    let Region::Board { files, .. } = variant.region() else { return 0 };
    let half = i32::from(files.div_ceil(2));
    ((rank - 1) * half + file.min(i32::from(files) - 1 - file)) as usize
}

/// A table as [`Weights::parse`] reads it.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |numbers: &mut dyn Iterator<Item = i32>| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
        };
        for feature in features::ALL {
            let places = feature.first..feature.first + feature.len;
            let opening = words(&mut self.opening[places.clone()].iter().copied().map(i32::from));
            let ending = words(&mut self.ending[places].iter().copied().map(i32::from));
            writeln!(f, "{} | {opening} | {ending}", feature.name)?;
        }
        for (kind, amounts) in &self.squares {
            let opening = words(&mut amounts.iter().map(|amount| amount.opening));
            let ending = words(&mut amounts.iter().map(|amount| amount.ending));
            writeln!(f, "{SQUARES}{} | {opening} | {ending}", kind.key())?;
        }
        Ok(())
    }
}
