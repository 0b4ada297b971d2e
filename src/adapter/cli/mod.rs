//! The command line.

pub mod render;
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
    /// Pictures of boards and pieces
    #[command(subcommand)]
    Render(render::RenderCommand),
}

#[derive(Subcommand)]
enum RulesCommand {
    /// Answer requests on standard input, one JSON object per line, until it ends
    Serve,
}

/// Runs what the command line asks for.
pub fn run() -> ExitCode {
    let done: Result<(), Box<dyn std::error::Error>> = match Arguments::parse().command {
        Command::Rules(RulesCommand::Serve) => {
            rules::serve(io::stdin().lock(), io::stdout().lock()).map_err(Into::into)
        }
        Command::Render(command) => render::render(&command, io::stdout().lock()).map_err(Into::into),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("adoube: {error}");
            ExitCode::FAILURE
        }
    }
}
