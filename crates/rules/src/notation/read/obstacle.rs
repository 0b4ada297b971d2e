//! Finds the obstacle between a piece and a square, by generating moves again with other pieces on
//! the board.
//!
//! So it holds for every piece type and movement. On the unbounded grid there are six types, and `schachen` answers.

use crate::board_position::{BoardPosition, SideToMove};
use crate::padded_board::{PaddedBoard, PaddedSquare, PieceCode};
use crate::position::{Obstacle, PositionKind};
use crate::{PieceType, Position, Side, Square, powers};

/// What keeps the piece of the side to move on `from` from going to `to`, locks and freezes apart.
/// Both squares must be on the board.
pub(super) fn obstacle(position: &Position, from: Square, to: Square) -> Obstacle {
    match position.kind() {
        PositionKind::Board(board) => obstacle_on_board(board, from, to),
        PositionKind::Schachen(schachen) => schachen.obstacle(from, to),
    }
}

fn obstacle_on_board(position: &BoardPosition, from: Square, to: Square) -> Obstacle {
    let turn = position.turn();
    let (from, to) = (PaddedSquare::at(from), PaddedSquare::at(to));
    match turn.acting_as(turn.board.at(from)) {
        Some(acting) => ObstacleSearch { turn, acting, from, to }.obstacle(),
        None => Obstacle::Movement,
    }
}

struct ObstacleSearch<'a> {
    turn: SideToMove<'a>,
    /// The code whose movement the piece has.
    acting: PieceCode,
    from: PaddedSquare,
    to: PaddedSquare,
}

impl ObstacleSearch<'_> {
    fn obstacle(&self) -> Obstacle {
        let board = self.turn.board;
        if self.reaches(board) {
            return Obstacle::Nothing;
        }
        let target = board.at(self.to);
        let reaches_with = |target: PieceCode| self.reaches(&self.with_target(board, target));
        let victim = self.typical_victim();
        if target.is_empty() {
            if reaches_with(victim) {
                return Obstacle::OnlyCaptures;
            }
        } else if target.side() == self.turn.side() {
            if reaches_with(PieceCode::EMPTY) || reaches_with(victim) {
                return Obstacle::OwnPiece;
            }
        } else if !self.turn.is_capturable(self.to) && reaches_with(victim) {
            return Obstacle::Untouchable;
        } else if reaches_with(PieceCode::EMPTY) {
            return Obstacle::Piece(self.to.square());
        }
        let on_the_way = self.targets().into_iter().find_map(|target| self.on_the_way(target));
        on_the_way.map_or(Obstacle::Movement, |cell| Obstacle::Piece(cell.square()))
    }

    /// The contents of the target to try, the likeliest first.
    fn targets(&self) -> [PieceCode; 2] {
        let target = self.turn.board.at(self.to);
        if target.is_empty() {
            [PieceCode::EMPTY, self.typical_victim()]
        } else {
            [self.typical_victim(), PieceCode::EMPTY]
        }
    }

    /// An enemy piece that nearly every piece can capture.
    fn typical_victim(&self) -> PieceCode {
        PieceCode::of(self.turn.side().other(), PieceType::KNIGHT)
    }

    /// Whether the piece could go to the target on a board.
    fn reaches(&self, board: &PaddedBoard) -> bool {
        let turn = SideToMove::new(board, self.turn.state, self.turn.terms, self.turn.tables);
        let mut reached = false;
        powers::targets(&turn, self.acting, self.from, &mut |to| reached |= to == self.to);
        reached
    }

    /// The nearest piece between the piece and its target.
    fn on_the_way(&self, target: PieceCode) -> Option<PaddedSquare> {
        let others = self.others_by_distance();
        let mut alone = self.with_target(self.turn.board, target);
        for &cell in &others {
            alone.remove(cell);
        }
        if self.reaches(&alone) {
            // Without other pieces it reaches the target: they are put back until it does not.
            return others.into_iter().find(|&cell| {
                alone.put(cell, self.turn.board.at(cell));
                !self.reaches(&alone)
            });
        }
        // It needs other pieces for this move. The removal of one may let it pass.
        others.into_iter().find(|&cell| {
            let mut without = self.with_target(self.turn.board, target);
            without.remove(cell);
            self.reaches(&without)
        })
    }

    /// All other pieces, the nearest first.
    fn others_by_distance(&self) -> Vec<PaddedSquare> {
        let board = self.turn.board;
        let all = Side::BOTH.into_iter().flat_map(|side| board.pieces(side).iter().copied());
        let mut others: Vec<PaddedSquare> =
            all.filter(|&cell| cell != self.from && cell != self.to).collect();
        others.sort_unstable_by_key(|&cell| (distance(self.from.square(), cell.square()), cell));
        others
    }

    /// The board with another content of the target.
    fn with_target(&self, board: &PaddedBoard, target: PieceCode) -> PaddedBoard {
        let mut board = board.clone();
        if board.at(self.to).is_piece() {
            board.remove(self.to);
        }
        if target.is_piece() {
            board.put(self.to, target);
        }
        board
    }
}

/// The number of steps a King would need.
fn distance(one: Square, other: Square) -> i32 {
    (one.file - other.file).abs().max((one.rank - other.rank).abs())
}
