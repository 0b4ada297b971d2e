//! Scenes the tests share.

use adoube_render::{Mark, Scene};
use adoube_rules::{Piece, PieceType, Region, Side, Square};

/// A chess board.
pub const CHESS: Region = Region::Board { files: 8, ranks: 8 };
/// The board of Grand Chess.
pub const GRAND: Region = Region::Board { files: 10, ranks: 10 };

/// The classic array of Grand Chess, from the first rank up; a dot is an empty square.
const GRAND_ARRAY: [&str; 3] = ["R........R", ".NBQKMCBN.", "PPPPPPPPPP"];
/// The array of chess.
const CHESS_ARRAY: [&str; 2] = ["RNBQKBNR", "PPPPPPPP"];

/// The start of a Grand Chess game.
#[must_use]
pub fn grand(viewer: Side) -> Scene {
    Scene::new(GRAND, mirrored(&GRAND_ARRAY, 10), viewer).with_outlined_ranks([1, 2, 3, 8, 9, 10])
}

/// The start of a game of chess.
#[must_use]
pub fn chess(viewer: Side) -> Scene {
    Scene::new(CHESS, mirrored(&CHESS_ARRAY, 8), viewer)
}

/// A chess board with every mark, on empty squares and on pieces of both sides.
#[must_use]
pub fn all_marks() -> Scene {
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

/// White's array and Black's, mirrored across the middle line.
fn mirrored(array: &[&str], ranks: i32) -> Vec<(Square, Piece)> {
    let mut pieces = Vec::new();
    for (rank, row) in (1..).zip(array) {
        for (file, letter) in (0..).zip(row.chars()) {
            if let Some(kind) = PieceType::from_code(&letter.to_string()) {
                pieces.push((Square::new(file, rank), Piece { side: Side::White, kind }));
                pieces.push((Square::new(file, ranks + 1 - rank), Piece { side: Side::Black, kind }));
            }
        }
    }
    pieces
}
