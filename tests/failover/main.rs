//! Failover tests of several programs over one PostgreSQL: people play on while the standby takes
//! over from the database, while it is killed and restarted, and while the programs themselves are
//! killed. Every acknowledged move is there exactly once, and is posted under one key.
//! `ADOUBE_FAILOVERS`, `ADOUBE_DATABASE_KILLS` and `ADOUBE_PROGRAM_KILLS` lengthen a run,
//! `ADOUBE_SEED` varies it; `ADOUBE_PATRONI_FAILOVERS` adds failovers of a cluster managed by
//! Patroni, half a minute each.
//!
//! Not here: faults of the database as the store sees them (`crates/store/tests/database_faults`).

mod network;
#[path = "../shared/pgn.rs"]
mod pgn;
mod players;
mod posts;
mod program;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use adoube_postgres_cluster::{
    Binaries, Patroni, PgBouncer, PoolMode, ReplicatedPair, SKIPPED, ServerOptions, TestServer,
};
use adoube_testing::seeds;
use players::{Played, Tally};
use posts::Posts;
use program::Pool;

/// Connections of each program to the database.
const CONNECTIONS: usize = 8;

/// Games at a time.
const TABLES: usize = 4;

/// Moves between two blows.
const MOVES: u64 = 30;

/// Nobody waits longer for the next moves.
const AT_MOST: Duration = Duration::from_secs(240);

/// These tests take turns: each keeps the machine busy.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn binaries() -> Option<Binaries> {
    let found = Binaries::find();
    if found.is_none() {
        println!("{SKIPPED}");
    }
    found
}

/// Programs, and people who play through them.
struct Hall {
    pool: Arc<Pool>,
    tally: Arc<Tally>,
    posts: Arc<Posts>,
    bridging: Arc<Tally>,
    bridges: Vec<JoinHandle<()>>,
    players: Vec<JoinHandle<Vec<Played>>>,
}

impl Hall {
    fn open(urls: Vec<String>) -> Self {
        let seed = seeds::seed(19);
        let (pool, tally) = (Arc::new(Pool::start(urls, CONNECTIONS)), Arc::new(Tally::new()));
        let (posts, bridging) = (Arc::new(Posts::default()), Arc::new(Tally::new()));
        let bridges = (0..pool.len()).map(|index| {
            let (pool, posts, tally) = (Arc::clone(&pool), Arc::clone(&posts), Arc::clone(&bridging));
            thread::spawn(move || posts.take(&pool, index, &tally))
        });
        let players = (0..TABLES).map(|table| {
            let (pool, tally) = (Arc::clone(&pool), Arc::clone(&tally));
            thread::spawn(move || players::play(&pool, &tally, table, seed))
        });
        let (bridges, players) = (bridges.collect(), players.collect());
        Self { pool, tally, posts, bridging, bridges, players }
    }

    fn moves(&self) -> u64 {
        self.tally.moves.load(Ordering::Relaxed)
    }

