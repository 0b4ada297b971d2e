//! Plans games of random legal moves before anything is measured, for the players of the benchmark.
//! Not here: who plays them (`people`).

use adoube_rules::{Game, Position, Side, Variant, notation};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Different games; tables begin with different ones.
const GAMES: u64 = 64;

/// One move.
#[derive(Clone, Debug)]
pub struct Planned {
    pub side: Side,
    pub san: String,
    pub from: String,
    pub to: String,
    /// Nothing has to be chosen besides.
    pub is_plain: bool,
}

/// One game, up to its end or to where it is given up.
#[derive(Clone, Debug)]
pub struct Plan {
    /// As `/play` calls it.
    pub variant: &'static str,
    pub moves: Vec<Planned>,
    /// Whether the last move ends it.
    pub is_over: bool,
}

pub fn plan() -> Vec<Plan> {
    (0..GAMES).map(one).collect()
}

fn one(seed: u64) -> Plan {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (variant, name) =
        if seed.is_multiple_of(3) { (Variant::Grand, "grand") } else { (Variant::Chess, "chess") };
    let mut game = Game::new(Position::start(variant));
    let mut moves = Vec::new();
    let length = rng.random_range(6..60);
    while moves.len() < length && game.outcome().is_none() {
        let legal = game.legal_moves().to_vec();
        let Some(made) = legal.get(rng.random_range(0..legal.len().max(1))).copied() else { break };
        let alike = legal.iter().filter(|other| (other.from, other.to) == (made.from, made.to)).count();
        moves.push(Planned {
            side: game.position().side_to_move(),
            san: notation::san(game.position(), &made),
            from: made.from.to_string(),
            to: made.to.to_string(),
            is_plain: alike == 1,
        });
        if game.play(&made).is_err() {
            break;
        }
    }
    Plan { variant: name, moves, is_over: game.outcome().is_some() }
}
