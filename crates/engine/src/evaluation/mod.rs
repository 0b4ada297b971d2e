//! What a position is worth, without looking ahead: pieces where they stand and what they do there (`activity`), and pawns that
//! nobody stops. Not here: what types and squares are worth (`squares`), and what they can do in general (`mobility`).

mod activity;
mod mobility;
mod squares;
#[cfg(test)]
mod tests;

use adoube_rules::{
    BoardSearch, Piece, PieceType, Place, Position, PromotionMode, Side, Square, Variant, Worth,
};

pub(crate) use self::mobility::Mobility;
pub(crate) use self::squares::Amount;
use self::squares::{Squares, last_rank, seen_by};
use crate::values::Values;

/// Having the move, in hundredths of a pawn.
const TEMPO: i32 = 12;
/// Files and ranks of the largest board, and one on each side.
const FILES: usize = 12;

/// Judges the positions of a game.
pub(crate) struct Evaluation {
    squares: Squares,
    /// About what all pieces but Kings and Pawns are worth together at first.
    whole: i32,
    last_rank: i32,
}

/// Pawns by file: for each side the rank of the foremost and of the rearmost, as Black counts them for Black.
struct Pawns {
    files: [[(i32, i32); FILES]; 2],
    count: [[u8; FILES]; 2],
}

impl Evaluation {
    /// For a game on a board.
    pub(crate) fn of(variant: Variant, values: Values) -> Self {
        let whole = if variant == Variant::Grand { 13_000 } else { 6_600 };
        Self { squares: Squares::of(variant, values), whole, last_rank: last_rank(variant) }
    }

    /// Whether it is for that game.
    pub(crate) fn is_for(&self, variant: Variant) -> bool {
        self.squares.variant() == variant
    }

    /// Gets to know whatever may stand on the board from that position on.
    pub(crate) fn prepare(&mut self, position: &Position) {
        for (_, piece) in position.pieces() {
            self.squares.know(piece.kind);
        }
        for side in Side::BOTH {
            position.pool(side).iter().for_each(|kind| self.squares.know(*kind));
        }
        match position.promotion_mode() {
            PromotionMode::All => PieceType::all().for_each(|kind| self.squares.know(kind)),
            PromotionMode::Initial => {
                position.initial_types().iter().for_each(|kind| self.squares.know(kind));
            }
            PromotionMode::Captured => {}
        }
    }

    /// What types are worth.
    pub(crate) const fn worth(&self) -> &Worth {
        self.squares.worth()
    }

    /// What the pieces add for White.
    pub(crate) fn sum(&self, board: &BoardSearch) -> Amount {
        let mut sum = Amount::default();
        board.pieces().for_each(|(place, piece)| sum += self.squares.of_piece(place, piece));
        sum
    }

    /// The same after the last move made.
    #[inline]
    pub(crate) fn follow(&self, mut sum: Amount, board: &BoardSearch) -> Amount {
        board.vanished().for_each(|(place, piece)| sum -= self.squares.of_piece(place, piece));
        board.appeared().for_each(|(place, piece)| sum += self.squares.of_piece(place, piece));
        sum
    }

    /// What the position is worth to the side to move, in hundredths of a pawn; `sum` is what its pieces add.
    pub(crate) fn judge(&self, mut sum: Amount, board: &BoardSearch) -> i32 {
        let kings = Side::BOTH.map(|side| board.king(side).square());
        let mut material = 0;
        let mut pawns = Pawns::none();
        for side in Side::BOTH {
            for (place, piece) in board.pieces_of(side) {
                match piece.kind {
                    PieceType::KING => {}
                    PieceType::PAWN => pawns.add(side, place, self.last_rank),
                    kind => material += self.squares.worth()[kind.index()],
                }
            }
        }
        for side in Side::BOTH {
            let amount = pawns.judge(side, self.last_rank, kings);
            if side == Side::White { sum += amount } else { sum -= amount }
        }
        let left = material.min(self.whole);
        sum += activity::judge(board, self.squares.worth(), self.squares.room());
        let white = (sum.opening * left + sum.ending * (self.whole - left)) / self.whole;
        TEMPO + if board.side_to_move() == Side::White { white } else { -white }
    }

    /// Whether a side has more than its King and Pawns, so that passing a turn would rarely help it.
    pub(crate) fn has_pieces(board: &BoardSearch, side: Side) -> bool {
        board.pieces_of(side).any(|(_, Piece { kind, .. })| !kind.is_king_or_pawn())
    }
}

/// Moves of a King from one square to another.
fn apart(one: Square, other: Square) -> i32 {
    (one.file - other.file).abs().max((one.rank - other.rank).abs())
}

impl Pawns {
    fn none() -> Self {
        Self { files: [[(0, i32::MAX); FILES]; 2], count: [[0; FILES]; 2] }
    }

    fn add(&mut self, side: Side, place: Place, last_rank: i32) {
        let square = place.square();
        let rank = seen_by(side, square.rank, last_rank);
        let file = (square.file + 1) as usize % FILES;
        let (foremost, rearmost) = &mut self.files[side.index()][file];
        *foremost = (*foremost).max(rank);
        *rearmost = (*rearmost).min(rank);
        self.count[side.index()][file] += 1;
    }

    /// What a side's pawns add for it beside where each stands.
    fn judge(&self, side: Side, last_rank: i32, kings: [Square; 2]) -> Amount {
        let [king, their_king] = [side, side.other()].map(|side| kings[side.index()]);
        let (own, theirs) = (&self.files[side.index()], &self.files[side.other().index()]);
        let counts = &self.count[side.index()];
        let mut amount = Amount::default();
        for file in 1..FILES - 1 {
            let (foremost, _) = own[file];
            if counts[file] == 0 {
                continue;
            }
            let doubled = i32::from(counts[file]) - 1;
            let isolated = i32::from(counts[file - 1] == 0 && counts[file + 1] == 0);
            amount.opening -= 14 * doubled + 10 * isolated;
            amount.ending -= 18 * doubled + 8 * isolated;
            // The rearmost of theirs, as this side counts ranks, is the last that could stop it.
            let stops =
                |(_, rearmost): (i32, i32)| rearmost != i32::MAX && last_rank + 1 - rearmost > foremost;
            if !(file - 1..=file + 1).any(|near| stops(theirs[near])) {
                let left = (last_rank - foremost).max(1);
                amount.opening += 90 / (left + 1);
                amount.ending += 270 / (left + 1);
                // Whose King is nearer to the square in front of it decides most endings.
                let next = Square::new(file as i32 - 1, seen_by(side, foremost + 1, last_rank));
                let near = (6 - left).max(0);
                amount.ending += near * (2 * apart(their_king, next).min(6) - apart(king, next).min(6));
            }
        }
        // Pawns in front of the King at home.
        let rank = seen_by(side, king.rank, last_rank);
        if rank <= 2 {
            for file in king.file..=king.file + 2 {
                let (_, rearmost) = own[(file as usize).min(FILES - 1)];
                amount.opening += match rearmost - rank {
                    1 => 16,
                    2 => 7,
                    _ => 0,
                };
            }
        }
        amount
    }
}
