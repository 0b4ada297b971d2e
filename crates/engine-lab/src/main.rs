//! Developer's program: fits piece values, evaluation weights and networks from self-play, and writes them as the engine is
//! built with them. It is part of no released program.
//!
//!     cargo run --release -p adoube-engine-lab -- values > values.txt
//!     cargo run --release -p adoube-engine-lab -- weights chess > chess.txt
//!     cargo run --release -p adoube-engine-lab -- network chess > chess.network
//!
//! Write to a new file and move it to `assets/pieces/values.txt` or `assets/engine/`: the shell empties the file before the
//! engine is built with it.

mod game_pool;
mod network;
mod piece_values;
mod random_setup;
mod self_play;
mod validation_set;
mod weights;

use std::{
    error::Error,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use adoube_engine::Engine;
use adoube_rules::Variant;
use clap::{Parser, Subcommand};

use self::game_pool::play_games;
use self::network::{TrainingReport, TrainingSchedule, train_network};
use self::piece_values::{fit::fit_values, games::play_imbalance_samples};
use self::weights::{fit::fit_weights, game_sample::GameSample, games::play_game_samples};

/// Fits what the engine judges positions by, from games against itself.
#[derive(Parser)]
#[command(name = "adoube-engine-lab", version)]
struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Subcommand)]
enum LabCommand {
    /// Fit what each type of piece is worth, and write the table that the engine is built with
    ///
    /// That is `assets/pieces/values.txt`. Every game is played between two armies that are not the same; the same numbers give
    /// the same table.
    Values {
        /// Games on the board of Grand Chess, and a quarter as many on that of chess
        #[arg(long, default_value_t = 4_000)]
        games: u64,
        /// Positions searched for each move
        #[arg(long, default_value_t = 1_000)]
        positions: u64,
        /// The number of the first game
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Fit evaluation weights and piece-square tables, and write a table that the engine is built with (Texel tuning)
    ///
    /// That is `assets/engine/chess.txt` or `grand.txt`. It begins from the table there is; the same numbers give the same table.
    Weights(GameArgs),
    /// Train a network (NNUE) for games with the usual pieces, and write it as the engine is built with it
    ///
    /// That is `assets/engine/chess.network` or `grand.network`: no text, so send it to a file. It learns first the hand-crafted
    /// evaluation of positions near those of the games, then what the games have shown; the same numbers give the same network.
    Network {
        #[command(flatten)]
        games: GameArgs,
        /// Epochs over positions near those of the games
        #[arg(long, default_value_t = 8)]
        near: usize,
        /// Epochs over the positions of the games
        #[arg(long, default_value_t = 2)]
        times: usize,
        /// A network to go on from
        #[arg(long)]
        from: Option<PathBuf>,
    },
}

/// Self-play games whose positions are learnt from.
#[derive(clap::Args)]
struct GameArgs {
    /// Whose board
    #[arg(value_enum)]
    board: BoardName,
    /// Games
    #[arg(long = "games", default_value_t = 10_000)]
    number: u64,
    /// Positions searched for each move
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
enum BoardName {
    Chess,
    Grand,
}

/// Heading of the table of piece values.
const VALUES_HEADING: &str = "\
# What each type of piece is worth, in hundredths of a pawn, and one standard error: on the board of Grand Chess, and on that
# of chess. Found from games by `adoube-engine-lab values`; written by nobody.
#
";

/// Heading of a table of weights.
const WEIGHTS_HEADING: &str = "\
# What each thing counts that is seen in a position, in the opening and in the ending, in sixteenths of a hundredth of a pawn, and
# what pieces are worth on each square of the left half of the board, from a1 rank by rank, in hundredths of a pawn. Found from
# games by `adoube-engine-lab weights`; written by nobody.
#
";

fn main() -> ExitCode {
    match run(&LabArgs::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("adoube-engine-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &LabCommand) -> Result<(), Box<dyn Error>> {
    match *command {
        LabCommand::Values { games, positions, seed } => {
            let samples = |variant, games| {
                let play = |engine: &mut Engine, game| {
                    play_imbalance_samples(engine, variant, positions, seed + game)
                };
                play_games(variant, games, play)
            };
            let grand = fit_values(Variant::Grand, &samples(Variant::Grand, games));
            let chess = fit_values(Variant::Chess, &samples(Variant::Chess, games.div_ceil(4)));
            write!(io::stdout(), "{VALUES_HEADING}{}", grand.with_fallback(&chess))?;
        }
        LabCommand::Weights(ref games) => {
            let fit = fit_weights(games.board.variant(), &games.samples()?);
            let [before, after] = fit.errors;
            eprintln!("mean squared error for positions that were kept apart: {before:.5}, now {after:.5}");
            write!(io::stdout(), "{WEIGHTS_HEADING}{fit}")?;
        }
        LabCommand::Network { ref games, near, times, ref from } => {
            let initial = from.as_deref().map(fs::read).transpose()?;
            let schedule =
                TrainingSchedule { initial: initial.as_deref(), pretrain_epochs: near, game_epochs: times };
            let mut on_report = |TrainingReport { epoch, training_error, validation_error }| {
                eprintln!(
                    "{epoch}: mean squared error {training_error:.5}, for positions that were kept apart {validation_error:.5}"
                );
            };
            let network = train_network(games.board.variant(), &games.samples()?, schedule, &mut on_report);
            io::stdout().write_all(&network.ok_or("the file to go on from is no network for that board")?)?;
        }
    }
    Ok(())
}

impl BoardName {
    const fn variant(self) -> Variant {
        match self {
            Self::Chess => Variant::Chess,
            Self::Grand => Variant::Grand,
        }
    }
}

impl GameArgs {
    /// Plays the games; their positions, with those that the file held before.
    fn samples(&self) -> Result<Vec<GameSample>, Box<dyn Error>> {
        let variant = self.board.variant();
        let play =
            |engine: &mut Engine, game| play_game_samples(engine, variant, self.positions, self.seed + game);
        let samples = play_games(variant, self.number, play).concat();
        match &self.kept {
            Some(path) => append_and_read_all(path, &samples),
            None => Ok(samples),
        }
    }
}

/// Appends samples to a file, and reads all that are in it.
fn append_and_read_all(path: &Path, samples: &[GameSample]) -> Result<Vec<GameSample>, Box<dyn Error>> {
    let mut file = BufWriter::new(OpenOptions::new().append(true).create(true).open(path)?);
    for sample in samples {
        writeln!(file, "{sample}")?;
    }
    file.flush()?;
    BufReader::new(File::open(path)?).lines().map(|line| Ok(line?.parse()?)).collect()
}
