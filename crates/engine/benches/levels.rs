//! Measures the Elo differences of strength levels by games: in chess, in Chess960, on each set-up
//! of Grand Chess, and in Schachen.
//!
//! Step 0 is level 1 against a player who takes what is worth most and looks no farther; step n is
//! level n + 1 against level n. Each start is played twice, with colours exchanged. Nodes and seeds
//! are fixed, so that every run gives the same points, with any number of threads; the time of the
//! stronger player's turns is reported beside. Asserts nothing.
//!
//!     cargo bench -p adoube-engine --bench levels -- [of=NAME,NAME...] [steps=0-9] [games=60] [first=0] [threads=2]

use std::{
    env,
    ops::RangeInclusive,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use adoube_engine::{
    Engine, GameLine, SearchReport, SearchScore, StrengthLevel, piece_values::PieceValues, schachen,
};
use adoube_rules::{
    ArrayKind, ArraySymmetry, CardDeal, DuplicateRule, ExtraPieces, Game, GameResult, GrandSetup,
    KingPlacement, Move, Position, PromotionMode, Side, Variant,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const GAMES: u64 = 60;
const THREADS: usize = 2;
/// The last step.
const LAST: u8 = StrengthLevel::BEST.number() - 1;
/// Random plies at the beginning, so that games differ. In Schachen the deal sees to that, and so
/// many would decide half the games.
const RANDOM: usize = 6;
/// Plies after which a game is adjudicated as a draw.
const LONGEST: usize = 300;
/// It is over when both sides have said so for so many half-moves, in hundredths of a pawn.
const CLEAR: (i32, usize) = (1_200, 6);
const MEMORY: usize = 8 << 20;

/// Arrays of Chess960.
const ARRAYS: u64 = 960;
const KINGS: [KingPlacement; 2] = [KingPlacement::Rotated, KingPlacement::Facing];

/// How a game begins.
#[derive(Clone, Copy)]
enum Start {
    Chess,
    Chess960,
    Grand(ArrayKind),
    Schachen,
}

/// Where games begin.
const SETUPS: [(&str, Start); 8] = [
    ("chess", Start::Chess),
    ("chess960", Start::Chess960),
    ("classic", Start::Grand(ArrayKind::Classic)),
    ("classic and random", Start::Grand(ArrayKind::ClassicRandom)),
    ("classic and chosen", Start::Grand(ArrayKind::ClassicChosen)),
    ("random", Start::Grand(ArrayKind::FreeRandom)),
    ("chosen", Start::Grand(ArrayKind::FreeChosen)),
    ("schachen", Start::Schachen),
];

/// A player of a match.
#[derive(Clone, Copy)]
enum Player {
    Level(StrengthLevel),
    /// Takes what is worth most, or moves at random.
    Greedy,
}

/// The matches of a run.
struct Order {
    /// Set-ups; all if empty.
    names: Vec<String>,
    steps: RangeInclusive<u8>,
    games: u64,
    /// The number of the first game.
    first: u64,
    threads: usize,
}

impl Order {
    /// Reads the arguments of the command.
    fn read() -> Result<Self, String> {
        let mut order = Self { names: Vec::new(), steps: 0..=LAST, games: GAMES, first: 0, threads: THREADS };
        for word in env::args().skip(1).filter(|word| word != "--bench") {
            let (key, value) = word.split_once('=').unwrap_or((&word, ""));
            let is_read = match key {
                "of" => {
                    order.names = value.split(',').map(str::to_owned).collect();
                    order.names.iter().all(|name| SETUPS.iter().any(|(known, _)| known == name))
                }
                "steps" => steps(value).map(|steps| order.steps = steps).is_some(),
                "games" => value.parse().map(|games: u64| order.games = games.max(2)).is_ok(),
                "first" => value.parse().map(|first| order.first = first).is_ok(),
                "threads" => value.parse().map(|threads: usize| order.threads = threads.max(1)).is_ok(),
                _ => false,
            };
            if !is_read {
                let names = SETUPS.map(|(name, _)| name).join(", ");
                return Err(format!(
                    "{word}? of=, steps=0-{LAST}, games=, first=, threads=; names are {names}"
                ));
            }
        }
        Ok(order)
    }

    fn asks_for(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|known| known == name)
    }
}

/// One step, or from one to another.
fn steps(value: &str) -> Option<RangeInclusive<u8>> {
    let (from, to) = value.split_once('-').unwrap_or((value, value));
    let (from, to): (u8, u8) = (from.parse().ok()?, to.parse().ok()?);
    (from <= to && to <= LAST).then_some(from..=to)
}

fn main() {
    let order = match Order::read() {
        Ok(order) => order,
        Err(why) => return eprintln!("{why}"),
    };
    println!("points of the stronger one, by how many Elo it is better (one standard error), and its turns");
    for (name, start) in SETUPS.into_iter().filter(|(name, _)| order.asks_for(name)) {
        for step in order.steps.clone() {
            let stronger = StrengthLevel::new(step + 1).map(Player::Level);
            let weaker = StrengthLevel::new(step).map_or(Player::Greedy, Player::Level);
            let Some(stronger) = stronger else { continue };
            let played = play_all(&order, |seed| play(start, seed, [weaker, stronger]));
            told(name, step, &played);
        }
    }
}

/// A game from the second player's point of view.
struct Played {
    points: f64,
    turns: u32,
    thought: Duration,
    longest: Duration,
}

/// Plays the games on several threads.
fn play_all(order: &Order, play: impl Fn(u64) -> Played + Sync) -> Vec<Played> {
    let next = AtomicU64::new(order.first);
    thread::scope(|scope| {
        let work = || {
            let seeds = || {
                Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < order.first + order.games)
            };
            std::iter::from_fn(seeds).map(&play).collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..order.threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a game is played")).collect()
    })
}

fn told(setup: &str, step: u8, played: &[Played]) {
    let games = played.len() as f64;
    let mean = played.iter().map(|game| game.points).sum::<f64>() / games;
    let variance = played.iter().map(|game| (game.points - mean).powi(2)).sum::<f64>() / games;
    let error = (variance / games).sqrt();
    let elo = |mean: f64| {
        let mean = mean.clamp(0.5 / games, 1.0 - 0.5 / games);
        400.0 * (mean / (1.0 - mean)).log10()
    };
    let spread = (elo(mean + error) - elo(mean - error)) / 2.0;
    let turns = played.iter().map(|game| game.turns).sum::<u32>().max(1);
    let turn = played.iter().map(|game| game.thought).sum::<Duration>() / turns;
    let longest = played.iter().map(|game| game.longest).max().unwrap_or_default();
    let (stronger, weaker) = (step + 1, if step == 0 { "one ply".to_owned() } else { step.to_string() });
    println!(
        "{setup:18} {stronger:2} against {weaker:7} {:5.1} %  {:+5.0} ± {spread:3.0}  {games} games  {:4} ms, {} at most",
        100.0 * mean,
        elo(mean),
        turn.as_millis(),
        longest.as_millis()
    );
}

/// Plays a game, and measures the second player's turns.
fn play(start: Start, seed: u64, players: [Player; 2]) -> Played {
    let mut random = ChaCha8Rng::seed_from_u64(seed / 2);
    let random_moves = if matches!(start, Start::Schachen) { 0 } else { RANDOM };
    let start = begin(start, &mut random);
    let mut course = GameLine::new(&start);
    let mut game = Game::new(start);
    for _ in 0..random_moves {
        let Some(made) = any(&game, &mut random) else { break };
        go_on(&mut game, course.as_mut(), &made);
    }
    // Each start is played with both colours.
    let second = Side::BOTH[(seed % 2) as usize];
    let mut engines = [(); 2].map(|()| Engine::new(MEMORY));
    let values = PieceValues::built_in();
    let (mut clear, mut turns) = (0, Vec::new());
    for half_move in 0..LONGEST {
        if game.outcome().is_some() || !game.draw_claims().is_empty() || clear >= CLEAR.1 {
            break;
        }
        let side = game.position().side_to_move();
        let number = usize::from(side == second);
        let began = Instant::now();
        let (made, score) = match (players[number], &course) {
            (Player::Greedy, _) => (greedy(&game, &values, &mut random), 0),
            (Player::Level(level), Some(course)) => think(&mut engines[number], course, level, seed),
            (Player::Level(level), None) => think_from_view(&game, level, seed + half_move as u64),
        };
        let Some(made) = made else { break };
        if number == 1 {
            turns.push(began.elapsed());
        }
        let white = if side == Side::White { score } else { -score };
        let lead = values.material_balance(game.position());
        clear =
            if white.abs().min(lead.abs()) >= CLEAR.0 && (white > 0) == (lead > 0) { clear + 1 } else { 0 };
        go_on(&mut game, course.as_mut(), &made);
    }
    let winner = match game.outcome().map(|outcome| outcome.result) {
        Some(GameResult::WhiteWins) => Some(Side::White),
        Some(GameResult::BlackWins) => Some(Side::Black),
        None if clear >= CLEAR.1 => {
            Some(if values.material_balance(game.position()) > 0 { Side::White } else { Side::Black })
        }
        _ => None,
    };
    Played {
        points: winner.map_or(0.5, |winner| if winner == second { 1.0 } else { 0.0 }),
        turns: turns.len() as u32,
        thought: turns.iter().sum(),
        longest: turns.into_iter().max().unwrap_or_default(),
    }
}

fn begin(start: Start, random: &mut ChaCha8Rng) -> Position {
    let array = match start {
        Start::Chess960 => {
            let number = (random.next_u64() % ARRAYS) as u16;
            return Position::start_960(number).expect("an array with that number");
        }
        Start::Chess => return Position::start(Variant::Chess),
        Start::Schachen => {
            let deal = CardDeal::from_seed(random.next_u64());
            return Position::start_schachen(&deal, KINGS[random.next_u64() as usize % KINGS.len()]);
        }
        Start::Grand(array) => array,
    };
    if array == ArrayKind::Classic {
        return Position::start(Variant::Grand);
    }
    let mut setup = GrandSetup {
        array,
        extra: ExtraPieces::Random(array.most_extra()),
        duplicates: DuplicateRule::Forbidden,
        symmetry: ArraySymmetry::Mirrored,
        promotion: PromotionMode::Captured,
        lock: 0,
    };
    if matches!(array, ArrayKind::ClassicChosen | ArrayKind::FreeChosen) {
        // People choose strong pieces.
        let values = PieceValues::built_in();
        let mut open = setup.open_types();
        open.sort_by_cached_key(|kind| -values.of(Variant::Grand, *kind) + (random.next_u64() % 400) as i32);
        open.truncate(array.most_extra());
        setup.extra = ExtraPieces::Chosen(open);
    }
    loop {
        if let Ok(position) = setup.draw(random.next_u64()) {
            return position;
        }
    }
}

fn think(engine: &mut Engine, course: &GameLine, level: StrengthLevel, seed: u64) -> (Option<Move>, i32) {
    engine.clear();
    told_by(engine.search(course, level.board_limits(course.seed() ^ seed), &mut || true, &mut |_| {}))
}

fn think_from_view(game: &Game, level: StrengthLevel, seed: u64) -> (Option<Move>, i32) {
    told_by(
        game.information_set()
            .and_then(|seen| schachen::search(&seen, level.grid_limits(seed), &mut || true)),
    )
}

fn told_by(report: Option<SearchReport>) -> (Option<Move>, i32) {
    let Some(report) = report else { return (None, 0) };
    let score = match report.score {
        SearchScore::Centipawns(score) => score,
        SearchScore::Mate(moves) => {
            if moves > 0 {
                10_000
            } else {
                -10_000
            }
        }
    };
    (report.pv.first().copied(), score)
}

fn greedy(game: &Game, values: &PieceValues, random: &mut ChaCha8Rng) -> Option<Move> {
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

fn go_on(game: &mut Game, course: Option<&mut GameLine>, made: &Move) {
    assert!(game.play(made).is_ok() && course.is_none_or(|course| course.play(made)), "a legal move");
}
