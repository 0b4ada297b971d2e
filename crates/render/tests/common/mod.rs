//! Scenes the tests share.

use adoube_render::{Mark, Scene};
use adoube_rules::{Piece, PieceType, Position, Region, Side, Square, Variant};

/// A chess board.
pub(crate) const CHESS: Region = Region::Board { files: 8, ranks: 8 };

/// The start of a game.
pub(crate) fn start(variant: Variant, viewer: Side) -> Scene {
    Scene::of(&Position::start(variant), viewer)
}

/// A chess board with every mark, on empty squares and on pieces of both sides.
pub(crate) fn all_marks() -> Scene {
    let mut scene = Scene::new(CHESS, [], Side::White);
    for (file, mark) in (0..).zip(Mark::ALL) {
        // Twelve marks: eight columns of three squares, then four.
        let (column, row) = (file % 8, file / 8 * 4 + 1);
        for (up, side) in [(0, None), (1, Some(Side::White)), (2, Some(Side::Black))] {
            let square = Square::new(column, row + up);
            scene.marks.add(square, mark);
            scene.pieces.extend(side.map(|side| (square, Piece { side, kind: PieceType::KNIGHT })));
        }
    }
    scene
}
