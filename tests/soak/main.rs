//! Soak test, one process for long: Discord, Matrix and the web chat over one store on disk, as the
//! program runs, and on each of them people who play games of all kinds to their ends, one after
//! another. Nothing may be lost, and memory must not grow. Discord is the one of `tests/discord`,
//! the homeserver that of `tests/matrix_chat`; both forget old data, so that only the program could
//! grow. `ADOUBE_SOAK_SECONDS` says how long, `ADOUBE_SEED` varies what people do. Not here: how a
//! platform behaves when something fails (the platforms' own tests).

#[path = "../web/support.rs"]
#[allow(dead_code, reason = "its server has one platform")]
mod browser;
#[path = "../shared/choices.rs"]
mod choices;
#[path = "../discord/client.rs"]
mod client;
#[path = "../discord/fake/mod.rs"]
#[allow(dead_code, unused_imports, reason = "it can do more")]
mod fake;
#[path = "../hidden/mod.rs"]
mod hidden;
#[path = "../matrix_chat/limits.rs"]
#[allow(dead_code, reason = "this server sets none")]
mod limits;
#[path = "../shared/pgn.rs"]
mod pgn;
#[path = "../matrix_chat/refusals.rs"]
mod refusals;
#[path = "../matrix_chat/server.rs"]
#[allow(dead_code, unused_imports, reason = "it can do more")]
mod server;
#[path = "../matrix_chat/shown.rs"]
#[allow(dead_code, reason = "it can do more")]
mod shown;
#[path = "../matrix_chat/state.rs"]
#[allow(dead_code, reason = "it can do more")]
mod state;

mod bell;
mod evening;
mod log;
mod memory;
mod on_discord;
mod on_matrix;
mod on_web;
mod pace;
mod program;
mod reading;
mod referee;
mod reopened;
mod table;
mod tally;

use std::{path::Path, sync::Arc, time::Duration};

use adoube_testing::seeds;
use futures_util::future::join_all;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tokio::time::{Instant, MissedTickBehavior, interval};

use self::{
    evening::{Evening, Left},
    fake::Fake,
    log::Log,
    memory::Memory,
    program::Program,
    server::Server,
    table::Table,
    tally::{Deed, Tally},
};

/// How long it takes where nobody says otherwise.
const SECONDS: u64 = 20;
const SEED: u64 = 20_261_125;
/// In so long everything is done that people do.
const LONG_ENOUGH: Duration = Duration::from_secs(120);
/// How often memory is looked at.
const LOOKS: u64 = 400;
/// How many of their newest messages and events the platforms in memory keep.
const KEPT: usize = 400;

/// Who sits at the tables of each platform: two play, the third looks on.
const PEOPLE: [[&str; 3]; 4] =
    [["Ada", "Bob", "Cleo"], ["Dan", "Emil", "Fay"], ["Gus", "Hana", "Ivo"], ["Jule", "Kim", "Lea"]];

/// Everything at once: the program, and how its people play there.
struct Soak<'p> {
    program: &'p Program,
    tally: Arc<Tally>,
    late: Instant,
    rng: ChaCha8Rng,
    tables: usize,
}

impl Soak<'_> {
    /// People at a table.
    fn evening<T: Table>(&mut self, table: T) -> Evening<T> {
        self.tables += 1;
        Evening {
            table,
            store: Arc::clone(&self.program.store),
            bell: Arc::clone(&self.program.bell),
            rng: ChaCha8Rng::from_rng(&mut self.rng),
            tally: Arc::clone(&self.tally),
            next: self.tables,
            late: self.late,
        }
    }

    /// Plays at all tables until it is late; how they were left.
    async fn play(&mut self) -> Vec<Left> {
        let program = self.program;
        let discord = on_discord::tables(&program.discord, &PEOPLE).await;
        let matrix: Vec<_> =
            (0..).zip(PEOPLE).map(|(number, names)| on_matrix::table(program, number, names)).collect();
        let mut web = Vec::new();
        for (number, names) in (0..).zip(PEOPLE) {
            web.push(on_web::table(program.web, number, names).await);
        }
        let discord: Vec<_> = discord.into_iter().map(|table| self.evening(table).pass()).collect();
        let matrix: Vec<_> = matrix.into_iter().map(|table| self.evening(table).pass()).collect();
        let web: Vec<_> = web.into_iter().map(|table| self.evening(table).pass()).collect();
        let left = tokio::join!(join_all(discord), join_all(matrix), join_all(web));
        left.0.into_iter().chain(left.1).chain(left.2).collect()
    }
}

/// Looks at memory again and again, and does what the program does now and then.
async fn watch(program: &Program, memory: &mut Memory, tally: &Tally, all: Duration) {
    let mut looks = interval((all / LOOKS as u32).max(Duration::from_secs(1)));
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut tidies = interval(Duration::from_secs(1));
    tidies.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = looks.tick() => {
                println!("{}; {} writes; {tally}", memory.look(), program.bell.writes());
            }
            _ = tidies.tick() => {
                program.forget_answers().await;
            }
        }
    }
}

async fn soak(folder: &Path, seed: u64, all: Duration) -> (Vec<Left>, Arc<Tally>, Memory) {
    let discord = Fake::start().await;
    discord.change(|state| state.keeps = Some(KEPT));
    on_discord::invite(&discord, &PEOPLE);
    let matrix = Arc::new(Server::default());
    matrix.state().keeps = Some(KEPT);
    let program = Program::start(folder, seed, discord, matrix).await;
    let tally = Arc::new(Tally::default());
    let rng = ChaCha8Rng::seed_from_u64(seed);
    let late = Instant::now() + all;
    let mut soak = Soak { program: &program, tally: Arc::clone(&tally), late, rng, tables: 0 };
    let mut memory = Memory::of(folder);
    let left = tokio::select! {
        left = soak.play() => left,
        () = watch(&program, &mut memory, &tally, all) => unreachable!("it is watched to the end"),
    };
    memory.look();
    program.bell.all_delivered(&*program.store).await;
    program.stop().await;
    (left, tally, memory)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_and_memory_stays_as_it_is_however_long_people_play() {
    let seed = seeds::seed(SEED);
    let all = Duration::from_secs(seeds::number("ADOUBE_SOAK_SECONDS", SECONDS));
    let log = Log::begin();
    let folder = tempfile::tempdir().expect("a folder");
    let (left, tally, memory) = soak(folder.path(), seed, all).await;
    println!("{tally}");
    reopened::check(folder.path(), &left).await;
    memory.judge();
    for deed in Deed::ALL {
        // Ends of games are rare.
        assert!(tally.of(deed) > 0 || all < LONG_ENOUGH, "{deed:?} was never done");
    }
    assert!(tally.of(Deed::Move) > 0, "nobody moved");
    println!("{} warnings were logged", log.warnings.so_far().len());
    let errors = log.errors.so_far();
    assert!(errors.is_empty(), "{} errors were logged, the first: {}", errors.len(), errors[0]);
}
