//! The command line: without a command the bot runs; the commands are tools around it.

/// Tells whoever watches the command what it does, on standard error. Where that cannot be written, the command goes on.
macro_rules! print_status {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

mod atomic_file;
pub mod book;
mod chat;
mod config;
mod engine;
mod exit;
#[cfg(feature = "matrix")]
mod matrix;
mod progress_line;
pub mod render;
pub mod rules_protocol;
pub mod store;

use std::{
    error::Error,
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, LazyLock},
};

use adoube_store::StoreError;
use clap::{Parser, Subcommand};
use etcetera::{AppStrategy, AppStrategyArgs};

use self::exit::ExitStatus;
use crate::{
    config::{Config, ConfigError},
    logging::ProgramLog,
    start::{self, Announcement},
    storage::Storage,
};

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
struct Arguments {
    /// The configuration file [default: config.toml, if there is one]
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// The folder for games and messages [default: the platform's own place for data]
    #[arg(long, value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    /// Start although this machine's calendar is more than an hour from the database's, which holds then, or lies before the
    /// newest records
    #[arg(long, global = true)]
    accept_calendar: bool,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
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
        /// Where to; - is standard output [default: -]
        file: Option<PathBuf>,
        /// The database they are in, such as `postgres://user@host/database`
        #[arg(long)]
        url: Option<String>,
    },
    /// Fill an empty data folder or database from an export, while no bot is running on it
    Import {
        /// Where from; - is standard input [default: -]
        file: Option<PathBuf>,
        /// The database to fill, such as `postgres://user@host/database`
        #[arg(long)]
        url: Option<String>,
    },
    /// Copy all records to another place that is empty: between data folders and databases, either way
    ///
    /// FROM and TO are folders, addresses such as `postgres://user@host/database`, or the word `configured`: where the bot
    /// keeps its records, so that no password needs to stand in a command. The bot may be running on FROM; what it writes
    /// after the beginning is not in the copy. When the copy is interrupted, the same command goes on with it. At the end both
    /// are compared row by row; until then the bot does not start on TO.
    Copy {
        /// Where the records are
        from: String,
        /// Where they are to be as well
        to: String,
    },
    /// Write the files of a data folder anew, as small as they can be, while no bot is running on it
    ///
    /// They grow to several times of what is in them. The new files are written beside the old ones, compared with them, and
    /// take their place; whenever that is interrupted, everything is there in the old files or in the new ones, and the next
    /// start removes what is left of the others. The disk needs room for it meanwhile: where there is too little, it is said
    /// how much, and nothing is changed.
    Compact,
    /// Read all records, and say what is damaged or lost; changes nothing. The bot may be running
    ///
    /// Beside a bot that runs on a data folder its records are read, not the files they are in: that is said at the end.
    Check {
        /// The database they are in, such as `postgres://user@host/database`
        #[arg(long)]
        url: Option<String>,
    },
    /// Write all records of a data folder that are whole, whatever else is damaged, to a file that `import` takes; changes nothing
    Salvage {
        /// Where to; - is standard output
        file: PathBuf,
    },
}

/// Runs what the command line asks for.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and the version count as errors of the command line, too. Nobody is there to tell where that cannot be printed.
            let _ = error.print();
            return if error.use_stderr() { ExitStatus::Usage.into() } else { ExitCode::SUCCESS };
        }
    };
    let mut log = ProgramLog::default();
    let ended = run_command(&arguments, &mut log);
    let status = match &ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let of_config = error.downcast_ref::<ConfigError>();
            log.report_failure(&error.to_string(), of_config.map(|error| error.format).unwrap_or_default());
            ExitStatus::of(&**error).into()
        }
    };
    log.finish();
    status
}

fn run_command(arguments: &Arguments, log: &mut ProgramLog) -> Result<(), Box<dyn Error>> {
    match &arguments.command {
        Some(CliCommand::Rules(RulesCommand::Serve)) => {
            rules_protocol::serve(io::stdin().lock(), io::stdout().lock())?;
        }
        Some(CliCommand::Engine(command)) => engine::run_command(command)?,
        Some(CliCommand::Render(command)) => render::render(command, io::stdout().lock())?,
        Some(CliCommand::Store(command)) => {
            let config = Config::read(arguments.config.as_deref())?.config;
            run_store_command(command, arguments, &config)?;
        }
        Some(CliCommand::Chat(chat::ChatCommand::Serve(options))) => {
            let config = read_config(arguments, log)?;
            let storage = if options.memory {
                None
            } else {
                Some(Storage::of(&config.store, &data_folder(arguments, &config)?)?)
            };
            chat::serve(options, storage.as_ref(), arguments.accept_calendar, config.computer.settings())?;
        }
        #[cfg(feature = "matrix")]
        Some(CliCommand::Matrix(matrix::MatrixCommand::ResetIdentity { yes })) => {
            let config = read_config(arguments, log)?;
            matrix::reset_identity(*yes, &config, &data_folder(arguments, &config)?, io::stdin().lock())?;
        }
        Some(CliCommand::Book { out }) => {
            let book::BookWriteReport { files, bytes } = book::write(out)?;
            print_status!("{files} files with {} KB written", bytes.div_ceil(1024));
        }
        Some(CliCommand::Config(command)) => {
            let loaded = Config::read(arguments.config.as_deref())?;
            start::check(&loaded.config)?;
            loaded.warnings.iter().for_each(|warning| print_status!("adoube: {warning}"));
            print_line(&config::answer(command, &loaded));
        }
        None => run_bot(arguments, log)?,
    }
    Ok(())
}

