//! Set-up from which self-play draws random start arrays of Grand Chess: a free array with 8 to 19
//! extra pieces.

use adoube_rules::{ArrayKind, ArraySymmetry, DuplicateRule, ExtraPieces, GrandSetup, PromotionMode};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// A free array with 8 to 19 extra pieces. Draws one number.
pub(crate) fn free_random_setup(random: &mut ChaCha8Rng) -> GrandSetup {
    GrandSetup {
        array: ArrayKind::FreeRandom,
        extra: ExtraPieces::Random(8 + random.next_u64() as usize % 12),
        duplicates: DuplicateRule::Allowed,
        symmetry: ArraySymmetry::Mirrored,
        promotion: PromotionMode::Captured,
        lock: 0,
    }
}
