//! Weights of what is counted in positions, and squares of the pieces that everybody knows, found from games of the engine
//! against itself (`play`), whose positions are kept (`row`): those that say best what looking ahead has found and how the game ended (`fit`). Not here: what
//! types are worth on the whole (`values`), and how weights are used (`evaluation`).

mod fit;
mod play;
mod row;
mod sample;
#[cfg(test)]
mod tests;

use adoube_rules::{PieceType, Variant};

pub use self::fit::{Fitted, fit};
pub use self::play::play;
pub use self::row::{NotARow, Row};
use crate::evaluation::KNOWN;

/// The types whose squares are found: those that everybody knows, as far as such a game has them.
fn known(variant: Variant) -> impl Iterator<Item = PieceType> {
    let of_grand = |kind: &PieceType| [PieceType::CARDINAL, PieceType::MARSHAL].contains(kind);
    let all = [PieceType::PAWN].into_iter().chain(KNOWN).chain([PieceType::KING]);
    all.filter(move |kind| variant == Variant::Grand || !of_grand(kind))
}
