//! The command line.

pub mod rules;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A chat bot that referees unusual chess.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Rules of the games, for programs
    #[command(subcommand)]
    Rules(RulesCommand),
}

#[derive(Subcommand)]
enum RulesCommand {
    /// Answer requests on standard input, one JSON object per line, until it ends
    Serve,
}

/// Runs what the command line asks for.
pub fn run() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Rules(RulesCommand::Serve) => rules::serve(io::stdin().lock(), io::stdout().lock()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("adoube: {error}");
            ExitCode::FAILURE
        }
    }
}
