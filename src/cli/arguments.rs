//! The arguments of the command line, declared for clap: the commands of `adoube` and their
//! options.

use std::{path::PathBuf, sync::LazyLock};

use clap::{Parser, Subcommand};

#[cfg(feature = "matrix")]
use super::matrix;
use super::{chat, config, engine, render, store::StoreCommand};

/// The version, with what was built into the program. A build says its commit by an environment variable; none is looked up.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let matrix = if cfg!(feature = "matrix") { "with" } else { "without" };
    let commit = option_env!("ADOUBE_COMMIT").filter(|commit| !commit.is_empty());
    let commit = commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
    let left_out = [(cfg!(feature = "discord"), "Discord"), (cfg!(feature = "postgres"), "PostgreSQL")];
    let left_out = left_out.iter().filter(|(is_in, _)| !is_in).map(|(_, name)| format!(", without {name}"));
    format!("{}{commit}, {matrix} Matrix{}", env!("CARGO_PKG_VERSION"), left_out.collect::<String>())
});

/// A chat bot that referees unusual chess. Without a command it runs, and prints where its web chat is.
#[derive(Parser)]
#[command(version = VERSION.as_str())]
pub(super) struct Arguments {
    /// The configuration file [default: config.toml, if there is one]
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) config: Option<PathBuf>,
    /// The folder for games and messages [default: the platform's own place for data]
    #[arg(long, value_name = "FOLDER", global = true)]
    pub(super) data: Option<PathBuf>,
    /// Start although this machine's calendar is more than an hour from the database's, which holds then, or lies before the
    /// newest records
    #[arg(long, global = true)]
    pub(super) accept_calendar: bool,
    #[command(subcommand)]
    pub(super) command: Option<CliCommand>,
}

#[derive(Subcommand)]
pub(super) enum CliCommand {
    /// Rules of the games, for programs
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Pictures of boards and pieces
    #[command(subcommand)]
    Render(render::RenderCommand),
    /// The records: backups, moves, and what to do about damage
    ///
    /// They are in the folder that `--data` names, or where the configuration says.
    #[command(subcommand)]
    Store(StoreCommand),
    /// The configuration: whether it can be used, and what is in effect
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Write the piece book as a static site, to be put online as it is
    Book {
        /// A new folder, or one that a book was written into before
        out: PathBuf,
    },
    /// The games in a chat, for programs
    #[command(subcommand)]
    Chat(chat::ChatCommand),
    /// The bot's account on Matrix
    #[cfg(feature = "matrix")]
    #[command(subcommand)]
    Matrix(matrix::MatrixCommand),
    /// The computer's play, for programs
    #[command(subcommand)]
    Engine(engine::EngineCommand),
}

#[derive(Subcommand)]
pub(super) enum RulesCommand {
    /// Answer requests on standard input, one JSON object per line, until it ends
    ///
    /// The field "game" is chess, chess960, grand or schachen, "position" a position text, "moves" and "touched" are
    /// lists, and "want" lists what the answer holds: legal, san, perft (to "depth"), setup (from "options"), svg, png.
    /// "limit_ms" is how long the answer may take, in milliseconds from 1 to 600000; without it a minute. What is not done by
    /// then is answered with the error code bad-request and a message that names that limit.
    #[expect(clippy::doc_markdown, reason = "clap shows this as it stands")]
    Serve,
}
