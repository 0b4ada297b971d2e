//! Samples to fit piece values to: plays one self-play game, and notes the material imbalance and
//! the result for its quiet positions.

use adoube_engine::{Engine, piece_values::material_imbalance};
use adoube_rules::{PieceType, Position, Side, Variant};

use super::armies;
use crate::self_play::{SelfPlayPosition, play_game};

/// Greatest number of samples of a game, and the first ply that counts.
const MAX_SAMPLES: usize = 10;
const FIRST_PLY: usize = 4;

/// Material imbalance of a quiet position, and how its game ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ImbalanceSample {
    /// By type: White's number less Black's.
    pub(super) imbalance: Vec<(PieceType, i8)>,
    /// 1 if White is to move, -1 if Black.
    pub(super) side_to_move: i8,
    /// White's points.
    pub(super) result: f32,
}

/// The samples of the game with that seed on the board of a variant.
pub(crate) fn play_imbalance_samples(
    engine: &mut Engine,
    variant: Variant,
    nodes: u64,
    seed: u64,
) -> Vec<ImbalanceSample> {
    let Some(start) = armies::draw_start(variant, engine.values(), seed) else { return Vec::new() };
    let mut samples = Vec::new();
    let mut see = |seen: SelfPlayPosition<'_>| {
        samples.push(seen.is_quiet.then(|| imbalance_sample(&seen.board.position())));
    };
    let Some(result) = play_game(engine, &start, nodes, &mut see) else { return Vec::new() };
    let quiet: Vec<ImbalanceSample> = samples.into_iter().skip(FIRST_PLY).flatten().collect();
    let each = quiet.len().div_ceil(MAX_SAMPLES).max(1);
    quiet.into_iter().step_by(each).map(|sample| ImbalanceSample { result, ..sample }).collect()
}

fn imbalance_sample(position: &Position) -> ImbalanceSample {
    let side_to_move = if position.side_to_move() == Side::White { 1 } else { -1 };
    ImbalanceSample { imbalance: material_imbalance(position).collect(), side_to_move, result: 0.5 }
}
