//! Finds the reason why a piece cannot reach a square of the grid of Schachen, for messages about
//! illegal moves.

use super::SchachenPosition;
use super::grid::GridLine;
use crate::position::Obstacle;
use crate::{Piece, PieceType, Square};

impl SchachenPosition {
    /// What keeps the piece on a square from going to another, the safety of its King apart.
    pub(crate) fn obstacle(&self, from: Square, to: Square) -> Obstacle {
        let Some(mover) = self.grid.piece_at(from) else { return Obstacle::Movement };
        let mut reached = false;
        self.grid.targets(from, mover, &mut |target| reached |= target == to);
        if reached {
            return Obstacle::Nothing;
        }
        self.on_the_way(mover, from, to).unwrap_or(Obstacle::Movement)
    }

    /// The obstacle to a target that lies in the movement of the piece.
    fn on_the_way(&self, mover: Piece, from: Square, to: Square) -> Option<Obstacle> {
        let target = self.grid.piece_at(to);
        let (files, ranks) =
            (i64::from(to.file) - i64::from(from.file), i64::from(to.rank) - i64::from(from.rank));
        let forward = i64::from(mover.side.forward());
        let near = files.abs().max(ranks.abs()) == 1;
        let goes = match mover.kind {
            PieceType::PAWN if files == 0 && ranks == forward => {
                return Some(match target {
                    Some(_) => Obstacle::Piece(to),
                    None => Obstacle::Lonely,
                });
            }
            PieceType::PAWN => near && ranks == forward,
            PieceType::KING => near,
            PieceType::KNIGHT => files.abs().min(ranks.abs()) == 1 && files.abs().max(ranks.abs()) == 2,
            kind => {
                let line = GridLine::between(from, to).filter(|line| line.is_open_to(kind))?;
                let nearest = self.grid.nearest(from)[line.direction];
                if let Some((_, square, _)) = nearest.filter(|(distance, ..)| *distance < line.distance) {
                    return Some(Obstacle::Piece(square));
                }
                true
            }
        };
        let only_captures =
            mover.kind == PieceType::PAWN || (mover.kind == PieceType::KING && ranks == -forward);
        goes.then_some(match target {
            // An enemy there could be captured, so this is an own piece.
            Some(_) => Obstacle::OwnPiece,
            None if only_captures => Obstacle::OnlyCaptures,
            None => Obstacle::Lonely,
        })
    }
}
