//! Benchmark of whole moves with 1, 2 and 4 programs over one PostgreSQL, in turns with pgbench,
//! which runs as many statements of the same kinds for each move and nothing else (the floor). A
//! whole move is decided, acknowledged, delivered, and noted as delivered. Players of a game are at
//! different programs, where there are several, and all play at full speed. Then the statements,
//! rows, bytes and log of one move. The server syncs as in production.
//!
//!     cargo bench --bench several -- [SECONDS]
//!
//! `TMPDIR` chooses the disk. Programs, players, pgbench and the server share the machine's cores, so more programs than
//! cores show what several cost, not what they bring. Asserts nothing.

mod database;
mod floor;
mod people;
#[path = "../../tests/failover/program.rs"]
#[allow(dead_code, reason = "nobody is killed here")]
mod program;

use std::{
    env,
    error::Error,
    sync::Arc,
    thread::{self, sleep},
    time::{Duration, Instant},
};

use adoube_postgres_cluster::{Binaries, SKIPPED, TestServer};
use database::{Counted, Database};
use people::{Hall, Sample};
use program::Pool;

type Failure = Box<dyn Error + Send + Sync>;

/// Programs at a time.
const PROGRAMS: [usize; 3] = [1, 2, 4];
/// Games at a time.
const TABLES: usize = 32;
/// Connections of each program: as many as there are unless somebody says otherwise.
const CONNECTIONS: usize = 48;
const ROUNDS: usize = 3;
/// How long everybody plays before it counts.
const WARMING: Duration = Duration::from_secs(3);

/// What a turn came to.
struct Turn {
    moves: Vec<Sample>,
    seconds: f64,
    counted: Counted,
}

impl Turn {
    fn a_second(&self) -> f64 {
        self.moves.len() as f64 / self.seconds
    }

    /// Of how long moves took, in milliseconds: what this share of them took at the most.
    fn within(&self, share: f64, took: impl Fn(&Sample) -> Duration) -> f64 {
        let mut all: Vec<Duration> = self.moves.iter().map(took).collect();
        all.sort_unstable();
        let at = (all.len() as f64 * share) as usize;
        all.get(at.min(all.len().saturating_sub(1))).map_or(0.0, |took| took.as_secs_f64() * 1000.0)
    }

    fn print(&self, programs: usize) {
        println!(
            "{programs:8}   {:7.0}   {:6.1} {:6.1}   {:6.1} {:6.1}",
            self.a_second(),
            self.within(0.5, |sample| sample.acknowledged),
            self.within(0.99, |sample| sample.acknowledged),
            self.within(0.5, |sample| sample.shown),
            self.within(0.99, |sample| sample.shown),
        );
    }
}

fn main() -> Result<(), Failure> {
    let Some(binaries) = Binaries::find() else {
        println!("{SKIPPED}");
        return Ok(());
    };
    let length = Duration::from_secs(env::args().find_map(|word| word.parse().ok()).unwrap_or(10));
    let server = TestServer::start(&binaries, &database::options())?;
    println!(
        "{TABLES} games, {} cores for everything, {ROUNDS} turns of {length:?} each",
        thread::available_parallelism()?
    );
    println!("programs   moves/s   answered p50, p99   noted as shown p50, p99 (ms)");
    let (mut turns, mut floors) = (PROGRAMS.map(|_| Vec::new()), Vec::new());
    for _ in 0..ROUNDS {
        for (programs, turns) in PROGRAMS.into_iter().zip(&mut turns) {
            let turn = turn(&server, programs, length)?;
            turn.print(programs);
            turns.push(turn);
        }
        let alone = turns[0].last().ok_or("no turn")?;
        let moves = alone.moves.len() as f64;
        let floor = floor::floor(&binaries, &server, &alone.counted.each(moves), TABLES, length)?;
        println!(" pgbench   {:7.0}   {:6.1} ms on average", floor.a_second, floor.latency);
        floors.push(floor.a_second);
    }
    let floor = median(floors);
    let alone = median(turns[0].iter().map(Turn::a_second).collect());
    println!("programs   moves/s   of one   of pgbench   (medians)");
    for (programs, turns) in PROGRAMS.into_iter().zip(&turns) {
        let rate = median(turns.iter().map(Turn::a_second).collect());
        println!("{programs:8}   {rate:7.0}   {:6.2}   {:10.2}", rate / alone, rate / floor);
    }
    for (programs, turns) in PROGRAMS.into_iter().zip(&turns) {
        if let Some(turn) = turns.last() {
            println!("a move with {programs}: {}", turn.counted.each(turn.moves.len() as f64));
        }
    }
    Ok(())
}

/// Everybody plays through as many programs over a database of their own.
fn turn(server: &TestServer, programs: usize, length: Duration) -> Result<Turn, Failure> {
    let database = Database::new(server)?;
    let pool = Arc::new(Pool::start(vec![database.url.clone(); programs], CONNECTIONS));
    let hall = Hall::open(&pool, TABLES);
    hall.all_play();
    // Else the first look at each page after a checkpoint would count as log of the moves.
    database.settle()?;
    sleep(WARMING);
    let (before, began) = (database.counted()?, Instant::now());
    sleep(length);
    let (ended, after) = (Instant::now(), database.counted()?);
    let moves = hall.close(&pool)?;
    let moves = moves.into_iter().filter(|sample| (began..ended).contains(&sample.at)).collect();
    Ok(Turn { moves, seconds: (ended - began).as_secs_f64(), counted: after.since(&before) })
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}
