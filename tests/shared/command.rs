//! The program's command as tests give it: nothing of what the tests themselves are told by the environment gets there. Not
//! here: with which settings and where it runs.

use std::{env, process::Command};

/// The program's command, without settings.
pub fn adoube() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    forget_settings(&mut command);
    command
}

/// Leaves out what a test run is told, such as `ADOUBE_SEED`: the program takes it for a setting that it does not know, and
/// does not start.
pub fn forget_settings(command: &mut Command) {
    let names = env::vars_os().map(|(name, _)| name);
    for name in names.filter(|name| name.to_string_lossy().starts_with("ADOUBE_")) {
        command.env_remove(name);
    }
}
