//! What is counted in a position of a game, as weights are fitted to it.

use adoube_rules::{BoardSearch, Position, Side, Variant};

use super::Row;
use crate::evaluation::{
    Amount, Evaluation, PHASES, known,
    weights::{half_square, half_squares},
};

/// A position of a game and what it says.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// What is counted, by number, where that is not nothing.
    pub(super) counts: Vec<(u16, i16)>,
    /// How much of an opening it was, up to 1.
    pub(super) phase: f32,
    /// Pieces whose squares are found: the number of type and square, and 1 for White's, -1 for Black's.
    pub(super) squares: Vec<(u16, i8)>,
    /// What the other pieces add.
    pub(super) rest: Amount,
    /// White's points that can be expected.
    pub(super) expected: f32,
}

/// What is counted in those positions; those that cannot be read are left out.
pub(super) fn samples(evaluation: &mut Evaluation, variant: Variant, rows: &[Row]) -> Vec<Sample> {
    rows.iter()
        .filter_map(|row| {
            let position = Position::parse(variant, &row.position).ok()?;
            evaluation.prepare(&position);
            Some(sample(evaluation, variant, &BoardSearch::of(&position)?, row))
        })
        .collect()
}

fn sample(evaluation: &Evaluation, variant: Variant, board: &BoardSearch, row: &Row) -> Sample {
    let (counts, phase) = evaluation.count(board);
    let (mut squares, mut rest) = (Vec::new(), Amount::default());
    for (place, piece) in board.pieces() {
        let Some(number) = known(variant).position(|kind| kind == piece.kind) else {
            rest += evaluation.of_piece(place, piece);
            continue;
        };
        let (square, sign) = (place.square(), if piece.side == Side::White { 1 } else { -1 });
        let rank = evaluation.rank_of(piece.side, square);
        let on = number * half_squares(variant) + half_square(variant, square.file, rank);
        squares.push((on as u16, sign));
    }
    let counts = counts.0.into_iter().enumerate().filter(|(_, count)| *count != 0);
    let counts = counts.map(|(number, count)| (number as u16, count)).collect();
    let phase = phase as f32 / PHASES as f32;
    Sample { counts, phase, squares, rest, expected: row.expected() }
}
