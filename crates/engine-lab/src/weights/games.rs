//! Samples for weights and networks: plays one self-play game after random moves, and notes its
//! quiet positions.
//!
//! Not here: the features of a position (`feature_sample`).

use adoube_engine::{Engine, SearchScore};
use adoube_rules::{Game, Position, Side, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::game_sample::GameSample;
use crate::random_setup::free_random_setup;
use crate::self_play::{SelfPlayPosition, play_game};

/// Random plies at the beginning of a game: at least, and how many numbers of them there are.
const MIN_RANDOM_PLIES: u64 = 4;
const RANDOM_PLIES_RANGE: u64 = 8;
/// On the board of Grand Chess one game in that many is played with random armies.
const RANDOM_ARMY_SHARE: u64 = 8;
/// Scores beyond this, in centipawns, say no more than that the game is won.
const MAX_SCORE: i32 = 2_000;

/// The samples of the game with that seed on the board of a variant.
pub(crate) fn play_game_samples(
    engine: &mut Engine,
    variant: Variant,
    nodes: u64,
    seed: u64,
) -> Vec<GameSample> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let Some(start) = random_opening(variant, &mut random) else { return Vec::new() };
    let mut samples = Vec::new();
    let mut see = |seen: SelfPlayPosition<'_>| {
        let SearchScore::Centipawns(score) = seen.report.score else { return };
        if seen.is_quiet && score.abs() < MAX_SCORE {
            let is_white = seen.board.side_to_move() == Side::White;
            let score = if is_white { score } else { -score };
            samples.push(GameSample { position: seen.board.position().to_string(), score, result: 0.5 });
        }
    };
    let Some(result) = play_game(engine, &start, nodes, &mut see) else { return Vec::new() };
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

/// A position after some random plies.
fn random_opening(variant: Variant, random: &mut ChaCha8Rng) -> Option<Position> {
    let start = if variant == Variant::Grand && random.next_u64().is_multiple_of(RANDOM_ARMY_SHARE) {
        free_random_setup(random).draw(random.next_u64()).ok()?
    } else {
        Position::start(variant)
    };
    let mut game = Game::new(start);
    for _ in 0..MIN_RANDOM_PLIES + random.next_u64() % RANDOM_PLIES_RANGE {
        let moves = game.position().legal_moves();
        let made = moves.get((random.next_u64() as usize).checked_rem(moves.len())?)?;
        game.play(made).ok()?;
    }
    game.outcome().is_none().then(|| game.position().clone())
}
