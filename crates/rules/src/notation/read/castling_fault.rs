//! Finds which castling a typed move means, and the reason why the King cannot castle.

use super::diagnosis::placed;
use crate::board_position::{BoardPosition, CastlingPath, SideToMove};
use crate::notation::move_refusal::{CastlingFault, PlacedPiece};
use crate::padded_board::PaddedSquare;
use crate::variant::CastlingRule;
use crate::{CastlingSide, Move, Piece, PieceType, Position, Square};

/// The start file of the King in chess.
const KING_FILE: i32 = 4;

/// The castling sides that a text may mean: the named one, or both.
pub(super) fn candidate_sides(named: Option<CastlingSide>) -> impl Iterator<Item = CastlingSide> {
    CastlingSide::BOTH.into_iter().filter(move |side| named.is_none_or(|named| named == *side))
}

/// The castling that a King's move to a square may mean: the square of a Rook with the right to
/// castle, or the target of the King, if it is at least two files away.
pub(super) fn intended_side(position: &Position, king: Square, to: Square) -> Option<CastlingSide> {
    let (colour, variant) = (position.side_to_move(), position.variant());
    let turn = position.as_board()?.turn();
    let to_rook = |side: &CastlingSide| turn.state.rook(colour, *side) == PaddedSquare::at(to);
    let home = variant.rank_for(colour, 1);
    let is_castling = variant.castling() != CastlingRule::None && king.rank == home && to.rank == home;
    let to_target =
        |side: &CastlingSide| is_castling && to.file == side.king_file() && (to.file - king.file).abs() >= 2;
    candidate_sides(None).find(to_rook).or_else(|| candidate_sides(None).find(to_target))
}

/// Why the side to move cannot castle to a side; none if it can.
pub(super) fn diagnose_castling(position: &Position, side: CastlingSide) -> Option<CastlingFault> {
    let castles = |board: &&BoardPosition| board.variant().castling() != CastlingRule::None;
    let Some(board) = position.as_board().filter(castles) else {
        return Some(CastlingFault::NotInThisGame);
    };
    let Some(castling_path) = board.turn().castling_path(side) else {
        let is_lost = has_king_left_home(position) || has_rook_beside_king(position, side);
        return Some(if is_lost { CastlingFault::RightLost } else { CastlingFault::NoRook });
    };
    if let Some(by) =
        castling_path.obstacle(board.turn().board).and_then(|cell| placed(position, cell.square()))
    {
        return Some(CastlingFault::Blocked { by });
    }
    attack(position, board, &castling_path)
}

/// Whether the King is not on a start square, so that it must have moved.
fn has_king_left_home(position: &Position) -> bool {
    let (side, variant) = (position.side_to_move(), position.variant());
    let is_away = |king: Square| {
        king.rank != variant.rank_for(side, 1)
            || (variant.castling() == CastlingRule::TwoSquares && king.file != KING_FILE)
    };
    position.king(side).is_some_and(is_away)
}

/// Whether an own Rook stands on the rank of the King, on that side of it.
fn has_rook_beside_king(position: &Position, side: CastlingSide) -> bool {
    let colour = position.side_to_move();
    let Some(king) = position.king(colour) else { return false };
    position.pieces().any(|(square, piece)| {
        piece == Piece::new(colour, PieceType::ROOK)
            && square.rank == king.rank
            && CastlingSide::from_to(king.file, square.file) == side
    })
}

/// The attack on the path of the King that forbids castling.
fn attack(position: &Position, board: &BoardPosition, castling_path: &CastlingPath) -> Option<CastlingFault> {
    let checkers = position.checkers();
    if !checkers.is_empty() {
        return Some(CastlingFault::InCheck { attackers: all_placed(position, &checkers) });
    }
    let through = castling_path.king_path().find_map(|cell| {
        let attackers = attackers_of_king_on(board, cell);
        (!attackers.is_empty()).then_some((cell, attackers))
    });
    if let Some((cell, attackers)) = through {
        let (square, attackers) = (cell.square(), all_placed(position, &attackers));
        return Some(if cell == castling_path.king_target() {
            CastlingFault::IntoCheck { square, attackers }
        } else {
            CastlingFault::ThroughCheck { square, attackers }
        });
    }
    // The Rook may have blocked an attack.
    let attackers = position.attackers_after(&Move::from(board.turn().castling_move(castling_path)));
    let square = castling_path.king_target().square();
    let attackers = all_placed(position, &attackers);
    (!attackers.is_empty()).then_some(CastlingFault::IntoCheck { square, attackers })
}

/// The attackers of the King of the side to move if it stood on another cell.
fn attackers_of_king_on(position: &BoardPosition, cell: PaddedSquare) -> Vec<Square> {
    let turn = position.turn();
    let mut board = turn.board.clone();
    let king = board.king(turn.side());
    let code = board.at(king);
    board.remove(king);
    if board.at(cell).is_piece() {
        board.remove(cell);
    }
    board.put(cell, code);
    let passed = turn.state.passed();
    let takers = SideToMove::new(&board, &passed, turn.terms, turn.tables).attackers_of_king();
    takers.into_iter().map(PaddedSquare::square).collect()
}

fn all_placed(position: &Position, squares: &[Square]) -> Vec<PlacedPiece> {
    squares.iter().filter_map(|&square| placed(position, square)).collect()
}
