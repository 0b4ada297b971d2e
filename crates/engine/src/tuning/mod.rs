//! Weights of what is counted in positions, and squares of the pieces that everybody knows, found from games of the engine
//! against itself (`play`): those that say best what looking ahead has found and how the game ended (`fit`). Not here: what
//! types are worth on the whole (`values`), and how weights are used (`evaluation`).

mod fit;
mod play;
#[cfg(test)]
mod tests;

use adoube_rules::{PieceType, Variant};

pub use self::fit::{Fitted, fit};
pub use self::play::{Sample, play};

/// The types whose squares are found, as far as they are in a game's own array.
const KNOWN: [PieceType; 8] = [
    PieceType::PAWN,
    PieceType::KNIGHT,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::QUEEN,
    PieceType::CARDINAL,
    PieceType::MARSHAL,
    PieceType::KING,
];

/// Those of them that such a game has.
fn known(variant: Variant) -> impl Iterator<Item = PieceType> {
    let of_grand = |kind: &PieceType| [PieceType::CARDINAL, PieceType::MARSHAL].contains(kind);
    KNOWN.into_iter().filter(move |kind| variant == Variant::Grand || !of_grand(kind))
}
