//! Types of pieces that have weights of their own: those of chess, and Cardinal and Marshal in Grand Chess.

use adoube_rules::{PieceType, Variant};

/// Types whose mobility has weights of its own.
pub(super) const WEIGHTED_TYPES: [PieceType; 6] = [
    PieceType::KNIGHT,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::QUEEN,
    PieceType::CARDINAL,
    PieceType::MARSHAL,
];
/// Types with weights and piece-square tables of their own in a variant.
pub fn weighted_types(variant: Variant) -> impl Iterator<Item = PieceType> {
    let of_grand = |kind: &PieceType| [PieceType::CARDINAL, PieceType::MARSHAL].contains(kind);
    let all = [PieceType::PAWN].into_iter().chain(WEIGHTED_TYPES).chain([PieceType::KING]);
    all.filter(move |kind| variant == Variant::Grand || !of_grand(kind))
}
