//! Captures of the Coordinator, which moves as a Queen and captures on the two squares where its
//! new rank and file cross those of its King: where a move captures, and whether a move can capture
//! a given square. Not here: its Queen moves (the catalogue).

use crate::board_position::SideToMove;
use crate::board_position::geometry::coordinated_squares;
use crate::padded_board::{BoardAccess, PaddedSquare};

impl<B: BoardAccess> SideToMove<'_, B> {
    /// The two cells on which a Coordinator of the side to move captures by going to `to`.
    pub(super) fn coordinated_squares(&self, to: PaddedSquare) -> [PaddedSquare; 2] {
        coordinated_squares(self.board.king(self.side()), to)
    }

    /// Whether some move of a Coordinator captures on the target: one to its rank if the own King
    /// is on its file, or one to its file if the own King is on its rank.
    pub(super) fn coordinator_reaches(&self, from: PaddedSquare, target: PaddedSquare) -> bool {
        let (king, aim, start) = (self.board.king(self.side()).square(), target.square(), from.square());
        (king.file == aim.file
            && self.slides_across(from, aim.rank - start.rank, |along, across| (across, along)))
            || (king.rank == aim.rank
                && self.slides_across(from, aim.file - start.file, |along, across| (along, across)))
    }

    /// Whether a Queen can move so that it ends that far along one axis; `step` combines the two
    /// axes.
    fn slides_across(
        &self,
        from: PaddedSquare,
        distance: i32,
        step: impl Fn(i32, i32) -> (i32, i32),
    ) -> bool {
        let slides = |along: i32, across: i32, squares: i32| {
            let (files, ranks) = step(along, across);
            let one = PaddedSquare::difference(files, ranks);
            let mut at = from;
            (0..squares).all(|_| {
                at = at.step(one);
                self.board.at(at).is_empty()
            })
        };
        match distance {
            0 => slides(0, 1, 1) || slides(0, -1, 1),
            _ => (-1..=1).any(|across| slides(distance.signum(), across, distance.abs())),
        }
    }
}
