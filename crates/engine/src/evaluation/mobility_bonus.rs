//! Mobility bonus of types without weights of their own: by the root of how many squares a piece can go to.

use adoube_rules::PieceType;

/// Squares in reach that are counted at most.
const MAX_MOBILITY: usize = 63;
/// What so many squares in reach are worth to a piece of some type.
pub(super) type MobilityBonus = [i16; MAX_MOBILITY + 1];
/// That of a type of which nothing is known.
pub(super) const NO_MOBILITY_BONUS: MobilityBonus = [0; MAX_MOBILITY + 1];
/// What room for moves is worth in the opening: by the root of how many there are, in hundredths of a pawn.
const MOBILITY_SCALE: f32 = 22.0;
/// What room for moves is worth to pieces, by type.
pub(super) struct MobilityTables(pub(super) Vec<MobilityBonus>);

impl MobilityTables {
    /// To a piece of a known type that has so many squares to go to.
    #[inline]
    pub(super) fn bonus(&self, kind: PieceType, places: usize) -> i32 {
        self.0[kind.index()][mobility_index(places)].into()
    }
}

/// What so much room is worth where there is on average so much.
pub(super) fn mobility_bonus(mean: f32) -> MobilityBonus {
    std::array::from_fn(|places| (MOBILITY_SCALE * ((places as f32).sqrt() - mean.sqrt())) as i16)
}

/// The place in what [`room`] gives.
fn mobility_index(places: usize) -> usize {
    places.min(MAX_MOBILITY)
}
