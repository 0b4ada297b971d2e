//! Benchmark of commits per second into PostgreSQL, with 1, 8 and 64 writers: by pgbench with the same prepared statement (the
//! floor), and by this store. Both alternate in one run, so that the ratio holds on a busy machine. Then the rows, bytes and
//! WAL of a move. The server syncs as in production.
//!
//!     cargo bench -p adoube-store --bench postgres
//!
//! `TMPDIR` chooses the disk, `ADOUBE_SECONDS` how long each of the turns is. Asserts nothing.

use std::{
    env,
    error::Error,
    fmt::Write as _,
    sync::Arc,
    time::{Duration, Instant},
};

use adoube_postgres_cluster::{Binaries, PgbenchRate, SKIPPED, ServerOptions, TestServer};
use adoube_store::{
    Batch, CommitOutcome, IdempotencyKey, Key, PostgresSettings, PostgresStore, Store, Table,
};

type Failure = Box<dyn Error + Send + Sync>;

/// Writers, and connections of our store: as many as there are unless an operator sets them, more, and as many as pgbench has.
const LOADS: [(usize, usize); 6] = [(1, 16), (8, 16), (64, 8), (64, 16), (64, 48), (64, 64)];
const ROUNDS: usize = 3;

/// Bytes of what a move writes, about: the channel with its game, the event, the notice, the answer.
const CHANNEL: usize = 3 * 1024;
const EVENT: usize = 400;
const NOTICE: usize = 1200;
const ANSWER: usize = 300;

fn main() -> Result<(), Failure> {
    let Some(binaries) = Binaries::find() else {
        println!("{SKIPPED}");
        return Ok(());
    };
    let seconds = env::var("ADOUBE_SECONDS").ok().and_then(|word| word.parse().ok()).unwrap_or(5);
    let options = ServerOptions::new().set("fsync=on").set("shared_buffers=256MB").set("max_wal_size=2GB");
    let server = TestServer::start(&binaries, &options)?;
    let url = server.new_database();
    let database = url.rsplit('/').next().unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let open = |connections: usize, prepares: bool| -> Result<Arc<PostgresStore>, Failure> {
        let settings = PostgresSettings::new(&url)?.connections(connections).prepared_statements(prepares);
        Ok(Arc::new(runtime.block_on(PostgresStore::open(&settings))?))
    };
    println!(
        "writers   connections   floor/s   ms   store/s   ms   store/floor   unnamed/floor   (medians of {ROUNDS} turns of \
         {seconds} s; unnamed: statements as behind a pooler)"
    );
    let mut number = 0;
    for (writers, connections) in LOADS {
        let (store, unnamed) = (open(connections, true)?, open(connections, false)?);
        let (mut floors, mut rates, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            number += 1;
            floors.push(floor(&binaries, &url, writers, seconds, number)?);
            rates.push(runtime.block_on(moves(&store, writers, seconds, number))?);
            number += 1;
            others.push(runtime.block_on(moves(&unnamed, writers, seconds, number))?);
        }
        let (floor, rate, other) = (median(floors), median(rates), median(others));
        println!(
            "{writers:7}   {connections:11}   {:7.0}   {:4.1}   {:7.0}   {:4.1}   {:11.2}   {:13.2}",
            floor.a_second,
            floor.latency,
            rate.a_second,
            rate.latency,
            rate.a_second / floor.a_second,
            other.a_second / floor.a_second
        );
    }
    let store = open(32, true)?;
    runtime.block_on(sizes(&server, &store, database))
}

/// The same statement by pgbench.
fn floor(
    binaries: &Binaries,
    url: &str,
    clients: usize,
    seconds: u64,
    run: usize,
) -> Result<PgbenchRate, Failure> {
    let hex = |length: usize| {
        let bytes = text(length).into_bytes().into_iter();
        bytes.fold(String::from("'\\x"), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        }) + "'::bytea"
    };
    let name = format!("'floor:{run}:' || :client_id");
    let statement = format!(
        "\\set n :n + 1\n\
         SELECT outcome FROM adoube.commit_2(\
         convert_to({name} || ':' || :n, 'UTF8'), ARRAY[:client_id, :client_id]::int4[], 1000::int8, {answer}, :n::int8, :n::int8, \
         ARRAY[:client_id, :client_id, :client_id]::int4[], ARRAY['channel', 'event', 'outbox'], \
         ARRAY[convert_to({name}, 'UTF8'), convert_to({name} || '/' || :n, 'UTF8'), convert_to({name} || '/' || :n, 'UTF8')], \
         ARRAY[:n::int8 - 1, 0, NULL]::int8[], ARRAY[0, 1, NULL]::int4[], ARRAY[1, 1, 1]::int8[], \
         ARRAY[false, false, false], ARRAY[{channel}, {event}, {notice}], ARRAY[:n, :n, :n]::int8[]);\n",
        answer = hex(ANSWER),
        channel = hex(CHANNEL),
        event = hex(EVENT),
        notice = hex(NOTICE),
    );
    Ok(adoube_postgres_cluster::run_pgbench(binaries, url, &statement, clients, seconds)?)
}

