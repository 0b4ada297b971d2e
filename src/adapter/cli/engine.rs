//! The computer's play for programs, and the table of what its pieces are worth. Not here: how moves are found, and what games
//! say about worth (the engine).

use std::{
    error::Error,
    io::{self, Write},
    num::NonZero,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use adoube_engine::{
    Engine,
    values::{Sample, Values, fit, play},
};
use adoube_rules::Variant;
use clap::Subcommand;

use super::progress::Progress;

#[derive(Subcommand)]
pub(super) enum EngineCommand {
    /// Speak the Universal Chess Interface on standard input and output, until `quit`
    ///
    /// `UCI_Variant` is chess, chess960 or grand. Positions are position texts, after `position fen`, and moves are in the
    /// coordinate form of `rules serve`, such as e2e4 or d9d10=NR.
    Uci,
    /// Find out what each type of piece is worth, from games against itself, and write the table that the program is built with
    ///
    /// That is `assets/pieces/values.txt`. Every game is played between two armies that are not the same; the same numbers give
    /// the same table.
    Values {
        /// Games on the board of Grand Chess, and a quarter as many on that of chess
        #[arg(long, default_value_t = 4_000)]
        games: u64,
        /// Positions looked at for each move
        #[arg(long, default_value_t = 1_000)]
        positions: u64,
        /// The number of the first game
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
}

/// Bytes that each thread remembers with.
const MEMORY: usize = 4 << 20;

/// What the table says of itself.
const HEADING: &str = "\
# What each type of piece is worth, in hundredths of a pawn, and one standard error: on the board of Grand Chess, and on that
# of chess. Found from games by `adoube engine values`; written by nobody.
#
";

pub(super) fn obey(command: &EngineCommand) -> Result<(), Box<dyn Error>> {
    match *command {
        // The thread that thinks writes as well, so nobody may hold the lock of the output meanwhile.
        EngineCommand::Uci => adoube_uci::serve(io::stdin().lock(), io::stdout())?,
        EngineCommand::Values { games, positions, seed } => {
            let grand = fit(Variant::Grand, &played(Variant::Grand, games, positions, seed));
            let chess = fit(Variant::Chess, &played(Variant::Chess, games.div_ceil(4), positions, seed));
            write!(io::stdout(), "{HEADING}{}", grand.and(&chess))?;
        }
    }
    Ok(())
}

/// What so many games say, played on all cores.
fn played(variant: Variant, games: u64, positions: u64, seed: u64) -> Vec<Vec<Sample>> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicU64::new(0);
    let (tell, finished) = mpsc::channel();
    let work = |tell: mpsc::Sender<_>| {
        let mut engine = Engine::judging_by(Values::known(), MEMORY);
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games || tell.send((game, play(&mut engine, variant, positions, seed + game))).is_err()
            {
                break;
            }
        }
    };
    let mut progress = Progress::new("games");
    let mut played: Vec<_> = thread::scope(|scope| {
        for _ in 0..cores {
            let tell = tell.clone();
            scope.spawn(|| work(tell));
        }
        drop(tell);
        let counted = finished.iter().zip(1..).map(|(game, count)| {
            progress.show_of(variant.key(), count, Some(games));
            game
        });
        counted.collect()
    });
    // Whoever played them, they come in the same order.
    played.sort_unstable_by_key(|(game, _)| *game);
    played.into_iter().map(|(_, samples)| samples).collect()
}