    /// Waits for so many more acknowledged moves.
    fn go_on(&self, moves: u64) {
        let (start, until) = (Instant::now(), self.moves() + moves);
        while self.moves() < until {
            let has_failed = self.players.iter().any(JoinHandle::is_finished);
            assert!(!has_failed, "somebody stopped playing");
            assert!(start.elapsed() < AT_MOST, "hardly anybody has moved for {AT_MOST:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Everybody stops, and what is there is held against what they remember.
    fn close(self, what: &str) {
        self.tally.is_over.store(true, Ordering::Relaxed);
        let players = self.players.into_iter().map(|player| player.join().expect("every record is whole"));
        let played: Vec<Played> = players.flatten().collect();
        let repeated = self.posts.compare(&played);
        self.bridging.is_over.store(true, Ordering::Relaxed);
        // Whoever still waits for something to post hears that nothing comes.
        (0..self.pool.len()).for_each(|index| self.pool.kill(index));
        self.bridges.into_iter().for_each(|bridge| bridge.join().expect("a bridge ends in order"));
        println!(
            "{what}: {} moves acknowledged in {} games, {} said again, longest silence {:.2} s, {repeated} posted again under \
             their key",
            self.tally.moves.load(Ordering::Relaxed),
            played.len(),
            self.tally.again.load(Ordering::Relaxed),
            self.tally.longest_silence().as_secs_f64(),
        );
    }
}

#[test]
fn nothing_is_lost_when_the_standby_takes_over() {
    let (Some(binaries), _turn) = (binaries(), turn()) else { return };
    let mut pair = ReplicatedPair::start(&binaries, &ServerOptions::new()).expect("a pair");
    pair.primary().sql("postgres", "CREATE DATABASE chess").expect("a database");
    let hall = Hall::open(vec![pair.url("chess"); 2]);
    let rounds = seeds::number("ADOUBE_FAILOVERS", 1);
    for _ in 0..rounds {
        hall.go_on(MOVES);
        pair.fail_over().expect("the standby takes over");
        hall.go_on(MOVES);
        pair.mend().expect("another one follows");
    }
    hall.close(&format!("{rounds} fail-overs"));
}

#[test]
fn nothing_is_lost_when_patroni_makes_the_standby_take_over() {
    let rounds = seeds::number("ADOUBE_PATRONI_FAILOVERS", 0);
    if rounds == 0 {
        println!("left out: fail-overs by Patroni take half a minute each (ADOUBE_PATRONI_FAILOVERS=1)");
        return;
    }
    let (Some(binaries), _turn) = (binaries(), turn()) else { return };
    let Some(mut cluster) = Patroni::start(&binaries).expect("a cluster") else { return };
    cluster.sql("postgres", "CREATE DATABASE chess").expect("a database");
    let hall = Hall::open(vec![cluster.url("chess"); 2]);
    for _ in 0..rounds {
        hall.go_on(MOVES);
        let lost = cluster.kill_primary().expect("the primary is killed");
        hall.go_on(MOVES);
        cluster.bring_back(lost).expect("it follows the other one");
    }
    hall.close(&format!("{rounds} fail-overs by Patroni"));
}

#[test]
fn nothing_is_lost_when_the_database_is_killed() {
    let (Some(binaries), _turn) = (binaries(), turn()) else { return };
    let mut server = TestServer::start(&binaries, &ServerOptions::new()).expect("a server");
    let hall = Hall::open(vec![server.new_database(); 2]);
    let rounds = seeds::number("ADOUBE_DATABASE_KILLS", 2);
    for _ in 0..rounds {
        hall.go_on(MOVES);
        server.kill().expect("it is killed");
        server.restart().expect("it starts again");
    }
    hall.go_on(MOVES);
    hall.close(&format!("{rounds} times the database killed"));
}

#[test]
fn nothing_is_lost_when_programs_are_killed_and_the_others_go_on() {
    let (Some(binaries), _turn) = (binaries(), turn()) else { return };
    let server = TestServer::start(&binaries, &ServerOptions::new()).expect("a server");
    let hall = Hall::open(vec![server.new_database(); 2]);
    let rounds = seeds::number("ADOUBE_PROGRAM_KILLS", 4);
    for round in 0..rounds {
        hall.go_on(MOVES);
        let index = round as usize % hall.pool.len();
        hall.pool.kill(index);
        // With the other one alone.
        hall.go_on(MOVES / 3);
        hall.pool.start_again(index);
    }
    hall.go_on(MOVES);
    hall.close(&format!("{rounds} programs killed"));
}

/// Programs that share four server processes, fewer than each of them has connections: no statement finds the session of the one
/// before.
#[test]
fn games_are_played_through_a_pooler_that_shares_out_transactions() {
    let (Some(binaries), _turn) = (binaries(), turn()) else { return };
    let mut server = TestServer::start(&binaries, &ServerOptions::new()).expect("a server");
    let database = server.new_database().rsplit('/').next().expect("a name").to_owned();
    let pooler = PgBouncer::before(&binaries, &server, PoolMode::Transaction, 4).expect("PgBouncer starts");
    let Some(pooler) = pooler else { return };
    let hall = Hall::open(vec![pooler.url(&database); 2]);
    hall.go_on(2 * MOVES);
    // The pooler has to notice first that what it kept is gone.
    server.kill().expect("it is killed");
    server.restart().expect("it starts again");
    hall.go_on(MOVES);
    let most = "SELECT count(*) <= 4 FROM pg_stat_activity WHERE application_name = 'adoube'";
    assert_eq!(server.sql(&database, most).expect("it is counted"), "t");
    hall.close("through a pooler");
}

#[test]
fn games_are_played_through_a_pooler_that_shares_out_sessions() {
    let (Some(binaries), _turn) = (binaries(), turn()) else { return };
    let server = TestServer::start(&binaries, &ServerOptions::new()).expect("a server");
    let database = server.new_database().rsplit('/').next().expect("a name").to_owned();
    let size = 2 * CONNECTIONS;
    let pooler = PgBouncer::before(&binaries, &server, PoolMode::Session, size).expect("PgBouncer starts");
    let Some(pooler) = pooler else { return };
    let hall = Hall::open(vec![pooler.url(&database); 2]);
    hall.go_on(MOVES);
    hall.close("through a pooler of sessions");
}
