//! Move diagrams of a piece: a section of a board with the piece in its centre, the squares it can move to, and what blocks it; for
//! a piece with a special power an example before and after. Everything marked is asked of the rules in a legal position.
//!
//! Not here: sentences, the pieces around it (`pieces`), the position (`position`), examples (`example`).

mod example;
mod pieces;
mod position;
mod section;

use adoube_rules::{Piece, PieceType, Position, Side, Square};

pub use example::PowerExample;
use position::DiagramPosition;
use section::{CENTRE, SECTION, section};

use crate::marks::Mark;
use crate::scene::Scene;

/// A help diagram of one piece type.
#[derive(Clone, Debug)]
pub struct MoveDiagram {
    kind: PieceType,
    /// The position the section is cut out of. The Kings, if they are not in it, stand where they change nothing.
    position: Position,
    moves: Vec<Square>,
    captures: Vec<Square>,
    examples: Vec<PowerExample>,
    /// Whether enemies are imagined on empty squares.
    imagines: bool,
}

impl MoveDiagram {
    /// The diagram of that type. Some hundred positions are asked about: keep it.
    ///
    /// `None` if there is no legal position to draw; a test makes sure that there is one for every type.
    pub fn of(kind: PieceType) -> Option<Self> {
        let stage = DiagramPosition::of(kind)?;
        let position = stage.position(None)?;
        let moves = position::moves(&position);
        let captures = stage.captures(&position);
        let imagines = stage.imagines();
        Some(Self { kind, position, moves, captures, examples: PowerExample::all_of(kind), imagines })
    }

    /// The square of the piece.
    pub fn square(&self) -> Square {
        CENTRE
    }

    /// The position the section is cut out of.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The empty squares of the section it may go to, whether it captures something elsewhere by that or not.
    pub fn moves(&self) -> &[Square] {
        &self.moves
    }

    /// The squares of the section on which it takes, or would take, an enemy.
    pub fn captures(&self) -> &[Square] {
        &self.captures
    }

    /// The other pieces of the section.
    pub fn others(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.position.pieces().filter(|(square, _)| SECTION.contains(*square) && *square != CENTRE)
    }

    /// Whether enemies are imagined on empty squares, to see whether they could be taken there; not where it matters what
    /// they are.
    pub fn imagines(&self) -> bool {
        self.imagines
    }

    /// Whether it takes what stands on a square by converting it.
    pub fn converts(&self) -> bool {
        self.kind == PieceType::DIPLOMAT
    }

    /// Whether it takes on the empty squares it may go to and on no others, so that one mark says both.
    pub fn takes_as_it_moves(&self) -> bool {
        let on_empty = self.captures.iter().filter(|square| self.position.piece_at(**square).is_none());
        on_empty.eq(self.moves.iter())
    }

    /// Its examples, in pairs of before and after.
    pub fn examples(&self) -> &[PowerExample] {
        &self.examples
    }

    /// The picture, with that word above every board that shows what was before, and the other above those after.
    pub fn scene(&self, before: &str, after: &str) -> Scene {
        let steps = self.examples.iter().flat_map(|example| example.scenes(before, after));
        self.board().with_steps(steps)
    }

    fn board(&self) -> Scene {
        let alike = self.takes_as_it_moves();
        let shown = |square: &&Square| !alike || self.position.piece_at(**square).is_some();
        let taking = if self.converts() { Mark::ConversionTarget } else { Mark::CaptureTarget };
        section(&self.position, SECTION)
            .with_marks(Mark::Picked, [CENTRE])
            .with_marks(Mark::Target, self.moves.iter().copied())
            .with_marks(taking, self.captures.iter().filter(shown).copied())
            .with_marks(Mark::LastMove, self.copied())
    }

    /// The piece a Joker copies: the one the opponent moved last.
    fn copied(&self) -> Vec<Square> {
        let last = self.position.last_moved(Side::Black);
        self.others().filter(|(_, piece)| Some(piece.kind) == last).map(|(square, _)| square).collect()
    }
}

#[cfg(test)]
mod tests;
