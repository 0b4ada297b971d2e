//! Scenes that several tests draw: a start position, a board with every mark, and games of Schachen
//! with pieces near and far.

use adoube_render::{BoardWindow, Mark, Scene, SideCards};
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
        // Eight columns of three squares, then the rest.
        let (column, row) = (file % 8, file / 8 * 4 + 1);
        for (up, side) in [(0, None), (1, Some(Side::White)), (2, Some(Side::Black))] {
            let square = Square::new(column, row + up);
            scene.marks.add(square, mark);
            scene.pieces.extend(side.map(|side| (square, Piece { side, kind: PieceType::KNIGHT })));
        }
    }
    scene
}

/// A game of Schachen after some moves, as White sees it or as Black does.
pub(crate) fn schachen(viewer: Side) -> Scene {
    let white = [
        ("o1", PieceType::KING),
        ("m3", PieceType::PAWN),
        ("n3", PieceType::PAWN),
        ("o2", PieceType::PAWN),
        ("q4", PieceType::PAWN),
        ("o0", PieceType::ROOK),
        ("r5", PieceType::KNIGHT),
    ];
    let black = [
        ("o6", PieceType::KING),
        ("m4", PieceType::PAWN),
        ("n5", PieceType::PAWN),
        ("p5", PieceType::PAWN),
        ("l6", PieceType::BISHOP),
        ("n7", PieceType::QUEEN),
    ];
    let standing = |pieces: &[(&str, PieceType)], side| -> Vec<(Square, Piece)> {
        pieces.iter().map(|(square, kind)| (square.parse().unwrap(), Piece { side, kind: *kind })).collect()
    };
    let pieces = [standing(&white, Side::White), standing(&black, Side::Black)].concat();
    let squares =
        |names: &[&str]| -> Vec<Square> { names.iter().map(|name| name.parse().unwrap()).collect() };
    let hand = |side| match side {
        side if side != viewer => SideCards::hidden(3, 5),
        Side::White => SideCards::face_up([PieceType::QUEEN, PieceType::BISHOP, PieceType::PAWN], 7),
        Side::Black => SideCards::face_up([PieceType::ROOK, PieceType::PAWN], 0),
    };
    Scene::new(Region::Unbounded, pieces, viewer)
        .with_names("Ada", "Ben")
        .with_cards(Side::White, hand(Side::White))
        .with_cards(Side::Black, hand(Side::Black))
        .with_captured(Side::White, [PieceType::PAWN])
        .with_to_move(Some(viewer))
        .with_note("12.")
        .with_marks(Mark::LastMove, squares(&["p4", "r5"]))
        .with_marks(Mark::Drop, squares(&["m2", "n2", "q3", "p2"]))
}

/// The same game when a Queen has gone far away to capture, and another piece is farther still.
pub(crate) fn scattered(viewer: Side) -> Scene {
    let mut scene = schachen(viewer);
    let far = [
        ("-ab-14", Side::White, PieceType::QUEEN),
        ("-ac-13", Side::Black, PieceType::KNIGHT),
        ("az20", Side::Black, PieceType::ROOK),
    ];
    let pieces = far.into_iter().map(|(square, side, kind)| (square.parse().unwrap(), Piece { side, kind }));
    scene.pieces.extend(pieces);
    scene.window = BoardWindow::around(Region::Unbounded, scene.pieces.keys().copied());
    scene
}
