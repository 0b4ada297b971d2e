//! Start positions: the fixed arrays, the 960 of Chess960, and Grand Chess with extra pieces.

mod chess960;
mod grand;
mod seeded_random;

pub use grand::{ArrayError, ArrayKind, ArraySymmetry, DuplicateRule, ExtraPieces, GrandSetup};

pub(crate) use seeded_random::SeededRandom;

use crate::schachen::SchachenPosition;
use crate::{KingPlacement, Position, PromotionMode, Variant};

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const GRAND: &str = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1";

impl Position {
    /// The start position: in Chess960 the array of chess, which is number 518 there, in Grand Chess the classic one; in
    /// Schachen the layout with unknown cards, as spectators see it ([`Position::start_schachen`] deals them).
    pub fn start(variant: Variant) -> Self {
        match variant {
            Variant::Chess | Variant::Chess960 => fixed(variant, CHESS),
            Variant::Grand => fixed(variant, GRAND),
            Variant::Schachen => SchachenPosition::undealt(KingPlacement::default()).into(),
        }
    }

    /// The classic array of Grand Chess in a promotion mode.
    pub fn start_grand(promotion: PromotionMode) -> Self {
        fixed(Variant::Grand, &format!("{GRAND} promo:{}", promotion.key()))
    }
}

/// A position whose text is part of the program.
fn fixed(variant: Variant, text: &str) -> Position {
    Position::parse(variant, text).unwrap_or_else(|error| unreachable!("{text}: {error}"))
}
