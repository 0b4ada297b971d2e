//! Tests of Texel tuning: games are reproducible, tables and samples are read as they are written,
//! and a planted weight is found.

use adoube_engine::evaluation::features::TEMPO;
use adoube_engine::evaluation::{Evaluation, weights::EvalWeights};
use adoube_engine::{Engine, piece_values::PieceValues};
use adoube_rules::Variant;

use super::feature_sample::feature_samples;
use super::fit::{fit_to, fit_weights};
use super::game_sample::GameSample;
use super::games::play_game_samples;

fn rows(variant: Variant, games: u64) -> Vec<GameSample> {
    let mut engine = Engine::new(1 << 20);
    (0..games).flat_map(|seed| play_game_samples(&mut engine, variant, 200, seed)).collect()
}

#[test]
fn the_same_game_says_the_same() {
    let said =
        |seed| format!("{:?}", play_game_samples(&mut Engine::new(1 << 20), Variant::Chess, 200, seed));
    assert_eq!(said(3), said(3));
    assert_ne!(said(3), said(4));
}

#[test]
fn what_is_found_is_written_and_read_back() {
    for variant in [Variant::Chess, Variant::Grand] {
        let fitted = fit_weights(variant, &rows(variant, 6));
        let read = EvalWeights::parse(variant, &fitted.to_string()).expect("what was written");
        assert_eq!(read.to_string(), fitted.to_string());
    }
}

#[test]
fn a_win_of_nothing_but_having_the_move_is_learnt_as_that() {
    let mut evaluation = Evaluation::of(Variant::Chess, PieceValues::built_in());
    let mut all = feature_samples(&mut evaluation, Variant::Chess, &rows(Variant::Chess, 8));
    for sample in &mut all {
        let tempo = TEMPO.first;
        sample.features.retain(|(number, _)| usize::from(*number) == tempo);
        let to_move = i32::from(sample.features.first().expect("somebody has the move").1);
        sample.squares.clear();
        sample.target = if to_move > 0 { 0.82 } else { 0.18 };
    }
    let fitted = fit_to(Variant::Chess, &evaluation, &all);
    let [before, after] = fitted.errors;
    assert!(after < before * 0.7, "{before} before, {after} after");
}

#[test]
fn what_is_kept_of_a_game_is_read_as_it_was_written() {
    let all = rows(Variant::Grand, 4);
    assert!(all.iter().any(|row| row.score != 0), "{}", all.len());
    for row in all {
        assert_eq!(row.to_string().parse(), Ok(row));
    }
    for line in ["", "8/8 w", "k7/8 w - - 0 1;12", "k7/8 w - - 0 1;much;1", "k7/8 w - - 0 1;1;2", ";1;NaN"] {
        assert!(line.parse::<GameSample>().is_err(), "{line}");
    }
}
