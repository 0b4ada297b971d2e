//! Runs every check of the repository (`cargo xtask check`): format, lints, docs, types of the
//! page, tests, in the order in which they fail soonest.
//!
//! Packages are installed and other programs fetched (`tests/install.sh`) while formatting, lints and docs are checked.

mod background;
mod machine;
mod page_types;
mod skipped_tests;
mod step_clock;
mod test_programs;

use std::process::Child;

use self::{machine::Machine, step_clock::StepClock};
use crate::command::{ProcessError, cargo, run, script};

/// Sets of features the program is linted with, in addition to all features at once: the default ones, none, and `matrix` alone.
const FEATURES: [&str; 3] =
    ["--features default", "--no-default-features", "--no-default-features --features matrix"];

/// Runs every check.
///
/// # Errors
/// The first check that fails; of the tests all run, and any failure is told at the end.
pub fn check_all() -> Result<(), ProcessError> {
    let clock = StepClock::start();
    machine::require_browser()?;
    let installer = Installer::start()?;
    check_sources(&clock)?;
    installer.wait()?;
    page_types::check_page_types(&clock)?;
    let machine = Machine::inspect();
    clock.announce("tests");
    test_programs::run_all(&machine, &clock)?;
    clock.announce("starting what is built without the optional parts");
    run(&mut test_programs::with_threads(cargo("test --workspace --test start")))
}

/// Format, lints, docs and dependencies, which need no other program, and types of the page's scripts where TypeScript is.
///
/// # Errors
/// The first of them that fails.
pub fn check_quickly() -> Result<(), ProcessError> {
    let clock = StepClock::start();
    check_sources(&clock)?;
    page_types::check_page_types(&clock)
}

fn check_sources(clock: &StepClock) -> Result<(), ProcessError> {
    clock.announce("format");
    run(&mut cargo("fmt --all --check"))?;
    clock.announce("lints");
    run(&mut cargo("clippy --workspace --all-features --all-targets --quiet -- -D warnings"))?;
    for features in FEATURES {
        clock.announce(&format!("lints of a program built with {features}"));
        run(&mut cargo(&format!("clippy --quiet {features} -- -D warnings")))?;
    }
    clock.announce("documentation");
    // Naming the examples resolves the features that only tests need as well, as the first lint does: without it many
    // packages would have other features, and would be checked once more.
    run(cargo("doc --workspace --all-features --no-deps --lib --examples --quiet")
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    clock.announce("dependencies");
    run(&mut script("tests/dependencies.sh"))
}

/// `tests/install.sh`, which mostly waits for servers of packages. It always runs to its end, as a package manager that is
/// stopped in the middle leaves the machine altered.
struct Installer(Option<Child>);

impl Installer {
    fn start() -> Result<Self, ProcessError> {
        let mut command = script("tests/install.sh");
        match command.spawn() {
            Ok(child) => Ok(Self(Some(child))),
            Err(error) => Err(ProcessError::start(&command, error)),
        }
    }

    fn wait(mut self) -> Result<(), ProcessError> {
        let Some(mut child) = self.0.take() else { return Ok(()) };
        let status = child.wait().map_err(|error| ProcessError::start(&script("tests/install.sh"), error))?;
        ProcessError::check(&script("tests/install.sh"), status)
    }
}

impl Drop for Installer {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            // The check that failed is what is reported.
            let _ = child.wait();
        }
    }
}
