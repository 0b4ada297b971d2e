//! Weights of what is counted in positions, and squares of the pieces that everybody knows, found from games of the engine
//! against itself (`play`), whose positions are kept (`row`): those that say best what looking ahead has found and how the game ended (`fit`). Not here: what
//! types are worth on the whole (`values`), and how weights are used (`evaluation`).

mod fit;
mod game_sample;
mod games;
mod sample;
#[cfg(test)]
mod tests;

use adoube_rules::Variant;

pub use self::fit::{WeightFit, fit};
pub use self::game_sample::{GameSample, GameSampleError};
pub use self::games::play_samples;
pub use crate::nnue::trainer::TrainingReport;
use crate::nnue::{EvalNetwork, dataset::TrainingTarget, trainer::NetworkTrainer};

/// When a network learns what from positions of games.
#[derive(Clone, Copy, Debug)]
pub struct TrainingSchedule<'a> {
    /// A network as it is kept in a file, to go on from; from nothing if there is none.
    pub initial: Option<&'a [u8]>,
    /// Times that it goes through positions near those of the games, to learn what is counted there by hand.
    pub pretrain_epochs: usize,
    /// Times that it then goes through those of the games, to learn what they say.
    pub game_epochs: usize,
}

/// Learns a network; `tell` hears after each time of going through all. The network as it is kept in a file; none for a game
/// without a board, and if what is to be gone on from is no network for the game.
pub fn train_network(
    variant: Variant,
    rows: &[GameSample],
    schedule: TrainingSchedule<'_>,
    tell: &mut dyn FnMut(TrainingReport),
) -> Option<Vec<u8>> {
    let known = match schedule.initial {
        Some(bytes) => Some(EvalNetwork::read(variant, bytes)?),
        None => None,
    };
    let mut learning = NetworkTrainer::new(TrainingTarget::new(variant)?, 1, known.as_ref());
    learning.train(rows, schedule.pretrain_epochs, schedule.game_epochs, tell);
    Some(learning.quantised().to_bytes())
}
