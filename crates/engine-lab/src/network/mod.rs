//! Training of the evaluation network (NNUE) from self-play: a data set of positions, and a trainer that fits the weights with
//! Adam. Not here: the network itself and its file format (`adoube_engine::nnue`).

mod dataset;
#[cfg(test)]
mod tests;
mod trainer;

use adoube_engine::nnue::EvalNetwork;
use adoube_rules::Variant;

use self::dataset::TrainingTarget;
use self::trainer::NetworkTrainer;
pub(crate) use self::trainer::TrainingReport;
use crate::weights::game_sample::GameSample;

/// Seed of the first weights, the shuffles and the random moves.
const SEED: u64 = 1;

/// How often the trainer goes through the positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainingSchedule<'a> {
    /// A network file to go on from; small random weights without one.
    pub(crate) initial: Option<&'a [u8]>,
    /// Epochs of pretraining on the hand-crafted evaluation of positions near those of the games.
    pub(crate) pretrain_epochs: usize,
    /// Epochs on the positions of the games after that.
    pub(crate) game_epochs: usize,
}

/// Trains a network and returns it as a file holds it; `on_report` is called after each epoch. `None` for a game without a
/// board, and if the file to go on from is no network for the game.
pub(crate) fn train_network(
    variant: Variant,
    samples: &[GameSample],
    schedule: TrainingSchedule<'_>,
    on_report: &mut dyn FnMut(TrainingReport),
) -> Option<Vec<u8>> {
    let initial = match schedule.initial {
        Some(bytes) => Some(EvalNetwork::read(variant, bytes)?),
        None => None,
    };
    let mut trainer = NetworkTrainer::new(TrainingTarget::new(variant)?, SEED, initial.as_ref());
    trainer.train(samples, schedule.pretrain_epochs, schedule.game_epochs, on_report);
    Some(trainer.quantised().to_bytes())
}
