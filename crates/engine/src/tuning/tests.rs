//! Finding weights: what is found says more than what was known, and the table is read back as it was written.

use adoube_rules::Variant;

use super::{Sample, fit, play};
use crate::Engine;
use crate::evaluation::weights::Weights;

fn samples(variant: Variant, games: u64) -> Vec<Sample> {
    let mut engine = Engine::new(1 << 20);
    (0..games).flat_map(|seed| play(&mut engine, variant, 200, seed)).collect()
}

#[test]
fn the_same_game_says_the_same() {
    let said = |seed| format!("{:?}", play(&mut Engine::new(1 << 20), Variant::Chess, 200, seed));
    assert_eq!(said(3), said(3));
    assert_ne!(said(3), said(4));
}

#[test]
fn what_is_found_is_written_and_read_back() {
    for variant in [Variant::Chess, Variant::Grand] {
        let fitted = fit(variant, &samples(variant, 6));
        let read = Weights::parse(variant, &fitted.to_string()).expect("what was written");
        assert_eq!(read.to_string(), fitted.to_string());
    }
}

#[test]
fn a_win_of_nothing_but_having_the_move_is_learnt_as_that() {
    let mut all = samples(Variant::Chess, 8);
    for sample in &mut all {
        let tempo = crate::evaluation::features::TEMPO.first;
        let to_move = sample.counts.0[tempo];
        sample.counts.0.fill(0);
        sample.counts.0[tempo] = to_move;
        sample.squares.clear();
        (sample.score, sample.points) = (200 * to_move, if to_move > 0 { 1.0 } else { 0.0 });
    }
    let fitted = fit(Variant::Chess, &all);
    let [before, after] = fitted.errors;
    assert!(after < before * 0.7, "{before} before, {after} after");
}
