//! How far each level is from the next, by games between the two on the board of chess, on each set-up of Grand Chess, and in
//! Schachen; and the weakest, in Schachen also the best, against whoever takes what is worth most and looks no farther. Seeds are the numbers of the games, so a run
//! can be repeated. Asserts nothing.
//!
//!     cargo bench -p adoube-engine --bench levels -- [GAMES] [HIGHEST] [SET-UP] [LOWEST]

use std::{
    env,
    num::NonZero,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use adoube_engine::{Course, Engine, Level, Report, Score, schachen, values::Values};
use adoube_rules::{
    Array, Deal, Duplicates, Extra, Game, GameResult, GrandSetup, Kings, Move, Position, PromotionMode, Side,
    Symmetry, Variant,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const GAMES: u64 = 60;
/// Half-moves that nobody has thought about at the beginning, so that games differ.
const RANDOM: usize = 6;
/// A game is a draw after so many half-moves.
const LONGEST: usize = 300;
/// It is over when both sides have said so for so many half-moves, in hundredths of a pawn.
const CLEAR: (i32, usize) = (1_200, 6);
const MEMORY: usize = 8 << 20;

/// What Schachen is called.
const SCHACHEN: &str = "schachen";

const KINGS: [Kings; 2] = [Kings::Rotated, Kings::Facing];

/// How a game begins.
#[derive(Clone, Copy)]
enum Start {
    Chess,
    Grand(Array),
    Schachen,
}

/// Where games begin.
const SETUPS: [(&str, Start); 7] = [
    ("chess", Start::Chess),
    ("classic", Start::Grand(Array::Classic)),
    ("classic and random", Start::Grand(Array::ClassicRandom)),
    ("classic and chosen", Start::Grand(Array::ClassicChosen)),
    ("random", Start::Grand(Array::FreeRandom)),
    ("chosen", Start::Grand(Array::FreeChosen)),
    (SCHACHEN, Start::Schachen),
];

/// Whoever plays.
#[derive(Clone, Copy)]
enum Player {
    Level(Level),
    /// Takes what is worth most, or moves anything.
    Greedy,
}

fn main() {
    let number = |place: usize| {
        env::args().filter(|word| word != "--bench").nth(place).and_then(|word| word.parse().ok())
    };
    let games: u64 = number(1).unwrap_or(GAMES);
    let highest: u8 = number(2).map_or(Level::BEST.number(), |highest: u64| highest as u8);
    println!(
        "points of the second, and by how many Elo it is better (one standard error); {games} games each"
    );
    let only = env::args().filter(|word| word != "--bench").nth(3).unwrap_or_default();
    let lowest: u8 = number(4).map_or(1, |lowest: u64| lowest as u8);
    for (name, start) in SETUPS.into_iter().filter(|(name, _)| only.is_empty() || *name == only) {
        let against_greedy = if name == SCHACHEN { vec![1, highest] } else { vec![1] };
        for level in against_greedy.into_iter().filter(|_| lowest == 1).filter_map(Level::new) {
            let pair = format!("greedy, {level}");
            told(name, &pair, games, |seed| play(start, seed, [Player::Greedy, Player::Level(level)]));
        }
        for level in lowest..highest {
            let (Some(weaker), Some(stronger)) = (Level::new(level), Level::new(level + 1)) else { continue };
            let pair = format!("{weaker}, {stronger}");
            told(name, &pair, games, |seed| {
                play(start, seed, [Player::Level(weaker), Player::Level(stronger)])
            });
        }
    }
}

fn told(setup: &str, pair: &str, games: u64, play: impl Fn(u64) -> f64 + Sync) {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicU64::new(0);
    let points: Vec<f64> = thread::scope(|scope| {
        let work = || {
            let mut points = Vec::new();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= games {
                    return points;
                }
                points.push(play(seed));
            }
        };
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a game is played")).collect()
    });
    let mean = points.iter().sum::<f64>() / games as f64;
    let variance = points.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / games as f64;
    let error = (variance / games as f64).sqrt();
    let elo = |mean: f64| {
        let mean = mean.clamp(0.5 / games as f64, 1.0 - 0.5 / games as f64);
        400.0 * (mean / (1.0 - mean)).log10()
    };
    let spread = (elo(mean + error) - elo(mean - error)) / 2.0;
    println!("{setup:20} {pair:10} {:5.1} %  {:+5.0} ± {spread:.0}", 100.0 * mean, elo(mean));
}

/// The second player's points.
fn play(start: Start, seed: u64, players: [Player; 2]) -> f64 {
    let mut random = ChaCha8Rng::seed_from_u64(seed / 2);
    let start = begin(start, &mut random);
    let mut course = Course::new(&start);
    let mut game = Game::new(start);
    for _ in 0..RANDOM {
        let Some(made) = any(&game, &mut random) else { break };
        go_on(&mut game, course.as_mut(), &made);
    }
    // Each start is played with both colours.
    let second = Side::BOTH[(seed % 2) as usize];
    let mut engines = [(); 2].map(|()| Engine::new(MEMORY));
    let values = Values::known();
    let mut clear = 0;
    for half_move in 0..LONGEST {
        if game.outcome().is_some() || !game.claims().is_empty() || clear >= CLEAR.1 {
            break;
        }
        let side = game.position().side_to_move();
        let number = usize::from(side == second);
        let (made, score) = match (players[number], &course) {
            (Player::Greedy, _) => (greedy(&game, &values, &mut random), 0),
            (Player::Level(level), Some(course)) => think(&mut engines[number], course, level, seed),
            (Player::Level(level), None) => think_from_view(&game, level, seed + half_move as u64),
        };
        let Some(made) = made else { break };
        let white = if side == Side::White { score } else { -score };
        let lead = values.lead(game.position());
        clear =
            if white.abs().min(lead.abs()) >= CLEAR.0 && (white > 0) == (lead > 0) { clear + 1 } else { 0 };
        go_on(&mut game, course.as_mut(), &made);
    }
    let winner = match game.outcome().map(|outcome| outcome.result) {
        Some(GameResult::WhiteWins) => Some(Side::White),
        Some(GameResult::BlackWins) => Some(Side::Black),
        None if clear >= CLEAR.1 => {
            Some(if values.lead(game.position()) > 0 { Side::White } else { Side::Black })
        }
        _ => None,
    };
    winner.map_or(0.5, |winner| if winner == second { 1.0 } else { 0.0 })
}

fn begin(start: Start, random: &mut ChaCha8Rng) -> Position {
    let array = match start {
        Start::Chess => return Position::start(Variant::Chess),
        Start::Schachen => {
            let deal = Deal::from_seed(random.next_u64());
            return Position::start_schachen(&deal, KINGS[random.next_u64() as usize % KINGS.len()]);
        }
        Start::Grand(array) => array,
    };
    if array == Array::Classic {
        return Position::start(Variant::Grand);
    }
    let mut setup = GrandSetup {
        array,
        extra: Extra::Random(array.most_extra()),
        duplicates: Duplicates::Forbidden,
        symmetry: Symmetry::Mirrored,
        promotion: PromotionMode::Captured,
        lock: 0,
    };
    if matches!(array, Array::ClassicChosen | Array::FreeChosen) {
        // People choose strong pieces.
        let values = Values::known();
        let mut open = setup.open_types();
        open.sort_by_cached_key(|kind| -values.of(Variant::Grand, *kind) + (random.next_u64() % 400) as i32);
        open.truncate(array.most_extra());
        setup.extra = Extra::Chosen(open);
    }
    loop {
        if let Ok(position) = setup.draw(random.next_u64()) {
            return position;
        }
    }
}

fn think(engine: &mut Engine, course: &Course, level: Level, seed: u64) -> (Option<Move>, i32) {
    engine.forget();
    told_by(engine.search(course, level.limits(course.seed() ^ seed), &mut || true, &mut |_| {}))
}

fn think_from_view(game: &Game, level: Level, seed: u64) -> (Option<Move>, i32) {
    told_by(game.seen().and_then(|seen| schachen::look(&seen, level.limits_of_schachen(seed), &mut || true)))
}

fn told_by(report: Option<Report>) -> (Option<Move>, i32) {
    let Some(report) = report else { return (None, 0) };
    let score = match report.score {
        Score::Pawns(score) => score,
        Score::Mate(moves) => {
            if moves > 0 {
                10_000
            } else {
                -10_000
            }
        }
    };
    (report.line.first().copied(), score)
}

fn greedy(game: &Game, values: &Values, random: &mut ChaCha8Rng) -> Option<Move> {
    let position = game.position();
    let side = position.side_to_move();
    let worth = |made: &Move| -> i32 {
        let won = position
            .effects(made)
            .captured(side)
            .map(|(_, piece)| values.of(position.variant(), piece.kind))
            .sum::<i32>();
        won + made.choice.map_or(0, |kind| values.of(position.variant(), kind))
    };
    let most = game.legal_moves().iter().map(worth).max()?;
    let best: Vec<&Move> = game.legal_moves().iter().filter(|made| worth(made) == most).collect();
    Some(*best[random.next_u64() as usize % best.len()])
}

fn any(game: &Game, random: &mut ChaCha8Rng) -> Option<Move> {
    let legal = game.legal_moves();
    (!legal.is_empty()).then(|| legal[random.next_u64() as usize % legal.len()])
}

fn go_on(game: &mut Game, course: Option<&mut Course>, made: &Move) {
    assert!(game.play(made).is_ok() && course.is_none_or(|course| course.play(made)), "a legal move");
}
