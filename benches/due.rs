//! Benchmark of running games with deadlines: opening a store with very many of them, starting on
//! it, a move, a check for due jobs when none is due, and running those that are. With few and with
//! many games side by side, in one run; reads are counted. Prints what it measures; asserts only
//! that no job is read that is not due.
//!
//!     cargo bench --bench due -- 1000 1000000
//!     cargo bench --bench due -- postgres 1000 1000000

#[path = "../crates/bot/benches/shared/people.rs"]
mod people;
#[path = "../crates/bot/benches/shared/saying.rs"]
mod saying;

use std::{
    env,
    error::Error,
    sync::Arc,
    time::{Duration, Instant},
};

use adoube_bot::Bot;
use adoube_postgres_cluster::{Binaries, SKIPPED, ServerOptions, TestServer};
use adoube_store::{
    Key, MemoryStore, PostgresSettings, PostgresStore, Record, RestoreStep, SledStore, Store, StoreRow, Table,
};
use adoube_testing::clock::TestClock;
use adoube_testing::store::{CountingHook, HookedStore};
use serde_json::Value;
use tempfile::TempDir;

/// Games when nothing else is asked for.
const GAMES: [u64; 2] = [1_000, 1_000_000];
/// Rows restored at once.
const ROWS: usize = 128;
/// Time between two deadlines, whatever number of games there are, in milliseconds: one a second.
const APART: u64 = 1000;
/// Looks at a time when nothing is due.
const LOOKS: u32 = 200;
/// Games in which a move is made.
const MOVES: u64 = 500;
/// Seconds that pass one by one, in each of which a game is due.
const SECONDS: u32 = 200;
/// When the first game began, in milliseconds since 1970.
const BEGUN: u64 = 1_767_323_045_000;
const DIGITS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// What was read of channels and of the rows that are due.
fn taken(counting: &CountingHook) -> (usize, usize) {
    let counts = counting.take();
    (counts.gets(Table::Channel), counts.rows(Table::Deadline))
}

/// The id of a game by its number.
fn id(mut number: u64) -> String {
    let mut letters = [b'2'; 6];
    for letter in letters.iter_mut().rev() {
        *letter = DIGITS[(number % DIGITS.len() as u64) as usize];
        number /= DIGITS.len() as u64;
    }
    letters.iter().copied().map(char::from).collect()
}

/// Lets somebody say something that posts something.
async fn say(
    service: &Bot,
    channel: &str,
    (event, name, line): (u64, &str, &str),
) -> Result<(), Box<dyn Error>> {
    let (event, person) = (format!("bench:{event}"), saying::person(&format!("bench:{name}"), name));
    Ok(saying::say(service, channel, (&event, &person, line)).await?)
}

/// A channel's record with a game in it that was just begun with three days for a move, as the service writes it.
async fn example() -> Result<Value, Box<dyn Error>> {
    let store = Arc::new(MemoryStore::new());
    let service = people::service(store.clone(), Arc::new(TestClock::stopped().beginning_at(BEGUN)))?;
    for (event, name, line) in [
        (1, "Ada", "play chess white pace:3d"),
        (2, "Bob", "accept"),
        (3, "Ada", "move e4"),
        (4, "Bob", "move e5"),
    ] {
        say(&service, "bench:room", (event, name, line)).await?;
    }
    let key = Key::new().text("bench:room");
    let record = store.get(Table::Channel, key.as_ref()).await?.ok_or("no channel")?;
    Ok(serde_json::from_slice(&record.value)?)
}

