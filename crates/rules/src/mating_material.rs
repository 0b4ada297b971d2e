//! Tells whether a side could still checkmate with the material it has.
//!
//! Not here: when the answer is needed (a player's time is up), and dead positions, which end a game at once
//! (`game::outcome`).

use crate::schachen::SchachenPosition;
use crate::{PieceType, Position, Side, Square, Variant};

impl Position {
    /// Whether a side could still checkmate by some legal moves of both sides, judged by pieces and
    /// cards.
    ///
    /// The answer decides games on time: a flag is a draw if the opponent could not mate. In chess
    /// and Chess960 it follows FIDE 6.9 as the large servers apply it, by the pieces left on the
    /// board:
    ///
    /// - A King alone cannot.
    /// - With a Pawn, a Rook or a Queen it can, and with two Knights, with a Knight and a Bishop, or with Bishops on
    ///   squares of both colours.
    /// - With a single Knight it can only if the opponent has something that may stand in their own King's way: anything
    ///   but Queens, which could always take the Knight.
    /// - With Bishops on squares of one colour it can only if the opponent has a Knight, a Pawn, or a Bishop on the other
    ///   colour: Rooks, Queens and Bishops on the same colour never block all the ways out.
    ///
    /// Whether the pieces could get there is not considered: blocked walls of Pawns count as if
    /// they could open.
    ///
    /// In Grand Chess, which has too many types for a table, only a King alone cannot mate. In
    /// Schachen it is a King alone with no card in hand or stack. The number of cards is public, so
    /// the answer reveals nothing.
    pub fn could_mate(&self, side: Side) -> bool {
        match self.variant() {
            Variant::Chess | Variant::Chess960 => self.could_mate_on_board(side),
            Variant::Grand => !self.is_bare(side),
            Variant::Schachen => !self.is_bare(side) || self.has_cards(side),
        }
    }

    /// The pieces of a side without its King.
    fn army(&self, side: Side) -> impl Iterator<Item = (Square, PieceType)> {
        self.pieces()
            .filter(move |(_, piece)| piece.side == side && piece.kind != PieceType::KING)
            .map(|(square, piece)| (square, piece.kind))
    }

    fn is_bare(&self, side: Side) -> bool {
        self.army(side).next().is_none()
    }

    /// Whether a side has cards in hand or stack. The number of cards is public.
    fn has_cards(&self, side: Side) -> bool {
        let has_any =
            |schachen: &SchachenPosition| !schachen.hand(side).is_empty() || !schachen.stack(side).is_empty();
        self.as_schachen().is_some_and(has_any)
    }

    fn could_mate_on_board(&self, side: Side) -> bool {
        let own: Vec<_> = self.army(side).collect();
        let mut others = self.army(side.other());
        match own.as_slice() {
            [] => false,
            [(_, PieceType::KNIGHT)] => others.any(|(_, kind)| kind != PieceType::QUEEN),
            [(first, PieceType::BISHOP), rest @ ..] => {
                let differs = |square: Square| shade(square) != shade(*first);
                let all_alike =
                    rest.iter().all(|&(square, kind)| kind == PieceType::BISHOP && !differs(square));
                let helps = |(square, kind)| match kind {
                    PieceType::KNIGHT | PieceType::PAWN => true,
                    PieceType::BISHOP => differs(square),
                    _ => false,
                };
                !all_alike || others.any(helps)
            }
            _ => true,
        }
    }
}

/// The colour of a square as 0 or 1.
fn shade(square: Square) -> i32 {
    (square.file + square.rank).rem_euclid(2)
}
