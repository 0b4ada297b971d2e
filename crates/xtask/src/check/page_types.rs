//! Checks the types in the page's scripts by TypeScript, where `tests/install.sh` has installed it.

use std::process::Command;

use super::machine::{has_program, is_strict};
use super::step_clock::StepClock;
use crate::command::{ProcessError, run, workspace_root};

/// Checks the types. Without TypeScript it says so; that is an error where all shall run and npm could have installed it.
pub(super) fn check_page_types(clock: &StepClock) -> Result<(), ProcessError> {
    clock.announce("types of the page's scripts");
    let compiler = workspace_root().join("target/typescript/node_modules/.bin/tsc");
    if compiler.exists() && has_program("node") {
        return run(Command::new(compiler).args(["--project", "assets/web/js"]));
    }
    let what = "TypeScript, which tests/install.sh installs where node and npm are";
    if is_strict() && has_program("npm") {
        return Err(ProcessError::Missing(what.to_owned()));
    }
    println!("left out, for want of {what}");
    Ok(())
}
