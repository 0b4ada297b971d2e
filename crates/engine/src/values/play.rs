//! A game of the engine against itself, and what it says about the worth of the pieces.

use adoube_rules::{PieceType, Position, Side, Variant};

use super::{armies, balance};
use crate::{Engine, selfplay};

/// Positions of a game that are looked at, from the first half-move on that counts.
const SAMPLES: usize = 10;
const FIRST: usize = 4;

/// Which pieces more one side had in a quiet position, and how the game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// By type: White's number less Black's.
    pub(super) more: Vec<(PieceType, i8)>,
    /// 1 if White had the move, -1 if Black.
    pub(super) turn: i8,
    /// White's points.
    pub(super) points: f32,
}

/// The samples of one game on that board, which the seed determines.
pub fn play(engine: &mut Engine, variant: Variant, nodes: u64, seed: u64) -> Vec<Sample> {
    let Some(start) = armies::draw(variant, engine.values(), seed) else { return Vec::new() };
    let mut samples = Vec::new();
    let mut see =
        |seen: selfplay::Seen<'_>| samples.push(seen.is_quiet.then(|| sample(&seen.board.position())));
    let Some(points) = selfplay::play(engine, &start, nodes, &mut see) else { return Vec::new() };
    let quiet: Vec<Sample> = samples.into_iter().skip(FIRST).flatten().collect();
    let each = quiet.len().div_ceil(SAMPLES).max(1);
    quiet.into_iter().step_by(each).map(|sample| Sample { points, ..sample }).collect()
}

fn sample(position: &Position) -> Sample {
    let turn = if position.side_to_move() == Side::White { 1 } else { -1 };
    Sample { more: balance(position).collect(), turn, points: 0.5 }
}
