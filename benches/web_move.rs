//! Benchmark of one typed move in the web chat, from the page's message until both pages show the board: time, and
//! processor time of everything in the process, the pages' side of the sockets included. The store is on disk. Prints
//! one run; asserts nothing. Not here: where the time goes (`move`).
//!
//!     cargo bench --bench web_move

use std::{
    error::Error,
    fs,
    time::{Duration, Instant},
};

use adoube_rules::{Game, Position, Side, Variant, notation};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use self::support::{Server, Socket, control, game, is_board};

#[allow(dead_code, reason = "the tests of the web chat use the rest")]
#[path = "../tests/web/support.rs"]
mod support;

/// Moves measured; a game that is over is followed by another one.
const MOVES: usize = 400;
/// Moves before that, while caches fill.
const BEFORE: usize = 40;
/// Processor time is counted in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::on_disk(folder.path()).await;
        let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
        play(&mut white, &mut black, BEFORE).await?;
        let (started, before) = (Instant::now(), processor_time()?);
        let mut times = play(&mut white, &mut black, MOVES).await?;
        let (passed, used) = (started.elapsed(), processor_time()?.saturating_sub(before));
        times.sort_unstable();
        println!("a typed move in the web chat: {:.2?} (median of {MOVES})", times[MOVES / 2]);
        println!("  processor time of a move, pages and all: {:.2?}", used / MOVES as u32);
        println!("  the whole run: {passed:.2?}, of it {used:.2?} of processor time");
        server.stop().await;
        Ok(())
    })
}

/// Plays random moves, in the running game and in new ones, and returns how long each took.
async fn play(white: &mut Socket, black: &mut Socket, moves: usize) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let (mut game, mut times) = (Game::new(Position::start(Variant::Chess)), Vec::new());
    while times.len() < moves {
        let legal = game.legal_moves();
        let made = legal[rng.random_range(0..legal.len())];
        let san = notation::san(game.position(), &made);
        let is_white = game.position().side_to_move() == Side::White;
        let (sender, receiver) =
            if is_white { (&mut *white, &mut *black) } else { (&mut *black, &mut *white) };
        let started = Instant::now();
        sender.say(&san).await;
        sender.entry(is_board).await;
        receiver.entry(is_board).await;
        times.push(started.elapsed());
        game.play(&made)?;
        let is_over = game.outcome().is_some() || game.legal_moves().is_empty();
        if is_over || times.len() == moves {
            begin(white, black, !is_over).await;
            game = Game::new(Position::start(Variant::Chess));
        }
    }
    Ok(times)
}

/// Ends the game if it runs, and begins another one.
async fn begin(white: &mut Socket, black: &mut Socket, runs: bool) {
    if runs {
        white.say("/resign").await;
        let question = white.entry(|entry| entry["kind"] == "private").await;
        let resign =
            question["message"]["rows"][0]["buttons"][0]["label"].as_str().unwrap_or_default().to_owned();
        white.press(&question["seq"], &control(&question, &resign), None).await;
        for socket in [&mut *white, &mut *black] {
            socket.entry(is_board).await;
        }
    }
    white.done("/play Bert chess white").await;
    let challenge = black.entry(|entry| entry["message"]["rows"].to_string().contains("Accept")).await;
    black.press(&challenge["seq"], &control(&challenge, "Accept"), None).await;
    for socket in [white, black] {
        socket.entry(is_board).await;
    }
}

/// Processor time of this process so far, of all its threads.
fn processor_time() -> Result<Duration, Box<dyn Error>> {
    let told = fs::read_to_string("/proc/self/stat")?;
    // The name of the program, in parentheses, may contain anything.
    let (_, fields) = told.rsplit_once(')').ok_or("no name of a program")?;
    let numbers: Vec<u32> =
        fields.split_whitespace().skip(11).take(2).map(str::parse).collect::<Result<_, _>>()?;
    Ok(TICK * numbers.iter().sum::<u32>())
}
