//! The command line: without a command the bot runs; the commands are tools around it.

pub mod book;
mod chat;
mod output;
mod progress;
pub mod render;
pub mod rules;
pub mod store;

use std::{
    error::Error,
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Parser, Subcommand};
use etcetera::{AppStrategy, AppStrategyArgs};

use crate::{
    config::Config,
    logging,
    start::{self, Announcement},
    storage::Storage,
};

/// A chat bot that referees unusual chess. Without a command it runs, and prints where its web chat is.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The configuration file [default: config.toml, if there is one]
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// The folder for games and messages [default: the platform's own place for data]
    #[arg(long, value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Rules of the games, for programs
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Pictures of boards and pieces
    #[command(subcommand)]
    Render(render::RenderCommand),
    /// The records: backups, moves, and what to do about damage
    #[command(subcommand)]
    Store(StoreCommand),
    /// Write the piece book as a static site, to be put online as it is
    Book {
        /// A new folder, or one that a book was written into before
        out: PathBuf,
    },
    /// The games in a chat, for programs
    #[command(subcommand)]
    Chat(chat::ChatCommand),
}

#[derive(Subcommand)]
enum RulesCommand {
    /// Answer requests on standard input, one JSON object per line, until it ends
    ///
    /// The field "game" is chess, chess960, grand or schachen, "position" a position text, "moves" and "touched" are
    /// lists, and "want" lists what the answer holds: legal, san, perft (to "depth"), setup (from "options"), svg, png.
    /// "limit_ms" is how long the answer may take, in milliseconds from 1 to 600000; without it a minute. What is not done by
    /// then is answered with the error code bad-request and a message that names that limit.
    #[expect(clippy::doc_markdown, reason = "clap shows this as it stands")]
    Serve,
}

#[derive(Subcommand)]
enum StoreCommand {
    /// Write all records as JSON lines, as they are now; the bot may be running
    Export {
        /// Where to [default: standard output]
        file: Option<PathBuf>,
    },
    /// Fill an empty data folder from an export, while the bot is not running on it
    Import {
        /// Where from [default: standard input]
        file: Option<PathBuf>,
    },
    /// Read all records, while the bot is not running, and say what is damaged or lost; changes nothing
    Check,
    /// Write all records that are whole, whatever else is damaged, to a file that `import` takes; changes nothing
    Salvage {
        /// Where to
        file: PathBuf,
    },
}

/// Runs what the command line asks for.
pub fn run() -> ExitCode {
    match obey(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("adoube: {error}");
            ExitCode::FAILURE
        }
    }
}

fn obey(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    match &arguments.command {
        Some(Command::Rules(RulesCommand::Serve)) => {
            rules::serve(io::stdin().lock(), io::stdout().lock())?;
        }
        Some(Command::Render(command)) => render::render(command, io::stdout().lock())?,
        Some(Command::Store(command)) => {
            let config = Config::read(arguments.config.as_deref())?;
            move_records(command, &data_folder(arguments, &config)?)?;
        }
        Some(Command::Chat(chat::ChatCommand::Serve(options))) => {
            let config = Config::read(arguments.config.as_deref())?;
            logging::begin(&config.log)?;
            let storage = if options.memory {
                None
            } else {
                Some(Storage::of(&config.store, &data_folder(arguments, &config)?)?)
            };
            chat::serve(options, storage.as_ref())?;
        }
        Some(Command::Book { out }) => {
            let book::Written { files, bytes } = book::write(out)?;
            eprintln!("{files} files with {} KB written", bytes.div_ceil(1024));
        }
        None => run_bot(arguments)?,
    }
    Ok(())
}

fn run_bot(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let config = Config::read(arguments.config.as_deref())?;
    logging::begin(&config.log)?;
    let data = data_folder(arguments, &config)?;
    let storage = Storage::of(&config.store, &data)?;
    start::run(&config, &storage, &data, |announcement| println!("{}", said(&announcement, &storage)))?;
    Ok(())
}

fn said(announcement: &Announcement, storage: &Storage) -> String {
    match announcement {
        Announcement::Web(address) => {
            format!("adoube is ready: open http://{address} in a browser. Records are in {storage}.")
        }
        Announcement::Discord(Some(application)) => {
            format!(
                "{} is on Discord.\nTake it into a server: {}\nFor yourself alone, wherever you are: {}",
                application.name, application.invitation, application.own
            )
        }
        Announcement::Discord(None) => {
            let then = "then the log says where to take it into a server";
            format!("Discord cannot be reached now. adoube keeps trying; {then}.")
        }
        #[cfg(feature = "matrix")]
        Announcement::Matrix(Some(user)) => {
            format!("adoube is on Matrix as {user}: invite it into a room, or write to it.")
        }
        #[cfg(feature = "matrix")]
        Announcement::Matrix(None) => "Matrix cannot be reached now. adoube keeps trying.".to_owned(),
    }
}

fn move_records(command: &StoreCommand, data: &Path) -> Result<(), store::MoveError> {
    let (rows, done) = match command {
        StoreCommand::Export { file } => (store::export(data, file.as_deref())?, "written"),
        StoreCommand::Import { file } => (store::import(data, file.as_deref())?, "read"),
        StoreCommand::Check => (store::check(data)?, "checked, all of them whole"),
        StoreCommand::Salvage { file } => (store::salvage(data, file)?, "written"),
    };
    eprintln!("{rows} rows {done}");
    Ok(())
}

/// Where the records are: as the command line says, as the configuration says, or the platform's own place.
fn data_folder(arguments: &Arguments, config: &Config) -> Result<PathBuf, Box<dyn Error>> {
    if let Some(chosen) = arguments.data.as_ref().or(config.data.path.as_ref()) {
        return Ok(chosen.clone());
    }
    let names = AppStrategyArgs {
        top_level_domain: String::new(),
        author: String::new(),
        app_name: "adoube".to_owned(),
    };
    Ok(etcetera::choose_app_strategy(names)?.data_dir())
}
