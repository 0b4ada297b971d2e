//! Benchmark of waiting times while four games against the computer search at full strength,
//! compared with none: moves of two people in one channel, on disk, by turns with and without.
//! Prints medians and 99th percentiles of each round and their ratio over all; asserts nothing.
//!
//!     cargo bench --bench thinking

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use adoube_bot::{Bot, BotParts, ComputerSettings, SystemClock};
use adoube_platform_web::WebPersonDirectory;
use adoube_rules::{Game, Position, Side, Variant, notation};
use adoube_store::{SledStore, Store};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use self::saying::{person, say};

#[path = "../crates/bot/benches/shared/saying.rs"]
mod saying;

/// Moves of each round.
const MOVES: usize = 1_000;
/// Rounds of each kind.
const ROUNDS: usize = 3;
/// Games that think at once.
const GAMES: usize = 4;
/// A pause between two moves, as people make one.
const PAUSE: Duration = Duration::from_millis(3);

/// Whoever says something, each time with an id of its own.
#[derive(Clone)]
struct Table {
    service: Bot,
    said: Arc<AtomicU64>,
}

impl Table {
    async fn say(&self, channel: &str, name: &str, line: &str) -> Result<(), Box<dyn Error + Send + Sync>> {
        let number = self.said.fetch_add(1, Ordering::Relaxed);
        let (event, person) = (format!("bench:{number}"), person(&format!("bench:{name}"), name));
        Ok(say(&self.service, &format!("bench:{channel}"), (&event, &person, line)).await?)
    }

    /// A round of moves, each game in a channel of its own; how long each took.
    async fn round(&self, number: usize) -> Result<Vec<Duration>, Box<dyn Error + Send + Sync>> {
        let mut rng = ChaCha20Rng::seed_from_u64(number as u64);
        let mut took = Vec::new();
        for game in 0.. {
            let channel = format!("people/{number}/{game}");
            self.say(&channel, "ada", "play chess white").await?;
            self.say(&channel, "ben", "accept").await?;
            let mut game = Game::new(Position::start(Variant::Chess));
            while game.outcome().is_none() && !game.legal_moves().is_empty() {
                if took.len() == MOVES {
                    return Ok(took);
                }
                let made = game.legal_moves()[rng.random_range(0..game.legal_moves().len())];
                let line = format!("move {}", notation::san(game.position(), &made));
                let name = if game.position().side_to_move() == Side::White { "ada" } else { "ben" };
                tokio::time::sleep(PAUSE).await;
                let began = Instant::now();
                self.say(&channel, name, &line).await?;
                took.push(began.elapsed());
                game.play(&made)?;
            }
        }
        Ok(took)
    }

    /// Games in which the computer has the first move, one after the other for ever; how many were begun.
    async fn think(&self, number: usize, begun: &AtomicU64) -> Result<(), Box<dyn Error + Send + Sync>> {
        loop {
            let game = begun.fetch_add(1, Ordering::Relaxed);
            let channel = format!("computer/{number}/{game}");
            self.say(&channel, "max", "play computer 10 chess black").await?;
            self.service.run_computer_once().await;
        }
    }
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build()?;
    runtime.block_on(async {
        let store: Arc<dyn Store> = Arc::new(SledStore::open(folder.path())?);
        let computer = ComputerSettings::default();
        let service = Bot::new(BotParts {
            vacation_days: 28,
            computer,
            locales: adoube_bot::Locales::embedded(),
            store: Arc::clone(&store),
            clock: Arc::new(SystemClock::default()),
            directory: Arc::new(WebPersonDirectory::new(Arc::clone(&store))),
            rng: Box::new(ChaCha20Rng::seed_from_u64(1)),
        })?;
        let table = Table { service, said: Arc::default() };
        println!("{MOVES} moves a round, {} thinking thread(s), {GAMES} games that think", computer.threads);
        let (mut quiet, mut thinking) = (Vec::new(), Vec::new());
        for number in 0..2 * ROUNDS {
            if number % 2 == 0 {
                let took = table.round(number).await?;
                report(&format!("round {number}, none thinking"), &took);
                quiet.extend(took);
            } else {
                let begun = Arc::new(AtomicU64::new(0));
                let games: Vec<_> = (0..GAMES)
                    .map(|_| {
                        let (table, begun) = (table.clone(), Arc::clone(&begun));
                        tokio::spawn(async move { table.think(number, &begun).await })
                    })
                    .collect();
                let took = table.round(number).await?;
                for game in games {
                    game.abort();
                    // It went on until now, or says why not.
                    if let Ok(Err(error)) = game.await {
                        return Err(error);
                    }
                }
                let name = format!("round {number}, {} games begun", begun.load(Ordering::Relaxed));
                report(&name, &took);
                thinking.extend(took);
            }
        }
        let ratio = |share| of(&thinking, share).as_secs_f64() / of(&quiet, share).as_secs_f64();
        println!("thinking beside not: median x{:.2}, p99 x{:.2}", ratio(0.5), ratio(0.99));
        Ok(())
    })
}

fn report(name: &str, took: &[Duration]) {
    println!("{name}: median {:?}, p99 {:?}", of(took, 0.5), of(took, 0.99));
}

/// What that share of them stays below.
fn of(took: &[Duration], share: f64) -> Duration {
    let mut sorted = took.to_vec();
    sorted.sort_unstable();
    let place = ((sorted.len() - 1) as f64 * share).round() as usize;
    sorted.get(place).copied().unwrap_or_default()
}