/// The configuration, with the log begun as it says.
fn read_config(arguments: &Arguments, log: &mut ProgramLog) -> Result<Config, Box<dyn Error>> {
    let loaded = Config::read(arguments.config.as_deref())?;
    log.start(&loaded.config.log)?;
    for warning in loaded.warnings {
        tracing::warn!("{warning}");
    }
    Ok(loaded.config)
}

fn run_bot(arguments: &Arguments, log: &mut ProgramLog) -> Result<(), Box<dyn Error>> {
    let config = read_config(arguments, log)?;
    let data = data_folder(arguments, &config)?;
    let storage = Storage::of(&config.store, &data)?;
    let place = storage.clone();
    let announce = Arc::new(move |announcement| print_line(&announcement_text(&announcement, &place)));
    start::run(&config, &storage, &data, arguments.accept_calendar, announce)?;
    Ok(())
}

/// Tells whoever reads along. Where nobody does any more, the program goes on.
fn print_line(words: &str) {
    let _ = writeln!(io::stdout(), "{words}");
}

fn announcement_text(announcement: &Announcement, storage: &Storage) -> String {
    match announcement {
        Announcement::Web(places) => {
            let (addresses, others): (Vec<_>, Vec<_>) =
                places.iter().map(ToString::to_string).partition(|place| place.starts_with("http"));
            let how = match (addresses.join(" or "), others.join(" and ")) {
                (addresses, others) if others.is_empty() => format!("open {addresses} in a browser"),
                (addresses, others) if addresses.is_empty() => format!("it listens on {others}"),
                (addresses, others) => format!("open {addresses} in a browser; it also listens on {others}"),
            };
            format!("adoube is ready: {how}. Records are in {storage}.")
        }
        #[cfg(feature = "discord")]
        Announcement::Discord(Some(application)) => {
            let into = |what: &str, address: Option<&str>| {
                address.map(|address| format!("\n{what}: {address}")).unwrap_or_default()
            };
            let server = into("Take it into a server", application.invitation.as_deref());
            let own = into("For yourself alone, wherever you are", application.own.as_deref());
            format!("{} is on Discord.{server}{own}", application.name)
        }
        #[cfg(feature = "discord")]
        Announcement::Discord(None) => {
            let then = "then the log says where to take it into a server";
            format!("Discord cannot be reached now. adoube keeps trying; {then}.")
        }
        #[cfg(feature = "matrix")]
        Announcement::Matrix(Some(user)) => {
            format!("adoube is on Matrix as {user}: invite it into a room, or write to it.")
        }
        #[cfg(feature = "matrix")]
        Announcement::MatrixErrand(errand) => matrix::task_text(errand),
        #[cfg(feature = "matrix")]
        Announcement::MatrixElsewhere => {
            "Another process plays on Matrix. This one stands by and takes over when that one is gone."
                .to_owned()
        }
        #[cfg(feature = "matrix")]
        Announcement::Matrix(None) => "Matrix cannot be reached now. adoube keeps trying.".to_owned(),
    }
}

fn run_store_command(
    command: &StoreCommand,
    arguments: &Arguments,
    config: &Config,
) -> Result<(), Box<dyn Error>> {
    let data = data_folder(arguments, config)?;
    // What the command line names goes before what is configured.
    let storage = |url: Option<&String>| match (url, &arguments.data) {
        (Some(url), _) if !url.contains("://") => Err(StoreError::Address {
            detail: "`--url` takes one such as postgres://user@host/database".to_owned(),
        }),
        (Some(url), _) => Storage::named(url, &config.store, &data),
        (None, Some(data)) => Ok(Storage::Folder(data.clone())),
        (None, None) => Storage::of(&config.store, &data),
    };
    let (rows, done) = match command {
        StoreCommand::Export { file, url } => {
            (store::export(&storage(url.as_ref())?, file.as_deref())?, "written")
        }
        StoreCommand::Import { file, url } => {
            (store::import(&storage(url.as_ref())?, file.as_deref())?, "read")
        }
        StoreCommand::Copy { from, to } => {
            let named = |word| Storage::named(word, &config.store, &data);
            (store::copy(&named(from)?, &named(to)?)?, "copied and compared: both are the same")
        }
        StoreCommand::Compact => (store::compact(&storage(None)?)?, "are there"),
        StoreCommand::Check { url } => (store::check(&storage(url.as_ref())?)?, "checked, all of them whole"),
        StoreCommand::Salvage { file } => (store::salvage(&storage(None)?, file)?, "written"),
    };
    print_status!("{rows} rows {done}");
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