/// The rows of one more game like the example, which is due a while after the one before.
fn rows(example: &Value, number: u64) -> Result<[StoreRow; 3], Box<dyn Error>> {
    let (channel, game) = (format!("bench:room{number}"), id(number));
    let mut record = example.clone();
    let later = number * APART;
    let shifted = |value: &Value| Value::from(value.as_u64().unwrap_or_default() + later);
    let clock = &mut record["game"]["clock"];
    clock["turn"]["since"] = shifted(&clock["turn"]["since"]);
    clock["look_at"] = shifted(&clock["look_at"]);
    let due = &mut record["due"][0];
    due["at"] = shifted(&due["at"]);
    due["subject"] = Value::from(game.clone());
    let (at, revision) = (due["at"].as_u64().ok_or("no row")?, due["revision"].as_u64().ok_or("no row")?);
    record["game"]["id"] = Value::from(game.clone());
    record["game"]["channel"] = Value::from(channel.clone());
    let row = |table, key: Key, value: Vec<u8>| StoreRow::Record {
        table,
        key: key.into(),
        record: Record { version: 1, value },
    };
    let place = Key::new().text("due").number(at).text(&channel).text(&game).number(revision).text("clock");
    Ok([
        row(Table::Channel, Key::new().text(&channel), serde_json::to_vec(&record)?),
        row(Table::Deadline, place, br#"{"format":1}"#.to_vec()),
        row(Table::Index, Key::new().text("game").text(&game), serde_json::to_vec(&channel)?),
    ])
}

/// Where the records are.
enum Place {
    Folder(TempDir),
    Database { url: String, _server: Box<TestServer> },
}

impl Place {
    fn new(is_database: bool) -> Result<Self, Box<dyn Error>> {
        if !is_database {
            return Ok(Self::Folder(tempfile::tempdir()?));
        }
        let options =
            ServerOptions::new().set("fsync=on").set("shared_buffers=512MB").set("max_wal_size=2GB");
        let server = TestServer::start(&Binaries::find().ok_or(SKIPPED)?, &options)?;
        Ok(Self::Database { url: server.new_database(), _server: Box::new(server) })
    }

    async fn open(&self) -> Result<Arc<dyn Store>, Box<dyn Error>> {
        Ok(match self {
            Self::Folder(folder) => Arc::new(SledStore::open(folder.path())?),
            Self::Database { url, .. } => Arc::new(PostgresStore::open(&PostgresSettings::new(url)?).await?),
        })
    }
}

async fn fill(place: &Place, example: &Value, games: u64) -> Result<(), Box<dyn Error>> {
    let store = place.open().await?;
    store.restore(RestoreStep::Begin).await?;
    let mut waiting = Vec::with_capacity(ROWS + 3);
    for number in 0..games {
        waiting.extend(rows(example, number)?);
        if waiting.len() + 3 > ROWS || number + 1 == games {
            store.restore(RestoreStep::Rows(std::mem::take(&mut waiting))).await?;
        }
    }
    store.restore(RestoreStep::End).await?;
    store.close().await?;
    Ok(())
}

async fn measure(place: &Place, games: u64, first_due: u64) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let inner = place.open().await?;
    let opened = began.elapsed();
    let store = Arc::new(HookedStore::over(inner, CountingHook::default()));
    let clock = Arc::new(TestClock::stopped().beginning_at(BEGUN));
    let service = people::service(store.clone(), Arc::clone(&clock))?;
    let began = Instant::now();
    service.begin().await?;
    service.run_due_jobs().await?;
    let (started, (channels, due)) = (began.elapsed(), taken(&store));
    println!(
        "{games:>9} games: opened in {opened:.1?}, started in {started:.1?}, reading {channels} games and {due} rows"
    );
    assert_eq!(channels, 0, "nothing is due");

    let began = Instant::now();
    for _ in 0..LOOKS {
        service.run_due_jobs().await?;
    }
    println!("{games:>9} games: a look at a time when nothing is due takes {:.1?}", began.elapsed() / LOOKS);
    assert_eq!(taken(&store).0, 0, "nothing is due");

    clock.pass(first_due - BEGUN - APART);
    // The calendar has gone on as the timer has, so that this is no absence.
    service.run_due_jobs().await?;
    taken(&store);
    let mut longest = Duration::ZERO;
    let began = Instant::now();
    for _ in 0..SECONDS {
        clock.pass(APART);
        let look = Instant::now();
        service.run_due_jobs().await?;
        longest = longest.max(look.elapsed());
    }
    let (each, (channels, due)) = (began.elapsed() / SECONDS, taken(&store));
    println!(
        "{games:>9} games: a second in which one is reminded takes {each:.1?}, {longest:.1?} at most, reading {:.1} games and {:.1} rows",
        channels as f64 / f64::from(SECONDS),
        due as f64 / f64::from(SECONDS),
    );
    let began = Instant::now();
    // In games of which nobody was reminded.
    for number in u64::from(SECONDS) + 1..MOVES.min(games) {
        let (event, room) = (1_000_000 + number, format!("bench:room{number}"));
        say(&service, &room, (event, "Ada", "move Nf3")).await?;
    }
    let moves = MOVES.min(games).saturating_sub(u64::from(SECONDS) + 1).max(1);
    println!("{games:>9} games: a move takes {:.2?}", began.elapsed() / moves as u32);
    store.close().await?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<u64> = env::args().filter_map(|argument| argument.parse().ok()).collect();
    let is_database = env::args().any(|argument| argument == "postgres");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let example = example().await?;
        let first_due = example["due"][0]["at"].as_u64().ok_or("nothing is due in a game with a pace")?;
        for games in if asked.is_empty() { GAMES.to_vec() } else { asked } {
            let place = Place::new(is_database)?;
            let began = Instant::now();
            fill(&place, &example, games).await?;
            println!("{games:>9} games: filled in {:.1?}", began.elapsed());
            measure(&place, games, first_due).await?;
        }
        Ok(())
    })
}
