//! Writes moves in standard algebraic notation, with two-letter codes as they are (`NRxe5`) and `~`
//! for a conversion (`DI~e5`). A drop follows the move as in coordinates: `Nn3/Q@o1+`.
//!
//! Captures off the target are not part of the notation; callers list them from the effects.

use super::san_move::{CheckSuffix, SanMove};
use crate::{Move, Piece, PieceType, Position, Region, Square};

/// The SAN of a legal move.
pub fn san(position: &Position, made: &Move) -> String {
    san_move(position, made).to_string()
}

/// The SAN of each of the position's legal moves, in their order.
pub fn sans(position: &Position, legal: &[Move]) -> Vec<String> {
    san_moves(position, legal).iter().map(SanMove::to_string).collect()
}

/// The SAN of a legal move in its parts, to be printed in any letters.
pub fn san_move(position: &Position, made: &Move) -> SanMove {
    SanWriter { position, legal: &position.moves_without_drops() }.write(made)
}

/// The same for each of the position's legal moves, in their order.
pub fn san_moves(position: &Position, legal: &[Move]) -> Vec<SanMove> {
    let without_drops: Vec<Move> = legal.iter().filter(|made| made.drop.is_none()).copied().collect();
    let writer = SanWriter { position, legal: &without_drops };
    legal.iter().map(|made| writer.write(made)).collect()
}

struct SanWriter<'a> {
    position: &'a Position,
    /// The legal moves without drops.
    legal: &'a [Move],
}

impl SanWriter<'_> {
    fn write(&self, made: &Move) -> SanMove {
        let bare = SanMove {
            piece: None,
            body: String::new(),
            becomes: made.choice,
            drop: made.drop,
            check: CheckSuffix::None,
        };
        let Some(piece) = self.position.piece_at(made.from) else {
            return SanMove { body: format!("{}{}", made.from, made.to), ..bare };
        };
        let check = self.check(made);
        if let Some(name) = self.position.castling_name(made) {
            return SanMove { body: name.to_owned(), check, ..bare };
        }
        let body = self.start(made, piece) + self.act(made, piece) + &made.to.to_string();
        SanMove { piece: Some(piece.kind), body, check, ..bare }
    }

    /// Disambiguation: the part of the start square that tells the piece from others of its type
    /// with the same target.
    fn start(&self, made: &Move, piece: Piece) -> String {
        if piece.kind == PieceType::PAWN {
            let captures = made.from.file != made.to.file;
            return if captures { Square::file_name(made.from.file) } else { String::new() };
        }
        let others: Vec<Square> = self
            .legal
            .iter()
            .filter(|other| other.to == made.to && other.from != made.from)
            .filter(|other| self.position.piece_at(other.from) == Some(piece))
            .filter(|other| self.position.castling_name(other).is_none())
            .map(|other| other.from)
            .collect();
        let file = Square::file_name(made.from.file);
        if others.is_empty() {
            String::new()
        } else if self.position.region() == Region::Unbounded {
            // Files of several letters would run into the target: `Nab3` may go to ab3.
            made.from.to_string()
        } else if others.iter().all(|other| other.file != made.from.file) {
            file
        } else if others.iter().all(|other| other.rank != made.from.rank) {
            made.from.rank.to_string()
        } else {
            made.from.to_string()
        }
    }

    /// The sign between start and target: none, `x`, or `~`.
    fn act(&self, made: &Move, piece: Piece) -> &'static str {
        let takes_as_pawn =
            self.position.moves_as(made.from) == Some(PieceType::PAWN) && made.from.file != made.to.file;
        if self.position.effects(made).converted(piece.side).next().is_some() {
            "~"
        } else if takes_as_pawn || self.position.piece_at(made.to).is_some() {
            "x"
        } else {
            ""
        }
    }

    fn check(&self, made: &Move) -> CheckSuffix {
        let after = self.position.apply(made);
        if !after.in_check() {
            CheckSuffix::None
        } else if after.has_legal_move() {
            CheckSuffix::Check
        } else {
            CheckSuffix::Mate
        }
    }
}
