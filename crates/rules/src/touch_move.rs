//! Touch-move rule: filters the legal moves by the pieces a player touched.
//!
//! Not here: what counts as a touch, and who may release one.

use crate::{Move, PieceType, Position, Side, Square};

/// The demand of the touched pieces, and the moves it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TouchRuling {
    /// The moves that are left, in the order they had.
    pub moves: Vec<Move>,
    /// What the touched pieces demand.
    pub demand: TouchDemand,
}

/// What the touched pieces demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchDemand {
    /// Nothing: no touched piece can move or be captured.
    Nothing,
    /// The King and then a Rook were touched: castle with that Rook.
    Castle {
        /// Where the Rook stands.
        rook: Square,
    },
    /// The piece touched first that can move must move.
    Move {
        /// Where it stands.
        piece: Square,
    },
    /// The first enemy piece touched must be captured by the first own one.
    CaptureWith {
        /// Where the own piece stands.
        piece: Square,
        /// Where the enemy's stands.
        victim: Square,
    },
    /// The piece touched first that allows a move is an enemy: it must be captured.
    Capture {
        /// Where it stands.
        victim: Square,
    },
}

/// Filters the legal moves by the touched squares, in the order of touching. Empty squares and
/// squares off the board are ignored.
pub fn touch_move(position: &Position, legal: &[Move], touched: &[Square]) -> TouchRuling {
    let touched = TouchedPieces::new(position, touched);
    let allowed = touched.without_banned_castling(legal);
    let ruling = |moves: Vec<Move>, demand| (!moves.is_empty()).then_some(TouchRuling { moves, demand });
    let pair = touched.first_pair().and_then(|(piece, victim)| {
        let moves = touched.captures(&allowed, victim).filter(|made| made.from == piece).collect();
        ruling(moves, TouchDemand::CaptureWith { piece, victim })
    });
    let in_order = || {
        touched.order.iter().find_map(|&(square, side)| {
            if side != position.side_to_move() {
                let moves = touched.captures(&allowed, square).collect();
                return ruling(moves, TouchDemand::Capture { victim: square });
            }
            touched.castling_demanded_of(square, &allowed).or_else(|| {
                let moves = allowed.iter().copied().filter(|made| made.from == square).collect();
                ruling(moves, TouchDemand::Move { piece: square })
            })
        })
    };
    pair.or_else(in_order).unwrap_or(TouchRuling { moves: allowed.clone(), demand: TouchDemand::Nothing })
}

/// The touched pieces, each once, in the order of their first touch.
struct TouchedPieces<'a> {
    position: &'a Position,
    order: Vec<(Square, Side)>,
}

impl<'a> TouchedPieces<'a> {
    fn new(position: &'a Position, touched: &[Square]) -> Self {
        let mut order: Vec<(Square, Side)> = Vec::new();
        for &square in touched {
            if let Some(piece) = position.piece_at(square)
                && order.iter().all(|(known, _)| *known != square)
            {
                order.push((square, piece.side));
            }
        }
        Self { position, order }
    }

    fn first_of(&self, side: Side) -> Option<Square> {
        self.order.iter().find(|(_, owner)| *owner == side).map(|(square, _)| *square)
    }

    /// The first own and the first enemy piece, if both were touched.
    fn first_pair(&self) -> Option<(Square, Square)> {
        let mover = self.position.side_to_move();
        Some((self.first_of(mover)?, self.first_of(mover.other())?))
    }

    /// The moves that capture or convert the piece on a square.
    fn captures<'b>(&'b self, moves: &'b [Move], victim: Square) -> impl Iterator<Item = Move> + 'b {
        let takes = move |made: &Move| {
            self.position.effects(made).vanished.iter().any(|(square, _)| *square == victim)
        };
        moves.iter().copied().filter(takes)
    }

    /// The touched own Rooks, those before the own King and those after it; none if the King was
    /// not touched.
    fn rooks_around_king(&self) -> Option<(Vec<Square>, Vec<Square>)> {
        let mover = self.position.side_to_move();
        let king = self.position.king(mover)?;
        let place = self.order.iter().position(|(square, _)| *square == king)?;
        let (before, after) = self.order.split_at(place);
        let rooks = |part: &[(Square, Side)]| {
            let own = part.iter().filter(|(_, side)| *side == mover).map(|(square, _)| *square);
            own.filter(|square| self.is_rook(*square)).collect()
        };
        Some((rooks(before), rooks(after)))
    }

    fn is_rook(&self, square: Square) -> bool {
        self.position.piece_at(square).is_some_and(|piece| piece.kind == PieceType::ROOK)
    }

    /// All moves but castling with a Rook touched before the King, unless nothing else is left.
    fn without_banned_castling(&self, legal: &[Move]) -> Vec<Move> {
        let banned = self.rooks_around_king().map(|(before, _)| before).unwrap_or_default();
        let is_banned =
            |made: &&Move| self.position.castling_rook(made).is_some_and(|rook| banned.contains(&rook));
        let allowed: Vec<Move> = legal.iter().filter(|made| !is_banned(made)).copied().collect();
        if allowed.is_empty() { legal.to_vec() } else { allowed }
    }

    /// Castling with the first Rook touched after the King, if the square is the King's and the
    /// castling is legal.
    fn castling_demanded_of(&self, square: Square, allowed: &[Move]) -> Option<TouchRuling> {
        let (_, after) = self.rooks_around_king()?;
        let rook =
            *after.first().filter(|_| self.position.king(self.position.side_to_move()) == Some(square))?;
        let castles = |made: &&Move| self.position.castling_rook(made) == Some(rook);
        let moves: Vec<Move> = allowed.iter().filter(castles).copied().collect();
        (!moves.is_empty()).then_some(TouchRuling { moves, demand: TouchDemand::Castle { rook } })
    }
}

#[cfg(test)]
mod tests;
