//! Tests of the training of a network: it learns the scores of a search, and the quantised network
//! gives the scores of the trainer's weights.

use adoube_engine::Engine;
use adoube_engine::nnue::EvalNetwork;
use adoube_rules::{BoardSearch, Position, Variant};

use super::dataset::{TrainingSet, TrainingTarget};
use super::trainer::NetworkTrainer;
use crate::weights::game_sample::GameSample;
use crate::weights::games::play_game_samples;

/// What a network says of a position.
fn network_score(network: &EvalNetwork, variant: Variant, text: &str) -> i32 {
    let position = Position::parse(variant, text).expect("a position");
    let board = BoardSearch::of(&position).expect("a board");
    network.forward(&network.refresh(&board), board.side_to_move())
}

#[test]
fn scores_of_the_search_are_learnt() {
    for variant in [Variant::Chess, Variant::Grand] {
        let mut engine = Engine::new(1 << 20);
        let samples = (0..20).flat_map(|seed| play_game_samples(&mut engine, variant, 100, seed));
        let samples: Vec<GameSample> = samples.filter(|sample| !sample.position.contains('{')).collect();
        let mut trainer = NetworkTrainer::new(TrainingTarget::new(variant).expect("a board"), 1, None);
        let mut errors = Vec::new();
        trainer.train(&samples, 1, 40, &mut |report| errors.push(report.training_error));
        let (first, last) = (errors[1], errors[errors.len() - 1]);
        assert!(last < first * 0.8, "{variant:?}: {first} at first, {last} at last");

        let network = trainer.quantised();
        let target = TrainingTarget::new(variant).expect("a board");
        let mut set = TrainingSet::default();
        for sample in &samples {
            target.add_game_position(&mut set, sample);
        }
        for (number, sample) in samples.iter().enumerate().step_by(20) {
            let exact = trainer.network_score(&set, number);
            let whole = network_score(&network, variant, &sample.position) as f32;
            assert!((exact - whole).abs() <= 12.0, "{sample}: {exact} learnt, {whole} used");
        }
    }
}
