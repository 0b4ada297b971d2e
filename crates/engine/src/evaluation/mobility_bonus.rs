//! Mobility bonus of types without weights of their own: by the root of how many squares a piece can go to.

use adoube_rules::PieceType;

/// Greatest number of squares that is counted.
const MAX_MOBILITY: usize = 63;
/// Bonus of a type by the number of squares it can go to, in centipawns.
pub(super) type MobilityBonus = [i16; MAX_MOBILITY + 1];
/// Bonus of a type that was not added yet.
pub(super) const NO_MOBILITY_BONUS: MobilityBonus = [0; MAX_MOBILITY + 1];
/// Centipawns for the root of the number of squares.
const MOBILITY_SCALE: f32 = 22.0;
/// Mobility bonuses by type.
pub(super) struct MobilityTables(pub(super) Vec<MobilityBonus>);

impl MobilityTables {
    /// Bonus of a piece of an added type that can go to that many squares.
    #[inline]
    pub(super) fn bonus(&self, kind: PieceType, places: usize) -> i32 {
        self.0[kind.index()][mobility_index(places)].into()
    }
}

/// Bonus of a type that can go to `mean` squares on average: 0 at the mean.
pub(super) fn mobility_bonus(mean: f32) -> MobilityBonus {
    std::array::from_fn(|places| (MOBILITY_SCALE * ((places as f32).sqrt() - mean.sqrt())) as i16)
}

/// Index into a [`MobilityBonus`].
fn mobility_index(places: usize) -> usize {
    places.min(MAX_MOBILITY)
}
