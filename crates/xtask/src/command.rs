//! Runs other programs (cargo, scripts) from the repository's root, and reports their failure.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use crate::shape::ShapeError;

/// Why a program did not do what it was started for.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// It cannot be started, or its output not be read.
    #[error("cannot run {program}: {error}")]
    Start {
        /// The program and its arguments.
        program: String,
        /// What the system said.
        error: io::Error,
    },
    /// It failed.
    #[error("{program}: {status}")]
    Failed {
        /// The program and its arguments.
        program: String,
        /// How it ended.
        status: ExitStatus,
    },
    /// Something the machine should have is not there.
    #[error("missing: {0}")]
    Missing(String),
    /// The shape of the code cannot be analysed.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Some tests failed, or were left out although the machine has what they need.
    #[error("{0}")]
    Tests(String),
}

impl ProcessError {
    pub(crate) fn start(command: &Command, error: io::Error) -> Self {
        Self::Start { program: line(command), error }
    }

    pub(crate) fn check(command: &Command, status: ExitStatus) -> Result<(), Self> {
        if status.success() { Ok(()) } else { Err(Self::Failed { program: line(command), status }) }
    }
}

/// The folder of the workspace.
pub fn workspace_root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Runs a program in the workspace's folder until it ends.
///
/// # Errors
/// It cannot be started, or fails.
pub fn run(command: &mut Command) -> Result<(), ProcessError> {
    command.current_dir(workspace_root());
    match command.status() {
        Ok(status) => ProcessError::check(command, status),
        Err(error) => Err(ProcessError::start(command, error)),
    }
}

/// `cargo` as a person would run it: without the variables that `cargo run` sets for this program, by which build scripts of
/// dependencies would take their surroundings for changed and run again.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments.split(' ')).current_dir(workspace_root());
    forget_package(&mut command);
    command
}

fn forget_package(command: &mut Command) {
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
}

/// A shell script of the repository, run in the workspace's folder.
pub(crate) fn script(path: &str) -> Command {
    let mut command = Command::new("bash");
    command.arg(path).current_dir(workspace_root());
    forget_package(&mut command);
    command
}

fn line(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
