//! Builds the command that starts the program in tests, without the environment variables that are
//! meant for the tests, and sends it signals.

use std::{env, process::Command};

/// The program's command, without settings, in a test or bench of the package that it is built from.
#[macro_export]
macro_rules! adoube {
    () => {
        $crate::program::command(env!("CARGO_BIN_EXE_adoube"))
    };
}

/// The command of the program at a path, without settings.
pub fn command(path: &str) -> Command {
    let mut command = Command::new(path);
    forget_settings(&mut command);
    command
}

/// Removes variables for tests, such as `ADOUBE_SEED`: the program would take them for unknown settings and not start.
pub fn forget_settings(command: &mut Command) {
    let names = env::vars_os().map(|(name, _)| name);
    for name in names.filter(|name| name.to_string_lossy().starts_with("ADOUBE_")) {
        command.env_remove(name);
    }
}

/// Sends a signal to a process that runs.
///
/// # Panics
///
/// When it does not run.
pub fn signal(process: u32, signal: &str) {
    let sent = Command::new("kill").args(["-s", signal, &process.to_string()]).status().expect("kill runs");
    assert!(sent.success(), "process {process} gets no {signal}");
}
