//! Computes the section of the board that a move diagram shows: nine by nine squares around the
//! piece.

use adoube_rules::{Position, Side, Square};

use crate::scene::{BoardWindow, Scene};

/// Where the piece stands.
pub(super) const CENTRE: Square = Square::new(4, 5);
/// The squares shown: nine by nine around it.
pub(super) const SECTION: BoardWindow = BoardWindow { left: 0, right: 8, bottom: 1, top: 9 };

/// A part of a position, as a picture of pieces and not of a game.
pub(super) fn section(position: &Position, window: BoardWindow) -> Scene {
    let scene = Scene::of(position, Side::White);
    let kept = scene.pieces.iter().filter(|(square, _)| window.contains(**square));
    let pieces = kept.map(|(square, piece)| (*square, *piece)).collect();
    let outlined_ranks = Vec::new();
    Scene { window, pieces, outlined_ranks, ..scene }.with_to_move(None).with_note("")
}
