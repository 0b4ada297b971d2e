//! Elo ratings of the strength levels, for the options `UCI_LimitStrength` and `UCI_Elo`.

use adoube_engine::StrengthLevel;

/// Elo of each level in chess, weakest first: on the scale of Stockfish 15.1's `UCI_Elo`, from
/// matches against it at 100 ms a move and of levels against one another. The best level is limited
/// by time alone, so that its Elo is that of this time.
const LEVEL_ELO: [i64; 10] = [500, 700, 900, 1_000, 1_400, 1_600, 1_800, 1_950, 2_050, 2_150];

/// Least value of `UCI_Elo`.
pub(crate) const MIN_ELO: i64 = LEVEL_ELO[0];
/// Greatest value of `UCI_Elo`.
pub(crate) const MAX_ELO: i64 = LEVEL_ELO[LEVEL_ELO.len() - 1];
/// Default of `UCI_Elo`.
pub(crate) const DEFAULT_ELO: i64 = LEVEL_ELO[4];

/// The level with the nearest Elo; the weaker one of two.
pub(crate) fn level_for_elo(elo: i64) -> StrengthLevel {
    let distance = |level: &StrengthLevel| {
        LEVEL_ELO.get(usize::from(level.number()) - 1).map_or(i64::MAX, |strength| (strength - elo).abs())
    };
    StrengthLevel::all().min_by_key(distance).unwrap_or(StrengthLevel::BEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_its_strength() {
        assert!(LEVEL_ELO.is_sorted(), "a level is stronger than the one before it");
        let reached: Vec<u8> = LEVEL_ELO.iter().map(|elo| level_for_elo(*elo).number()).collect();
        assert_eq!(reached, (1..=StrengthLevel::BEST.number()).collect::<Vec<_>>());
        assert_eq!(level_for_elo(i64::MIN / 2).number(), 1);
        assert_eq!(level_for_elo(i64::MAX / 2), StrengthLevel::BEST);
        assert_eq!(level_for_elo(1_200).number(), 4, "the weaker one of two that are as near");
    }
}
