//! Tests of piece values: armies are about equal, games are reproducible, and values behind made-up
//! results are found.

use adoube_engine::{Engine, piece_values::PieceValues};
use adoube_rules::{PieceType, Side, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::armies;
use super::fit::fit_values;
use super::games::{ImbalanceSample, play_imbalance_samples};

#[test]
fn both_sides_begin_with_about_the_same_worth_and_not_the_same_pieces() {
    for variant in [Variant::Grand, Variant::Chess] {
        let values = PieceValues::built_in();
        let mut others = 0;
        for seed in 0..20 {
            let position = armies::draw_start(variant, &values, seed).expect("a position");
            assert_eq!(Some(&position), armies::draw_start(variant, &values, seed).as_ref(), "seed {seed}");
            let of = |side| {
                let mut kinds: Vec<PieceType> = position
                    .pieces()
                    .filter(|(_, piece)| piece.side == side)
                    .map(|(_, piece)| piece.kind)
                    .collect();
                kinds.sort_unstable();
                kinds
            };
            let worth = |side| of(side).iter().map(|kind| values.of(variant, *kind)).sum::<i32>();
            others += i32::from(of(Side::White) != of(Side::Black));
            let (white, black) = (worth(Side::White), worth(Side::Black));
            assert!((white - black).abs() * 10 <= white, "{variant:?}, seed {seed}: {white}, {black}");
        }
        assert!(others >= 15, "{variant:?}: {others}");
    }
}

#[test]
fn a_game_says_the_same_each_time() {
    let mut engine = Engine::new(1 << 20);
    for variant in [Variant::Grand, Variant::Chess] {
        let first = play_imbalance_samples(&mut engine, variant, 60, 3);
        assert!(!first.is_empty() && first.len() <= 10, "{variant:?}: {}", first.len());
        assert_eq!(first, play_imbalance_samples(&mut engine, variant, 60, 3), "{variant:?}");
    }
}

/// Made-up games end as often as a score of 400 wins ten of eleven; a Knight is worth 500 in them
/// and a Bishop 200.
#[test]
fn what_decides_made_up_games_is_found() {
    let truth = |kind| match kind {
        PieceType::KNIGHT => 500.0,
        PieceType::BISHOP => 200.0,
        PieceType::PAWN => 100.0,
        _ => 0.0,
    };
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let games: Vec<Vec<ImbalanceSample>> = (0..4_000)
        .map(|_| {
            let kinds = [PieceType::KNIGHT, PieceType::BISHOP, PieceType::PAWN];
            let more: Vec<(PieceType, i8)> =
                kinds.into_iter().map(|kind| (kind, (random.next_u64() % 5) as i8 - 2)).collect();
            let lead: f64 = more.iter().map(|(kind, more)| truth(*kind) * f64::from(*more)).sum();
            let chance = 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
            let points = if (random.next_u64() % 10_000) as f64 / 10_000.0 < chance { 1.0 } else { 0.0 };
            vec![ImbalanceSample { imbalance: more, side_to_move: 1, result: points }]
        })
        .collect();
    let found = fit_values(Variant::Chess, &games);
    for (kind, worth) in [(PieceType::KNIGHT, 500), (PieceType::BISHOP, 200)] {
        let value = found.measured(Variant::Chess, kind).expect("it was seen");
        assert!(
            value.standard_error > 0 && (value.centipawns - worth).abs() <= 4 * value.standard_error,
            "{}: {value:?}",
            kind.key()
        );
    }
    assert_eq!(found.measured(Variant::Chess, PieceType::ROOK), None);
}