/// Each writer plays a game of its own.
async fn moves(
    store: &Arc<PostgresStore>,
    writers: usize,
    seconds: u64,
    run: usize,
) -> Result<PgbenchRate, Failure> {
    let texts = Arc::new([CHANNEL, EVENT, NOTICE, ANSWER].map(text));
    let start = Instant::now();
    let until = start + Duration::from_secs(seconds);
    let tasks: Vec<_> = (0..writers)
        .map(|writer| {
            let (store, texts) = (Arc::clone(store), Arc::clone(&texts));
            tokio::spawn(async move {
                let channel = format!("store:{run}:{writer}");
                let mut number = 0;
                while Instant::now() < until {
                    number += 1;
                    if store.commit(one_move(&channel, number, &texts)?).await? != CommitOutcome::Applied {
                        return Err(Failure::from("somebody else played"));
                    }
                }
                Ok(number)
            })
        })
        .collect();
    let mut count = 0;
    for task in tasks {
        count += task.await??;
    }
    let took = start.elapsed().as_secs_f64();
    Ok(PgbenchRate { a_second: count as f64 / took, latency: took * 1000.0 * writers as f64 / count as f64 })
}

/// What a move writes.
fn one_move(channel: &str, number: u64, texts: &[String; 4]) -> Result<Batch, Failure> {
    let [game, event, notice, answer] = texts.each_ref().map(String::as_str);
    let key = Key::new().text(channel);
    let id = IdempotencyKey::new(format!("{channel}:{number}"))?.in_shard(channel);
    let version = (number > 1).then(|| number - 1);
    let batch = Batch::new()
        .idempotent(id, answer, 1000)
        .expect(Table::Channel, key.clone(), version)
        .put(Table::Channel, key.clone(), game)
        .expect_absent(Table::Event, key.clone().number(number))
        .put(Table::Event, key.clone().number(number), event);
    Ok(batch.put(Table::Outbox, Key::new().text("bench").text(channel).number(number), notice))
}

/// What a move takes, with 8 games at a time.
async fn sizes(server: &TestServer, store: &Arc<PostgresStore>, database: &str) -> Result<(), Failure> {
    let number = |statement: &str| -> Result<f64, Failure> { Ok(server.sql(database, statement)?.parse()?) };
    let rows = "SELECT (SELECT count(*) FROM adoube.record) + (SELECT count(*) FROM adoube.answer)";
    let log = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')";
    // Else the first look at each page after a checkpoint would count twice.
    server.sql(database, "CHECKPOINT")?;
    moves(store, 8, 2, usize::MAX - 1).await?;
    let before = (number(rows)?, number("SELECT pg_database_size(current_database())")?, number(log)?);
    let start = Instant::now();
    let rate = moves(store, 8, 5, usize::MAX).await?;
    let count = rate.a_second * start.elapsed().as_secs_f64();
    let after = (number(rows)?, number("SELECT pg_database_size(current_database())")?, number(log)?);
    println!(
        "a move: {:.1} rows more, {:.0} bytes of database, {:.0} bytes of log",
        (after.0 - before.0) / count,
        (after.1 - before.1) / count,
        (after.2 - before.2) / count
    );
    Ok(())
}

/// As what is kept looks: words that come again and numbers that do not.
fn text(length: usize) -> String {
    let mut text = String::with_capacity(length + 80);
    let mut number: u64 = 0x9e37_79b9;
    while text.len() < length {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{{\"from\":{},\"to\":{},\"san\":\"N{}\",\"at\":{}}},",
            number >> 58,
            number >> 52 & 63,
            number >> 60,
            number >> 24
        );
    }
    text.truncate(length);
    text
}

fn median(mut rates: Vec<PgbenchRate>) -> PgbenchRate {
    rates.sort_by(|one, other| one.a_second.total_cmp(&other.a_second));
    rates.get(rates.len() / 2).copied().unwrap_or_default()
}
