//! The command line (`adoube`): reads the arguments and runs the command. Without a command the bot runs.

#[macro_use]
mod terminal;

mod announcement_text;
mod arguments;
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

use std::{error::Error, io, path::PathBuf, process::ExitCode, sync::Arc};

use clap::Parser;
use etcetera::{AppStrategy, AppStrategyArgs};

use self::{
    announcement_text::announcement_text,
    arguments::{Arguments, CliCommand, RulesCommand},
    exit::ExitStatus,
    terminal::print_line,
};
use crate::{
    config::{Config, ConfigError},
    logging::ProgramLog,
    start,
    storage::Storage,
};

/// Runs the command that the command line names.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // clap reports help and version as errors as well. If they cannot be printed, nobody can be told.
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
            let data = data_folder(arguments, &config)?;
            store::run_store_command(command, arguments.data.as_deref(), &data, &config.store)?;
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

/// Reads the configuration and starts the log.
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

/// The folder for records: that of the command line, of the configuration, or the platform's own place for data.
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
