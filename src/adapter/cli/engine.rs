//! The computer's play for programs, and the tables that it judges by, found from games against itself. Not here: how moves are
//! found, and what games say (the engine).

use std::{
    error::Error,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, BufWriter, Write},
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use adoube_engine::{
    Engine,
    piece_values::{self, PieceValues},
    weights::{self, GameSample, TrainingSchedule},
};
use adoube_rules::Variant;
use clap::Subcommand;

use super::progress::Progress;

#[derive(Subcommand)]
pub(super) enum EngineCommand {
    /// Speak the Universal Chess Interface on standard input and output, until `quit`
    ///
    /// Chess, Chess960 and Grand Chess; `docs/uci.md` has the options. `UCI_Variant grand` is in the letters of other programs,
    /// `grand-extra` in those of `rules serve`, with extra pieces.
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
    /// Find out what it is worth how pieces stand, from games against itself, and write a table that the program is built with
    ///
    /// That is `assets/engine/chess.txt` or `grand.txt`. It begins from the table there is; the same numbers give the same table.
    Weights(Games),
    /// Find a network for games with the pieces that everybody knows, from games against itself, and write it as the program is
    /// built with it
    ///
    /// That is `assets/engine/chess.network` or `grand.network`: no text, so send it to a file. It learns first what is counted by
    /// hand in positions near those of the games, then what the games have shown; the same numbers give the same network.
    Network {
        #[command(flatten)]
        games: Games,
        /// Times that it goes through the positions near those of the games
        #[arg(long, default_value_t = 8)]
        near: usize,
        /// Times that it goes through those of the games
        #[arg(long, default_value_t = 2)]
        times: usize,
        /// A network to go on from
        #[arg(long)]
        from: Option<PathBuf>,
    },
}

/// Games against itself, whose positions say what something is worth.
#[derive(clap::Args)]
pub(super) struct Games {
    /// Whose board
    #[arg(value_enum)]
    board: Board,
    /// Games
    #[arg(long = "games", default_value_t = 10_000)]
    number: u64,
    /// Positions looked at for each move
    #[arg(long, default_value_t = 600)]
    positions: u64,
    /// The number of the first game
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// A file that keeps the positions of these games: all that are in it count, also those of other games
    #[arg(long)]
    kept: Option<PathBuf>,
}

/// A board that has weights of its own.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Board {
    Chess,
    Grand,
}

/// Bytes that each thread remembers with.
const MEMORY: usize = 4 << 20;

/// What the table says of itself.
const HEADING: &str = "\
# What each type of piece is worth, in hundredths of a pawn, and one standard error: on the board of Grand Chess, and on that
# of chess. Found from games by `adoube engine values`; written by nobody.
#
";

/// What a table of weights says of itself.
const HEADING_OF_WEIGHTS: &str = "\
# What each thing counts that is seen in a position, in the opening and in the ending, in sixteenths of a hundredth of a pawn, and
# what pieces are worth on each square of the left half of the board, from a1 rank by rank, in hundredths of a pawn. Found from
# games by `adoube engine weights`; written by nobody.
#
";

pub(super) fn obey(command: &EngineCommand) -> Result<(), Box<dyn Error>> {
    match *command {
        // The thread that thinks writes as well, so nobody may hold the lock of the output meanwhile.
        EngineCommand::Uci => adoube_uci::serve(io::stdin().lock(), io::stdout())?,
        EngineCommand::Values { games, positions, seed } => {
            let samples = |variant, games| {
                played(variant, games, |engine, game| {
                    piece_values::play_samples(engine, variant, positions, seed + game)
                })
            };
            let grand = piece_values::fit(Variant::Grand, &samples(Variant::Grand, games));
            let chess = piece_values::fit(Variant::Chess, &samples(Variant::Chess, games.div_ceil(4)));
            write!(io::stdout(), "{HEADING}{}", grand.with_fallback(&chess))?;
        }
        EngineCommand::Weights(ref games) => {
            let fitted = weights::fit(games.board.variant(), &games.rows()?);
            let [before, after] = fitted.errors;
            tell!("mean squared error for positions that were kept apart: {before:.5}, now {after:.5}");
            write!(io::stdout(), "{HEADING_OF_WEIGHTS}{fitted}")?;
        }
        EngineCommand::Network { ref games, near, times, ref from } => {
            let known = from.as_deref().map(fs::read).transpose()?;
            let schedule =
                TrainingSchedule { initial: known.as_deref(), pretrain_epochs: near, game_epochs: times };
            let mut tell = |(time, [learnt, apart]): weights::TrainingReport| {
                tell!(
                    "{time}: mean squared error {learnt:.5}, for positions that were kept apart {apart:.5}"
                );
            };
            let network = weights::train_network(games.board.variant(), &games.rows()?, schedule, &mut tell);
            io::stdout().write_all(&network.ok_or("the file to go on from is no network for that board")?)?;
        }
    }
    Ok(())
}

impl Board {
    const fn variant(self) -> Variant {
        match self {
            Self::Chess => Variant::Chess,
            Self::Grand => Variant::Grand,
        }
    }
}

impl Games {
    /// The positions of the games, and those that were kept before.
    fn rows(&self) -> Result<Vec<GameSample>, Box<dyn Error>> {
        let variant = self.board.variant();
        let play = |engine: &mut Engine, game| {
            weights::play_samples(engine, variant, self.positions, self.seed + game)
        };
        let rows = played(variant, self.number, play).concat();
        match &self.kept {
            Some(path) => keep(path, &rows),
            None => Ok(rows),
        }
    }
}

/// Adds positions to a file of them, and reads all that are in it.
fn keep(path: &Path, rows: &[GameSample]) -> Result<Vec<GameSample>, Box<dyn Error>> {
    let mut file = BufWriter::new(OpenOptions::new().append(true).create(true).open(path)?);
    for row in rows {
        writeln!(file, "{row}")?;
    }
    file.flush()?;
    BufReader::new(File::open(path)?).lines().map(|line| Ok(line?.parse()?)).collect()
}

/// What so many games on that board say, played on all cores.
fn played<T: Send>(
    variant: Variant,
    games: u64,
    play: impl Fn(&mut Engine, u64) -> Vec<T> + Sync,
) -> Vec<Vec<T>> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicU64::new(0);
    let (tell, finished) = mpsc::channel();
    let work = |tell: mpsc::Sender<_>| {
        let mut engine = Engine::with_values(PieceValues::built_in(), MEMORY);
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games || tell.send((game, play(&mut engine, game))).is_err() {
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
