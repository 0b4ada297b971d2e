//! What a position is worth, without looking ahead: pieces where they stand and what they do there (`activity`), and pawns that
//! nobody stops. Not here: what types and squares are worth (`squares`), and what they can do in general (`mobility`).

mod activity;
pub(crate) mod features;
mod mobility;
mod pawns;
mod posts;
mod squares;
mod standings;
#[cfg(test)]
mod tests;
pub(crate) mod weights;

use adoube_rules::{
    BoardSearch, Piece, PieceType, Place, Position, PromotionMode, Side, Square, Variant, Worth,
};

use self::activity::{Counting, KNOWN};
use self::features::{Counts, PAIR, TEMPO};
pub(crate) use self::mobility::Mobility;
use self::pawns::Pawns;
pub(crate) use self::squares::Amount;
use self::squares::{Squares, last_rank};
pub(crate) use self::standings::Standings;
use self::weights::{PARTS, Weights};
use crate::network::Network;
use crate::values::Values;

/// Steps from the ending to the opening.
pub(crate) const PHASES: i32 = 256;

/// Judges the positions of a game.
pub(crate) struct Evaluation {
    squares: Squares,
    weights: Weights,
    /// About what all pieces but Kings and Pawns are worth together at first.
    whole: i32,
    last_rank: i32,
    network: Option<Network>,
}

impl Evaluation {
    /// For a game on a board.
    pub(crate) fn of(variant: Variant, values: Values) -> Self {
        Self::weighing_by(variant, values, Weights::known(variant))
    }

    /// The same with other weights.
    pub(crate) fn weighing_by(variant: Variant, values: Values, weights: Weights) -> Self {
        let whole = if variant == Variant::Grand { 13_000 } else { 6_600 };
        let squares = Squares::of(variant, values, &weights);
        let network = Network::known(variant);
        Self { squares, weights, whole, last_rank: last_rank(variant), network }
    }

    /// Whether it is for that game.
    pub(crate) fn is_for(&self, variant: Variant) -> bool {
        self.squares.variant() == variant
    }

    /// Gets to know whatever may stand on the board from that position on.
    pub(crate) fn prepare(&mut self, position: &Position) {
        types(position, |kind| self.squares.know(kind));
    }

    /// What has learnt from games about positions like that one and all that can follow; nothing if a piece may stand there
    /// that it does not know.
    pub(crate) fn network_for(&self, position: &Position) -> Option<&Network> {
        let network = self.network.as_ref()?;
        let mut knows = true;
        types(position, |kind| knows &= network.knows(kind));
        knows.then_some(network)
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
    pub(crate) fn judge(&self, sum: Amount, board: &BoardSearch) -> i32 {
        let (counts, phase) = self.count(board);
        let weighed = self.weights.weigh(&counts);
        let opening = sum.opening * PARTS + weighed.opening;
        let ending = sum.ending * PARTS + weighed.ending;
        let white = (opening * phase + ending * (PHASES - phase)) / (PHASES * PARTS);
        if board.side_to_move() == Side::White { white } else { -white }
    }

    /// What is counted for White, and how much of an opening it still is, up to [`PHASES`].
    pub(crate) fn count(&self, board: &BoardSearch) -> (Counts, i32) {
        let mut counts = Counts::none();
        let mut pawns = Pawns::none(self.last_rank);
        let mut material = 0;
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let mut colours = [false; 2];
            for (place, piece) in board.pieces_of(side) {
                match piece.kind {
                    PieceType::KING => {}
                    PieceType::PAWN => pawns.add(side, place),
                    kind => {
                        material += self.squares.worth()[kind.index()];
                        if self.squares.is_bound(kind) {
                            let square = place.square();
                            colours[(square.file + square.rank) as usize % 2] = true;
                        }
                    }
                }
            }
            counts.add(PAIR, 0, sign * i32::from(colours == [true; 2]));
        }
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            pawns.count(board, side, sign, &mut counts);
        }
        let (worth, room) = (self.squares.worth(), self.squares.room());
        Counting { board, worth, room, last_rank: self.last_rank, pawns: &pawns }.count(&mut counts);
        counts.add(TEMPO, 0, if board.side_to_move() == Side::White { 1 } else { -1 });
        (counts, material.min(self.whole) * PHASES / self.whole)
    }

    /// What a piece of a known type adds for White on a place.
    pub(crate) fn of_piece(&self, place: Place, piece: Piece) -> Amount {
        self.squares.of_piece(place, piece)
    }

    /// The rank of a square as that side counts them.
    pub(crate) const fn rank_of(&self, side: Side, square: Square) -> i32 {
        squares::seen_by(side, square.rank, self.last_rank)
    }

    /// The weights it judges by.
    pub(crate) const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Whether a side has more than its King and Pawns, so that passing a turn would rarely help it.
    pub(crate) fn has_pieces(board: &BoardSearch, side: Side) -> bool {
        board.pieces_of(side).any(|(_, Piece { kind, .. })| !kind.is_king_or_pawn())
    }
}

/// Calls `found` with each type that stands on the board or may come there from that position on, some of them several times.
fn types(position: &Position, mut found: impl FnMut(PieceType)) {
    position.pieces().for_each(|(_, piece)| found(piece.kind));
    for side in Side::BOTH {
        position.pool(side).iter().for_each(|kind| found(*kind));
    }
    match position.promotion_mode() {
        PromotionMode::All => PieceType::all().for_each(found),
        PromotionMode::Initial => position.initial_types().iter().for_each(found),
        PromotionMode::Captured => {}
    }
}

/// The types that everybody knows, as far as such a game has them.
pub(crate) fn known(variant: Variant) -> impl Iterator<Item = PieceType> {
    let of_grand = |kind: &PieceType| [PieceType::CARDINAL, PieceType::MARSHAL].contains(kind);
    let all = [PieceType::PAWN].into_iter().chain(KNOWN).chain([PieceType::KING]);
    all.filter(move |kind| variant == Variant::Grand || !of_grand(kind))
}
