//! A game of the engine against itself, and what is counted in its positions.

use adoube_rules::{
    Array, BoardSearch, Duplicates, Extra, Game, GrandSetup, Position, PromotionMode, Side, Symmetry, Variant,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::known;
use crate::evaluation::{
    Amount, Evaluation,
    features::Counts,
    weights::{half_square, half_squares},
};
use crate::{Engine, Score, selfplay};

/// Half-moves at the beginning that nobody has thought about, at least, and up to so many more.
const RANDOM: (u64, u64) = (4, 8);
/// On the large board one game of so many is played with an army that is drawn.
const DRAWN: u64 = 4;
/// Scores beyond this say no more than that it is won.
const WON: i32 = 1_000;

/// A quiet position of a game.
#[derive(Clone, Debug)]
pub struct Sample {
    pub(super) counts: Counts,
    /// How much of an opening it was, up to 1.
    pub(super) phase: f32,
    /// Pieces whose squares are found: the number of type and square, and 1 for White's, -1 for Black's.
    pub(super) squares: Vec<(u16, i8)>,
    /// What the other pieces add.
    pub(super) rest: Amount,
    /// What looking ahead has found for White, in hundredths of a pawn.
    pub(super) score: i32,
    /// White's points.
    pub(super) points: f32,
}

/// The samples of one game, which the seed determines.
pub fn play(engine: &mut Engine, variant: Variant, nodes: u64, seed: u64) -> Vec<Sample> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let Some(start) = begin(variant, &mut random) else { return Vec::new() };
    let mut evaluation = Evaluation::of(variant, engine.values().clone());
    evaluation.prepare(&start);
    let mut samples = Vec::new();
    let mut see = |seen: selfplay::Seen<'_>| {
        let Score::Pawns(score) = seen.report.score else { return };
        if seen.is_quiet && score.abs() < WON {
            let is_white = seen.position.side_to_move() == Side::White;
            let score = if is_white { score } else { -score };
            samples.extend(
                BoardSearch::of(seen.position).map(|board| sample(&evaluation, variant, &board, score)),
            );
        }
    };
    let Some(points) = selfplay::play(engine, start, nodes, &mut see) else { return Vec::new() };
    for sample in &mut samples {
        sample.points = points;
    }
    samples
}

/// A position after some moves that nobody has thought about.
fn begin(variant: Variant, random: &mut ChaCha8Rng) -> Option<Position> {
    let start = if variant == Variant::Grand && random.next_u64().is_multiple_of(DRAWN) {
        let setup = GrandSetup {
            array: Array::FreeRandom,
            extra: Extra::Random(8 + random.next_u64() as usize % 12),
            duplicates: Duplicates::Allowed,
            symmetry: Symmetry::Mirrored,
            promotion: PromotionMode::Captured,
            lock: 0,
        };
        setup.draw(random.next_u64()).ok()?
    } else {
        Position::start(variant)
    };
    let mut game = Game::new(start);
    for _ in 0..RANDOM.0 + random.next_u64() % RANDOM.1 {
        let moves = game.position().legal_moves();
        let made = moves.get((random.next_u64() as usize).checked_rem(moves.len())?)?;
        game.play(made).ok()?;
    }
    game.outcome().is_none().then(|| game.position().clone())
}

fn sample(evaluation: &Evaluation, variant: Variant, board: &BoardSearch, score: i32) -> Sample {
    let (counts, phase) = evaluation.count(board);
    let (mut squares, mut rest) = (Vec::new(), Amount::default());
    for (place, piece) in board.pieces() {
        let Some(number) = known(variant).position(|kind| kind == piece.kind) else {
            rest += evaluation.of_piece(place, piece);
            continue;
        };
        let (square, sign) = (place.square(), if piece.side == Side::White { 1 } else { -1 });
        let rank = evaluation.rank_of(piece.side, square);
        let on = number * half_squares(variant) + half_square(variant, square.file, rank);
        squares.push((on as u16, sign));
    }
    let phase = phase as f32 / crate::evaluation::PHASES as f32;
    Sample { counts, phase, squares, rest, score, points: 0.5 }
}
